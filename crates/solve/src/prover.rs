//! The df-pn solver behind the common interface: questions, threads, time and the line of play.
//!
//! A position has three values, df-pn answers yes or no. [`Prover::solve`] asks "does the side to
//! move win?" and "does the other side win?" by turns that double, the likelier one first and with most of
//! the nodes, until the answers decide. Who is likely to win is told by rollouts (`prior.rs`) once a question
//! turns out to be long; a long question with the defender to move is worked off by replies (`replies.rs`).
//! Between turns, when no thread searches, the policy has its lessons and the state is saved.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use game::Colour;

use crate::answer::{Answer, Budget, Limits, Progress, Reply, Solver, Task, Verdict};
use crate::certificate;
use crate::checkpoint::{Keeper, Spent};
use crate::dfpn::{Numbers, Search, Settings, Shared};
use crate::key::{Images, ONE_WORD, Places, Word};
use crate::net::Net;
use crate::policy::{Policy, Sample, Teacher};
use crate::position::Position;
use crate::prior::rollouts;
use crate::replies::Schedule;
use crate::shape::{Cell, Shape, bits};
use crate::small;
use crate::table::{Entry, Table};
use crate::threats::Chains;
use crate::zone::Zone;
use crate::zones::Zones;

/// Nodes of the first turn of each question.
const FIRST_TURN: u64 = 8_000;

/// Rollouts that tell who is likely to win, and the margin of wins that makes it clear.
const ROLLOUTS: usize = 4_000;
const CLEAR: usize = ROLLOUTS / 50;

/// The seed of all that is random.
const SEED: u64 = 17;

/// One part in so many of the memory is for zones.
const ZONES: usize = 4;

/// Pause between two looks at a running search.
const LOOK: Duration = Duration::from_millis(1000);

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
        let net = Net::for_board(shape);
        let prover = Prover::<W>::new(shape, budget.memory, budget.threads, self.settings, &net);
        let name = if self.settings.has_policy() { "policy" } else { "dfpn" };
        let keeper = task.keep.as_ref().map(|keep| Keeper::new(keep, &task.position, name));
        let mut answer = prover.solve_kept(position, budget.limits, keeper, stop, watch);
        if let (true, Some(origin)) = (budget.certify && answer.verdict != Verdict::Unknown, &task.origin) {
            let job =
                certificate::Job { prover: &prover, shape, root: *position, verdict: answer.verdict, stop };
            let mut bytes = Vec::new();
            answer.certificate = job.write(origin, &mut bytes, &mut |_| {}).ok().map(|_| bytes);
        }
        answer
    }
}

/// A board, a table and the threads that fill it; keeps what it proved from question to question.
pub struct Prover<'a, W> {
    shape: &'a Shape,
    net: &'a Net,
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

/// A longer piece of work that questions are a part of.
pub(crate) struct Work<'w> {
    /// Ends it.
    pub stop: &'w AtomicBool,
    /// What it had spent before.
    pub before: Spent,
    /// Where its state is kept.
    pub keeper: Option<&'w RefCell<Keeper>>,
}

/// One turn of a question.
struct Question<'q> {
    position: &'q Position,
    /// Does this side win?
    attacker: usize,
    /// The nodes of the run at which the turn ends.
    most: u64,
    /// Work it off by replies.
    by_replies: bool,
}

/// One run: when it began and what ends it.
struct Run<'r> {
    begin: Instant,
    limits: Limits,
    stop: &'r AtomicBool,
    nodes: AtomicU64,
    /// What earlier runs had spent.
    before: Spent,
    keeper: Option<&'r RefCell<Keeper>>,
    /// Why the state could not be read or written.
    trouble: RefCell<Option<String>>,
}

impl<'r> Run<'r> {
    fn new(
        limits: Limits,
        stop: &'r AtomicBool,
        before: Spent,
        keeper: Option<&'r RefCell<Keeper>>,
    ) -> Run<'r> {
        let (begin, nodes, trouble) = (Instant::now(), AtomicU64::new(0), RefCell::new(None));
        Run { begin, limits, stop, nodes, before, keeper, trouble }
    }

    fn over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.trouble.borrow().is_some()
            || self.limits.time.is_some_and(|most| self.begin.elapsed() >= most)
            || self.limits.nodes.is_some_and(|most| self.nodes.load(Relaxed) >= most)
    }

    fn is_due(&self) -> bool {
        self.keeper.is_some_and(|keeper| keeper.borrow().is_due())
    }

    /// Time of all runs together.
    fn elapsed(&self) -> Duration {
        self.before.time + self.begin.elapsed()
    }

    /// Nodes of all runs together.
    fn total(&self) -> u64 {
        self.before.nodes + self.nodes.load(Relaxed)
    }
}

