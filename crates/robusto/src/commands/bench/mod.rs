//! `robusto bench`: how fast the parts are on this machine.

mod connections;
mod eval;
mod network;
mod perfect;
mod playouts;
mod search;
mod signature;
mod solve;
mod statistics;

use ::solve::method::Method;
use clap::ValueEnum;

use crate::exit::{self, Failure, Outcome};
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

    /// For search: the preset that is measured; rave without it
    #[arg(long, value_name = "P")]
    preset: Option<String>,

    /// How long to measure, 5 without it; for solve: most seconds a position; for perfect: processor time of a move
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,

    /// For solve: the solver that is measured; auto without it
    #[arg(long, value_name = "NAME")]
    solver: Option<Method>,

    /// For playouts, search and solve: how many threads; 1 without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// For perfect: how many positions; 100 without it
    #[arg(long, value_name = "N")]
    positions: Option<usize>,

    /// For perfect: other positions
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

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

/// Each bench takes the options that it reads.
fn check_use(args: &Args) -> Outcome {
    let is = |benches: &[What]| benches.contains(&args.what);
    let unused = [
        ("--game and --size", args.board.is_named() && is(&[What::Solve, What::Signature])),
        ("--preset", args.preset.is_some() && !is(&[What::Search, What::All])),
        ("--seconds", args.seconds.is_some() && is(&[What::Signature])),
        ("--solver", args.solver.is_some() && !is(&[What::Solve])),
        ("--threads", args.threads.is_some() && !is(&[What::Playouts, What::Search, What::Solve, What::All])),
        ("--positions", args.positions.is_some() && !is(&[What::Perfect])),
        ("--seed", args.seed.is_some() && !is(&[What::Perfect])),
    ];
    exit::refuse_unused(&unused, "this bench")
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    check_use(&args)?;
    let seconds = args.seconds.unwrap_or(5.0);
    if !(0.01..=86_400.0).contains(&seconds) {
        return Err(Failure::usage(format!("--seconds {seconds}: it is between 0.01 and 86400")));
    }
    let shape = args.board.shape()?;
    let mut output = Output::open();
    let threads = args.threads.map_or(1, usize::from);
    if matches!(args.what, What::Playouts | What::All) {
        let line = playouts::measure(shape, threads, seconds);
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Search | What::All) {
        let line = search::measure(shape, args.preset.as_deref().unwrap_or("rave"), threads, seconds)?;
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Network | What::All) {
        for line in network::measure(shape, seconds) {
            if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
        }
    }
    if matches!(args.what, What::Eval | What::All) {
        let line = eval::measure(shape, seconds);
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Connections | What::All) {
        match connections::measure(shape, seconds) {
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
        solve::measure(args.solver.unwrap_or(Method::Auto), threads, seconds, args.json, &mut output)?;
    }
    if args.what == What::Perfect {
        let (positions, seed) = (args.positions.unwrap_or(100), args.seed.unwrap_or(1));
        perfect::measure(&perfect::Wish { shape, seconds, positions, seed, json: args.json }, &mut output)?;
    }
    output.finish()
}
