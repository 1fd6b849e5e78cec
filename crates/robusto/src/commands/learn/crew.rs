//! Learning on many machines: portions of games go through the lab's database to its workers and come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use lab::store::{Portion as Order, State, Store};
use lab::worker::hand::Files;
use lab::worker::{WorkerOptions, work};
use learn::portion::{Elsewhere, Portion, Stage};
use search::networks::tower::file::Network;

use crate::exit;

/// Seconds of silence after which another loop may take over a run.
const DEAD_AFTER: f64 = 20.0;
/// Time between two signs of life of a loop.
const BEAT: Duration = Duration::from_secs(4);

/// How a loop is spread over the workers of a database.
#[derive(clap::Args, Clone, Debug)]
pub struct CrewArgs {
    /// Games are played by the workers of this database of the lab: an SQLite file or postgres://user@host/name
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,

    /// The loop's name in the database; the folder's name if not given
    #[arg(long, value_name = "NAME", requires = "database")]
    pub run: Option<String>,

    /// Workers take runs with greater numbers first
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, requires = "database")]
    pub priority: i64,

    /// Play nothing here, only by workers elsewhere
    #[arg(long, requires = "database")]
    pub queue_only: bool,

    /// Games that a worker plays at a time
    #[arg(long, value_name = "N", default_value_t = 4, requires = "database", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub portion: u16,
}

/// Does what an order of a learning run says: for `robusto worker`, and for the loop's own threads.
pub fn hand(order: &str, files: &Files, stop: &AtomicBool) -> Result<Option<Vec<u8>>> {
    let portion: Portion = serde_json::from_str(order).context("the order is not understood")?;
    let network = |hash: &String| Ok(Arc::new(Network::from_bytes(&files(hash)?)?));
    let networks = portion.networks.iter().map(network).collect::<Result<Vec<_>>>()?;
    Ok(portion.work(&networks, &super::prover, stop)?)
}

/// The workers of a database.
pub struct Crew<'a> {
    store: &'a Store,
    run: String,
    stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Asks the database until it answers, or until somebody says stop.
    fn insist<T>(&self, ask: impl Fn() -> Result<T>) -> Result<T, String> {
        let mut pause = Duration::from_millis(100);
        let mut refusals = 0;
        loop {
            let error = match ask() {
                Ok(answer) => return Ok(answer),
                Err(error) => lab::say::sentence(&error),
            };
            // A database that is away is waited for; what one says that is there, and says again, is final.
            refusals += usize::from(self.store.runs().is_ok());
            if refusals > 1 || self.stop.load(Relaxed) {
                return Err(error);
            }
            if refusals == 0 {
                exit::say(&format!("{error}; trying again"));
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_secs(5));
        }
    }

    fn order_of(&self, portion: &Portion) -> Result<Order> {
        let part = part(portion.generation, portion.stage);
        let job = serde_json::to_string(portion)?;
        Ok(Order { run: self.run.clone(), part, number: portion.first as u64, job })
    }
}

/// The part of a run that a stage is.
fn part(generation: usize, stage: Stage) -> String {
    format!("{generation:04}-{}", stage.word())
}

impl Elsewhere for Crew<'_> {
    fn keep(&mut self, network: &Network) -> Result<String, String> {
        let bytes = network.to_bytes();
        self.insist(|| self.store.keep_file(&self.run, &bytes))
    }

    fn order(&mut self, portions: &[Portion]) -> Result<(), String> {
        self.insist(|| {
            let orders = portions.iter().map(|portion| self.order_of(portion)).collect::<Result<Vec<_>>>()?;
            self.store.order_portions(&orders)
        })
    }

    fn ask(&mut self, portion: &Portion) -> Result<Option<Vec<u8>>, String> {
        let part = part(portion.generation, portion.stage);
        let answer = self.insist(|| self.store.portion_answer(&self.run, &part, portion.first as u64))?;
        Ok(answer.map(|answer| answer.0))
    }

    fn refuse(&mut self, portion: &Portion) -> Result<(), String> {
        let part = part(portion.generation, portion.stage);
        exit::say(&format!(
            "what came of {part} from game {} on is no good and is played again",
            portion.first
        ));
        self.insist(|| self.store.refuse_portion(&self.run, &part, portion.first as u64))
    }

    fn forget(&mut self, generation: usize, stage: Stage) -> Result<(), String> {
        self.insist(|| {
            self.store.forget_portions(&self.run, &part(generation, stage))?;
            // What the next stage needs is kept anew.
            self.store.forget_files(&self.run)
        })
    }
}

/// Opens a run for a loop, has the threads of this machine work on it and lets the loop go; when it returns, `done` says
/// whether nothing is left to do.
pub fn with_crew<T>(
    args: &CrewArgs,
    name: &str,
    threads: usize,
    stop: &AtomicBool,
    learning: impl FnOnce(&mut Crew) -> T,
    done: impl FnOnce(&T) -> bool,
) -> Result<T> {
    let store = Store::open(args.database.as_deref().context("--database is missing")?)?;
    let run = args.run.clone().unwrap_or_else(|| name.to_owned());
    let owner = format!("{}-{}", std::process::id(), std::time::UNIX_EPOCH.elapsed()?.as_micros());
    lease(&store, &run, &owner, stop)?;
    store.enter_learning(&run, args.priority)?;
    exit::say(&format!("run {run}: further machines help with robusto worker --database URL"));
    let over = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| keep_lease(&store, &run, &owner, &over));
        if !args.queue_only {
            let options = WorkerOptions {
                at_once: threads,
                only: Some(run.clone()),
                hand: Some(hand),
                ..WorkerOptions::default()
            };
            let (store, over) = (&store, &over);
            scope.spawn(move || work(store, &lab::players::make, &options, over));
        }
        let result = learning(&mut Crew { store: &store, run: run.clone(), stop });
        over.store(true, Relaxed);
        result
    });
    if done(&result) {
        store.set_state(&run, State::Done)?;
    }
    store.release(&run, &owner)?;
    Ok(result)
}

/// Takes the right to run a loop; waits for one that died a moment ago.
fn lease(store: &Store, run: &str, owner: &str, stop: &AtomicBool) -> Result<()> {
    let mut is_told = false;
    while !store.lease(run, owner, DEAD_AFTER)? {
        if !std::mem::replace(&mut is_told, true) {
            exit::say(&format!(
                "another loop works on the run {run}, or died a moment ago; waiting for that"
            ));
        }
        anyhow::ensure!(!stop.load(Relaxed), "another loop works on the run {run}");
        std::thread::sleep(Duration::from_millis(300));
    }
    Ok(())
}

fn keep_lease(store: &Store, run: &str, owner: &str, over: &AtomicBool) {
    let mut next = Instant::now() + BEAT;
    while !over.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
        if Instant::now() >= next {
            // A database that is away is asked again at the next turn.
            let _ = store.lease(run, owner, DEAD_AFTER);
            next = Instant::now() + BEAT;
        }
    }
}
