//! `lab match` and `lab sprt`: two players.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::options::{BoardOptions, MatchOptions, SprtOptions};
use crate::contest::{Contest, Outcome, run_match};
use crate::progress::Display;
use crate::report::text::match_text;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::stats::{Elo, Interval, Sprt};
use crate::task::{GameResult, Task};

/// Arguments of `lab match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The player whose score is counted: preset[,key=value...] or gtp:command line.
    pub first: PlayerSpec,
    /// Its opponent.
    pub second: PlayerSpec,
    /// Games to play; an odd one is rounded up.
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Write every game as a line of JSON.
    #[arg(long)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub board: BoardOptions,
    #[command(flatten)]
    pub play: MatchOptions,
}

/// Arguments of `lab sprt`.
#[derive(Args, Debug)]
pub struct SprtArgs {
    #[command(flatten)]
    pub duel: MatchArgs,
    #[command(flatten)]
    pub test: SprtOptions,
}

/// The last line of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    contest: &'a Contest,
    identities: [String; 2],
    #[serde(flatten)]
    outcome: &'a Outcome,
    score: f64,
    interval: Interval,
    elo: Elo,
}

/// One line of the file of games.
#[derive(Serialize)]
struct Played<'a> {
    task: &'a Task,
    result: &'a GameResult,
}

/// Runs `lab match`.
pub fn run(args: MatchArgs, factory: &Factory) -> Result<()> {
    play(args, None, factory)
}

/// Runs `lab sprt`.
pub fn run_sprt(args: SprtArgs, factory: &Factory) -> Result<()> {
    let sprt = args.test.sprt()?;
    play(args.duel, Some(sprt), factory)
}

fn contest_of(args: &MatchArgs, sprt: Option<Sprt>) -> Result<Contest> {
    Ok(Contest {
        board: args.board.board()?,
        players: [args.first.clone(), args.second.clone()],
        pace: args.play.pace()?,
        openings: args.play.openings.clone(),
        pairs: args.games.div_ceil(2),
        seed: args.play.seed,
        margin: args.play.margin,
        sprt,
        adjudication: args.play.adjudication(),
        keep_visits: args.play.keep_visits,
    })
}

fn play(args: MatchArgs, sprt: Option<Sprt>, factory: &Factory) -> Result<()> {
    let contest = contest_of(&args, sprt)?;
    let mut file = match &args.output {
        Some(path) => Some(BufWriter::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        )),
        None => None,
    };
    let mut display = Display::new(2 * contest.pairs, 0, args.play.json);
    let mut written = Ok(());
    let outcome = run_match(&contest, factory, args.play.concurrency, &mut |task, result, tally| {
        display.show(tally, 2 * contest.pairs, contest.sprt.as_ref());
        if let (Some(file), Ok(())) = (&mut file, &written) {
            let line = serde_json::to_string(&Played { task, result }).expect("a game is plain data");
            written = writeln!(file, "{line}");
        }
    })?;
    display.finish();
    written.and_then(|()| file.map_or(Ok(()), |mut file| file.flush())).context("writing the games")?;
    if args.play.json {
        let tally = &outcome.tally;
        let report = Report {
            contest: &contest,
            identities: [0, 1].map(|i| contest.players[i].identity()),
            outcome: &outcome,
            score: tally.score(),
            interval: tally.interval(),
            elo: tally.elo(),
        };
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{}", match_text(&contest, &outcome));
    }
    Ok(())
}
