//! Depth-first proof-number search on the shared table, for one yes-or-no question: does the
//! attacker win?
//!
//! Numbers are kept from the side to move: phi is the effort to prove its claim (the attacker's:
//! "I win"; the defender's: "you do not"), delta the effort to refute it. Only positions that
//! were searched are stored; a leaf is judged by its winning cells and guessed at by the learned value.
//! Begin with `Search::mid`.

mod lead;
mod look;
mod numbers;
mod root;
mod settings;
mod siblings;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::key::{Images, Places, Word};
use crate::policy::{self, Choice, Policy};
use crate::position::Position;
use crate::shape::{Cell, Shape, SmallCell, bits};
use crate::table::{Entry, Table};
use crate::zone::Zone;
use crate::zones::Zones;

use look::{Judged, LOOKS, Look, Looked};
use numbers::{Gathered, Thresholds};

pub use numbers::Numbers;
pub use settings::Settings;

/// What all threads share.
pub struct Shared<'a, W> {
    /// The board.
    pub shape: &'a Shape,
    /// Key parts of stones.
    pub places: &'a Places<W>,
    /// The table.
    pub table: &'a Table<W>,
    /// The zones of proved positions.
    pub zones: &'a Zones<W>,
    /// Ends the search.
    pub stop: &'a AtomicBool,
    /// Nodes of all threads.
    pub nodes: &'a AtomicU64,
    /// Stop when this many nodes were searched.
    pub node_limit: u64,
    /// How many threads search below a position just now, by its key; empty for one thread.
    pub busy: &'a [AtomicU8],
    /// Numbers.
    pub settings: Settings,
}

/// One thread's search for one question.
pub struct Search<'a, W> {
    shared: &'a Shared<'a, W>,
    attacker: usize,
    /// Nodes expanded by this thread.
    pub nodes: u64,
    reported: u64,
    /// Positions from the root down to here.
    path: Vec<W>,
    /// Leave every position at this depth or deeper; 0 when the search is stopped.
    leave: usize,
    /// Moves left by the closer look at positions visited lately.
    looks: Vec<Look<W>>,
    /// Which moves are likely to settle a position.
    policy: Option<&'a Policy>,
    /// Which claims are likely to hold: the same network, once its value has been taught.
    value: Option<&'a Policy>,
    /// Nodes after which this search stops, of its own.
    most: u64,
    /// Positions settled by a move, for the policy to learn from.
    pub lessons: Vec<policy::Sample>,
    /// Settled positions, for its value to learn from.
    pub settled: Vec<policy::Settled>,
    /// Closer looks saved by remembering the last ones.
    pub saved_looks: u64,
    /// Replies dismissed by zones.
    pub dismissed: u64,
    /// Proofs imitated, and tries.
    pub imitated: [u64; 2],
    /// Proofs whose zone is known, and those whose zone is not.
    pub proofs: [u64; 2],
    /// Looks for moves that hold by pairs, and those that found something.
    pub sights: [u64; 2],
}

/// A position with what is carried along from its parent, and its key in the table.
struct Node<'n, W> {
    position: &'n Position,
    images: Images<W>,
    key: W,
    /// The symmetry that leads to the orientation of the table.
    symmetry: usize,
}

/// What the moves of a position come to before they are searched.
enum Expanded {
    /// This one wins.
    Wins(Cell),
    /// So many children are open, and this is the choice among them.
    Open(usize, Choice),
}

/// With several threads: look all children up again after a visit of more nodes than this.
const REFRESH_WORK: u64 = 200;

/// What a position begins with as long as nobody has learned more.
const EVEN: Numbers = Numbers { phi: 2.0, delta: 2.0 };
const HOLDS: Numbers = Numbers { phi: 0.0, delta: f32::INFINITY };
const FAILS: Numbers = Numbers { phi: f32::INFINITY, delta: 0.0 };

#[derive(Clone, Copy)]
struct Child<W> {
    key: W,
    phi: f32,
    delta: f32,
    cell: u8,
}

