//! The engines of this machine by name: a file that its owner writes. A run of the lab or a wish of the app
//! names an engine; only this file says which program that is, so nobody else decides what is started here.
//!
//! ```toml
//! [[engine]]
//! name = "castro"
//! command = "/usr/local/bin/castro --quiet"
//! coords = "lg"                  # how it names cells, if not as usual
//! start = ["time_settings 0 1 1"] # commands to begin with
//! directory = "/var/tmp"         # where it runs
//! ```

use std::path::{Path, PathBuf};

use game::Coords;
use serde::Deserialize;

use super::{Launch, split_command_line};

/// The largest file that is read.
const FILE_LIMIT: u64 = 1 << 20;

/// A file of engines that cannot be used, in one sentence that names it.
#[derive(Debug, thiserror::Error)]
#[error("the engines file {file}: {problem}")]
pub struct EnginesError {
    file: String,
    problem: String,
}

/// The engines of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engines {
    file: Option<PathBuf>,
    list: Vec<(String, Launch)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnginesFile {
    #[serde(default)]
    engine: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: String,
    coords: Option<String>,
    #[serde(default)]
    start: Vec<String>,
    directory: Option<PathBuf>,
}

impl Engines {
    /// The engines of a file that must be there, or of the usual one, which may be missing.
    pub fn open(file: Option<&Path>) -> Result<Engines, EnginesError> {
        match (file, Engines::usual_file()) {
            (Some(file), _) => Engines::read(file),
            (None, Some(file)) if file.exists() => Engines::read(&file),
            (None, file) => Ok(Engines { file, list: Vec::new() }),
        }
    }

    /// `robusto/engines.toml` in the user's configuration directory.
    pub fn usual_file() -> Option<PathBuf> {
        engine::folders::settings().map(|folder| folder.join("engines.toml"))
    }

    fn read(file: &Path) -> Result<Engines, EnginesError> {
        let wrong = |problem: String| EnginesError { file: file.display().to_string(), problem };
        let size = std::fs::metadata(file).map_err(|error| wrong(error.to_string()))?.len();
        if size > FILE_LIMIT {
            return Err(wrong(format!("{size} bytes are too many")));
        }
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        Ok(Engines { file: Some(file.into()), ..Engines::parse(&text).map_err(wrong)? })
    }

    /// The engines of a file's text, or what is wrong with it.
    pub fn parse(text: &str) -> Result<Engines, String> {
        let file: EnginesFile =
            toml::from_str(text).map_err(|error| error.message().trim().replace('\n', " "))?;
        let mut list: Vec<(String, Launch)> = Vec::new();
        for entry in file.engine {
            if list.iter().any(|(name, _)| *name == entry.name) {
                return Err(format!("there are two engines named {:?}", entry.name));
            }
            list.push((entry.name.clone(), launch(entry)?));
        }
        Ok(Engines { file: None, list })
    }

    /// How to start the engine of that name.
    pub fn find(&self, name: &str) -> Option<&Launch> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, launch)| launch)
    }

    /// The names of all engines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(name, _)| name.as_str())
    }

    /// Where engines are named: the file that was read, or the one that could be written.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// Whether a text can name an engine: letters, digits, `.`, `_` and `-`.
pub fn is_engine_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "._-".contains(c);
    !text.is_empty() && text.len() <= 60 && text.chars().all(fits)
}

fn launch(entry: Entry) -> Result<Launch, String> {
    let name = &entry.name;
    if !is_engine_name(name) {
        return Err(format!("{name:?} is no name of an engine (letters, digits, '.', '_' and '-')"));
    }
    if split_command_line(&entry.command).is_none_or(|words| words.is_empty()) {
        return Err(format!("the command of {name:?} is empty or has an open quote"));
    }
    let coords = match &entry.coords {
        None => Coords::Gui,
        Some(word) => {
            Coords::named(word).ok_or_else(|| format!("{word:?}, of {name:?}, is no coordinate system"))?
        }
    };
    let start_up = entry.start;
    Ok(Launch { coords, start_up, directory: entry.directory, ..Launch::new(entry.command) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_engines() {
        let text = "[[engine]]\nname = 'old-1.0'\ncommand = 'castro -x'\ncoords = 'lg'\nstart = ['komi 0']\n\
                    [[engine]]\nname = 'new'\ncommand = '/bin/new'\ndirectory = '/var/tmp'\n";
        let engines = Engines::parse(text).unwrap();
        assert_eq!(engines.names().collect::<Vec<_>>(), ["old-1.0", "new"]);
        let old = engines.find("old-1.0").unwrap();
        assert_eq!((old.command.as_str(), old.coords, old.start_up.len()), ("castro -x", Coords::Lg, 1));
        assert_eq!(engines.find("new").unwrap().directory.as_deref(), Some(Path::new("/var/tmp")));
        assert!(engines.find("other").is_none() && Engines::parse("").unwrap().names().next().is_none());
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        for (text, part) in [
            ("[[engine]]\nname = 'a'", "command"),
            ("[[engine]]\nname = 'a b'\ncommand = 'x'", "a b"),
            ("[[engine]]\nname = ''\ncommand = 'x'", "name"),
            ("[[engine]]\nname = 'a'\ncommand = ''", "empty"),
            ("[[engine]]\nname = 'a'\ncommand = \"b 'c\"", "quote"),
            ("[[engine]]\nname = 'a'\ncommand = 'x'\ncoords = 'chess'", "chess"),
            ("[[engine]]\nname = 'a'\ncommand = 'x'\nshell = true", "shell"),
            ("[[engine]]\nname = 'a'\ncommand = 'x'\n[[engine]]\nname = 'a'\ncommand = 'y'", "two engines"),
            ("engine = 1", "sequence"),
        ] {
            let problem = Engines::parse(text).unwrap_err();
            assert!(problem.contains(part) && !problem.contains('\n'), "{text}: {problem}");
        }
    }

    #[test]
    fn a_file_that_was_named_must_be_there() {
        let error = Engines::open(Some(Path::new("no/such/engines.toml"))).unwrap_err();
        assert!(error.to_string().contains("no/such/engines.toml"), "{error}");
    }
}
