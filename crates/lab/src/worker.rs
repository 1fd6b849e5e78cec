//! A worker: takes games, parts of proofs and portions of learning from the queues of all open runs and stores what came of them, on one machine or many.
//!
//! Threads work; one more sends heartbeats. Every answer of the database may fail: the worker waits and tries again, and a
//! game that was played is kept until it is stored. What the database orders is not trusted: `admission`
//! says which players sit down here, and games of others are left in the queue.

mod admission;
pub mod hand;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;
use cluster::Order;
use cluster::order_solver::OrderSolver;

use crate::roster::Roster;
use crate::runner::Seats;
use crate::say::{note, sentence};
use crate::seat::Factory;
use crate::stats::Sprt;
use crate::store::portions::LEARN;
use crate::store::proofs::PROOF;
use crate::store::queue::Membership;
use crate::store::{Job, Portion, State, Store, Ticket};
use crate::task::{Ending, Fault, FaultKind, GameResult, Task};
use admission::Admission;
use hand::Hand;

/// How long the list of open runs is taken for true: a pause or a new priority is noticed within this time.
const FRESH: Duration = Duration::from_millis(500);

/// How often a worker asks whether the part of a proof that it works on is still wanted.
const WANTED: Duration = Duration::from_secs(1);

/// Files of portions that are kept.
const FILES: usize = 4;

/// Seconds for which a game that this worker cannot play is left to others.
const LEFT: i64 = 2;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Games at once.
    pub at_once: usize,
    /// Time between heartbeats; three missed ones and the worker counts as dead.
    pub heartbeat: Duration,
    /// Leaves when there is nothing left to do.
    pub until_empty: bool,
    /// Plays only this run.
    pub only: Option<String>,
    /// The engines of this machine.
    pub roster: Roster,
    /// Tells what it does.
    pub verbose: bool,
    /// Who understands portions; without it they are left to others.
    pub hand: Option<Hand>,
}

impl Default for WorkerOptions {
    fn default() -> WorkerOptions {
        let heartbeat = Duration::from_secs(5);
        let roster = Roster::default();
        WorkerOptions {
            at_once: 1,
            heartbeat,
            until_empty: false,
            only: None,
            roster,
            verbose: false,
            hand: None,
        }
    }
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Games that it played.
    pub played: u64,
    /// Parts of proofs that it worked on.
    pub proved: u64,
    /// Portions that it did.
    pub portions: u64,
    /// Among all of them those that had come from elsewhere meanwhile.
    pub double: u64,
    /// Seconds in which its threads played.
    pub playing: f64,
    /// Seconds in which its threads waited for the database.
    pub waiting: f64,
}

/// Works until `stop` becomes true, or until everything is done if the options say so.
pub fn work(store: &Store, factory: &Factory, options: &WorkerOptions, stop: &AtomicBool) -> Work {
    let worker = Worker {
        store,
        factory,
        options,
        stop,
        name: fresh_name(),
        members: Mutex::default(),
        tests: Mutex::default(),
        runs: Mutex::default(),
        proving: Mutex::default(),
        admission: Admission::new(&options.roster, factory),
        held: Mutex::default(),
        files: Mutex::default(),
        done: Mutex::default(),
    };
    let left = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..options.at_once.max(1)).map(|_| scope.spawn(|| worker.play_all())).collect();
        scope.spawn(|| worker.beat_all(&left));
        for thread in threads {
            let _ = thread.join();
        }
        left.store(true, Ordering::Relaxed);
    });
    *worker.done.lock().expect("no thread of the worker panics with its work in hand")
}

/// A name that no other worker has had: machine, process and moment.
pub(crate) fn fresh_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let moment = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let host = host.trim();
    let host = if host.is_empty() { "worker" } else { host };
    format!("{host}-{}-{:x}", std::process::id(), moment.map_or(0, |moment| moment.as_micros()))
}

