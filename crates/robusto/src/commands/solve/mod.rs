//! `robusto solve`: who wins a position.

mod known;
mod openings;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::params::read_seconds;
use game::{Cell, Colour, Coords, Outcome as Result, Record, cell_name};
use serde_json::{Value, json};
use solve::answer::{Answer, Budget, Progress, Reply, Task, Verdict};
use solve::checkpoint::Keep;
use solve::method::{Method, Unfit, prove};
use solve::openings::Scope;

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::given;
use crate::interrupt;
use crate::output::Output;
use crate::position::PositionArgs;
use crate::seating::{LimitArgs, MachineArgs};
use crate::solving;
use crate::suggest;

const EXAMPLES: &str = "\
Examples:
  robusto solve --size 4 --moves a1 --certificate a1.proof
  robusto solve --size 4 --moves b3 --checkpoint b3 --time 3600
  robusto solve --size 4 --moves b3 --checkpoint b3 --resume
  robusto solve --game hex --size 5 --moves a3 --json
  robusto solve --size 3x4x5 --moves c1 --likely black
  robusto solve --size 3x3x5 --openings --certificate DIR --checkpoint STATE

A certificate that comes with the program (`robusto proof list`) is checked and told instead of a search.

Ctrl-C ends the work: its state goes into the folder of --checkpoint, its numbers are printed,
and the exit code is 3.";

/// Prove who wins a position.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    machine: MachineArgs,

    /// Which solver: auto, dfpn, zones (dfpn that dismisses replies by zones), policy (zones with a policy that learns while it
    /// proves), pns, pns-potential, mcts, alphabeta, patterns (Hex), or shortest for the shortest proof
    #[arg(long, value_name = "NAME", default_value_t = Method::Auto, value_parser = read_solver)]
    solver: Method,

    /// Write the proof into this file, for `robusto verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Keep the state of the work in this folder, so that it can be resumed
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,

    /// Seconds between two states
    #[arg(long, value_name = "S", value_parser = read_seconds, default_value = "60", requires = "checkpoint")]
    every: Duration,

    /// Go on from the state in the folder of --checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// With --openings: solve every position so many moves from this one
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings", value_parser = clap::value_parser!(u8).range(1..=4))]
    plies: u8,

    /// Search even if a certificate or table that comes with the program knows the answer; openings begin with an untaught
    /// policy, too
    #[arg(long)]
    fresh: bool,

    /// Who is likely to win, white or black: nearly all of the work is for a proof of that (dfpn, zones and policy)
    #[arg(long, value_name = "COLOUR", value_parser = read_colour)]
    likely: Option<Colour>,

    #[command(flatten)]
    many: lab::command::prove::ProveOptions,

    /// Print JSON objects: the state of the work from time to time, the result last
    #[arg(long)]
    json: bool,
}

/// Reads the name of a solver.
fn read_solver(word: &str) -> std::result::Result<Method, String> {
    word.parse().map_err(|names: String| suggest::instead(&names, word, Method::ALL.map(Method::word)))
}

