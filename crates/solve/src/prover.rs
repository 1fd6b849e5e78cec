//! The df-pn solver behind the common interface: questions, threads, time and the line of play.
//!
//! A position has three values, df-pn answers yes or no. [`Prover::solve`] asks "does the side to
//! move win?" and "does the other side win?" by turns with growing numbers of nodes, the likelier
//! one first, until the answers decide.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use game::Colour;

use crate::answer::{Answer, Budget, Limits, Progress, Reply, Solver, Task, Verdict};
use crate::certificate;
use crate::checkpoint::{Keeper, Spent};
use crate::dfpn::{Numbers, Search, Settings, Shared};
use crate::key::{Images, ONE_WORD, Places, Word};
use crate::net::Net;
use crate::position::Position;
use crate::shape::{Cell, Shape, bits};
use crate::small;
use crate::table::{Entry, Table};
use crate::threats::Chains;
use crate::zone::Zone;
use crate::zones::Zones;

/// Nodes of the first turn of each question.
const FIRST_TURN: u64 = 8_000;

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
        let keeper = task.keep.as_ref().map(|keep| Keeper::new(keep, &task.position, "dfpn"));
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

/// One run: when it began and what ends it.
struct Run<'r> {
    begin: Instant,
    limits: Limits,
    stop: &'r AtomicBool,
    nodes: AtomicU64,
    /// What earlier runs had spent.
    before: Spent,
    keeper: Option<RefCell<Keeper>>,
    /// Why the state could not be read or written.
    trouble: RefCell<Option<String>>,
}

impl Run<'_> {
    fn over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.trouble.borrow().is_some()
            || self.limits.time.is_some_and(|most| self.begin.elapsed() >= most)
            || self.limits.nodes.is_some_and(|most| self.nodes.load(Relaxed) >= most)
    }

    fn is_due(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.borrow().is_due())
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
        }
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
        let found = keeper.as_ref().map(|keeper| keeper.load(|source| self.table.load(source)));
        let (before, trouble) = match found.unwrap_or(Ok(None)) {
            Ok(before) => (before.unwrap_or_default(), None),
            Err(trouble) => (Spent::default(), Some(trouble)),
        };
        let run = Run {
            begin: Instant::now(),
            limits,
            stop,
            nodes: AtomicU64::new(0),
            before,
            keeper: keeper.filter(|_| trouble.is_none()).map(RefCell::new),
            trouble: RefCell::new(trouble),
        };
        let side = position.turn;
        let mut reached = [Reached::Open; 2];
        let mut turn = FIRST_TURN;
        let verdict = 'verdict: loop {
            let (order, sure) = self.order(position);
            for attacker in order {
                if reached[attacker] == Reached::Open {
                    let share = match (attacker == order[0], sure) {
                        (true, _) => turn,
                        (false, false) => turn / 4,
                        (false, true) => turn / 16,
                    };
                    let most = run.nodes.load(Relaxed).saturating_add(share);
                    self.make_room(most.saturating_add(self.spent.load(Relaxed)));
                    reached[attacker] = self.ask(position, attacker, most, &run, watch);
                }
                if reached[attacker] == Reached::Yes {
                    break 'verdict if attacker == side { Verdict::Win } else { Verdict::Loss };
                }
            }
            if reached == [Reached::No; 2] {
                break Verdict::Draw;
            }
            if run.over() {
                break Verdict::Unknown;
            }
            turn = turn.saturating_mul(2);
        };
        self.save(&run);
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

    /// Writes the state, if one is kept; the threads must be at rest.
    fn save(&self, run: &Run<'_>) {
        if let Some(keeper) = &run.keeper {
            let spent = Spent { nodes: run.total(), time: run.elapsed() };
            let saved = keeper.borrow_mut().save(spent, |out| self.table.save(out));
            run.trouble.replace(saved.err());
        }
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

    /// Asks one question until it is answered or `most` nodes have been expanded in the run, resting to save the state.
    fn ask(
        &self,
        position: &Position,
        attacker: usize,
        most: u64,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> Reached {
        loop {
            let reached = self.ask_once(position, attacker, most, run, watch);
            if !run.is_due() {
                return reached;
            }
            self.save(run);
            if reached != Reached::Open || run.over() || run.nodes.load(Relaxed) >= most {
                return reached;
            }
        }
    }

    /// Asks until the question is answered, the nodes are expanded or the state is to be saved.
    fn ask_once(
        &self,
        position: &Position,
        attacker: usize,
        most: u64,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> Reached {
        let halt = AtomicBool::new(false);
        let shared = Shared {
            node_limit: run.limits.nodes.map_or(most, |limit| limit.min(most)),
            busy: &self.busy,
            ..self.shared(&halt, &run.nodes)
        };
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            for _ in 0..self.threads {
                let (done, shared, halt) = (done.clone(), &shared, &halt);
                scope.spawn(move || {
                    let numbers = Search::new(shared, attacker).run(position);
                    halt.store(true, Relaxed);
                    // The receiver is gone only when the answer is known already.
                    let _ = done.send(numbers);
                });
            }
            drop(done);
            let mut reached = Reached::Open;
            let mut last = Instant::now();
            loop {
                match wait.recv_timeout(Duration::from_millis(20)) {
                    Ok(numbers) => match Reached::of(numbers, position.turn == attacker) {
                        Reached::Open => {}
                        answer => reached = answer,
                    },
                    Err(RecvTimeoutError::Timeout) => {
                        if run.over() || run.is_due() {
                            halt.store(true, Relaxed);
                        }
                        if last.elapsed() >= LOOK {
                            last = Instant::now();
                            watch(&self.progress(position, attacker, run));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return reached,
                }
            }
        })
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

    /// What the table says about "does the attacker win?": proof, disproof, and the same of the replies it knows.
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
