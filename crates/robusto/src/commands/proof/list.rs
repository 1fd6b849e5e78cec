//! `robusto proof list`: the solved boards that come with the program.

use serde_json::json;
use solve::library;

use crate::exit::Outcome;
use crate::output::Output;
use crate::solving::clock;

/// List the certificates that come with the program.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only boards of this size, such as 4 or 3x4x4
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,

    /// Have each certificate checked before it is listed
    #[arg(long)]
    check: bool,

    /// Print a JSON object a certificate, as in the index
    #[arg(long)]
    json: bool,
}

/// Runs the command. With `--check`, a certificate that is not accepted makes it fail.
pub fn run(args: Args) -> Outcome {
    let mut output = Output::open();
    for solved in library::all() {
        let entry = &solved.entry;
        if args.size.as_ref().is_some_and(|size| *size != entry.size) {
            continue;
        }
        if args.check {
            solved.check(&mut |_| true).map_err(crate::exit::Failure::failed)?;
        }
        if args.json {
            output.json(&json!(entry))?;
        } else {
            output.line(&sentence(entry))?;
        }
    }
    output.finish()
}

fn sentence(entry: &library::Entry) -> String {
    let board = format!("{} {}", entry.game, entry.size);
    let result = if entry.result == "draw" { "draw".into() } else { format!("{} wins", entry.result) };
    let nodes = entry.nodes.map_or("-".into(), |nodes| nodes.to_string());
    let time = entry.seconds.map_or("-".into(), |time| clock(std::time::Duration::from_secs_f64(time)));
    format!(
        "{board:<15} {:<4} {result:<11} {nodes:>12} nodes {time:>10} {:>9} bytes",
        entry.moves, entry.bytes
    )
}
