//! `lab extend`: more games of a run that is there, finished or not.

use anyhow::{Result, ensure};
use clap::Args;

use super::admit::{Where, check_players};
use super::follow::{Hands, finish, grow};
use super::options::{EngineOptions, StoreOptions};
use super::telling::tell_run;
use crate::contest::Contest;
use crate::say;
use crate::seat::Factory;
use crate::store::portions::LEARN;
use crate::store::proofs::PROOF;

/// Arguments of `lab extend`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab extend castro --games 800
  robusto lab extend figures --games 400 --queue-only
A test that is decided stays decided: it is not played on.")]
pub struct ExtendArgs {
    /// The run.
    pub run: String,
    /// Games of each part in all, those that are played already included; an odd number is rounded up.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Another number of faults that end a match; 0 lets it go on.
    #[arg(long, value_name = "N")]
    pub max_faults: Option<u64>,
    /// Only order the games; workers elsewhere play them.
    #[arg(long)]
    pub queue_only: bool,
    /// Games at once; as many as the cores allow if not given.
    #[arg(long)]
    pub concurrency: Option<usize>,
    /// Tell every game as it ends: on standard error, or with --json as lines of their own.
    #[arg(long)]
    pub log: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub engines: EngineOptions,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Runs `lab extend`.
pub fn run(args: &ExtendArgs, factory: &Factory) -> Result<()> {
    ensure!(
        args.games.is_some() || args.max_faults.is_some(),
        "nothing to change: give --games or --max-faults"
    );
    let store = args.store.open()?;
    let row = store.known_run(&args.run)?;
    ensure!(row.kind != PROOF, "the run {:?} is a proof, which has no games", args.run);
    ensure!(row.kind != LEARN, "the run {:?} learns: robusto learn --games orders more games", args.run);
    let stored: Vec<Contest> = store.pairings(&args.run)?.into_iter().map(|part| part.0.contest).collect();
    let wanted: Vec<Contest> = stored
        .iter()
        .map(|contest| Contest {
            pairs: args.games.map_or(contest.pairs, |games| games.div_ceil(2)),
            max_faults: args.max_faults.unwrap_or(contest.max_faults),
            ..contest.clone()
        })
        .collect();
    let roster = args.engines.roster()?;
    let place = if args.queue_only { Where::Elsewhere } else { Where::Store };
    check_players(&wanted, place, &roster, factory)?;
    let before = row.planned;
    grow(&store, &args.run, &stored, &wanted, factory)?;
    if args.queue_only {
        let ordered = store.known_run(&args.run)?.planned.saturating_sub(before);
        say::line(format!("run {}: {ordered} more games ordered", args.run))?;
        return Ok(());
    }
    let hands = Hands { factory, roster, at_once: args.concurrency, json: args.json, log: args.log };
    let parts = finish(&store, &args.run, &hands)?;
    tell_run(&row.kind, &args.run, parts, args.json)
}
