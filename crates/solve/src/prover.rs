//! The df-pn solver behind the common interface: questions, threads, time and the line of play.
//!
//! A position has three values, df-pn answers yes or no. [`Prover::solve`] asks "does the side to
//! move win?" and "does the other side win?" by turns that double, the likelier one first and with most of
//! the nodes, until the answers decide. Who is likely to win is told by rollouts (`prior.rs`) once a question
//! turns out to be long; a long question with the defender to move is worked off by replies (`replies.rs`).
//! Between turns, when no thread searches, the policy has its lessons and the state is saved.

mod ask;
mod line;
mod run;

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

use game::Colour;

use crate::answer::{Answer, Budget, Limits, Progress, Solver, Task, Verdict};
use crate::certificate;
use crate::checkpoint::{Keeper, Spent};
use crate::dfpn::{Numbers, Search, Settings, Shared};
use crate::key::{Images, ONE_WORD, Places, Word};
use crate::policy::{Policy, Teacher};
use crate::position::Position;
use crate::shape::{Cell, Shape, bits};
use crate::small;
use crate::table::{Entry, Table};
use crate::zone::Zone;
use crate::zones::Zones;

use run::Run;
pub(crate) use run::Work;

/// The seed of all that is random.
const SEED: u64 = 17;

/// One part in so many of the memory is for zones.
const ZONES: usize = 4;

/// The df-pn solver for Havannah boards of up to 63 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfpn {
    /// How the search is steered.
    pub settings: Settings,
}

impl Solver for Dfpn {
    /// Panics on boards that do not fit 64 bits.
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let (shape, position) = small::small(&task.position).expect("an open position on at most 63 cells");
        if shape.cells() <= ONE_WORD {
            self.run::<u64>(&shape, &position, task, budget, stop, watch)
        } else {
            self.run::<u128>(&shape, &position, task, budget, stop, watch)
        }
    }
}

impl Dfpn {
    fn run<W: Word>(
        &self,
        shape: &Shape,
        position: &Position,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let prover = Prover::<W>::led(shape, budget.memory, budget.threads, self.settings);
        let mut answer = prover.work_on(task, position, budget.limits, stop, watch);
        if budget.certify {
            answer.certificate = prover.certify(task, position, answer.verdict, stop);
        }
        answer
    }
}

/// A board, a table and the threads that fill it; keeps what it proved from question to question.
pub struct Prover<'a, W> {
    shape: &'a Shape,
    places: Places<W>,
    table: Table<W>,
    zones: Zones<W>,
    busy: Vec<AtomicU8>,
    threads: usize,
    settings: Settings,
    /// Nodes of all questions so far.
    spent: AtomicU64,
    /// The policy and its lessons, if there is one.
    teacher: Mutex<Option<Teacher>>,
}

/// What one question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The attacker wins.
    Yes,
    /// It does not.
    No,
    /// Out of nodes, out of time, or stopped.
    Open,
}

impl Reached {
    /// What the numbers of a search say; `attacks` says whether the attacker is to move.
    fn of(numbers: Numbers, attacks: bool) -> Reached {
        match (numbers.phi == 0.0, numbers.delta == 0.0) {
            (false, false) => Reached::Open,
            (holds, _) if holds == attacks => Reached::Yes,
            _ => Reached::No,
        }
    }
}

impl<'a, W: Word> Prover<'a, W> {
    /// Works on a task whose position this is; its state is kept where the task says.
    pub fn work_on(
        &self,
        task: &Task,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let name = if self.settings.has_policy() { "policy" } else { "dfpn" };
        let keeper = task.keep.as_ref().map(|keep| Keeper::new(keep, &task.position, name));
        self.solve_from(position, limits, keeper, task.likely, stop, watch)
    }

    /// The certificate of a verdict on a task whose position this is; nothing if it is not known or cannot be written.
    pub fn certify(
        &self,
        task: &Task,
        position: &Position,
        verdict: Verdict,
        stop: &AtomicBool,
    ) -> Option<Vec<u8>> {
        let origin = task.origin.as_ref().filter(|_| verdict != Verdict::Unknown)?;
        let job = certificate::Job { prover: self, shape: self.shape, root: *position, verdict, stop };
        let mut bytes = Vec::new();
        job.write(origin, &mut bytes, &mut |_| {}).ok().map(|_| bytes)
    }

