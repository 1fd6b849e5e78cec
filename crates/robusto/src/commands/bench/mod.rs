//! `robusto bench`: how fast the parts are on this machine.

mod exact;
mod judge;
mod perfect;
mod search;
mod signature;
mod solve;

use ::bench::{connections, eval, network, playouts, train};
use ::solve::method::Method;
use clap::ValueEnum;

use crate::exit::{Failure, Outcome};
use crate::given;
use crate::output::Output;
use crate::position::BoardArgs;

const EXAMPLES: &str = "\
Examples:
  robusto bench playouts --size 8 --seconds 5
  robusto bench search --size 5 --threads 2 --json
  robusto bench train --threads 2
  robusto bench connections --game hex --size 11
  robusto bench solve
  robusto bench signature
  robusto bench perfect --size 4 --seconds 1 --positions 1000 --stones 6..12
  robusto bench exact --size 4 --positions 200 --preset puct --set network=FILE --seconds 0.1
  robusto bench exact-set --size 4 --positions 2500 --seed 1";

/// Measure speed.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to measure
    #[arg(value_enum, default_value = "all")]
    what: What,

    #[command(flatten)]
    board: BoardArgs,

    /// The preset whose search is measured; without it rave, for exact strong
    #[arg(long, value_name = "P")]
    preset: Option<String>,

    /// For exact: change a setting of the preset; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = crate::seating::read_setting)]
    set: Vec<(String, String)>,

    /// How long to measure; for solve: most seconds a position; for perfect and exact: processor time of a move
    #[arg(long, value_name = "S", default_value = "5")]
    seconds: f64,

    /// The solver that is measured
    #[arg(long, value_name = "NAME", default_value_t = Method::Auto)]
    solver: Method,

    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// For perfect, exact and exact-set: how many positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,

    /// For perfect and exact-set: other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// For perfect and exact-set: the fewest and the most stones of a position
    #[arg(long, value_name = "A..B", default_value = "6..30", value_parser = read_stones)]
    stones: (usize, usize),

    /// For perfect: positions of games against somebody who plays now at random, now as a search does, instead of random ones
    #[arg(long, conflicts_with = "stones")]
    games: bool,

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
    /// Positions of random games that a network learns from; without a board on sizes 5, 8 and 10
    Train,
    /// Positions judged by two-distance, along random games
    Eval,
    /// Hex positions whose virtual connections are found, along random games
    Connections,
    /// The graded suite of positions
    Solve,
    /// Won and drawn positions of a small board that the player throws away
    Perfect,
    /// How often a network and a player are right about positions that are proved
    Exact,
    /// Make such positions: the lines of the set that comes with the program
    ExactSet,
    /// One number over player, solvers and alpha-beta: it changes when behaviour does
    Signature,
    /// All that takes a fixed time: playouts, search, eval, and connections in Hex
    All,
}

/// Reads `6..30`.
fn read_stones(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.filter(|(a, b)| a <= b).ok_or_else(|| "it is written 6..30".into())
}

/// The options that a bench does not read, besides those of one bench alone.
fn unread(what: What) -> &'static [&'static str] {
    match what {
        What::Playouts | What::Train => &["preset", "set", "solver", "positions", "seed", "stones"],
        What::Search | What::All => &["set", "solver", "positions", "seed", "stones"],
        What::Network | What::Eval | What::Connections => {
            &["preset", "set", "solver", "threads", "positions", "seed", "stones"]
        }
        What::Solve => &["game", "size", "preset", "set", "positions", "seed", "stones"],
        What::Perfect => &["preset", "set", "solver"],
        What::Exact => &["solver", "threads", "seed", "stones"],
        What::ExactSet => &["preset", "set", "seconds", "solver", "threads", "json"],
        What::Signature => {
            &["game", "size", "preset", "set", "seconds", "solver", "threads", "positions", "seed", "stones"]
        }
    }
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    given::refuse(unread(args.what), "this bench")?;
    if args.what != What::Perfect {
        given::refuse(&["games"], "this bench")?;
    }
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
        let line = search::measure(shape, args.preset.as_deref().unwrap_or("rave"), threads, args.seconds)?;
        if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
    }
    if matches!(args.what, What::Network | What::All) {
        for line in network::measure(shape, args.seconds) {
            if args.json { output.json(&line)? } else { output.line(&line.to_string())? }
        }
    }
    if args.what == What::Train {
        for shape in train_boards(&args.board)? {
            let nothing = || Failure::usage("--size: on so small a board there is nothing to learn");
            let line = train::measure(shape, threads, args.seconds).ok_or_else(nothing)?;
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
        let Args { seconds, positions, seed, stones, games, json, .. } = args;
        if !games {
            check_stones(stones, shape)?;
        }
        let wish = perfect::Wish { shape, seconds, threads, positions, seed, stones, games, json };
        perfect::measure(&wish, &mut output)?;
    }
    if args.what == What::Exact {
        let Args { seconds, positions, json, .. } = args;
        let (preset, changes) = (args.preset.as_deref().unwrap_or("strong"), &args.set[..]);
        exact::measure(&exact::Wish { shape, preset, changes, seconds, positions, json }, &mut output)?;
    }
    if args.what == What::ExactSet {
        make_set(&args, shape, &mut output)?;
    }
    output.finish()
}

/// The boards on which learning is measured: the one that is named, or a small, a usual and a large one.
fn train_boards(board: &BoardArgs) -> Outcome<Vec<&'static game::Shape>> {
    if board.is_named() {
        return Ok(vec![board.shape()?]);
    }
    let sizes = [5, 8, 10].map(|size| game::Size::havannah(size).expect("such boards exist"));
    Ok(sizes.map(game::Shape::of).to_vec())
}

/// Does the board have room for so many stones?
fn check_stones((least, most): (usize, usize), shape: &game::Shape) -> Outcome {
    let cells = shape.len();
    if most >= cells {
        return Err(Failure::usage(format!("--stones {least}..{most}: the board has {cells} cells")));
    }
    Ok(())
}

fn make_set(args: &Args, shape: &'static game::Shape, output: &mut Output) -> Outcome {
    let Args { positions, seed, stones, .. } = *args;
    let fits = shape.game() == game::Game::Havannah && ::solve::small::shape_of(shape.size()).is_some();
    if !fits {
        return Err(Failure::usage("--size: positions are proved on Havannah boards of up to size 5"));
    }
    check_stones(stones, shape)?;
    let (size, (least, most)) = (shape.size(), stones);
    output.news(&format!(
        "# robusto bench exact-set --size {size} --positions {positions} --seed {seed} --stones {least}..{most}"
    ))?;
    let making = exact::set::Making { shape, positions, seed, stones };
    let made = exact::set::make(&making, |case| output.news(&case.line()))?;
    if made < positions {
        return Err(Failure::failed(format!("no more than {made} positions were found: change --stones")));
    }
    Ok(())
}