impl<'a, W: Word> Prover<'a, W> {
    /// A prover with an empty table of at most `memory` bytes.
    pub fn new(
        shape: &'a Shape,
        memory: usize,
        threads: usize,
        settings: Settings,
        net: &'a Net,
    ) -> Prover<'a, W> {
        let share = if settings.race > 0 { memory / ZONES } else { 0 };
        let slots = if threads > 1 { 1 << 14 } else { 0 };
        Prover {
            shape,
            net,
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

    /// The policy and its lessons, if there is one.
    pub fn teacher(&self) -> MutexGuard<'_, Option<Teacher>> {
        self.teacher.lock().expect("nothing panics while it is held")
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
            net: self.net,
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

    /// The replies of a position that do not end the game, one of each set of symmetric ones.
    pub(crate) fn distinct_moves(&self, position: &Position) -> Vec<Cell> {
        let mut keys = HashSet::new();
        let open = bits(position.free(self.shape) & !position.wins[position.turn]);
        open.filter(|&cell| keys.insert(self.key(&position.played(self.shape, cell), 0).0)).collect()
    }

    /// Lets the memory grow if so many positions could crowd it.
    fn make_room(&self, positions: u64) {
        self.table.make_room(positions);
        self.zones.make_room(positions);
    }

    /// Goes on with one question for so many nodes, on the calling thread.
    pub fn take_turn(&self, position: &Position, attacker: usize, nodes: u64) -> Reached {
        self.make_room(self.spent.fetch_add(nodes, Relaxed));
        let (stop, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared { node_limit: nodes, ..self.shared(&stop, &spent) };
        Reached::of(Search::new(&shared, attacker).run(position), position.turn == attacker)
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
        let before = match keeper.as_ref().map_or(Ok(Spent::default()), |keeper| self.resume(keeper)) {
            Ok(before) => before,
            Err(trouble) => return Answer { trouble: Some(trouble), ..Answer::default() },
        };
        let keeper = keeper.map(RefCell::new);
        let run = Run::new(limits, stop, before, keeper.as_ref());
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
        let run = Run::new(limits, work.stop, work.before, work.keeper);
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
        let line = self.line(position, verdict);
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

    /// Asks both questions by turns until the answers decide or the run is over.
    fn decide(&self, position: &Position, run: &Run<'_>, watch: &mut dyn FnMut(&Progress)) -> Verdict {
        let side = position.turn;
        let mut reached = [Reached::Open; 2];
        let mut turn = FIRST_TURN;
        let mut likely = None;
        loop {
            if turn >= self.settings.long_turn && likely.is_none() {
                likely = Some(self.likely(position));
            }
            let (order, sure) = likely.unwrap_or_else(|| self.order(position));
            for attacker in order {
                if reached[attacker] == Reached::Open {
                    let share = match (attacker == order[0], sure) {
                        (true, _) => turn,
                        (false, false) => turn / 4,
                        (false, true) => turn / 16,
                    };
                    let most = run.nodes.load(Relaxed).saturating_add(share);
                    self.make_room(most.saturating_add(self.spent.load(Relaxed)));
                    let question =
                        Question { position, attacker, most, by_replies: share >= self.settings.long_turn };
                    reached[attacker] = self.ask(&question, run, watch);
                }
                if reached[attacker] == Reached::Yes {
                    return if attacker == side { Verdict::Win } else { Verdict::Loss };
                }
            }
            if reached == [Reached::No; 2] {
                return Verdict::Draw;
            }
            if run.over() {
                return Verdict::Unknown;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// The questions, the one that rollouts would answer with yes first, and whether they are clear about it.
    fn likely(&self, position: &Position) -> ([usize; 2], bool) {
        let won = rollouts(self.shape, position, ROLLOUTS, SEED);
        let order = if won[0] >= won[1] { [0, 1] } else { [1, 0] };
        (order, won[0].abs_diff(won[1]) >= CLEAR)
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

    /// The questions, the one that looks more like a yes first, and whether it does look so.
    fn order(&self, position: &Position) -> ([usize; 2], bool) {
        let doubt = |attacker: usize| {
            let known = self.entry(position, attacker);
            let (proof, disproof) = known.map_or((1.0, 1.0), |e| sides(e, position, attacker));
            proof / disproof.max(f32::MIN_POSITIVE)
        };
        let side = position.turn;
        let (own, other) = (doubt(side), doubt(1 - side));
        let order = if own <= other { [side, 1 - side] } else { [1 - side, side] };
        (order, own.min(other) < 0.5)
    }

    /// Asks one question until it is answered or its nodes are expanded, resting for lessons and to save the
    /// state.
    fn ask(&self, question: &Question<'_>, run: &Run<'_>, watch: &mut dyn FnMut(&Progress)) -> Reached {
        let schedule = self.schedule(question);
        loop {
            let (reached, lessons) = self.ask_once(question, schedule.as_ref(), run, watch);
            self.teach(lessons, run);
            if run.is_due() {
                self.save(run);
            }
            if reached != Reached::Open || run.over() || run.nodes.load(Relaxed) >= question.most {
                return reached;
            }
        }
    }

    /// The replies as units of work, for a long question with the defender to move.
    fn schedule(&self, question: &Question<'_>) -> Option<Schedule<W>> {
        let wanted = question.by_replies && question.position.turn != question.attacker;
        wanted.then(|| {
            let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
            let shared = self.shared(&stop, &nodes);
            Schedule::new(&mut Search::new(&shared, question.attacker), question.position, &self.table)
        })
    }

    /// Hands samples to the policy's teacher, who gives a lesson when it is time.
    fn teach(&self, lessons: Vec<Sample>, run: &Run<'_>) {
        if let Some(teacher) = self.teacher().as_mut() {
            teacher.take_in(lessons);
            teacher.teach_when_due(self.shape, self.spent.load(Relaxed) + run.nodes.load(Relaxed));
        }
    }

    /// Nodes of this run at which all threads rest.
    fn next_rest(&self, question: &Question<'_>, run: &Run<'_>) -> u64 {
        let lesson = self.teacher().as_ref().map_or(u64::MAX, Teacher::due);
        let lesson = lesson.saturating_sub(self.spent.load(Relaxed));
        question.most.min(lesson).min(run.limits.nodes.unwrap_or(u64::MAX))
    }

    /// Asks until the question is answered, the nodes are expanded, or it is time for a lesson or to save the
    /// state.
    fn ask_once(
        &self,
        question: &Question<'_>,
        schedule: Option<&Schedule<W>>,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> (Reached, Vec<Sample>) {
        let &Question { position, attacker, .. } = question;
        let halt = AtomicBool::new(false);
        let shared = Shared {
            node_limit: self.next_rest(question, run),
            busy: &self.busy,
            ..self.shared(&halt, &run.nodes)
        };
        let policy = self.policy();
        let mut lessons = Vec::new();
        let mut reached = Reached::Open;
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            for _ in 0..self.threads {
                let (done, shared, halt, policy) = (done.clone(), &shared, &halt, policy.as_deref());
                scope.spawn(move || {
                    let mut search = Search::new(shared, attacker).led_by(policy);
                    let numbers = match schedule {
                        Some(schedule) => schedule.work(&mut search, &self.table),
                        None => search.run(position),
                    };
                    halt.store(true, Relaxed);
                    // The receiver is gone only when the answer is known already.
                    let _ = done.send((numbers, search.lessons));
                });
            }
            drop(done);
            let mut last = Instant::now();
            loop {
                match wait.recv_timeout(Duration::from_millis(20)) {
                    Ok((numbers, learned)) => {
                        lessons.extend(learned);
                        match Reached::of(numbers, position.turn == attacker) {
                            Reached::Open => {}
                            answer => reached = answer,
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if run.over() || run.is_due() {
                            halt.store(true, Relaxed);
                        }
                        if last.elapsed() >= LOOK {
                            last = Instant::now();
                            watch(&self.progress(position, attacker, run));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        (reached, lessons)
    }

    fn progress(&self, position: &Position, attacker: usize, run: &Run<'_>) -> Progress {
        let (proof, disproof, replies) = self.outlook(position, attacker);
        Progress {
            attacker: Colour::BOTH[attacker],
            proof,
            disproof,
            nodes: run.total(),
            elapsed: run.elapsed(),
            fill: self.table.fill(),
            memory: self.table.bytes() + self.zones.bytes(),
            replies,
        }
    }

    /// What the table says about "does the attacker win?": proof, disproof, and the same of the replies it
    /// knows.
    pub fn outlook(&self, position: &Position, attacker: usize) -> (f32, f32, Vec<Reply>) {
        let root = self.entry(position, attacker);
        let (proof, disproof) = root.map_or((1.0, 1.0), |e| sides(e, position, attacker));
        let mut keys = Vec::new();
        let mut replies = Vec::new();
        for cell in bits(position.free(self.shape) & !position.wins[position.turn]) {
            let after = position.played(self.shape, cell);
            let key = self.key(&after, attacker).0;
            if keys.contains(&key) {
                continue;
            }
            keys.push(key);
            if let Some(entry) = self.table.probe(key) {
                let (proof, disproof) = sides(entry, &after, attacker);
                replies.push(Reply { cell: game::Cell::new(cell), proof, disproof, work: entry.work });
            }
        }
        (proof, disproof, replies)
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

    /// A line of play that the table supports: proved moves of the side that keeps its claim,
    /// the most stubborn replies of the other.
    pub fn line(&self, start: &Position, verdict: Verdict) -> Vec<Cell> {
        let attacker = match verdict {
            Verdict::Win | Verdict::Unknown => start.turn,
            Verdict::Loss | Verdict::Draw => 1 - start.turn,
        };
        let mut position = *start;
        let mut line = Vec::new();
        while position.free(self.shape) != 0 {
            let Some(cell) = self.move_of(&position, attacker) else { break };
            line.push(cell);
            if position.wins[position.turn] >> cell & 1 == 1 {
                break;
            }
            position.play(self.shape, cell);
        }
        line
    }

    /// The first move of that line.
    pub(crate) fn move_of(&self, position: &Position, attacker: usize) -> Option<Cell> {
        let side = position.turn;
        if position.wins[side] != 0 {
            return Some(position.wins[side].trailing_zeros() as usize);
        }
        let danger = position.wins[1 - side];
        if danger != 0 {
            return Some(danger.trailing_zeros() as usize);
        }
        let (key, symmetry) = self.key(position, attacker);
        let entry = self.table.probe(key)?;
        if entry.delta == 0.0 {
            return self.stubborn(position, attacker);
        }
        if entry.best != 63 {
            let turn = &self.shape.turns[symmetry];
            return (0..self.shape.cells()).find(|&cell| turn[cell] == entry.best);
        }
        if side != attacker && !position.can_win(self.shape, attacker) {
            return Some(position.free(self.shape).trailing_zeros() as usize);
        }
        let budget = self.settings.chain_budget;
        let chain = Chains::new(self.shape, budget).find(position, !0)?;
        chain.moves().next()
    }

    /// Positions of the proof that the table still holds below a solved position: one move of the
    /// side whose claim holds, every searched reply of the other.
    pub fn proof_size(&self, start: &Position, attacker: usize) -> usize {
        let mut seen = HashSet::new();
        let mut stack = vec![*start];
        while let Some(position) = stack.pop() {
            let key = self.key(&position, attacker).0;
            let Some(entry) = self.table.probe(key).filter(Entry::solved) else { continue };
            if !seen.insert(key) {
                continue;
            }
            let moves = if entry.phi == 0.0 {
                self.move_of(&position, attacker).map_or(0, |cell| 1 << cell)
            } else {
                position.free(self.shape)
            };
            let open = moves & !position.wins[position.turn];
            stack.extend(bits(open).map(|cell| position.played(self.shape, cell)));
        }
        seen.len()
    }

    /// The losing reply that took most work to refute.
    fn stubborn(&self, position: &Position, attacker: usize) -> Option<Cell> {
        let work = |cell: &Cell| {
            let after = position.played(self.shape, *cell);
            self.entry(&after, attacker).map_or(0, |entry| entry.work)
        };
        bits(position.free(self.shape)).max_by_key(work)
    }
}

/// Effort to prove and to refute that the attacker wins.
fn sides(entry: Entry, position: &Position, attacker: usize) -> (f32, f32) {
    if position.turn == attacker { (entry.phi, entry.delta) } else { (entry.delta, entry.phi) }
}