    /// A prover with an empty table of at most `memory` bytes.
    pub fn new(shape: &'a Shape, memory: usize, threads: usize, settings: Settings) -> Prover<'a, W> {
        let share = if settings.race > 0 { memory / ZONES } else { 0 };
        let slots = if threads > 1 { 1 << 14 } else { 0 };
        Prover {
            shape,
            places: Places::new(shape),
            table: Table::new(memory - share),
            zones: Zones::new(share),
            busy: (0..slots).map(|_| AtomicU8::new(0)).collect(),
            threads: threads.max(1),
            settings,
            spent: AtomicU64::new(0),
            teacher: Mutex::new(
                settings.has_policy().then(|| Teacher::new(shape, settings.first_lesson, SEED)),
            ),
        }
    }

    /// The same, led by the policy of the board that comes with the program, if there is one.
    pub fn led(shape: &'a Shape, memory: usize, threads: usize, settings: Settings) -> Prover<'a, W> {
        let prover = Prover::new(shape, memory, threads, settings);
        prover.begin_with(Policy::shipped(shape));
        prover
    }

    /// The policy and its lessons, if there is one.
    pub fn teacher(&self) -> MutexGuard<'_, Option<Teacher>> {
        self.teacher.lock().expect("nothing panics while it is held")
    }

    /// Begins with a policy that was taught before, if there is one and policies are asked at all.
    pub fn begin_with(&self, policy: Option<Policy>) {
        if let (Some(teacher), Some(policy)) = (&mut *self.teacher(), policy) {
            teacher.replace(policy);
        }
    }

    fn policy(&self) -> Option<Arc<Policy>> {
        self.teacher().as_ref().map(Teacher::policy)
    }

    /// How the search is steered.
    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    /// What a search on this table needs, single-threaded and without limits; `stop` ends it.
    pub(crate) fn shared<'s>(&'s self, stop: &'s AtomicBool, nodes: &'s AtomicU64) -> Shared<'s, W> {
        Shared {
            shape: self.shape,
            places: &self.places,
            table: &self.table,
            zones: &self.zones,
            stop,
            nodes,
            node_limit: u64::MAX,
            busy: &[],
            settings: self.settings,
        }
    }

    /// The certificate of a position that was solved, if it can be written.
    pub fn certificate(&self, moves: &[Cell], verdict: Verdict, stop: &AtomicBool) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let written = certificate::write(self, self.shape, moves, verdict, &mut bytes, stop, &mut |_| {});
        written.ok().map(|_| bytes)
    }

    /// The lines of so many plies from a position that do not end the game, one to each set of symmetric
    /// positions at their ends.
    pub fn distinct_lines(&self, root: &Position, plies: usize) -> Vec<Vec<Cell>> {
        let mut lines = vec![(Vec::new(), *root)];
        for _ in 0..plies {
            let mut keys = HashSet::new();
            let mut longer = Vec::new();
            for (moves, position) in lines {
                for cell in bits(position.free(self.shape) & !position.wins[position.turn]) {
                    let after = position.played(self.shape, cell);
                    if keys.insert(self.key(&after, 0).0) {
                        longer.push(([&moves[..], &[cell]].concat(), after));
                    }
                }
            }
            lines = longer;
        }
        lines.into_iter().map(|(moves, _)| moves).collect()
    }

    /// Lets the memory grow if so many positions could crowd it; of what threads store meanwhile some may be lost.
    fn make_room(&self, positions: u64) {
        self.table.make_room(positions);
        self.zones.make_room(positions);
    }

    /// Goes on with one question for so many nodes, on the calling thread.
    pub fn take_turn(&self, position: &Position, attacker: usize, nodes: u64) -> Reached {
        self.make_room(self.spent.fetch_add(nodes, Relaxed));
        let (stop, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared { node_limit: nodes, ..self.shared(&stop, &spent) };
        let policy = self.policy();
        let mut search = Search::new(&shared, attacker).led_by(policy.as_deref());
        Reached::of(search.run(position), position.turn == attacker)
    }

    /// Lets somebody go on with both questions by turns, on the calling thread: of a position, for an attacker, for so
    /// many nodes; `stop` ends a turn before. Unlike single turns these remember their closer looks. Several threads may
    /// do so at once if the prover has as many.
    pub fn by_turns<T>(
        &self,
        stop: &AtomicBool,
        work: impl FnOnce(&mut dyn FnMut(&Position, usize, u64) -> Reached) -> T,
    ) -> T {
        let spent = AtomicU64::new(0);
        let (shared, policy) = (Shared { busy: &self.busy, ..self.shared(stop, &spent) }, self.policy());
        let mut searches = [0, 1].map(|attacker| Search::new(&shared, attacker).led_by(policy.as_deref()));
        work(&mut |position, attacker, nodes| {
            self.make_room(self.spent.fetch_add(nodes, Relaxed));
            let search = &mut searches[attacker];
            search.limit(nodes);
            Reached::of(search.run(position), position.turn == attacker)
        })
    }

    /// How many threads may search at once.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The value of a position.
    pub fn solve(
        &self,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        self.solve_kept(position, limits, None, stop, watch)
    }

    /// The value of a position; the table is written by the keeper from time to time and at the end.
    pub fn solve_kept(
        &self,
        position: &Position,
        limits: Limits,
        keeper: Option<Keeper>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        self.solve_from(position, limits, keeper, None, stop, watch)
    }

    /// The same; `likely` is who is likely to win, if somebody knows.
    fn solve_from(
        &self,
        position: &Position,
        limits: Limits,
        keeper: Option<Keeper>,
        likely: Option<Colour>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let before = match keeper.as_ref().map_or(Ok(Spent::default()), |keeper| self.resume(keeper)) {
            Ok(before) => before,
            Err(trouble) => return Answer { trouble: Some(trouble), ..Answer::default() },
        };
        let keeper = keeper.map(RefCell::new);
        let run = Run { likely, ..Run::new(limits, stop, before, keeper.as_ref()) };
        let verdict = self.decide(position, &run, watch);
        self.save(&run);
        self.answer(position, verdict, &run)
    }

    /// The value of a position within a longer piece of work, whose state is written when it is due.
    pub(crate) fn go_on(
        &self,
        position: &Position,
        limits: Limits,
        work: &Work<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let run = Run { likely: work.likely, ..Run::new(limits, work.stop, work.before, work.keeper) };
        let verdict = self.decide(position, &run, watch);
        self.answer(position, verdict, &run)
    }

    /// Takes in the state that a keeper has, if it is to be resumed, and what had been spent.
    pub(crate) fn resume(&self, keeper: &Keeper) -> Result<Spent, String> {
        let before = keeper.load(|source| self.load_state(source))?.unwrap_or_default();
        self.spent.fetch_add(before.nodes, Relaxed);
        Ok(before)
    }

    fn answer(&self, position: &Position, verdict: Verdict, run: &Run<'_>) -> Answer {
        self.spent.fetch_add(run.nodes.load(Relaxed), Relaxed);
        let untried = verdict == Verdict::Loss && self.is_untried(position, 1 - position.turn);
        let line = if untried { Vec::new() } else { self.line(position, verdict) };
        Answer {
            verdict,
            best: line.first().map(|&cell| game::Cell::new(cell)),
            line: small::cells(&line),
            nodes: run.total(),
            elapsed: run.elapsed(),
            memory: self.table.bytes() + self.zones.bytes(),
            depth: None,
            certificate: None,
            trouble: run.trouble.take(),
        }
    }

    /// The table and, if there is a policy, its weights and samples.
    fn save_state(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table.save(out)?;
        self.teacher().as_ref().map_or(Ok(()), |teacher| teacher.save(out))
    }

    fn load_state(&self, source: &mut dyn Read) -> io::Result<()> {
        self.table.load(source)?;
        self.teacher().as_mut().map_or(Ok(()), |teacher| teacher.load(self.shape, source))
    }

    /// Writes the state, if one is kept; the threads must be at rest.
    fn save(&self, run: &Run<'_>) {
        if let Some(keeper) = run.keeper {
            let spent = Spent { nodes: run.total(), time: run.elapsed() };
            run.trouble.replace(self.keep(&mut keeper.borrow_mut(), spent).err());
        }
    }

    /// Writes the state; no thread may search meanwhile.
    pub(crate) fn keep(&self, keeper: &mut Keeper, spent: Spent) -> Result<(), String> {
        keeper.save(spent, |out| self.save_state(out))
    }

    fn key(&self, position: &Position, attacker: usize) -> (W, usize) {
        let images = Images::of(&self.places, position.stones);
        let (least, symmetry) = images.least(&self.places);
        (least.tagged((position.turn << 1 | attacker) as u64), symmetry)
    }

    /// The zone of a proof that the attacker wins a position, if it is still known.
    pub(crate) fn zone(&self, position: &Position, attacker: usize) -> Option<Zone> {
        let (key, symmetry) = self.key(position, attacker);
        self.zones.probe(key).map(|zone| zone.turned(self.shape, self.shape.inverse[symmetry]))
    }

    fn entry(&self, position: &Position, attacker: usize) -> Option<Entry> {
        self.table.probe(self.key(position, attacker).0)
    }
}

/// Effort to prove and to refute that the attacker wins.
fn sides(entry: Entry, position: &Position, attacker: usize) -> (f32, f32) {
    if position.turn == attacker { (entry.phi, entry.delta) } else { (entry.delta, entry.phi) }
}
