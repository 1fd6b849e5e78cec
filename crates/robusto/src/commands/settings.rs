//! `robusto settings`: what can be set with `--set`, `robusto-param` and in the lab, with ranges and values.

use engine::params::ROWS;
use engine::{AllPlayers, Options, PlayerFactory};
use serde::Serialize;

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::position::BoardArgs;

const EXAMPLES: &str = "\
Examples:
  robusto settings
  robusto settings rave explore --preset castro --size 8
  robusto analyze --size 5 --set rave=400 --set explore=0.1";

/// List the settings.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these settings
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// The preset whose values are shown
    #[arg(long, value_name = "P")]
    preset: Option<String>,

    #[command(flatten)]
    board: BoardArgs,

    /// Print one JSON object a setting
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    /// `player` or `table`.
    of: &'static str,
    /// The value of the preset on the board, which is the default.
    value: String,
    takes: String,
    help: String,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut rows = rows(&args)?;
    for name in &args.names {
        if !rows.iter().any(|row| row.name == *name) {
            let error = engine::EngineError::unknown_setting(name, rows.iter().map(|row| &row.name));
            return Err(Failure::usage(error));
        }
    }
    rows.retain(|row| args.names.is_empty() || args.names.contains(&row.name));
    let mut output = Output::open();
    for row in rows {
        if args.json {
            output.json(&row)?;
        } else {
            output.line(&format!("{:<17} {:<10} {} [{}]", row.name, row.value, row.help, row.takes))?;
        }
    }
    output.finish()
}

/// The settings of the player, then those of the table, which GTP and its clocks have.
fn rows(args: &Args) -> Outcome<Vec<Row>> {
    let shape = args.board.shape()?;
    let mut factory = AllPlayers::new();
    if let Some(preset) = &args.preset {
        factory.choose_preset(preset).map_err(|error| Failure::usage(format!("--preset: {error}")))?;
    }
    let player = factory.settings(shape).into_iter().map(|(name, value, help)| {
        let (help, takes) = parts(&help);
        Row { name, of: "player", value, takes, help }
    });
    let usual = Options::default();
    let table = ROWS.iter().map(|row| Row {
        name: row.name.into(),
        of: "table",
        value: row.value(&usual),
        takes: row.takes.into(),
        help: format!("{}.", row.help),
    });
    Ok(player.chain(table).collect())
}

/// A line of help such as `Weight of a term. (a number from 0 to 10)` in its two parts.
fn parts(help: &str) -> (String, String) {
    match help.rsplit_once(" (").and_then(|(help, takes)| Some((help, takes.strip_suffix(')')?))) {
        Some((help, takes)) => (help.into(), takes.into()),
        None => (help.into(), "text".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_range_and_a_sentence() {
        let args = Args { names: Vec::new(), preset: None, board: BoardArgs::default(), json: false };
        let rows = rows(&args).unwrap();
        assert!(rows.len() > 50);
        for row in rows {
            assert!(!row.takes.is_empty() && row.help.ends_with('.'), "{}: {}", row.name, row.help);
        }
    }
}