struct Worker<'a> {
    store: &'a Store,
    factory: &'a Factory,
    options: &'a WorkerOptions,
    stop: &'a AtomicBool,
    name: String,
    /// Places at the queues of runs.
    members: Mutex<BTreeMap<String, Arc<Membership>>>,
    /// The tests of parts that were played here.
    tests: Mutex<BTreeMap<(String, u64), Option<Sprt>>>,
    /// The open runs with their kinds, and when that was true.
    runs: Mutex<Option<(Instant, Vec<Named>)>>,
    /// Parts of proofs that are worked on, and how to stop each.
    proving: Mutex<Vec<(String, u64, Arc<AtomicBool>)>>,
    /// Who may play here.
    admission: Admission<'a>,
    /// The jobs at hand, by their names in the queue.
    held: Mutex<HashSet<String>>,
    /// The files of portions of late, by their hashes.
    files: Mutex<Vec<(String, Vec<u8>)>>,
    done: Mutex<Work>,
}

/// A run's name and kind.
type Named = (String, String);

/// What a worker took from a queue.
enum Taken {
    Game(Arc<Membership>, Box<Ticket>),
    Part(Arc<Membership>, Ticket<Order>),
    Portion(Arc<Membership>, Ticket<Portion>),
}

impl Worker<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// One thread: job after job, the first open run first.
    fn play_all(&self) {
        let mut seats = Seats::default();
        let mut solver = OrderSolver::default();
        let mut idle = Duration::from_millis(20);
        while !self.is_stopped() {
            let start = Instant::now();
            match self.take_any() {
                Ok(Some(taken)) => {
                    idle = Duration::from_millis(20);
                    self.done.lock().expect("unpoisoned").waiting += start.elapsed().as_secs_f64();
                    let id = taken.id();
                    match taken {
                        Taken::Game(member, ticket) => self.play_or_leave(&mut seats, &member, &ticket),
                        Taken::Part(member, ticket) => self.prove_one(&mut solver, &member, &ticket),
                        Taken::Portion(member, ticket) => self.do_portion(&member, &ticket),
                    }
                    self.held.lock().expect("unpoisoned").remove(&id);
                }
                Ok(None) => match self.all_done() {
                    Ok(true) if self.options.until_empty => return,
                    _ => self.rest(&mut idle),
                },
                Err(error) => {
                    self.say(&format!("{}; trying again", sentence(&error)));
                    self.rest(&mut idle);
                }
            }
        }
    }

    /// Sleeps a little, longer each time.
    fn rest(&self, idle: &mut Duration) {
        std::thread::sleep(*idle);
        *idle = (*idle * 2).min(Duration::from_secs(1));
    }

    /// Takes a job from the first open run that has one.
    fn take_any(&self) -> Result<Option<Taken>> {
        for (run, kind) in self.runs_of_late()? {
            if kind == LEARN && self.options.hand.is_none() {
                continue;
            }
            let member = self.member(&run)?;
            let taken = match kind.as_str() {
                PROOF => self.store.take_order(&member)?.map(|ticket| Taken::Part(member, ticket)),
                LEARN => self.store.take_portion(&member)?.map(|ticket| Taken::Portion(member, ticket)),
                _ => self.store.take(&member)?.map(|ticket| Taken::Game(member, Box::new(ticket))),
            };
            if let Some(taken) = taken {
                self.held.lock().expect("unpoisoned").insert(taken.id());
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }

    /// The open runs, looked up a few times a second at most.
    fn runs_of_late(&self) -> Result<Vec<Named>> {
        let mut known = self.runs.lock().expect("unpoisoned");
        match &*known {
            Some((when, runs)) if !runs.is_empty() && when.elapsed() < FRESH => Ok(runs.clone()),
            _ => {
                let runs = self.open_runs()?;
                *known = Some((Instant::now(), runs.clone()));
                Ok(runs)
            }
        }
    }

    fn open_runs(&self) -> Result<Vec<Named>> {
        let wanted = |run: &(String, String)| self.options.only.as_ref().is_none_or(|only| *only == run.0);
        Ok(self.store.open_kinds()?.into_iter().filter(wanted).collect())
    }

    /// Closes runs that have all their games; true when none is left open that could be worked on here.
    fn all_done(&self) -> Result<bool> {
        for (run, _) in self.open_runs()? {
            self.store.close_if_done(&run)?;
        }
        for (run, kind) in self.open_runs()? {
            let is_possible = match kind.as_str() {
                PROOF => true,
                LEARN => self.options.hand.is_some(),
                _ => self.can_play_some(&run)?,
            };
            if is_possible {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a part of the run that lacks games can be played here.
    fn can_play_some(&self, run: &str) -> Result<bool> {
        for part in self.store.open_parts(run)? {
            let Some(contest) = self.store.contest(run, part)? else { continue };
            if self.admission.ask(&contest.players, contest.board).is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn member(&self, run: &str) -> Result<Arc<Membership>> {
        let mut members = self.members.lock().expect("unpoisoned");
        if let Some(member) = members.get(run) {
            return Ok(member.clone());
        }
        let heartbeat = self.options.heartbeat;
        let member = Arc::new(self.store.join(run, &self.name, heartbeat, 3 * heartbeat)?);
        // What a dead worker left behind is put back at once, not at the first heartbeat.
        self.store.beat(&member)?;
        members.insert(run.into(), member.clone());
        Ok(member)
    }

    /// Plays a game if its players are admitted here; otherwise it is left to others.
    fn play_or_leave<'a>(&'a self, seats: &mut Seats<'a>, member: &Membership, ticket: &Ticket) {
        match self.admission.ask(&ticket.job.task.players, ticket.job.task.board) {
            Ok(players) => {
                let task = Task { players, ..ticket.job.task.clone() };
                self.play_one(seats, member, ticket, &task);
            }
            Err(lack) => {
                if lack.is_news && (self.options.verbose || self.options.only.is_some()) {
                    note(format!("games of run {} are left to others: {}", ticket.job.run, lack.why));
                }
                self.insist(|| self.store.put_back(member, &ticket.id(), LEFT));
            }
        }
    }

    /// Plays a game, unless it is no longer wanted. The task is the ticket's with players that can be seated
    /// here.
    fn play_one<'a>(&'a self, seats: &mut Seats<'a>, member: &Membership, ticket: &Ticket, task: &Task) {
        let job = &ticket.job;
        let start = Instant::now();
        // Only a game that somebody else may have played, or whose part may be decided, is asked about first.
        let is_sure = !ticket.is_second_try && self.insist(|| self.test_of(job)).flatten().is_none();
        let wanted = is_sure
            || self.insist(|| self.store.is_wanted(&job.run, job.pairing, job.task.number)) == Some(true);
        let (mut work, mut is_faulty) = (Work::default(), false);
        if wanted {
            let begin = Instant::now();
            let result = seats.play(task, self.factory).unwrap_or_else(|error| void(job, &error));
            is_faulty = matches!(result.ending, Ending::Fault(_));
            work.playing = begin.elapsed().as_secs_f64();
            work.played = 1;
            let stored = self.insist(|| self.store.deliver(member, ticket, &result, &self.name));
            work.double = u64::from(stored == Some(false));
        } else {
            self.insist(|| self.store.finish(member, ticket));
        }
        self.insist(|| self.judge(job, is_faulty));
        work.waiting = start.elapsed().as_secs_f64() - work.playing;
        self.count(work);
    }

    /// Works on a part of a proof, unless it is no longer wanted.
    fn prove_one(&self, solver: &mut OrderSolver, member: &Membership, ticket: &Ticket<Order>) {
        let (order, start) = (&ticket.job, Instant::now());
        let mut work = Work::default();
        if self.insist(|| self.store.begin_job(&order.run, order.number, &self.name)) == Some(true) {
            let stop = Arc::new(AtomicBool::new(false));
            let mark = (order.run.clone(), order.number, Arc::clone(&stop));
            self.proving.lock().expect("unpoisoned").push(mark);
            let begin = Instant::now();
            let result = solver.work(order, &stop);
            work.playing = begin.elapsed().as_secs_f64();
            self.proving.lock().expect("unpoisoned").retain(|part| !Arc::ptr_eq(&part.2, &stop));
            if stop.load(Ordering::Relaxed) {
                self.insist(|| self.store.finish(member, ticket));
            } else {
                work.proved = 1;
                let (answer, certificate) = match result {
                    Ok((answer, certificate)) => (serde_json::to_string(&answer), certificate),
                    // Whoever reads it does not take it for an answer, and sees why.
                    Err(error) => (serde_json::to_string(&format!("{error:#}")), None),
                };
                let answer = answer.expect("an answer is plain data");
                let bytes = certificate.as_deref();
                let deliver = || self.store.deliver_answer(member, ticket, &answer, bytes, &self.name);
                work.double = u64::from(self.insist(deliver) == Some(false));
            }
        } else {
            self.insist(|| self.store.finish(member, ticket));
        }
        work.waiting = start.elapsed().as_secs_f64() - work.playing;
        self.count(work);
    }

    /// Does a portion, unless it is no longer wanted. One that cannot be done here is left to others.
    fn do_portion(&self, member: &Membership, ticket: &Ticket<Portion>) {
        let (portion, start) = (&ticket.job, Instant::now());
        let mut work = Work::default();
        let wanted = self.insist(|| self.store.is_portion_wanted(portion)) == Some(true);
        let Some(hand) = self.options.hand.filter(|_| wanted) else {
            self.insist(|| self.store.finish(member, ticket));
            return;
        };
        let files = |hash: &str| self.file(&portion.run, hash);
        let begin = Instant::now();
        let result = hand(&portion.job, &files, self.stop);
        work.playing = begin.elapsed().as_secs_f64();
        match result {
            Ok(Some(answer)) => {
                work.portions = 1;
                let deliver = || self.store.deliver_portion(member, ticket, &answer, &self.name);
                work.double = u64::from(self.insist(deliver) == Some(false));
            }
            Ok(None) => {
                self.insist(|| self.store.put_back(member, &ticket.id(), 0));
            }
            Err(error) => {
                self.say(&format!(
                    "a portion of run {} is left to others: {}",
                    portion.run,
                    sentence(&error)
                ));
                self.insist(|| self.store.put_back(member, &ticket.id(), LEFT));
            }
        }
        work.waiting = start.elapsed().as_secs_f64() - work.playing;
        self.count(work);
    }

    /// A file of a run; the last few are kept, since one portion after another needs them.
    fn file(&self, run: &str, hash: &str) -> Result<Vec<u8>> {
        let mut files = self.files.lock().expect("unpoisoned");
        if let Some((_, bytes)) = files.iter().find(|file| file.0 == hash) {
            return Ok(bytes.clone());
        }
        let bytes = self.store.file(run, hash)?;
        if files.len() >= FILES {
            files.remove(0);
        }
        files.push((hash.to_owned(), bytes.clone()));
        Ok(bytes)
    }

    fn count(&self, work: Work) {
        let mut done = self.done.lock().expect("unpoisoned");
        done.played += work.played;
        done.proved += work.proved;
        done.portions += work.portions;
        done.double += work.double;
        done.playing += work.playing;
        done.waiting += work.waiting;
    }

    /// Stops work on parts of proofs that are no longer wanted.
    fn look_after_parts(&self) {
        let parts = self.proving.lock().expect("unpoisoned").clone();
        for (run, number, stop) in parts {
            // A database that does not answer says nothing about the part.
            if self.is_stopped() || matches!(self.store.beat_job(&run, number), Ok(false)) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Asks the database until it answers. `None` only when the worker is told to stop meanwhile.
    fn insist<T>(&self, mut ask: impl FnMut() -> Result<T>) -> Option<T> {
        let mut idle = Duration::from_millis(50);
        loop {
            match ask() {
                Ok(answer) => return Some(answer),
                Err(error) => self.say(&format!("{}; trying again", sentence(&error))),
            }
            if self.is_stopped() {
                return None;
            }
            self.rest(&mut idle);
        }
    }

    /// Ends a part whose test is decided, or that has too many faults.
    fn judge(&self, job: &Job, is_faulty: bool) -> Result<()> {
        if !is_faulty && self.test_of(job)?.is_none() {
            return Ok(());
        }
        let Some(contest) = self.store.contest(&job.run, job.pairing)? else { return Ok(()) };
        if self.store.score(&job.run, job.pairing)?.is_decided(&contest) {
            self.store.finish_pairing(&job.run, job.pairing)?;
        }
        Ok(())
    }

    fn test_of(&self, job: &Job) -> Result<Option<Sprt>> {
        let mut tests = self.tests.lock().expect("unpoisoned");
        let key = (job.run.clone(), job.pairing);
        if let Some(test) = tests.get(&key) {
            return Ok(*test);
        }
        let test = self.store.contest(&job.run, job.pairing)?.and_then(|contest| contest.sprt);
        tests.insert(key, test);
        Ok(test)
    }

    /// One thread: heartbeats at every queue that the worker has joined.
    fn beat_all(&self, left: &AtomicBool) {
        let mut next = Instant::now() + self.options.heartbeat;
        let mut looked = Instant::now();
        let mut strays = BTreeSet::new();
        while !left.load(Ordering::Relaxed) {
            if looked.elapsed() >= WANTED.min(self.options.heartbeat) {
                looked = Instant::now();
                self.look_after_parts();
            }
            if Instant::now() < next {
                std::thread::sleep(Duration::from_millis(20).min(self.options.heartbeat));
                continue;
            }
            next = Instant::now() + self.options.heartbeat;
            let members: Vec<_> = self.members.lock().expect("unpoisoned").values().cloned().collect();
            let mut seen = BTreeSet::new();
            for member in members {
                if let Err(error) = self.beat_once(&member, &strays, &mut seen) {
                    self.say(&format!("{}; trying again", sentence(&error)));
                }
            }
            strays = seen;
        }
    }

    /// One heartbeat at one queue: what is done is swept, dead workers' jobs and lost ones go back.
    fn beat_once(
        &self,
        member: &Membership,
        strays: &BTreeSet<String>,
        seen: &mut BTreeSet<String>,
    ) -> Result<()> {
        self.store.sweep(member.run())?;
        let count = self.store.beat(member)?;
        if count > 0 {
            self.say(&format!("{count} jobs of dead workers go back into the queue"));
        }
        // A crash of the database may forget that a game came in: the queue then believes it in this worker's
        // hands for ever. A job that was not at hand at two heartbeats in a row is such a one; one that is
        // just being taken is not.
        for job in self.store.in_hands(member)? {
            if self.held.lock().expect("unpoisoned").contains(&job) {
                continue;
            }
            if strays.contains(&job) {
                self.say("a job that the database has lost sight of goes back into the queue");
                self.store.put_back(member, &job, 0)?;
            }
            seen.insert(job);
        }
        Ok(())
    }

    fn say(&self, text: &str) {
        if self.options.verbose {
            note(format!("{}: {text}", self.name));
        }
    }
}

impl Taken {
    fn id(&self) -> String {
        match self {
            Taken::Game(_, ticket) => ticket.id(),
            Taken::Part(_, ticket) => ticket.id(),
            Taken::Portion(_, ticket) => ticket.id(),
        }
    }
}

/// A game that could not even begin, such as one with an opening that is not legal, is lost by the first player.
fn void(job: &Job, error: &anyhow::Error) -> GameResult {
    GameResult {
        number: job.task.number,
        half_points: 0,
        winner: "none".into(),
        ending: Ending::Fault(Fault { kind: FaultKind::Crash, text: format!("{error:#}") }),
        plies: 0,
        moves: Vec::new(),
        seconds: 0.0,
    }
}

/// Whether a run is over.
pub fn is_done(store: &Store, run: &str) -> Result<bool> {
    Ok(store.known_run(run)?.state == State::Done)
}
