//! `robusto solve`: who wins a position.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::Proof;
use game::{Cell, Coords, Outcome as Result, Record, cell_name};
use serde_json::{Value, json};

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::position::PositionArgs;
use crate::seating::{LimitArgs, PlayerArgs};
use crate::solving::{self, Numbers};

/// Prove who wins a position.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// Write the proof into this file, for `robusto verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Print JSON objects: the state of the work from time to time, the result last
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let record = args.position.record(None)?;
    let position = record.position();
    let mut output = Output::open();
    if record.is_over() {
        return Err(Failure::usage("the game is over: there is nothing to solve"));
    }
    let seating = args.player.seating(position.shape());
    let limits = args.limits.limits(u64::MAX / 4);
    let terminal = std::io::stderr().is_terminal();
    let stop = AtomicBool::new(false);
    let mut closed = Ok(());
    let mut watch = |proof: &Proof, numbers: &Numbers| {
        if args.json {
            closed = output.json(&progress(proof, numbers));
            if closed.is_err() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        } else if terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", sentence(proof, numbers));
        }
    };
    let proof = match &args.certificate {
        Some(file) => solving::solve_with_certificate(&record, &seating, &limits, file, &stop, &mut watch)?,
        None => solving::solve(position, &seating, &limits, &stop, &mut watch),
    };
    closed?;
    if terminal && !args.json {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    if args.json {
        let certificate = args.certificate.as_deref().filter(|_| proof.outcome.is_some());
        output.json(&object(&record, &proof, seating.memory, certificate))?;
    } else {
        output.line(&result(&record, &proof))?;
    }
    output.finish()?;
    if proof.outcome.is_none() { Err(Failure::RanOut) } else { Ok(()) }
}

fn name(record: &Record, cell: Cell) -> String {
    cell_name(record.position().shape(), cell, Coords::Gui)
}

fn object(record: &Record, proof: &Proof, memory: u64, certificate: Option<&Path>) -> Value {
    json!({
        "result": proof.outcome.map_or("unknown", Result::word),
        "to_move": record.turn().word(),
        "best": proof.best.map(|cell| name(record, cell)),
        "pv": proof.line.iter().map(|&cell| name(record, cell)).collect::<Vec<_>>(),
        "nodes": proof.nodes,
        "seconds": proof.elapsed.as_secs_f64(),
        "memory_bytes": memory,
        "certificate": certificate,
    })
}

fn progress(proof: &Proof, numbers: &Numbers) -> Value {
    json!({
        "progress": true,
        "nodes": proof.nodes,
        "seconds": proof.elapsed.as_secs_f64(),
        "proof": numbers.proof,
        "disproof": numbers.disproof,
        "table_fill": numbers.fill,
        "replies_proved": numbers.replies.0,
        "replies": numbers.replies.1,
    })
}

fn sentence(proof: &Proof, numbers: &Numbers) -> String {
    let rate = proof.nodes as f64 / proof.elapsed.as_secs_f64().max(1e-3);
    format!(
        "{} · {:.1} M nodes · {:.0} k/s · proof {:.3e} · disproof {:.3e} · table {:.0} % · replies {}/{}",
        solving::clock(proof.elapsed),
        proof.nodes as f64 / 1e6,
        rate / 1e3,
        numbers.proof,
        numbers.disproof,
        numbers.fill * 100.0,
        numbers.replies.0,
        numbers.replies.1,
    )
}

fn result(record: &Record, proof: &Proof) -> String {
    let work = format!("{} nodes, {}", proof.nodes, solving::clock(proof.elapsed));
    let who = match proof.outcome {
        None => return format!("unknown ({work})"),
        Some(Result::Draw) => "draw".to_string(),
        Some(Result::Win(colour)) => format!("{colour} wins"),
    };
    let best = proof.best.map(|cell| format!(", best {}", name(record, cell))).unwrap_or_default();
    let line: Vec<String> = proof.line.iter().map(|&cell| name(record, cell)).collect();
    format!("{who}{best} ({work})\n{}", line.join(" "))
}
