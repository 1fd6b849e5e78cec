//! `robusto proof import`: what a proof tree of Castro's says, beside what we know.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::params::{read_memory, read_seconds};
use game::{Colour, Game, Outcome as Ending};
use serde_json::json;
use solve::answer::{Budget, Limits, Task, Verdict};
use solve::method::{Method, prove};
use solve::proof::castro::{Opinion, opinions};
use verify::Value;

use super::read;
use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;

/// Read a proof tree.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The proof tree: HGF or SGF with notes such as `mcts, sims:9, outcome:1, best:b2`
    #[arg(value_name = "TREE")]
    file: PathBuf,

    /// Compare it with this certificate
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Solve its positions again, the cheapest first, with so many seconds for each
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    solve: Option<Duration>,

    /// The size of the board, for trees that do not tell
    #[arg(long, value_name = "SIZE", default_value = "4")]
    size: String,

    /// Memory for solving
    #[arg(long, value_name = "SIZE", value_parser = read_memory, default_value = "256M")]
    memory: u64,

    /// Print JSON objects: a line for each position that is solved again, the sums last
    #[arg(long)]
    json: bool,
}

/// How a position of the tree came out.
#[derive(Default)]
struct Sums {
    confirmed: usize,
    contradicted: usize,
    open: usize,
}

/// Runs the command. A contradiction makes it fail.
pub fn run(args: Args) -> Outcome {
    let source = files::open(&args.file).map_err(|error| files::in_file(&args.file, error))?;
    let mut notes = opinions(source).map_err(|error| files::in_file(&args.file, error))?;
    let proved = notes.iter().filter(|note| note.value().is_some()).count();
    let work: u64 = notes.iter().filter_map(|note| note.note.sims).max().unwrap_or_default();
    let mut output = Output::open();
    let mut sums = Sums::default();
    if let Some(file) = &args.compare {
        let comparison = read(file)?.compare(&notes);
        sums.confirmed += comparison.agreed;
        sums.contradicted += comparison.contradicted.len();
        sums.open += comparison.elsewhere;
    }
    if let Some(time) = args.solve {
        notes.retain(|note| note.value().is_some());
        notes.sort_by_key(|note| note.note.sims);
        for note in &notes {
            again(note, &args, time, &mut sums, &mut output)?;
        }
    }
    if args.json {
        output.json(&json!({
            "file": args.file, "notes": notes.len(), "proved": proved, "most_work": work,
            "confirmed": sums.confirmed, "contradicted": sums.contradicted, "open": sums.open,
        }))?;
    } else {
        output.line(&format!("{proved} positions with a proved value, the dearest of {work} simulations"))?;
        output.line(&format!(
            "{} confirmed, {} contradicted, {} not decided",
            sums.confirmed, sums.contradicted, sums.open
        ))?;
    }
    output.finish()?;
    if sums.contradicted > 0 { Err(Failure::failed("the tree is contradicted")) } else { Ok(()) }
}

/// Solves one position of the tree again.
fn again(note: &Opinion, args: &Args, time: Duration, sums: &mut Sums, output: &mut Output) -> Outcome {
    let moves = note.moves.join(" ");
    let task =
        Task::read(Game::Havannah, &args.size, &moves).map_err(|why| files::in_file(&args.file, why))?;
    let limits = Limits { time: Some(time), nodes: None };
    let memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
    let budget = Budget { limits, memory, ..Budget::default() };
    let verdict = match prove(&task, Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}) {
        Ok(answer) => answer.outcome(task.position.turn()),
        Err(_) => task.position.outcome(),
    };
    let theirs = note.value().map(|value| match value {
        Value::Draw => Ending::Draw,
        Value::Wins(colour) if colour.to_string() == Colour::White.word() => Ending::Win(Colour::White),
        Value::Wins(_) => Ending::Win(Colour::Black),
    });
    match verdict {
        None => sums.open += 1,
        ours if ours == theirs => sums.confirmed += 1,
        _ => sums.contradicted += 1,
    }
    if args.json {
        let ours = verdict.map_or(Verdict::Unknown.word(), Ending::word);
        output.json(&json!({ "moves": moves, "tree": theirs.map(Ending::word), "ours": ours }))?;
    }
    Ok(())
}
