//! `robusto perft`: counts all sequences of moves up to a depth, and endings by kind.

use std::time::Instant;

use game::Kind;
use game::perft::{Perft, perft};
use serde::Serialize;

use crate::exit::Outcome;
use crate::output::Output;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  robusto perft --size 3 --depth 3
  robusto perft --game hex --size 4 --moves \"a1 b2\" --depth 2 --json";

/// Count all sequences of moves up to a depth.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// How many moves
    #[arg(long, value_name = "D")]
    depth: usize,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    game: &'static str,
    size: String,
    moves: String,
    depth: usize,
    leaves: u64,
    wins: Vec<Wins>,
    draws: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Wins {
    winner: &'static str,
    by: Vec<&'static str>,
    count: u64,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let record = args.position.record(None)?;
    let start = Instant::now();
    let counts = perft(record.position(), args.depth);
    let seconds = start.elapsed().as_secs_f64();
    let mut output = Output::open();
    if args.json {
        let shape = record.shape();
        output.json(&Line {
            game: shape.game().word(),
            size: shape.size().to_string(),
            moves: record.moves_text(game::Coords::Gui),
            depth: args.depth,
            leaves: counts.leaves,
            wins: wins(&counts),
            draws: counts.draws,
            seconds,
        })?;
    } else {
        output.line(&format!("depth {}: {counts} ({seconds:.2} s)", args.depth))?;
    }
    output.finish()
}

fn wins(counts: &Perft) -> Vec<Wins> {
    let row = |((colour, kinds), &count): (&(game::Colour, Vec<Kind>), &u64)| Wins {
        winner: colour.word(),
        by: kinds.iter().copied().map(Kind::word).collect(),
        count,
    };
    counts.wins.iter().map(row).collect()
}