impl<'a, W: Word> Search<'a, W> {
    /// A search for the question "does `attacker` win?".
    pub fn new(shared: &'a Shared<'a, W>, attacker: usize) -> Search<'a, W> {
        let looks = shared.node_limit.min(LOOKS as u64).next_power_of_two() as usize;
        Search {
            shared,
            attacker,
            nodes: 0,
            reported: 0,
            path: Vec::new(),
            leave: usize::MAX,
            looks: vec![Look { key: W::default(), symmetry: 0, moves: 0, zone: Zone::EMPTY }; looks],
            policy: None,
            value: None,
            most: u64::MAX,
            lessons: Vec::new(),
            settled: Vec::new(),
            saved_looks: 0,
            dismissed: 0,
            imitated: [0; 2],
            proofs: [0; 2],
            sights: [0; 2],
        }
    }

    /// The same search, led by a policy.
    #[must_use]
    pub fn led_by(self, policy: Option<&'a Policy>) -> Search<'a, W> {
        let value = policy.filter(|policy| self.shared.settings.value != 0.0 && policy.has_value());
        Search { policy, value, ..self }
    }

    /// Runs from now on stop after so many more nodes of this thread.
    pub fn limit(&mut self, nodes: u64) {
        self.most = self.nodes.saturating_add(nodes);
    }

    /// Are the nodes of all threads spent, or is the search stopped?
    pub fn is_over(&self) -> bool {
        self.shared.stop.load(Relaxed) || self.shared.nodes.load(Relaxed) >= self.shared.node_limit
    }

    /// The table key of a position.
    pub fn key(&self, position: &Position, images: &Images<W>) -> W {
        images.least(self.shared.places).0.tagged(self.tag(position.turn))
    }

    fn tag(&self, turn: usize) -> u64 {
        (turn << 1 | self.attacker) as u64
    }

    /// Searches until the question is answered or the search is stopped.
    pub fn run(&mut self, position: &Position) -> Numbers {
        self.run_until(position, f32::INFINITY, f32::INFINITY)
    }

    /// Searches until phi or delta reaches its threshold, or the search is stopped.
    pub fn run_until(&mut self, position: &Position, phi: f32, delta: f32) -> Numbers {
        self.leave = usize::MAX;
        let numbers = self.mid(&self.root(position), Thresholds { phi, delta });
        self.report();
        numbers
    }

    fn root<'n>(&self, position: &'n Position) -> Node<'n, W> {
        let images = Images::of(self.shared.places, position.stones);
        self.node(position, images)
    }

    fn node<'n>(&self, position: &'n Position, images: Images<W>) -> Node<'n, W> {
        let (least, symmetry) = images.least(self.shared.places);
        let key = least.tagged(self.tag(position.turn));
        Node { position, images, key, symmetry }
    }

    /// Counts a node; the shared count is brought up to date now and then, and at the limits.
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes & 0x3ff == 0 || self.nodes == self.shared.node_limit || self.nodes == self.most {
            self.report();
        }
    }

    fn report(&mut self) {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = self.shared.nodes.fetch_add(new, Relaxed) + new;
        let spent = total >= self.shared.node_limit || self.nodes >= self.most;
        if spent || self.shared.stop.load(Relaxed) {
            self.leave = 0;
        } else if self.alone() {
            return;
        }
        // Another thread may have solved a position above: what is below it matters no more.
        let solved = |key: &W| self.shared.table.probe(*key).is_some_and(|entry| entry.solved());
        if let Some(depth) = self.path.iter().position(solved) {
            self.leave = self.leave.min(depth);
        }
    }

    fn alone(&self) -> bool {
        self.shared.busy.is_empty()
    }

    #[inline]
    fn slot(&self, key: W) -> &'a AtomicU8 {
        let (low, high) = key.halves();
        let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.shared.busy[mixed as usize % self.shared.busy.len()]
    }

    /// Searches below a position until phi or delta reaches its threshold, and stores what it found. Returned
    /// numbers may stay below both only if stopped.
    fn mid(&mut self, node: &Node<'_, W>, most: Thresholds) -> Numbers {
        let before = self.nodes;
        self.count();
        let &Node { position, key, symmetry, .. } = node;
        let Looked { judged, zone } = self.look_once(position, key, symmetry);
        let moves = match judged {
            Judged::Holds | Judged::Fails => {
                self.remember(key, symmetry, zone);
                let numbers = if let Judged::Holds = judged { HOLDS } else { FAILS };
                return self.finish(position, key, numbers, self.first(zone, symmetry), before);
            }
            Judged::Open(moves) => moves,
        };
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let (children, choice) = match self.expand(node, moves, &mut children) {
            Expanded::Wins(cell) => {
                return self.finish(position, key, HOLDS, Some(self.canonical(cell, symmetry)), before);
            }
            Expanded::Open(count, choice) => (&mut children[..count], choice),
        };
        self.prepare(node, &choice, children);
        let depth = self.path.len();
        self.path.push(key);
        loop {
            let end = self.focus(children);
            let gathered = self.gather(&children[..end], most.phi);
            let Gathered { numbers, best, .. } = gathered;
            let done = numbers.phi >= most.phi || numbers.delta >= most.delta;
            if done || self.leave <= depth {
                self.path.pop();
                if self.leave == depth && depth > 0 {
                    self.leave = usize::MAX;
                }
                self.conclude(node, children, zone, numbers);
                let best = best.map(|i| children[i].cell);
                self.keep_lesson(node, &choice, best, numbers, before);
                let cell = best.map(|cell| self.canonical(cell as usize, symmetry));
                return self.finish(position, key, numbers, cell, before);
            }
            self.descend(node, children, &gathered, most);
        }
    }

    /// The moves that must be looked at, with the numbers that they start from; or one that wins.
    fn expand(&mut self, node: &Node<'_, W>, moves: u64, children: &mut [Child<W>; 64]) -> Expanded {
        let &Node { position, ref images, key, symmetry } = node;
        let mut count = 0;
        let symmetric = images.symmetric(self.shared.places);
        let mut choice = self.choice(position);
        let value = self.value.map(|network| (network, network.sums_after(self.shared.shape, &choice)));
        let (shape, side) = (self.shared.shape, position.turn);
        let (mut scratch, joined) = (*position, shape.dilate(position.stones[side]));
        for cell in bits(moves) {
            let mut wins = position.wins;
            wins[side] |= scratch.threats(shape, cell, side, joined);
            let free = position.free(shape) & !(1 << cell);
            match self.judge(1 - side, wins.map(|set| set & free), free) {
                Judged::Fails => {
                    let zone = Zone::of(wins[side] & free).after(cell);
                    self.remember(key, symmetry, Some(zone));
                    return Expanded::Wins(cell);
                }
                Judged::Holds => continue,
                Judged::Open(_) => (),
            }
            let child_key = images.least_with(self.shared.places, side, cell).tagged(self.tag(1 - side));
            if symmetric && children[..count].iter().any(|child| child.key == child_key) {
                continue;
            }
            choice.moves |= 1 << cell;
            let blocks = wins[side] != 0;
            choice.threats |= u64::from(blocks) << cell;
            let numbers = match &value {
                Some((network, sums)) => {
                    self.numbers_of(network.value_after(shape, &choice, sums, cell, blocks))
                }
                None => EVEN,
            };
            children[count] =
                Child { key: child_key, phi: numbers.phi, delta: numbers.delta, cell: cell as u8 };
            count += 1;
        }
        Expanded::Open(count, choice)
    }

    /// What policy, table and zones know of the children before one is searched.
    fn prepare(&mut self, node: &Node<'_, W>, choice: &Choice, children: &mut [Child<W>]) {
        self.lead(choice, children);
        if self.shared.settings.width > 0 {
            children.sort_unstable_by(|a, b| a.delta.total_cmp(&b.delta));
        }
        for child in children.iter_mut() {
            self.refresh(child);
        }
        self.dismiss_afresh(node.position, &node.images, children, node.key);
    }

    /// Keeps the zone of a position that is solved.
    fn conclude(
        &mut self,
        node: &Node<'_, W>,
        children: &[Child<W>],
        refuted: Option<Zone>,
        numbers: Numbers,
    ) {
        if self.shared.settings.race > 0 && numbers.solved() {
            let zone = self.zone_of(node.position, &node.images, children, refuted, numbers);
            self.remember(node.key, node.symmetry, zone);
        }
    }

    /// Searches the best child and brings the numbers of the children up to date.
    fn descend(
        &mut self,
        node: &Node<'_, W>,
        children: &mut [Child<W>],
        gathered: &Gathered,
        most: Thresholds,
    ) {
        let best = gathered.best.expect("an open position has an open child");
        let position = node.position;
        let child = children[best];
        let next = gathered.second.max(child.delta) * (1.0 + self.shared.settings.epsilon);
        let thresholds = Thresholds {
            phi: self.room(&children[..self.focus(children)], best, most.delta),
            delta: most.phi.min(next),
        };
        let cell = child.cell as usize;
        let after = position.played(self.shared.shape, cell);
        let mut images = node.images;
        images.add(self.shared.places, position.turn, cell);
        let start = self.nodes;
        if !self.alone() {
            self.slot(child.key).fetch_add(1, Relaxed);
        }
        let numbers = self.mid(&self.node(&after, images), thresholds);
        children[best].phi = numbers.phi;
        children[best].delta = numbers.delta;
        if numbers.phi == 0.0 {
            self.dismiss(position, &node.images, children, best);
            if position.turn != self.attacker {
                self.imitate(position, &node.images, children, best);
            }
        }
        if !self.alone() {
            self.slot(child.key).fetch_sub(1, Relaxed);
            if self.nodes - start > REFRESH_WORK {
                for child in children.iter_mut() {
                    self.refresh(child);
                }
            }
        }
    }

    fn refresh(&self, child: &mut Child<W>) {
        if let Some(entry) = self.shared.table.probe(child.key) {
            child.phi = entry.phi;
            child.delta = entry.delta;
        }
    }

    /// The first move of a proof, in the orientation of the table.
    fn first(&self, zone: Option<Zone>, symmetry: usize) -> Option<SmallCell> {
        zone?.first.map(|cell| self.canonical(cell.index(), symmetry))
    }

    fn canonical(&self, cell: Cell, symmetry: usize) -> SmallCell {
        self.shared.shape.turn(cell, symmetry)
    }

    fn finish(
        &mut self,
        position: &Position,
        key: W,
        numbers: Numbers,
        best: Option<SmallCell>,
        before: u64,
    ) -> Numbers {
        let mut work = self.nodes - before;
        if let Some(known) = self.shared.table.probe(key) {
            if known.solved() {
                return Numbers { phi: known.phi, delta: known.delta };
            }
            work += known.work;
        }
        let entry = Entry { phi: numbers.phi, delta: numbers.delta, best, work };
        self.shared.table.store(key, entry);
        self.keep_settled(position, numbers, work);
        numbers
    }
}
