//! `lab import`: JSON lines, as `lab export` writes them, into the store. Games that are there already stay as they are.

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
    let run = args.run.clone().unwrap_or(head.run);
    let store = args.store.open()?;
    if store.run(&run)?.is_none() {
        let plan = Plan { kind: head.kind, priority: 0, notes: "{}".into(), pairings: head.pairings };
        store.create_run(&run, &plan, factory)?;
        store.set_state(&run, State::Paused)?;
    }
    let parts = store.pairings(&run)?.len() as u64;
    let (mut new, mut old) = (0, 0);
    for (number, line) in lines.enumerate() {
        let place = || format!("line {}", number + 2);
        let game: StoredGame = serde_json::from_str(&line?).with_context(place)?;
        ensure!(game.pairing < parts, "{}: the run has no part {}", place(), game.pairing);
        // A game that the referee does not accept is not let in.
        record_of(&game).with_context(place)?;
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
