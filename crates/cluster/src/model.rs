//! A model of many workers: the real tree and the real way of choosing jobs, with imitated jobs and an imitated clock.
//!
//! The proof is an imitated one: positions have a hidden value and a hidden cost, a job solves a position when its budget
//! covers the cost, and a position that is split hands its cost down (the winner's best move costs nearly all of it, the loser's
//! moves share it). What a job takes, what the coordinator takes for an answer and for an order, and how
//! long a message is on its way are given; [`run`] says how busy workers and coordinator were.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use referee::Colour;
use verify::Value;

use crate::tree::{Branch, NodeId, Numbers, Tree, pays_to_split};

/// What is imitated.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// Workers.
    pub workers: usize,
    /// Nodes that the proof would cost one search.
    pub cost: f64,
    /// Moves in a position.
    pub width: usize,
    /// Nodes a second of a worker.
    pub speed: f64,
    /// Seconds of a job beside its nodes (table, certificate, messages on the worker's side).
    pub fixed: f64,
    /// Nodes of the first job on a position, and of the largest.
    pub budgets: (f64, f64),
    /// How much budgets grow.
    pub growth: f64,
    /// How many times dearer a wrong way looks than a right one of the same work.
    pub insight: f64,
    /// Coordinator's seconds for an answer without and with a certificate.
    pub fold: (f64, f64),
    /// Coordinator's seconds for an order.
    pub order: f64,
    /// Seconds from coordinator to worker or back.
    pub delay: f64,
    /// Where random numbers begin.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Seconds until the root was solved.
    pub seconds: f64,
    /// Jobs answered.
    pub jobs: u64,
    /// Share of the workers' time spent on jobs.
    pub busy: f64,
    /// Share of the coordinator's time.
    pub coordinator: f64,
    /// Messages a second on the queue: an order and an answer for each job.
    pub messages: f64,
    /// Nodes searched in all.
    pub nodes: f64,
}

/// Nodes that a proof number of one stands for.
const NODES_A_NUMBER: f64 = 1e4;

/// The hidden truth about a node.
#[derive(Clone, Copy)]
struct Truth {
    value: Colour,
    cost: f64,
    budget: f64,
    depth: u32,
}

/// A pseudo-random number in 0..1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) as f64 / u64::MAX as f64
    }
}

/// What happens at a moment, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A worker is free and asks the queue.
    Free(usize),
    /// An answer reaches the coordinator.
    Answer(usize, NodeId),
}

struct Model {
    world: World,
    tree: Tree,
    truths: Vec<Truth>,
    dice: Dice,
    queue: std::collections::VecDeque<NodeId>,
    running: usize,
    idle: Vec<usize>,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    budgets: HashMap<NodeId, f64>,
    outcome: Outcome,
    worked: f64,
    coordinated: f64,
}

/// Imitates a proof.
pub fn run(world: &World) -> Outcome {
    let root = Truth { value: Colour::White, cost: world.cost, budget: world.budgets.0, depth: 0 };
    let mut model = Model {
        world: *world,
        tree: Tree::new("0".into(), Colour::Black, None),
        truths: vec![root],
        dice: Dice(world.seed),
        queue: std::collections::VecDeque::new(),
        running: 0,
        idle: Vec::new(),
        events: BinaryHeap::new(),
        budgets: HashMap::new(),
        outcome: Outcome::default(),
        worked: 0.0,
        coordinated: 0.0,
    };
    model.go()
}

impl Model {
    fn go(&mut self) -> Outcome {
        for worker in 0..self.world.workers {
            self.events.push(Reverse((worker as u64, Event::Free(worker))));
        }
        let (mut now, mut free_at) = (0.0f64, 0.0f64);
        while self.tree.node(0).value().is_none() {
            let Some(Reverse((at, event))) = self.events.pop() else { break };
            now = at as f64 / 1e6;
            match event {
                Event::Free(worker) => self.idle.push(worker),
                Event::Answer(worker, node) => {
                    // The coordinator takes one answer after the other; the worker asks for more meanwhile.
                    let begin = free_at.max(now);
                    let cost = self.fold(node);
                    free_at = begin + cost;
                    self.coordinated += cost;
                    now = free_at;
                    self.running -= 1;
                    self.idle.push(worker);
                }
            }
            let wanted = 1 + self.running / 2 + self.idle.len();
            while self.queue.len() < wanted.max(1) {
                let Some(node) = self.choose() else { break };
                self.queue.push_back(node);
                free_at = free_at.max(now) + self.world.order;
                self.coordinated += self.world.order;
            }
            self.hand_out(free_at.max(now));
        }
        // Jobs that still run count as far as they are.
        for Reverse((at, event)) in self.events.drain() {
            if matches!(event, Event::Answer(..)) {
                self.worked -= (at as f64 / 1e6 - now).max(0.0);
            }
        }
        self.outcome.seconds = now;
        self.outcome.busy = self.worked / (now * self.world.workers as f64).max(1e-9);
        self.outcome.coordinator = self.coordinated / now.max(1e-9);
        self.outcome.messages = 2.0 * self.outcome.jobs as f64 / now.max(1e-9);
        self.outcome
    }