/// Reads a colour.
fn read_colour(word: &str) -> std::result::Result<Colour, String> {
    let found = Colour::BOTH.into_iter().find(|colour| colour.word() == word);
    found.ok_or_else(|| "it is white or black".into())
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let record = args.position.record(None)?;
    let position = record.position();
    let mut output = Output::open();
    if record.is_over() {
        return Err(Failure::usage("the game is over: there is nothing to solve"));
    }
    let seating = args.machine.seating(position.shape());
    if args.many.database.is_some() {
        let unused = ["solver", "likely", "checkpoint", "every", "resume", "plies", "fresh", "threads"];
        given::refuse(&unused, "--database, where workers have their own ways")?;
        given::refuse(&LimitArgs::OPTIONS, "--database (see --budget and --most)")?;
        return prove_by_many(&args, &record, seating.memory);
    }
    let is_plain = args.solver == Method::Auto && args.checkpoint.is_none() && !args.many.openings;
    if is_plain
        && !args.fresh
        && let Some(known) = known::look(&record, args.certificate.is_some())?
    {
        return tell_known(&args, &record, known, output);
    }
    let limits = args.limits.limits(u64::MAX / 4);
    let budget = Budget {
        certify: args.certificate.is_some(),
        ..engine::budget(seating.threads, seating.memory, &limits)
    };
    let keep = args.checkpoint.map(|folder| Keep { folder, every: args.every, resume: args.resume });
    let task = Task::of(&record).kept(keep).likely_won_by(args.likely);
    if args.many.openings {
        let (directory, solver) = (args.certificate.as_deref(), args.solver);
        let record = &record;
        return openings::run(&openings::Wish {
            record,
            task,
            scope: Scope { plies: args.plies.into(), fresh: args.fresh },
            solver,
            budget,
            directory,
            json: args.json,
        });
    }
    let terminal = std::io::stderr().is_terminal();
    let stop = interrupt::stop_flag();
    let mut closed = Ok(());
    let mut watch = |state: &Progress| {
        if args.json {
            closed = output.json(&progress(&record, state));
            if closed.is_err() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        } else if terminal {
            // Two lines, and back to the beginning of the first.
            let lines = (sentence(state), replies(&record, state));
            let _ = write!(std::io::stderr(), "\r\x1b[J{}\r\n{}\r\x1b[1A", lines.0, lines.1);
        }
    };
    let answer = prove(&task, args.solver, &budget, &stop, &mut watch).map_err(|unfit| match unfit {
        Unfit::Moves | Unfit::Certificate => Failure::usage(format!("--certificate: {unfit}")),
        Unfit::Keep => Failure::usage(format!("--checkpoint: {unfit}")),
        Unfit::Likely => Failure::usage(format!("--likely: {unfit}")),
        Unfit::Board | Unfit::Hex => Failure::usage(format!("--solver: {unfit}")),
        Unfit::Over => Failure::usage(unfit),
    })?;
    closed?;
    if let Some(trouble) = &answer.trouble {
        return Err(Failure::failed(trouble));
    }
    if terminal && !args.json {
        let _ = write!(std::io::stderr(), "\r\x1b[J");
    }
    if let Some(file) = &args.certificate {
        save(&answer, file)?;
    }
    if args.json {
        let certificate = args.certificate.as_deref().filter(|_| answer.certificate.is_some());
        output.json(&object(&record, &answer, certificate))?;
    } else {
        output.line(&result(&record, &answer))?;
    }
    output.finish()?;
    if answer.verdict == Verdict::Unknown { Err(Failure::RanOut) } else { Ok(()) }
}

/// Tells what was there already, and where it is from.
fn tell_known(args: &Args, record: &Record, known: known::Known, mut output: Output) -> Outcome {
    let answer = Answer {
        verdict: known.verdict,
        best: known.best,
        line: known.best.into_iter().collect(),
        elapsed: known.elapsed,
        certificate: known.certificate,
        ..Answer::default()
    };
    if let Some(file) = &args.certificate {
        save(&answer, file)?;
    }
    if args.json {
        let mut value = object(record, &answer, args.certificate.as_deref());
        value["source"] = known.source.into();
        output.json(&value)?;
    } else {
        let best = answer.best.map(|cell| format!(", best {}", name(record, cell))).unwrap_or_default();
        let (who, time) = (who(record, &answer).unwrap_or_default(), solving::clock(answer.elapsed));
        output.line(&format!("{who}{best} ({}, checked in {time}; --fresh searches anew)", known.source))?;
    }
    output.finish()
}

/// Writes the certificate of an answer, if there is one.
fn save(answer: &Answer, file: &Path) -> Outcome {
    if answer.verdict == Verdict::Unknown { Ok(()) } else { save_bytes(answer.certificate.as_deref(), file) }
}

/// Writes a certificate; it appears under its name only when it is whole.
fn save_bytes(certificate: Option<&[u8]>, file: &Path) -> Outcome {
    let Some(bytes) = certificate else {
        let why = "the proof cannot be found again in this memory";
        return Err(Failure::failed(format!("{}: {why}", file.display())));
    };
    let part = file.with_extension("part");
    std::fs::write(&part, bytes).map_err(|error| files::in_file(&part, error))?;
    std::fs::rename(&part, file).map_err(|error| files::in_file(file, error))
}

