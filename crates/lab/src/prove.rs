//! Drives proofs through the store: the loop around `cluster`'s coordinators.
//!
//! A [`Driver`] keeps one proof going: it judges answers, writes down what they prove, orders new jobs and takes back pointless
//! ones. Everything it decides is in the store before it counts; when the store fails it begins again from what the store
//! holds, as it does after having been killed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use cluster::job::believe;
use cluster::{Belief, Coordinator, Order, Spec};
use search::stopwatch::Stopwatch;
use verify::{Limits, Value};

use crate::say::{note, sentence};
use crate::store::proofs::{Flying, JobRow, Judged};
use crate::store::{State, Store};

/// The shortest and the longest pause between two looks at the store.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

/// Sleeps after a round: ten times as long as the round took, so that the coordinator stays cheap on a slow database.
pub fn rest(round: Duration) {
    std::thread::sleep((10 * round).clamp(PAUSES[0], PAUSES[1]));
}

/// How a proof is driven.
#[derive(Clone, Debug)]
pub struct DriveOptions {
    /// Seconds after which a silent coordinator, or a silent worker's job, is given up.
    pub dead_after: f64,
}

impl Default for DriveOptions {
    fn default() -> DriveOptions {
        DriveOptions { dead_after: 20.0 }
    }
}

/// A finished proof.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The run.
    pub run: String,
    /// The value.
    pub value: Value,
    /// The certificate.
    pub certificate: Vec<u8>,
    /// What its check has found.
    pub report: verify::Report,
}

/// What driving has cost, in this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Seconds in which the coordinator was not asleep.
    pub busy: f64,
    /// Seconds of them in which it checked certificates.
    pub checking: f64,
    /// Seconds of them in which it joined and checked the whole.
    pub joining: f64,
}

/// Keeps one proof going.
pub struct Driver<'a> {
    store: &'a Store,
    run: String,
    owner: String,
    options: DriveOptions,
    coordinator: Coordinator,
    leased: Option<Instant>,
    had_lease: bool,
    is_paused: bool,
    warned: bool,
    revived: Instant,
    /// What it has cost so far.
    pub cost: Cost,
}

/// Brings a coordinator to where the store says that it is.
pub fn restore(store: &Store, run: &str) -> Result<Coordinator> {
    let spec: Spec = store.proof_spec(run)?;
    let mut coordinator = Coordinator::new(run, spec.clone(), store.facts(&spec.board())?)?;
    for job in store.jobs_in(run, &["ordered", "running", "answered", "folded", "refused", "cancelled"])? {
        replay(&mut coordinator, &job);
    }
    Ok(coordinator)
}

/// Values need no second check: proved positions are in the store of facts.
fn replay(coordinator: &mut Coordinator, job: &JobRow) {
    let in_flight = matches!(job.state.as_str(), "ordered" | "running" | "answered");
    coordinator.recall(job.number, &job.moves, in_flight);
    if job.state != "folded" {
        return;
    }
    let answer: cluster::Answer = serde_json::from_str(&job.answer).unwrap_or_default();
    if answer.value.is_none() {
        let belief = Belief::Open {
            outlook: answer.outlook.map(cluster::job::numbers),
            replies: answer.replies.iter().map(|&(cell, o)| (cell, cluster::job::numbers(o))).collect(),
        };
        coordinator.fold(job.number, &job.moves, job.budget, job.nodes, &belief);
    } else {
        coordinator.count(&job.moves, job.nodes);
    }
}

impl<'a> Driver<'a> {
    /// Takes a proof over, as far as it is.
    pub fn new(store: &'a Store, run: &str, options: DriveOptions) -> Result<Driver<'a>> {
        let owner = crate::worker::fresh_name();
        Ok(Driver {
            coordinator: restore(store, run)?,
            store,
            run: run.into(),
            owner,
            options,
            leased: None,
            had_lease: false,
            is_paused: false,
            warned: false,
            revived: Instant::now(),
            cost: Cost::default(),
        })
    }

    /// The coordinator.
    pub fn coordinator(&self) -> &Coordinator {
        &self.coordinator
    }

    /// The proof's name.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// One round, after which `watch` is told how far the proof is. Waits out a database that is away.
    pub fn advance(
        &mut self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Driver, Flying),
    ) -> Result<Option<Finished>> {
        match self.step() {
            Ok((Some(finished), _)) => return Ok(Some(finished)),
            Ok((None, flying)) => watch(self, flying),
            Err(error) if error.is::<Rival>() && self.had_lease => return Err(error),
            Err(error) if error.is::<Rival>() => {
                // A dead coordinator's right runs out; a living one keeps it.
                if !std::mem::replace(&mut self.warned, true) {
                    note(format!("{}; waiting for that", sentence(&error)));
                }
                std::thread::sleep(Duration::from_millis(300));
                self.begin_again(stop);
            }
            Err(error) => {
                note(format!("{}; trying again", sentence(&error)));
                self.begin_again(stop);
            }
        }
        Ok(None)
    }

    /// Gives the right to coordinate up, so that another need not wait.
    pub fn release(&self) -> Result<()> {
        self.store.release(&self.run, &self.owner)
    }

    /// Drives until the proof is finished.
    pub fn drive(&mut self) -> Result<Finished> {
        loop {
            let begin = Instant::now();
            if let Some(finished) = self.advance(&AtomicBool::new(false), &mut |_, _| {})? {
                return Ok(finished);
            }
            rest(begin.elapsed());
        }
    }

