//! Proof-number search on an explicit tree, with several threads, for every board and both games.
//!
//! A position has three values, the search answers yes or no: "does White win?" and "does Black win?" are asked by turns
//! with growing numbers of nodes, each on a tree of its own. [`tree`] is the memory, [`worker`] one thread's work.

pub mod tree;
pub mod worker;

use std::cell::RefCell;
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::{Cell, Colour, Position};

use crate::answer::{Answer, Budget, Progress, Reply, Solver, Task, Verdict};
use crate::checkpoint::{Keeper, Spent};
use tree::{NOWHERE, Tree};
use worker::{Shared, Worker};

/// Nodes of the first turn of each question.
const FIRST_TURN: u64 = 2_000;

/// Pause between two words to the watcher.
const LOOK: Duration = Duration::from_secs(1);

/// The solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pns {
    /// Tells new moves apart by two-distance (initial numbers by potentials).
    pub potentials: bool,
}

impl Solver for Pns {
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        game::with_width!(task.position.shape(), W => {
            let keeper = task.keep.as_ref().map(|keep| Keeper::new(keep, &task.position, "pns"));
            Questions::<W>::new(&task.position.resized(), budget, self.potentials, keeper).solve(stop, watch)
        })
    }
}

/// Both questions about a position.
struct Questions<const W: usize> {
    position: Position<W>,
    budget: Budget,
    /// By attacker.
    asked: [Shared<W>; 2],
    begin: Instant,
    /// What earlier runs had spent.
    before: Spent,
    keeper: Option<RefCell<Keeper>>,
    /// Why the state could not be read or written.
    trouble: RefCell<Option<String>>,
}

impl<const W: usize> Questions<W> {
    fn new(
        position: &Position<W>,
        budget: &Budget,
        potentials: bool,
        keeper: Option<Keeper>,
    ) -> Questions<W> {
        let asked = Colour::BOTH.map(|attacker| Shared {
            tree: Mutex::new(Tree::new(budget.memory / 2)),
            root: *position,
            attacker,
            potentials,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most: AtomicU64::new(0),
        });
        let mut questions = Questions {
            position: *position,
            budget: *budget,
            asked,
            begin: Instant::now(),
            before: Spent::default(),
            keeper: None,
            trouble: RefCell::new(None),
        };
        if let Some(keeper) = keeper {
            let load = |source: &mut dyn Read| {
                questions.asked.iter().try_for_each(|question| question.lock().load(source))
            };
            match keeper.load(load) {
                Ok(before) => {
                    questions.before = before.unwrap_or_default();
                    questions.keeper = Some(RefCell::new(keeper));
                }
                Err(trouble) => questions.trouble = RefCell::new(Some(trouble)),
            }
        }
        questions
    }

