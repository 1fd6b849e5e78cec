//! `robusto worker`: plays, proves and learns what the lab's database orders, until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;

use super::options::{EngineOptions, StoreOptions};
use crate::say::note;
use crate::seat::Factory;
use crate::store::stop_on_signal;
use crate::worker::hand::Hand;
use crate::worker::{WorkerOptions, work};

/// Plays the games, works on the proofs and plays for the loops of learning that the lab's database orders. Of other people's engines it
/// starts only those that this machine's own file names; games of others are left to other workers.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto worker --database postgres://lab@server/lab
  robusto worker --database lab.sqlite --threads 2 --until-empty --engines engines.toml")]
pub struct WorkerArgs {
    /// Where the games come from.
    #[command(flatten)]
    pub store: StoreOptions,
    /// Games, parts of proofs or portions of learning at once; one a core if not given.
    #[arg(long, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=4096))]
    pub threads: Option<usize>,
    /// Seconds between heartbeats; a worker that misses three is given up, and its games are played again.
    #[arg(long, default_value_t = 5.0)]
    pub heartbeat: f64,
    /// Leave when nothing is left to play.
    #[arg(long)]
    pub until_empty: bool,
    /// Play only this run.
    #[arg(long)]
    pub run: Option<String>,
    /// The engines of this machine.
    #[command(flatten)]
    pub engines: EngineOptions,
    /// Say nothing.
    #[arg(long)]
    pub quiet: bool,
}

/// Runs `robusto worker`.
pub fn run(args: WorkerArgs, factory: &Factory, hand: Option<Hand>) -> Result<()> {
    ensure!((0.1..3600.0).contains(&args.heartbeat), "{} s is no time between heartbeats", args.heartbeat);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = WorkerOptions {
        at_once: args.threads.unwrap_or(cores),
        heartbeat: Duration::from_secs_f64(args.heartbeat),
        until_empty: args.until_empty,
        only: args.run,
        roster: args.engines.roster()?,
        verbose: !args.quiet,
        hand,
    };
    let store = args.store.open()?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_signal(stop.clone());
    let done = work(&store, factory, &options, &stop);
    if options.verbose {
        let all = done.playing + done.waiting;
        note(format!(
            "{} games, {} parts of proofs and {} portions of learning, {} of them twice; {:.2} % of {all:.1} s went to the database",
            done.played,
            done.proved,
            done.portions,
            done.double,
            100.0 * done.waiting / all.max(1e-9),
        ));
    }
    Ok(())
}