    fn choose(&mut self) -> Option<NodeId> {
        loop {
            let question = *self.tree.questions(None).first()?;
            if let Some(node) = self.tree.select(question) {
                self.tree.set_busy(node, true);
                return Some(node);
            }
            let (idle, running) = (self.idle.len() as u64, self.running as u64);
            let is_largest = |node: NodeId| self.truths[node].budget >= self.world.budgets.1;
            let pays = |node: &NodeId| pays_to_split(*node, is_largest(*node), idle, running);
            let node = self.tree.select_busy(question).filter(pays)?;
            self.split(node);
        }
    }

    fn hand_out(&mut self, now: f64) {
        while let Some(&worker) = self.idle.last() {
            let Some(node) = self.queue.pop_front() else { break };
            if self.tree.node(node).value().is_some() || !self.tree.pointless(&[node]).is_empty() {
                self.tree.set_busy(node, false);
                continue;
            }
            self.idle.pop();
            let truth = self.truths[node];
            let nodes = truth.cost.min(truth.budget);
            let seconds = nodes / self.world.speed + self.world.fixed;
            self.worked += seconds;
            self.outcome.nodes += nodes;
            self.running += 1;
            let at = now + seconds + 2.0 * self.world.delay;
            self.events.push(Reverse(((at * 1e6) as u64, Event::Answer(worker, node))));
            self.budgets.insert(node, truth.budget);
        }
    }

    /// Takes an answer in; returns what it cost the coordinator.
    fn fold(&mut self, node: NodeId) -> f64 {
        self.outcome.jobs += 1;
        self.tree.set_busy(node, false);
        let budget = self.budgets.remove(&node).unwrap_or(0.0);
        let truth = self.truths[node];
        if self.tree.node(node).value().is_some() {
            return self.world.fold.0;
        }
        if truth.cost <= budget {
            self.tree.tell(node, Value::Wins(truth.value));
            return self.world.fold.1;
        }
        self.truths[node].budget = budget * self.world.growth;
        let numbers = self.numbers(&truth);
        self.tree.guess(node, numbers);
        if budget >= self.world.budgets.1 && self.tree.node(node).is_leaf() {
            self.split(node);
        }
        self.world.fold.0
    }

    /// A worker's numbers: the work that is left, known to a factor of four, and more for what is not true.
    fn numbers(&mut self, truth: &Truth) -> [Numbers; 2] {
        let effort = (truth.cost / NODES_A_NUMBER).max(1.0);
        let lean = 4f64.powf(self.dice.roll() - 0.5);
        [Colour::White, Colour::Black].map(|colour| match truth.value == colour {
            true => Numbers::open(effort * lean, effort * self.world.insight),
            false => Numbers::open(effort * self.world.insight, effort * lean),
        })
    }

    fn split(&mut self, node: NodeId) {
        let truth = self.truths[node];
        let turn = self.tree.node(node).turn;
        let width = self.world.width.saturating_sub(truth.depth as usize).max(2);
        let shares: Vec<f64> = (0..width).map(|_| self.dice.roll().powi(3) + 0.01).collect();
        let total: f64 = shares.iter().sum();
        let best = (self.dice.roll() * width as f64) as usize;
        let mut truths = Vec::new();
        for (i, share) in shares.iter().enumerate() {
            // The winner has one good move that costs nearly all; its other moves lose or cost more. The loser's moves share.
            let (value, cost) = if turn == truth.value {
                if i == best {
                    (truth.value, truth.cost * 0.9)
                } else {
                    (truth.value.other(), truth.cost * (0.5 + self.dice.roll()))
                }
            } else {
                (truth.value, truth.cost * share / total)
            };
            truths.push(Truth { value, cost, budget: self.world.budgets.0, depth: truth.depth + 1 });
        }
        let first = self.truths.len();
        // Numbers of replies come with the answer about the position.
        let mut branches = Vec::new();
        for (i, child) in truths.iter().enumerate() {
            let numbers = self.numbers(child);
            branches.push(Branch { cell: i as u16, key: (first + i).to_string(), value: None, numbers });
        }
        self.truths.extend(truths);
        self.tree.split(node, branches);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(workers: usize) -> World {
        World {
            workers,
            cost: 2e6,
            width: 12,
            speed: 5e4,
            fixed: 0.05,
            budgets: (5e4, 2e5),
            growth: 4.0,
            insight: 3.0,
            fold: (0.002, 0.02),
            order: 0.001,
            delay: 0.01,
            seed: 3,
        }
    }

    #[test]
    fn more_workers_are_faster_until_the_coordinator_is_busy() {
        let [one, ten] = [1, 10].map(|workers| run(&world(workers)));
        assert!(ten.seconds < one.seconds / 4.0, "{one:?} {ten:?}");
        assert!(one.busy > 0.9 && one.coordinator < 0.05, "{one:?}");
        let slow = run(&World { fold: (0.5, 2.0), ..world(10) });
        assert!(slow.coordinator > 0.5 && slow.seconds > ten.seconds, "{slow:?}");
    }
}
