//! One thread of a proof-number search on the shared tree.
//!
//! The tree is locked while a thread walks to a leaf and while it brings results home; what a leaf is worth is found
//! out without the lock. A thread stays below a node until the node's numbers have passed their thresholds (depth-first
//! thresholds with the 1+epsilon trick), so that it does not walk down from the root each time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use game::{Cell, Colour, Outcome, Position};
use search::potential::Potentials;

use super::tree::{NOWHERE, Node, Tree};
use crate::wide::look::{Sight, distinct, glance, look};

/// The next child's number may be exceeded by this share before the search turns to it.
const EPSILON: f32 = 0.5;

/// A child that another thread searches looks dearer by this share.
const BUSY: f32 = 0.5;

/// What all threads share.
pub struct Shared<const W: usize> {
    /// The tree.
    pub tree: Mutex<Tree>,
    /// The position at its root.
    pub root: Position<W>,
    /// The question: does this colour win?
    pub attacker: Colour,
    /// Whether new moves are told apart by two-distance.
    pub potentials: bool,
    /// Ends the search.
    pub halt: AtomicBool,
    /// Leaves expanded.
    pub nodes: AtomicU64,
    /// Stop when so many were.
    pub most: AtomicU64,
}

impl<const W: usize> Shared<W> {
    /// The tree, for a moment. A thread that panicked has left it as it was between two changes of single nodes, and the
    /// panic itself is passed on where threads are joined.
    pub fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A node on the way down, and how far its numbers may grow before it is left.
struct Step<const W: usize> {
    node: u32,
    phi: f32,
    delta: f32,
    position: Position<W>,
}

/// What was found out about a leaf.
enum Leaf {
    Holds(u16),
    Fails,
    /// The moves, each with the effort that it seems to need.
    Open(Vec<(u16, f32)>),
}

/// How much dearer a move looks for each step of its total potential above the least.
const STEP: f32 = 0.5;
/// The most steps that count.
const STEPS: i32 = 8;

/// Expects moves of low total potential (Queenbee 5.4), where both colours want to be, to be proved with less effort.
fn expect<const W: usize>(position: &Position<W>, moves: &mut [(u16, f32)]) {
    let potentials = Potentials::of(position.board());
    let total = |cell: u16| potentials.total(usize::from(cell));
    let least = moves.iter().map(|&(cell, _)| total(cell)).min().unwrap_or(0);
    for (cell, effort) in moves {
        *effort = 1.0 + STEP * (total(*cell) - least).clamp(0, STEPS) as f32;
    }
}

/// One thread's search.
pub struct Worker<'a, const W: usize> {
    shared: &'a Shared<W>,
    path: Vec<Step<W>>,
    generation: u32,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A worker at the root.
    pub fn new(shared: &'a Shared<W>) -> Worker<'a, W> {
        Worker { shared, path: Vec::new(), generation: 0 }
    }

    /// Searches until the root is solved, the nodes are used up or the search is halted.
    pub fn run(&mut self) {
        loop {
            let mut tree = self.shared.lock();
            let spent = self.shared.nodes.load(Relaxed) >= self.shared.most.load(Relaxed);
            if spent || tree.root().solved() || self.shared.halt.load(Relaxed) {
                return;
            }
            if !self.walk(&mut tree) {
                // Every way leads to a leaf that somebody else is at work on.
                drop(tree);
                std::thread::yield_now();
                continue;
            }
            self.mark(&mut tree, true);
            drop(tree);
            let leaf = self.expand();
            self.shared.nodes.fetch_add(1, Relaxed);
            let mut tree = self.shared.lock();
            if tree.generation == self.generation {
                self.mark(&mut tree, false);
                self.bring_home(&mut tree, leaf);
            }
        }
    }

    fn mark(&self, tree: &mut Tree, is_busy: bool) {
        for step in &self.path {
            let node = &mut tree.nodes[step.node as usize];
            node.busy = if is_busy { node.busy + 1 } else { node.busy.saturating_sub(1) };
        }
    }

    /// Goes up as far as thresholds are passed, then down to a leaf; false if none is free.
    fn walk(&mut self, tree: &mut Tree) -> bool {
        if tree.generation != self.generation || self.path.is_empty() {
            self.generation = tree.generation;
            self.path.clear();
            let all = f32::INFINITY;
            self.path.push(Step { node: 0, phi: all, delta: all, position: self.shared.root });
        }
        let passed = |step: &Step<W>| {
            let node = &tree.nodes[step.node as usize];
            node.phi >= step.phi || node.delta >= step.delta
        };
        if let Some(end) = self.path.iter().skip(1).position(passed) {
            self.path.truncate(end + 1);
        }
        loop {
            let step = self.path.last().expect("the root at least");
            let node = tree.nodes[step.node as usize];
            if node.count == 0 {
                if node.busy > 0 {
                    self.path.clear();
                    return false;
                }
                return true;
            }
            let Some((child, phi, delta)) = self.choose(tree, step, &node) else {
                self.path.clear();
                return false;
            };
            let mut position = step.position;
            position.play(Cell::new(usize::from(tree.nodes[child].cell)));
            self.path.push(Step { node: child as u32, phi, delta, position });
        }
    }

    /// The child to search and its thresholds.
    fn choose(&self, tree: &Tree, step: &Step<W>, node: &Node) -> Option<(usize, f32, f32)> {
        let (mut best, mut least, mut second) = (None, f32::INFINITY, f32::INFINITY);
        for number in tree.children(step.node) {
            let child = &tree.nodes[number];
            if child.solved() || child.count == 0 && child.busy > 0 {
                continue;
            }
            let delta = child.delta * (1.0 + BUSY * f32::from(child.busy));
            if delta < least {
                second = least;
                (best, least) = (Some(number), delta);
            } else if delta < second {
                second = delta;
            }
        }
        let best = best?;
        let child = &tree.nodes[best];
        let delta = step.phi.min(second.max(child.delta) * (1.0 + EPSILON));
        let phi = step.delta - (node.delta - child.phi);
        // A walk that goes on below a node must be able to end below it.
        Some((best, phi.max(child.phi * 1.001), delta.max(child.delta * 1.001)))
    }

    fn expand(&self) -> Leaf {
        let position = &self.path.last().expect("a leaf").position;
        let attacks = position.turn() == self.shared.attacker;
        let moves = match look(position) {
            Sight::Wins(cell) => return Leaf::Holds(cell.index() as u16),
            Sight::Loses => return Leaf::Fails,
            Sight::Open(moves) => moves,
        };
        if !position.can_win(self.shared.attacker) {
            let any = moves.first_cell().map_or(NOWHERE, |cell| cell.index() as u16);
            return if attacks { Leaf::Fails } else { Leaf::Holds(any) };
        }
        let mut open = Vec::new();
        for cell in distinct(position, moves) {
            let mut after = *position;
            after.play(cell);
            if after.outcome() == Some(Outcome::Draw) {
                if !attacks {
                    return Leaf::Holds(cell.index() as u16);
                }
                continue;
            }
            match glance(&after) {
                Sight::Loses => return Leaf::Holds(cell.index() as u16),
                Sight::Wins(_) => {}
                Sight::Open(_) => open.push((cell.index() as u16, 1.0)),
            }
        }
        if self.shared.potentials && open.len() > 1 {
            expect(position, &mut open);
        }
        if open.is_empty() { Leaf::Fails } else { Leaf::Open(open) }
    }

    /// Writes what was found at the leaf into the tree and upwards.
    fn bring_home(&mut self, tree: &mut Tree, leaf: Leaf) {
        let at = self.path.last().expect("a leaf").node;
        match leaf {
            Leaf::Holds(best) => tree.nodes[at as usize].settle(true, best),
            Leaf::Fails => tree.nodes[at as usize].settle(false, NOWHERE),
            Leaf::Open(cells) => {
                tree.attach(at, &cells);
                if tree.generation != self.generation {
                    return;
                }
                tree.gather(at);
            }
        }
        tree.nodes[at as usize].work += 1;
        let mut changed = true;
        for step in self.path.iter().rev().skip(1) {
            let node = &mut tree.nodes[step.node as usize];
            node.work = node.work.saturating_add(1);
            changed = changed && tree.gather(step.node);
        }
    }
}
