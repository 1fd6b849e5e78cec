//! `robusto analyze`: what the player thinks of a position, live in the terminal and as data in the end.

use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use engine::{Candidate, Moment, Thought, Verdict};
use game::{Cell, Coords, Record, cell_name};
use serde_json::{Value, json};

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::position::PositionArgs;
use crate::seating::{LimitArgs, PlayerArgs};

/// Analyse a position.
#[derive(clap::Args, Debug)]
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
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let record = args.position.record(None)?;
    if record.is_over() {
        return Err(Failure::usage("the game is over: there is nothing to analyse"));
    }
    let position = record.position();
    let mut player = args.player.player(position.shape())?;
    let mut live = Live::new(args.top);
    let thought = player.think(position, &args.limits.limits(5), &AtomicBool::new(false), &mut |thought| {
        live.show(position, thought);
    });
    live.clear();
    let mut output = Output::open();
    if args.json {
        output.json(&object(&record, &thought, args.top))?;
    } else {
        for line in table(position, &thought, args.top) {
            output.line(&line)?;
        }
    }
    output.finish()
}

fn object(record: &Record, thought: &Thought, top: usize) -> Value {
    let name = |cell: Cell| cell_name(record.position().shape(), cell, Coords::Gui);
    let row = |candidate: &Candidate| {
        json!({
            "move": name(candidate.cell),
            "visits": candidate.visits,
            "winrate": candidate.win_rate,
            "rave": candidate.rave,
            "prior": candidate.prior,
            "verdict": candidate.verdict.word(),
            "pv": candidate.line.iter().map(|&cell| name(cell)).collect::<Vec<_>>(),
        })
    };
    json!({
        "moves": thought.candidates.iter().take(top).map(row).collect::<Vec<_>>(),
        "visits": thought.visits,
        "seconds": thought.elapsed.as_secs_f64(),
        "winrate": thought.win_rate,
        "verdict": thought.verdict.word(),
        "to_move": record.turn().word(),
        "memory_bytes": thought.memory,
    })
}

/// The thought as lines: a head, then a row a move.
fn table(position: &Moment, thought: &Thought, top: usize) -> Vec<String> {
    let name = |cell: Cell| cell_name(position.shape(), cell, Coords::Gui);
    let seconds = thought.elapsed.as_secs_f64();
    let speed = thought.new_visits as f64 / seconds.max(1e-3);
    let mut lines = vec![format!(
        "{} to move: {} · {} visits · {seconds:.1} s · {speed:.0} simulations/s · {:.0} MB",
        position.turn(),
        value(thought.win_rate, thought.verdict),
        thought.visits,
        thought.memory as f64 / 1e6,
    )];
    lines.push("move      value     visits  line".into());
    for candidate in thought.candidates.iter().take(top) {
        let line: Vec<String> = candidate.line.iter().take(10).map(|&cell| name(cell)).collect();
        lines.push(format!(
            "{:<6} {:>8} {:>10}  {}",
            name(candidate.cell),
            value(candidate.win_rate, candidate.verdict),
            candidate.visits,
            line.join(" ")
        ));
    }
    lines
}

fn value(win_rate: f32, verdict: Verdict) -> String {
    match verdict {
        Verdict::Unknown => format!("{:.1} %", win_rate * 100.0),
        Verdict::Win => "wins".into(),
        Verdict::Loss => "loses".into(),
        Verdict::Draw => "draws".into(),
    }
}

/// The table in the terminal, drawn over itself while the player thinks; nothing where there is no terminal.
struct Live {
    is_on: bool,
    top: usize,
    drawn: usize,
}

impl Live {
    fn new(top: usize) -> Live {
        Live { is_on: std::io::stderr().is_terminal(), top, drawn: 0 }
    }

    fn show(&mut self, position: &Moment, thought: &Thought) {
        if !self.is_on {
            return;
        }
        self.clear();
        let lines = table(position, thought, self.top);
        let mut terminal = std::io::stderr();
        for line in &lines {
            let _ = writeln!(terminal, "{line}");
        }
        self.drawn = lines.len();
    }

    fn clear(&mut self) {
        if self.drawn > 0 {
            // Up to the first line of the table, and everything below it away.
            let _ = write!(std::io::stderr(), "\x1b[{}A\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }
}