    fn is_due(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.borrow().is_due())
    }

    /// Writes the state, if one is kept; the threads must be at rest.
    fn save(&self) {
        if let Some(keeper) = &self.keeper {
            let spent = Spent { nodes: self.total(), time: self.elapsed() };
            let saved = keeper
                .borrow_mut()
                .save(spent, |out| self.asked.iter().try_for_each(|question| question.lock().save(out)));
            self.trouble.replace(saved.err());
        }
    }

    /// Time of all runs together.
    fn elapsed(&self) -> Duration {
        self.before.time + self.begin.elapsed()
    }

    /// Nodes of all runs together.
    fn total(&self) -> u64 {
        self.before.nodes + self.nodes()
    }

    fn nodes(&self) -> u64 {
        self.asked.iter().map(|question| question.nodes.load(Relaxed)).sum()
    }

    fn over(&self, stop: &AtomicBool) -> bool {
        let limits = &self.budget.limits;
        stop.load(Relaxed)
            || self.trouble.borrow().is_some()
            || limits.time.is_some_and(|most| self.begin.elapsed() >= most)
            || limits.nodes.is_some_and(|most| self.nodes() >= most)
    }

    fn solve(&self, stop: &AtomicBool, watch: &mut dyn FnMut(&Progress)) -> Answer {
        let side = self.position.turn();
        let mut share = FIRST_TURN;
        let verdict = loop {
            for attacker in self.order() {
                self.ask(&self.asked[attacker.index()], share, stop, watch);
            }
            if let Some(verdict) = self.verdict(side) {
                break verdict;
            }
            if self.over(stop) {
                break Verdict::Unknown;
            }
            share = share.saturating_mul(2);
        };
        self.save();
        let line = self.line(verdict);
        Answer {
            verdict,
            best: line.first().copied(),
            line,
            nodes: self.total(),
            elapsed: self.elapsed(),
            memory: self.memory(),
            depth: None,
            certificate: None,
            trouble: self.trouble.take(),
        }
    }

    /// The open questions, the one that looks more like a yes first.
    fn order(&self) -> Vec<Colour> {
        let doubt = |colour: &Colour| {
            let (proof, disproof) = self.numbers(*colour);
            proof / disproof.max(f32::MIN_POSITIVE)
        };
        let mut order: Vec<Colour> = [self.position.turn(), self.position.turn().other()].to_vec();
        order.sort_by(|a, b| doubt(a).total_cmp(&doubt(b)));
        order.retain(|colour| !self.asked[colour.index()].lock().root().solved());
        order
    }

    /// Effort to prove and to refute that a colour wins.
    fn numbers(&self, attacker: Colour) -> (f32, f32) {
        let tree = self.asked[attacker.index()].lock();
        let root = tree.root();
        if self.position.turn() == attacker { (root.phi, root.delta) } else { (root.delta, root.phi) }
    }

    fn verdict(&self, side: Colour) -> Option<Verdict> {
        let [own, other] = [side, side.other()].map(|colour| self.numbers(colour));
        if own.0 == 0.0 {
            Some(Verdict::Win)
        } else if other.0 == 0.0 {
            Some(Verdict::Loss)
        } else {
            (own.1 == 0.0 && other.1 == 0.0).then_some(Verdict::Draw)
        }
    }

    fn ask(&self, question: &Shared<W>, share: u64, stop: &AtomicBool, watch: &mut dyn FnMut(&Progress)) {
        if self.over(stop) || self.verdict(self.position.turn()).is_some() {
            return;
        }
        let left = self.budget.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()));
        question.most.store(question.nodes.load(Relaxed).saturating_add(share.min(left)), Relaxed);
        loop {
            self.ask_once(question, stop, watch);
            if !self.is_due() {
                return;
            }
            self.save();
            let spent = question.nodes.load(Relaxed) >= question.most.load(Relaxed);
            if spent || question.lock().root().solved() || self.over(stop) {
                return;
            }
        }
    }

    /// Asks until the question is answered, the nodes are expanded or the state is to be saved.
    fn ask_once(&self, question: &Shared<W>, stop: &AtomicBool, watch: &mut dyn FnMut(&Progress)) {
        question.halt.store(false, Relaxed);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.budget.threads.max(1))
                .map(|_| scope.spawn(move || Worker::new(question).run()))
                .collect();
            let mut last = Instant::now();
            while !threads.iter().all(|thread| thread.is_finished()) {
                std::thread::park_timeout(Duration::from_millis(2));
                if self.over(stop) || self.is_due() {
                    question.halt.store(true, Relaxed);
                }
                if last.elapsed() >= LOOK {
                    last = Instant::now();
                    watch(&self.progress(question));
                }
            }
        });
    }

    fn memory(&self) -> usize {
        self.asked.iter().map(|question| question.lock().bytes()).sum()
    }

    fn progress(&self, question: &Shared<W>) -> Progress {
        let (proof, disproof) = self.numbers(question.attacker);
        let memory = self.memory();
        let tree = question.lock();
        let own = self.position.turn() == question.attacker;
        let replies = tree.nodes[tree.children(0)].iter().map(|child| {
            let (proof, disproof) = if own { (child.delta, child.phi) } else { (child.phi, child.delta) };
            Reply { cell: Cell::new(child.cell.into()), proof, disproof, work: child.work.into() }
        });
        Progress {
            attacker: question.attacker,
            proof,
            disproof,
            nodes: self.total(),
            elapsed: self.elapsed(),
            fill: tree.fill(),
            memory,
            replies: replies.collect(),
        }
    }

    /// A line of play out of the tree: proving moves of the side that keeps its claim, the replies of the other that took
    /// most work.
    fn line(&self, verdict: Verdict) -> Vec<Cell> {
        let side = self.position.turn();
        let attacker = match verdict {
            Verdict::Win | Verdict::Unknown => side,
            Verdict::Loss | Verdict::Draw => side.other(),
        };
        let tree = self.asked[attacker.index()].lock();
        let mut line = Vec::new();
        let mut at = Some(0);
        while let Some(number) = at {
            let node = &tree.nodes[number as usize];
            let children = || tree.children(number);
            let next = if node.delta == 0.0 {
                children().max_by_key(|&child| tree.nodes[child].work)
            } else {
                children().find(|&child| tree.nodes[child].cell == node.best)
            };
            match next {
                Some(child) => line.push(Cell::new(tree.nodes[child].cell.into())),
                None if node.best != NOWHERE => line.push(Cell::new(node.best.into())),
                None => {}
            }
            at = next.map(|child| child as u32);
        }
        if line.is_empty() && matches!(verdict, Verdict::Win | Verdict::Draw) {
            let danger = self.position.winning_cells(side.other());
            line.extend(danger.first_cell().or(self.position.empty_cells().first_cell()));
        }
        line
    }
}
