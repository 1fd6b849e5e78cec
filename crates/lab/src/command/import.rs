//! `lab import`: JSON lines, as `lab export` writes them, into the store. Games that are there already stay as they are.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::export::Head;
use super::options::StoreOptions;
use crate::record::check_game;
use crate::say;
use crate::seat::Factory;
use crate::store::{Pairing, Plan, State, StoredGame};

/// Arguments of `lab import`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab export castro games.jsonl
  robusto lab import games.jsonl --database other.sqlite --run copy
Every game is replayed: one whose moves, winner, points and ending do not agree is refused, and nothing is stored.")]
pub struct ImportArgs {
    /// The file of JSON lines.
    pub file: PathBuf,
    /// Another name for the run.
    #[arg(long)]
    pub run: Option<String>,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Runs `lab import`.
pub fn run(args: &ImportArgs, factory: &Factory) -> Result<()> {
    let file = File::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let mut lines = BufReader::new(file).lines();
    let first = lines.next().context("the file is empty")??;
    let head: Head = serde_json::from_str(&first).context("line 1 does not describe a run")?;
    let games = read_games(lines, &head.pairings)?;
    let run = args.run.clone().unwrap_or(head.run);
    let store = args.store.open()?;
    if store.run(&run)?.is_none() {
        let there: HashSet<(u64, u64)> = games.iter().map(|game| (game.pairing, game.task.number)).collect();
        let plan = Plan { kind: head.kind, priority: 0, notes: head.notes, pairings: head.pairings };
        store.create_run_around(&run, &plan, &there, factory)?;
    }
    store.set_state(&run, State::Paused)?;
    let (mut new, mut old) = (0, 0);
    for game in &games {
        match store.add_game(&run, game.pairing, &game.task, &game.result, &game.worker)? {
            true => new += 1,
            false => old += 1,
        }
    }
    for (part, (pairing, _)) in store.pairings(&run)?.iter().enumerate() {
        if store.score(&run, part as u64)?.is_decided(&pairing.contest) {
            store.finish_pairing(&run, part as u64)?;
        }
    }
    store.set_state(&run, State::Open)?;
    store.close_if_done(&run)?;
    say::line(format!("run {run}: {new} games are new, {old} were there"))?;
    Ok(())
}

/// All games of a file: each is one of its part's match, none comes twice, and the referee agrees with what
/// they say.
fn read_games(
    lines: impl Iterator<Item = std::io::Result<String>>,
    parts: &[Pairing],
) -> Result<Vec<StoredGame>> {
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    for (number, line) in lines.enumerate() {
        let place = || format!("line {}", number + 2);
        let game: StoredGame = serde_json::from_str(&line?).with_context(place)?;
        let part = parts.get(game.pairing as usize);
        let part = part.with_context(|| format!("{}: the run has no part {}", place(), game.pairing))?;
        let (contest, number) = (&part.contest, game.task.number);
        let is_its_own = game.task.players == contest.players && game.task.board == contest.board;
        ensure!(is_its_own, "{}: game {number} has other players or another board than its match", place());
        let is_first = seen.insert((game.pairing, number)) && number < 2 * contest.pairs;
        ensure!(is_first, "{}: game {number} comes twice, or the match has fewer games", place());
        ensure!(
            game.task.exchanged == (number % 2 == 1),
            "{}: game {number} has the colours of another",
            place()
        );
        check_game(&game).with_context(place)?;
        games.push(game);
    }
    Ok(games)
}
