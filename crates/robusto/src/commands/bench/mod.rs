//! `robusto bench`: how fast the parts are on this machine.

mod perfect;
mod search;
mod signature;
mod solve;

use ::bench::{connections, eval, network, playouts};
use ::solve::method::Method;
use clap::ValueEnum;

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::position::BoardArgs;

const EXAMPLES: &str = "\
Examples:
  robusto bench playouts --size 8 --seconds 5
  robusto bench search --size 5 --threads 2 --json
  robusto bench connections --game hex --size 11
  robusto bench solve
  robusto bench signature
  robusto bench perfect --size 4 --seconds 1 --positions 1000";

/// Measure speed.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to measure
    #[arg(value_enum, default_value = "all")]
    what: What,

    #[command(flatten)]
    board: BoardArgs,

    /// The preset whose search is measured
    #[arg(long, value_name = "P", default_value = "rave")]
    preset: String,

    /// How long to measure; for solve: most seconds a position; for perfect: processor time of a move
    #[arg(long, value_name = "S", default_value = "5")]
    seconds: f64,

    /// The solver that is measured
    #[arg(long, value_name = "NAME", default_value_t = Method::Auto)]
    solver: Method,

    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// For perfect: how many positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,

    /// For perfect: other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print a JSON object a bench
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum What {
    /// Uniformly random games from the empty board, under full rules
    Playouts,
    /// Simulations of the tree search from the empty board
    Search,
    /// Positions evaluated by the policy and value networks
    Network,
    /// Positions judged by two-distance, along random games
    Eval,
    /// Hex positions whose virtual connections are found, along random games
    Connections,
    /// The graded suite of positions
    Solve,
    /// Won and drawn positions of a small board that the player throws away
    Perfect,
    /// One number over player, solvers and alpha-beta: it changes when behaviour does
    Signature,
    /// All that takes a fixed time: playouts, search, eval, and connections in Hex
    All,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    if !(0.01..=86_400.0).contains(&args.seconds) {
        return Err(Failure::usage(format!("--seconds {}: it is between 0.01 and 86400", args.seconds)));
    }
    let shape = args.board.shape()?;
    let mut output = Output::open();
    let threads = usize::from(args.threads);
    if matches!(args.what, What::Playouts | What::All) {
        let line = playouts::measure(shape, threads, args.seconds);
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Search | What::All) {
        let line = search::measure(shape, &args.preset, threads, args.seconds)?;
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Network | What::All) {
        for line in network::measure(shape, args.seconds) {
            if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
        }
    }
    if matches!(args.what, What::Eval | What::All) {
        let line = eval::measure(shape, args.seconds);
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Connections | What::All) {
        match connections::measure(shape, args.seconds) {
            Some(line) if args.json => output.json(&line)?,
            Some(line) => output.line(&line.to_string())?,
            None if args.what == What::All => {}
            None => return Err(Failure::usage("connections are those of Hex: --game hex")),
        }
    }
    if args.what == What::Signature {
        let line = signature::measure()?;
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if args.what == What::Solve {
        solve::measure(args.solver, threads, args.seconds, args.json, &mut output)?;
    }
    if args.what == What::Perfect {
        let Args { seconds, positions, seed, json, .. } = args;
        perfect::measure(&perfect::Wish { shape, seconds, positions, seed, json }, &mut output)?;
    }
    output.finish()
}
