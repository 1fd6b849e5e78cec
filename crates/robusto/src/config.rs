//! Defaults of options from a settings file, so that any option of any subcommand can stand there.
//!
//! ```toml
//! size = "10"          # wherever there is an option --size
//!
//! [play]
//! time = 5             # for `robusto play` alone
//! ```
//!
//! What is written on the command line always wins.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

use crate::exit::{Failure, Outcome};

/// The definition of the command line with its defaults changed as the settings file says.
pub fn with_defaults(definition: Command, words: &[OsString]) -> Outcome<Command> {
    let named = named_file(words);
    let Some(file) = named.clone().or_else(usual_file) else { return Ok(definition) };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && named.is_none() => {
            return Ok(definition);
        }
        Err(error) => return Err(Failure::failed(format!("{}: {error}", file.display()))),
    };
    let table: Table = text.parse().map_err(|error: toml::de::Error| in_file(&file, error.message()))?;
    apply(definition, &table).map_err(|problem| in_file(&file, &problem))
}

fn in_file(file: &Path, problem: &str) -> Failure {
    Failure::usage(format!("{}: {}", file.display(), problem.trim().replace('\n', " ")))
}

/// The file after `--config`.
fn named_file(words: &[OsString]) -> Option<PathBuf> {
    for (i, word) in words.iter().enumerate() {
        let text = word.to_string_lossy();
        if text == "--" {
            return None;
        }
        if text == "--config" {
            return words.get(i + 1).map(PathBuf::from);
        }
        if let Some(file) = text.strip_prefix("--config=") {
            return Some(file.into());
        }
    }
    None
}

/// `robusto/config.toml` in the user's configuration directory.
pub fn usual_file() -> Option<PathBuf> {
    engine::folders::settings().map(|folder| folder.join("config.toml"))
}

fn apply(mut definition: Command, table: &Table) -> Result<Command, String> {
    let names: Vec<String> = definition.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for (key, value) in table {
        match value {
            Value::Table(inner) if names.contains(key) => {
                for (option, value) in inner {
                    definition = set_in(definition, key, option, value)?
                        .ok_or_else(|| format!("{key:?} has no option {option:?}"))?;
                }
            }
            Value::Table(_) => return Err(format!("there is no subcommand {key:?}")),
            value => definition = set_everywhere(definition, &names, table, key, value)?,
        }
    }
    Ok(definition)
}

/// Sets an option of every subcommand that has it, unless the subcommand's own table does.
fn set_everywhere(
    mut definition: Command,
    names: &[String],
    table: &Table,
    option: &str,
    value: &Value,
) -> Result<Command, String> {
    let mut known = false;
    for name in names {
        if table.get(name).and_then(Value::as_table).is_some_and(|inner| inner.contains_key(option)) {
            known = true;
            continue;
        }
        let changed = set_in(definition.clone(), name, option, value)?;
        known |= changed.is_some();
        definition = changed.unwrap_or(definition);
    }
    if known { Ok(definition) } else { Err(format!("no subcommand has an option {option:?}")) }
}

/// The definition with another default in one subcommand; `None` when it has no such option.
fn set_in(
    definition: Command,
    subcommand: &str,
    option: &str,
    value: &Value,
) -> Result<Option<Command>, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        _ => return Err(format!("{option:?} is neither text, a number, true nor false")),
    };
    let find = |sub: &Command| -> Option<clap::Id> {
        sub.get_arguments().find(|arg| is_option(arg, option)).map(|arg| arg.get_id().clone())
    };
    let Some(id) = definition.find_subcommand(subcommand).and_then(find) else { return Ok(None) };
    let text: &'static str = text.leak();
    Ok(Some(
        definition
            .mut_subcommand(subcommand, |sub| sub.mut_arg(id, |arg| arg.required(false).default_value(text))),
    ))
}

fn is_option(arg: &Arg, option: &str) -> bool {
    let takes_part = !matches!(arg.get_action(), ArgAction::Help | ArgAction::Version);
    takes_part && arg.get_long() == Some(option) && option != "config"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition() -> Command {
        let size = || Arg::new("size").long("size");
        Command::new("r").subcommand(Command::new("one").arg(size())).subcommand(
            Command::new("two").arg(size()).arg(Arg::new("json").long("json").action(ArgAction::SetTrue)),
        )
    }

    fn value(settings: &str, words: &[&str], name: &str) -> Option<String> {
        let definition = apply(definition(), &settings.parse().unwrap()).unwrap();
        let matches = definition.get_matches_from(words);
        matches.subcommand().unwrap().1.get_one::<String>(name).cloned()
    }

    #[test]
    fn the_closest_word_wins() {
        let settings = "size = 10\n[two]\nsize = \"4x4x5\"\njson = true";
        assert_eq!(value(settings, &["r", "one"], "size").unwrap(), "10");
        assert_eq!(value(settings, &["r", "two"], "size").unwrap(), "4x4x5");
        assert_eq!(value(settings, &["r", "two", "--size", "7"], "size").unwrap(), "7");
    }

    #[test]
    fn unknown_words_are_refused() {
        for settings in ["colour = 1", "[three]\nsize = 1", "[one]\njson = true", "size = [1]"] {
            assert!(apply(definition(), &settings.parse().unwrap()).is_err(), "{settings}");
        }
    }

    #[test]
    fn the_file_is_named_before_the_words_end() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(named_file(&words("r --config a.toml x")), Some("a.toml".into()));
        assert_eq!(named_file(&words("r x --config=b.toml")), Some("b.toml".into()));
        assert_eq!(named_file(&words("r x -- --config=b.toml")), None);
    }
}
