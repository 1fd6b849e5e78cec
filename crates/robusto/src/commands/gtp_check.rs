//! `robusto gtp-check`: whether an engine keeps to the Go Text Protocol.

use std::time::Duration;

use engine::params::read_seconds;
use game::Coords;
use gtp::Launch;
use gtp::check::{CheckOptions, Checked, Verdict, check};
use serde_json::json;

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::position::{BoardArgs, read_coords};

const EXAMPLES: &str = "\
Examples:
  robusto gtp-check robusto gtp --visits 100
  robusto gtp-check --game hex --size 7 --start \"param_mohex max_time 1\" ./mohex
  robusto gtp-check --json castro

Ends with code 0 if every test passes (or is skipped, because the engine does not list the command),
else with 1.";

/// Test an engine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The engine's command line
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<String>,

    #[command(flatten)]
    board: BoardArgs,

    /// How the engine names cells: gui, lg, web, openspiel
    #[arg(long, value_name = "SYSTEM", value_parser = read_coords, default_value = "gui")]
    coords: Coords,

    /// A command to send first; may be given several times
    #[arg(long, value_name = "COMMAND")]
    start: Vec<String>,

    /// Seconds for an answer
    #[arg(long, value_name = "S", value_parser = read_seconds, default_value = "10")]
    patience: Duration,

    /// Seconds for a move
    #[arg(long, value_name = "S", value_parser = read_seconds, default_value = "30")]
    move_time: Duration,

    /// Moves of the game that is played
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,

    /// Print one JSON object a test
    #[arg(long)]
    json: bool,
}

/// Runs the command. A test that fails makes it fail.
pub fn run(args: Args) -> Outcome {
    let quoted: Vec<String> = args.command.iter().map(|word| quoted(word)).collect();
    let options = CheckOptions {
        launch: Launch {
            start_up: args.start.clone(),
            coords: args.coords,
            patience: args.patience,
            ..Launch::new(quoted.join(" "))
        },
        shape: args.board.shape()?,
        plies: args.plies,
        move_time: args.move_time,
    };
    let report = check(&options);
    let mut output = Output::open();
    for test in &report {
        tell(test, args.json, &mut output)?;
    }
    let count = |verdict| report.iter().filter(|test| test.verdict == verdict).count();
    let (passed, failed) = (count(Verdict::Pass), count(Verdict::Fail));
    if !args.json {
        output.line(&format!("{passed} passed, {failed} failed, {} skipped", count(Verdict::Skip)))?;
    }
    output.finish()?;
    match failed {
        0 => Ok(()),
        failed => Err(Failure::failed(format!("{failed} of {} tests failed", report.len()))),
    }
}

fn tell(test: &Checked, json: bool, output: &mut Output) -> Outcome {
    if json {
        let verdict = test.verdict.word().to_lowercase();
        return output.json(&json!({ "test": test.name, "verdict": verdict, "why": test.why }));
    }
    let why = if test.why.is_empty() { String::new() } else { format!(": {}", test.why) };
    output.news(&format!("{}  {}{why}", test.verdict.word(), test.name))
}

/// A word as it stands in a command line.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