    /// One round. Whatever fails leaves the store sound; the caller begins again from it.
    pub fn step(&mut self) -> Result<(Option<Finished>, Flying)> {
        let begin = Stopwatch::start(true);
        let result = self.round();
        self.cost.busy += begin.elapsed().as_secs_f64();
        result
    }

    fn round(&mut self) -> Result<(Option<Finished>, Flying)> {
        self.keep_lease()?;
        self.judge()?;
        let pointless = self.coordinator.cancel();
        self.store.cancel_jobs(&self.run, &pointless)?;
        if self.coordinator.value().is_some() {
            return Ok((Some(self.finish()?), Flying::default()));
        }
        if self.is_paused {
            return Ok((None, Flying::default()));
        }
        let flying = self.store.flying(&self.run)?;
        // Enough that nobody waits for this loop, and no more: late choices are better choices.
        let wanted = (1 + flying.running / 2).saturating_sub(flying.ordered);
        // Where a job waits nobody is idle.
        let members = if flying.ordered == 0 { self.store.members(&self.run)? } else { 0 };
        let idle = members.saturating_sub(flying.running);
        let orders: Vec<Order> = self.coordinator.order(wanted as usize, idle, flying.running);
        self.store.order_jobs(&self.run, &orders)?;
        if self.revived.elapsed().as_secs_f64() > self.options.dead_after / 4.0 {
            self.revived = Instant::now();
            self.store.revive_jobs(&self.run, self.options.dead_after)?;
        }
        Ok((None, flying))
    }

    fn keep_lease(&mut self) -> Result<()> {
        let fresh = Duration::from_secs_f64(self.options.dead_after / 10.0);
        if self.leased.is_none_or(|leased| leased.elapsed() >= fresh) {
            let is_ours = self.store.lease(&self.run, &self.owner, self.options.dead_after)?;
            ensure!(is_ours, Rival(self.run.clone()));
            self.is_paused = self.store.known_run(&self.run)?.state == State::Paused;
            self.leased = Some(Instant::now());
            self.had_lease = true;
        }
        Ok(())
    }

    /// Judges the answers that have come, one by one, each written down before it counts.
    fn judge(&mut self) -> Result<()> {
        for job in self.store.jobs_in(&self.run, &["answered"])? {
            let begin = Stopwatch::start(true);
            let certificate = match job.hash.as_str() {
                "" => None,
                hash => self.store.certificate(hash).ok(),
            };
            let belief = believe(self.coordinator.ground(), &job.moves, &job.answer, certificate.as_deref());
            self.cost.checking += begin.elapsed().as_secs_f64();
            let fact = match &belief {
                Belief::Proved(value, hash) => {
                    Some((self.coordinator.key_of(&job.moves)?, word(*value), hash.clone()))
                }
                _ => None,
            };
            let (state, reason) = match &belief {
                Belief::Refused(reason) => ("refused", Some(reason.clone())),
                _ => ("folded", None),
            };
            self.coordinator.fold(job.number, &job.moves, job.budget, job.nodes, &belief);
            let numbers = self.coordinator.tree().node(0).numbers;
            let root = numbers.map(|n| [n.proof.min(1e30), n.disproof.min(1e30)]);
            let note = reason.unwrap_or(serde_json::to_string(&root)?);
            let judged = Judged { number: job.number, state, note, fact };
            self.store.judge_jobs(&self.run, &self.coordinator.spec().board(), &[judged])?;
            self.keep_lease()?;
        }
        Ok(())
    }

    /// Joins the parts, checks the whole as anybody would, and keeps it.
    fn finish(&mut self) -> Result<Finished> {
        let begin = Stopwatch::start(true);
        let value = self.coordinator.value().context("the proof is finished")?;
        let certificate = self.coordinator.join(|hash| self.store.certificate(hash))?;
        let report = verify::check(&certificate[..], &Limits::default(), &mut |_| true)
            .context("the joined certificate is not accepted")?;
        let spec = self.coordinator.spec();
        ensure!(
            report.claim.value == value && report.claim.is_after(&spec.moves),
            "the joined certificate proves something else"
        );
        let key = self.coordinator.key_of(&spec.moves)?;
        self.store.add_fact(&spec.board(), &key, word(value), &certificate)?;
        self.store.set_state(&self.run, State::Done)?;
        self.release()?;
        self.cost.joining = begin.elapsed().as_secs_f64();
        Ok(Finished { run: self.run.clone(), value, certificate, report })
    }

    /// Forgets everything and takes it from the store, as soon as the store answers.
    fn begin_again(&mut self, stop: &AtomicBool) {
        self.leased = None;
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(300));
            if let Ok(coordinator) = restore(self.store, &self.run) {
                self.coordinator = coordinator;
                return;
            }
        }
    }
}

/// Another coordinator is at work.
#[derive(Debug)]
struct Rival(String);

impl std::fmt::Display for Rival {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "another coordinator works on the proof {:?}, or died a moment ago", self.0)
    }
}

impl std::error::Error for Rival {}

/// The word for a value in answers and in the store.
pub fn word(value: Value) -> &'static str {
    match value {
        Value::Wins(referee::Colour::White) => "white",
        Value::Wins(referee::Colour::Black) => "black",
        Value::Draw => "draw",
    }
}