/// Hands the proof to the workers of a database.
fn prove_by_many(args: &Args, record: &Record, memory: u64) -> Outcome {
    let origin = Task::of(record).origin;
    let moves = origin.as_ref().and_then(|origin| origin.plain_moves()).map(<[u16]>::to_vec);
    let why = "--database: a proof of many begins with moves from the empty board, without swap or set-up";
    let moves = moves.ok_or_else(|| Failure::usage(why))?;
    let size = record.position().shape().size();
    let question = lab::command::prove::Question {
        game: size.game().to_string(),
        size: size.to_string(),
        moves,
        memory,
        certificate: args.certificate.clone(),
        json: args.json,
    };
    Ok(lab::command::prove::run(&question, &args.many)?)
}

fn name(record: &Record, cell: Cell) -> String {
    cell_name(record.position().shape(), cell, Coords::Gui)
}

fn object(record: &Record, answer: &Answer, certificate: Option<&Path>) -> Value {
    json!({
        "result": ending(record, answer).map_or("unknown", Result::word),
        "to_move": record.turn().word(),
        "best": answer.best.map(|cell| name(record, cell)),
        "pv": answer.line.iter().map(|&cell| name(record, cell)).collect::<Vec<_>>(),
        "nodes": answer.nodes,
        "seconds": answer.elapsed.as_secs_f64(),
        "memory_bytes": answer.memory,
        "depth": answer.depth,
        "certificate": certificate,
    })
}

fn ending(record: &Record, answer: &Answer) -> Option<Result> {
    answer.outcome(record.turn())
}

fn progress(record: &Record, state: &Progress) -> Value {
    let replies = state.replies.iter().map(|reply| {
        json!({
            "move": name(record, reply.cell), "proof": reply.proof, "disproof": reply.disproof, "nodes": reply.work,
        })
    });
    json!({
        "progress": true,
        "question": state.attacker.word(),
        "nodes": state.nodes,
        "seconds": state.elapsed.as_secs_f64(),
        "proof": state.proof,
        "disproof": state.disproof,
        "table_fill": state.fill,
        "memory_bytes": state.memory,
        "replies_proved": solved(state),
        "replies": replies.collect::<Vec<_>>(),
    })
}

fn solved(state: &Progress) -> usize {
    state.replies.iter().filter(|reply| reply.is_solved()).count()
}

fn sentence(state: &Progress) -> String {
    let rate = state.nodes as f64 / state.elapsed.as_secs_f64().max(1e-3);
    format!(
        "{} · does {} win? · {:.1} M nodes · {:.0} k/s · proof {:.3e} · disproof {:.3e} · {:.0} % of {} MB · replies {}/{}",
        solving::clock(state.elapsed),
        state.attacker,
        state.nodes as f64 / 1e6,
        rate / 1e3,
        state.proof,
        state.disproof,
        state.fill * 100.0,
        state.memory >> 20,
        solved(state),
        state.replies.len(),
    )
}

/// The replies that took most work, with their numbers.
fn replies(record: &Record, state: &Progress) -> String {
    let mut replies: Vec<&Reply> = state.replies.iter().collect();
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.work));
    let word = |reply: &&Reply| {
        let name = name(record, reply.cell);
        match (reply.proof, reply.disproof) {
            (0.0, _) => format!("{name} yes"),
            (_, 0.0) => format!("{name} no"),
            (proof, disproof) => format!("{name} {proof:.0}/{disproof:.0}"),
        }
    };
    replies.iter().take(8).map(word).collect::<Vec<_>>().join("  ")
}

/// The result in words, if it is known.
fn who(record: &Record, answer: &Answer) -> Option<String> {
    Some(match ending(record, answer)? {
        Result::Draw => "draw".to_string(),
        Result::Win(colour) => format!("{colour} wins"),
    })
}

fn result(record: &Record, answer: &Answer) -> String {
    let depth = answer.depth.map(|depth| format!("{depth} plies, ")).unwrap_or_default();
    let work = format!("{depth}{} nodes, {}", answer.nodes, solving::clock(answer.elapsed));
    let Some(who) = who(record, answer) else { return format!("unknown ({work})") };
    let best = answer.best.map(|cell| format!(", best {}", name(record, cell))).unwrap_or_default();
    let line: Vec<String> = answer.line.iter().map(|&cell| name(record, cell)).collect();
    format!("{who}{best} ({work})\n{}", line.join(" "))
}
