//! `robusto analyze`: what the player thinks of a position, live in the terminal and as data in the end.
//!
//! [`table`] shows a thought to people, [`object`] to programs, [`batch`] answers many questions in a row.

mod batch;
mod object;
mod table;

use std::io::Write;

use engine::{Limits, Purpose};

use crate::commands::show;
use crate::exit::{Failure, Outcome};
use crate::interrupt;
use crate::output::Output;
use crate::position::PositionArgs;
use crate::screen::Room;
use crate::seating::{LimitArgs, PlayerArgs};
use table::Live;

const EXAMPLES: &str = "\
Examples:
  robusto analyze --size 8 --moves \"h8 g7\" --time 5
  robusto analyze --file game.sgf --move 12 --visits 100000 --json
  robusto analyze --batch --visits 1000 < questions.jsonl

A batch has one JSON object a line, such as {\"id\": \"1\", \"size\": 5, \"moves\": [\"c3\"], \"visits\": 1000};
its fields are id, game, size, moves, visits, time, top, avoid and allow.
The analysis uses all of its time; Ctrl-C ends it, and what was found is printed.";

/// Analyse a position.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// How many moves to show
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    /// Answer questions from standard input, one JSON object a line; --threads of them at once, each on one
    /// thread
    #[arg(long, conflicts_with_all = ["moves", "position_file", "position_move"])]
    batch: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    if args.batch { batch::run(&args) } else { analyze(&args) }
}

/// The limits of an analysis: all of it is used.
fn limits(args: &LimitArgs) -> Limits {
    Limits { whole: true, ..args.limits(5) }
}

fn analyze(args: &Args) -> Outcome {
    let stop = interrupt::stop_flag();
    let record = args.position.record(None)?;
    if record.is_over() {
        return Err(Failure::usage("the game is over: there is nothing to analyse"));
    }
    let position = record.position();
    let mut player = args.player.player(position.shape(), Purpose::Analyse)?;
    let room = Room::of(&std::io::stdout());
    if !args.json {
        print!("{}", room.drawing(&show::text(&record)));
        std::io::stdout().flush()?;
    }
    let mut live = Live::new(args.top);
    let thought = player.think(position, &limits(&args.limits), &stop, &mut |thought| {
        live.show(position, thought);
    });
    live.clear();
    let mut output = Output::open();
    if args.json {
        output.json(&object::thought(&record, &thought, args.top))?;
    } else {
        for line in table::lines(position, &thought, args.top, room) {
            output.line(&line)?;
        }
    }
    output.finish()
}
