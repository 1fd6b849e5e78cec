//! `lab import`: JSON lines, as `lab export` writes them, into the store. Games that are there already stay as they are.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::export::Head;
use super::options::StoreOptions;
use crate::record::record_of;
use crate::seat::Factory;
use crate::store::{Plan, State, StoredGame};

/// Arguments of `lab import`.
#[derive(Args, Debug)]
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
    let games = read_games(lines, head.pairings.len() as u64)?;
    let run = args.run.clone().unwrap_or(head.run);
    let store = args.store.open()?;
    if store.run(&run)?.is_none() {
        let there: HashSet<(u64, u64)> = games.iter().map(|game| (game.pairing, game.task.number)).collect();
        let plan = Plan { kind: head.kind, priority: 0, notes: "{}".into(), pairings: head.pairings };
        store.create_run_around(&run, &plan, &there, factory)?;
        store.set_state(&run, State::Paused)?;
    }
    let (mut new, mut old) = (0, 0);
    for game in &games {
        match store.add_game(&run, game.pairing, &game.task, &game.result, &game.worker)? {
            true => new += 1,
            false => old += 1,
        }
    }
    store.set_state(&run, State::Open)?;
    store.close_if_done(&run)?;
    println!("run {run}: {new} games are new, {old} were there");
    Ok(())
}

/// All games of a file, each accepted by the referee.
fn read_games(lines: impl Iterator<Item = std::io::Result<String>>, parts: u64) -> Result<Vec<StoredGame>> {
    let mut games = Vec::new();
    for (number, line) in lines.enumerate() {
        let place = || format!("line {}", number + 2);
        let game: StoredGame = serde_json::from_str(&line?).with_context(place)?;
        ensure!(game.pairing < parts, "{}: the run has no part {}", place(), game.pairing);
        record_of(&game).with_context(place)?;
        games.push(game);
    }
    Ok(games)
}
