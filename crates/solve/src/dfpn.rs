//! Depth-first proof-number search on the shared table, for one yes-or-no question: does the
//! attacker win?
//!
//! Numbers are kept from the side to move: phi is the effort to prove its claim (the attacker's:
//! "I win"; the defender's: "you do not"), delta the effort to refute it. Only positions that
//! were searched are stored; a leaf is judged by its winning cells and guessed at by the network.
//! Begin with [`Search::mid`].

mod siblings;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::key::{Images, Places, Word};
use crate::net::{Net, Sums};
use crate::policy::{self, Choice, Policy};
use crate::position::Position;
use crate::shape::{Cell, Shape, bits};
use crate::table::{Entry, Table};
use crate::threats::{Chains, refuted, replay};
use crate::zone::Zone;
use crate::zones::Zones;

/// Numbers that steer the search; none of them touches what is proved.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The next child's number may be exceeded by this share before the search turns to it.
    pub epsilon: f32,
    /// How much the children beside the dearest count in a sum of numbers (1 = plain sum).
    pub others: f32,
    /// Moves tried by the search for chains of threats at a node; 0 = none.
    pub chain_budget: u32,
    /// Opposing chains looked for to leave out replies.
    pub chains: u32,
    /// Power of the network's odds in initial numbers.
    pub trust: f32,
    /// Power of the number of replies in initial numbers.
    pub mobility: f32,
    /// Look at this many open children first (focused df-pn); 0 = at all.
    pub width: usize,
    /// ... and at this share of the open ones besides.
    pub widen: f32,
    /// How much dearer a leaf looks for each empty cell, as an exponent: what a position costs
    /// before it is expanded should be near what it costs after.
    pub growth: f32,
    /// Proofs dismiss replies by their zones if they leave the loser at most this many stones; 0 = none do.
    pub race: u32,
    /// Positions that a proof may be imitated for against another reply; 0 = none are.
    pub imitate: u32,
    /// Keep solved positions of at least this work as samples to learn from; 0 = none.
    pub sample_work: u64,
    /// Powers of the policy's chances in initial numbers, for moves of the attacker and of the defender; 0 =
    /// no policy.
    pub powers: [f32; 2],
    /// The policy learns from positions that were settled by at least this work; 0 = it learns nothing.
    pub lesson_work: u64,
    /// Nodes before its first lesson.
    pub first_lesson: u64,
    /// A question is long when its turns have so many nodes: rollouts tell which one is likely, and it is
    /// worked off by replies.
    pub long_turn: u64,
}

impl Settings {
    /// What was measured to be best.
    pub const DEFAULT: Settings = Settings {
        epsilon: 0.5,
        others: 1.0,
        chain_budget: 200,
        chains: 8,
        trust: 1.0,
        mobility: 0.0,
        width: 0,
        widen: 0.25,
        growth: 0.0,
        race: 0,
        imitate: 0,
        sample_work: 0,
        powers: [0.0; 2],
        lesson_work: 0,
        first_lesson: 50_000,
        long_turn: 64_000,
    };

    /// The same with zones. Proofs that leave the loser more stones dismiss next to nothing on the boards
    /// that fit, and few imitations that succeed take more positions.
    pub const ZONES: Settings = Settings { race: 6, imitate: 100, ..Settings::DEFAULT };

    /// The same with a policy that learns while it runs (docs/results/solve-policy.md).
    pub const POLICY: Settings =
        Settings { powers: [0.7, 0.35], lesson_work: 30, trust: 0.5, imitate: 400, ..Settings::ZONES };

    /// Is there a policy?
    pub fn has_policy(&self) -> bool {
        self.powers != [0.0; 2] || self.lesson_work > 0
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

/// A solved position to learn from.
#[derive(Clone, Copy)]
pub struct Sample {
    /// Stones of attacker and defender.
    pub stones: [u64; 2],
    /// Who is to move: 0 attacker, 1 defender.
    pub mover: u8,
    /// The side to move must block.
    pub blocks: bool,
    /// How likely the attacker is to win: 1 or 0 when solved.
    pub chance: f32,
    /// Nodes it took.
    pub work: u32,
}

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
    /// The guesses.
    pub net: &'a Net,
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
    /// Nodes after which this search stops, of its own.
    most: u64,
    /// Solved positions.
    pub samples: Vec<Sample>,
    /// Positions settled by a move, for the policy to learn from.
    pub lessons: Vec<policy::Sample>,
    /// Closer looks saved by remembering the last ones.
    pub saved_looks: u64,
    /// Replies dismissed by zones.
    pub dismissed: u64,
    /// Proofs imitated, and tries.
    pub imitated: [u64; 2],
    /// Proofs whose zone is known, and those whose zone is not.
    pub proofs: [u64; 2],
}

/// What a closer look left of a position: a key and the symmetry that leads to it are of one
/// orientation only.
#[derive(Clone, Copy)]
struct Look<W> {
    key: W,
    symmetry: usize,
    moves: u64,
    /// The zone of the refutations of the other moves.
    zone: Zone,
}

/// Closer looks remembered by a thread (a power of two).
const LOOKS: usize = 1 << 15;

/// What is known of a position before it is searched.
enum Judged {
    /// The claim of the side to move holds.
    Holds,
    /// It does not.
    Fails,
    /// Nobody knows; these moves must be looked at.
    Open(u64),
}

/// What a closer look says, and the zone of the proof that the attacker wins: of the claim or, where moves
/// are open, of the refutations of the others.
struct Looked {
    judged: Judged,
    zone: Option<Zone>,
}

/// phi, delta of a finished visit.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Effort to prove.
    pub phi: f32,
    /// Effort to refute.
    pub delta: f32,
}

impl Numbers {
    /// Is the claim proved or refuted?
    pub fn solved(&self) -> bool {
        self.phi == 0.0 || self.delta == 0.0
    }
}

/// Where a visit ends: phi or delta reaches its bound.
#[derive(Clone, Copy)]
struct Thresholds {
    phi: f32,
    delta: f32,
}

/// A position with what is carried along from its parent, and its key in the table.
struct Node<'n, W> {
    position: &'n Position,
    images: Images<W>,
    sums: Sums,
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

/// Numbers of a node out of those of its children.
struct Gathered {
    numbers: Numbers,
    /// The child to search.
    best: Option<usize>,
    /// The delta of the next best.
    second: f32,
}

/// The policy makes no move dearer than by this factor.
const DEAREST: f32 = 100.0;

/// A child that another thread is searching looks dearer by this share.
const BUSY: f32 = 0.6;

/// With several threads: look all children up again after a visit of more nodes than this.
const REFRESH_WORK: u64 = 200;

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
            most: u64::MAX,
            samples: Vec::new(),
            lessons: Vec::new(),
            saved_looks: 0,
            dismissed: 0,
            imitated: [0; 2],
            proofs: [0; 2],
        }
    }

    /// The same search, led by a policy.
    #[must_use]
    pub fn led_by(self, policy: Option<&'a Policy>) -> Search<'a, W> {
        Search { policy, ..self }
    }

    /// Runs from now on stop after so many more nodes of this thread.
    pub fn limit(&mut self, nodes: u64) {
        self.most = self.nodes.saturating_add(nodes);
    }

    /// Are the nodes of all threads spent, or is the search stopped?
    pub fn is_over(&self) -> bool {
        self.shared.stop.load(Relaxed) || self.shared.nodes.load(Relaxed) >= self.shared.node_limit
    }

    /// The replies of a position that must be looked at, one of each set of symmetric ones, with the keys of
    /// what follows.
    pub fn replies(&mut self, position: &Position) -> Vec<(Cell, Position, W)> {
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let count = self.children_of(position, &mut children);
        let reply = |child: &Child<W>| {
            let cell = child.cell as usize;
            (cell, position.played(self.shared.shape, cell), child.key)
        };
        children[..count].iter().map(reply).collect()
    }

    /// Lets the proof of one reply speak against the others.
    pub fn spread(&mut self, position: &Position, proved: Cell) {
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let count = self.children_of(position, &mut children);
        let children = &mut children[..count];
        children.iter_mut().for_each(|child| self.refresh(child));
        let images = Images::of(self.shared.places, position.stones);
        if let Some(proved) = children.iter().position(|child| child.cell as usize == proved) {
            self.dismiss(position, &images, children, proved);
            self.imitate(position, &images, children, proved);
        }
    }

    fn children_of(&mut self, position: &Position, children: &mut [Child<W>; 64]) -> usize {
        let node = self.root(position);
        let Judged::Open(moves) = self.look_once(position, node.key, node.symmetry).judged else { return 0 };
        match self.expand(&node, moves, children) {
            Expanded::Wins(_) => 0,
            Expanded::Open(count, _) => count,
        }
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
        let sums = self.shared.net.sums(position.stones[self.attacker], position.stones[1 - self.attacker]);
        self.node(position, images, sums)
    }

    fn node<'n>(&self, position: &'n Position, images: Images<W>, sums: Sums) -> Node<'n, W> {
        let (least, symmetry) = images.least(self.shared.places);
        let key = least.tagged(self.tag(position.turn));
        Node { position, images, sums, key, symmetry }
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
                return self.finish(position, key, numbers, 63, before);
            }
            Judged::Open(moves) => moves,
        };
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let (children, choice) = match self.expand(node, moves, &mut children) {
            Expanded::Wins(cell) => {
                return self.finish(position, key, HOLDS, self.canonical(cell, symmetry), before);
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
                let cell = best.map_or(63, |cell| self.canonical(cell as usize, symmetry));
                return self.finish(position, key, numbers, cell, before);
            }
            self.descend(node, children, &gathered, most);
        }
    }

    /// The moves that must be looked at, with the numbers that they start from; or one that wins.
    fn expand(&mut self, node: &Node<'_, W>, moves: u64, children: &mut [Child<W>; 64]) -> Expanded {
        let &Node { position, ref images, ref sums, key, symmetry } = node;
        let mut count = 0;
        let symmetric = images.symmetric(self.shared.places);
        let mut choice = self.choice(position);
        for cell in bits(moves) {
            let after = position.played(self.shared.shape, cell);
            let open = match self.glance(&after) {
                Judged::Fails => {
                    if position.turn == self.attacker {
                        let wins = after.wins[self.attacker];
                        self.remember(key, symmetry, Some(Zone { cells: wins, ..Zone::EMPTY }.after(cell)));
                    }
                    return Expanded::Wins(cell);
                }
                Judged::Holds => continue,
                Judged::Open(open) => open,
            };
            let child_key =
                images.least_with(self.shared.places, position.turn, cell).tagged(self.tag(after.turn));
            if symmetric && children[..count].iter().any(|child| child.key == child_key) {
                continue;
            }
            choice.moves |= 1 << cell;
            choice.threats |= u64::from(after.wins[position.turn] != 0) << cell;
            let numbers = self.guess(&after, sums, cell, open);
            children[count] =
                Child { key: child_key, phi: numbers.phi, delta: numbers.delta, cell: cell as u8 };
            count += 1;
        }
        Expanded::Open(count, choice)
    }

    /// A choice that has no moves yet.
    fn choice(&self, position: &Position) -> Choice {
        let side = position.turn;
        Choice {
            role: usize::from(side != self.attacker),
            stones: [position.stones[side], position.stones[1 - side]],
            moves: 0,
            threats: 0,
        }
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
        if node.position.turn != self.attacker {
            self.dismiss_afresh(node.position, &node.images, children, node.key);
        }
    }

    /// Unlikely moves look dearer. Whatever the policy says, even no number, the factor lies between 1 and
    /// [`DEAREST`].
    fn lead(&self, choice: &Choice, children: &mut [Child<W>]) {
        let power = self.shared.settings.powers[choice.role];
        let Some(policy) = self.policy.filter(|_| power != 0.0 && children.len() > 1) else { return };
        let logits = policy.logits(self.shared.shape, choice);
        let most = bits(choice.moves).fold(f32::NEG_INFINITY, |most, cell| most.max(logits[cell]));
        for child in children {
            let factor = (power * (most - logits[child.cell as usize])).exp();
            child.delta *= factor.max(1.0).min(DEAREST);
        }
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

    /// Keeps the move that settled a position in the mover's favour, if finding it was some work.
    fn keep_lesson(
        &mut self,
        node: &Node<'_, W>,
        choice: &Choice,
        best: Option<u8>,
        numbers: Numbers,
        before: u64,
    ) {
        let least = self.shared.settings.lesson_work;
        let (Some(best), true) = (best, least > 0 && numbers.phi == 0.0) else { return };
        if choice.moves & choice.moves.wrapping_sub(1) == 0 {
            return;
        }
        let known = self.shared.table.probe(node.key).map_or(0, |entry| entry.work);
        if self.nodes - before + known >= least {
            self.lessons.push(policy::Sample { choice: *choice, best });
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
        let role = usize::from(position.turn != self.attacker);
        let sums = node.sums.plus(self.shared.net.stone(role, cell));
        let start = self.nodes;
        if !self.alone() {
            self.slot(child.key).fetch_add(1, Relaxed);
        }
        let numbers = self.mid(&self.node(&after, images, sums), thresholds);
        children[best].phi = numbers.phi;
        children[best].delta = numbers.delta;
        if numbers.phi == 0.0 && position.turn != self.attacker {
            self.dismiss(position, &node.images, children, best);
            self.imitate(position, &node.images, children, best);
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

    /// How many of the children, the most promising first, are looked at for now: a few open
    /// ones. All of them count before a claim is given up, and a proved one counts at once.
    fn focus(&self, children: &[Child<W>]) -> usize {
        let settings = &self.shared.settings;
        if settings.width == 0 || children.iter().any(|child| child.delta == 0.0) {
            return children.len();
        }
        let open = |child: &&Child<W>| child.phi != 0.0;
        let total = children.iter().filter(open).count();
        let mut left = settings.width + (settings.widen * total as f32) as usize;
        let mut end = 0;
        while end < children.len() && left > 0 {
            left -= usize::from(children[end].phi != 0.0);
            end += 1;
        }
        end
    }

    /// Numbers of a node out of its children, the child to search and the next best delta. A
    /// child that another thread searches looks dearer, but never so dear that a child beyond
    /// the threshold would be searched in its place.
    fn gather(&self, children: &[Child<W>], most_phi: f32) -> Gathered {
        let mut best = None;
        let (mut least, mut second) = (f32::INFINITY, f32::INFINITY);
        let (mut total, mut most) = (0.0f64, 0.0f32);
        let mut lowest = f32::INFINITY;
        for (i, child) in children.iter().enumerate() {
            lowest = lowest.min(child.delta);
            let mut delta = child.delta;
            if !self.alone() && delta < most_phi && delta.is_finite() {
                delta *= 1.0 + BUSY * f32::from(self.slot(child.key).load(Relaxed));
                delta = delta.min(most_phi * 0.9999);
            }
            if delta < least {
                second = least;
                least = delta;
                best = Some(i);
            } else if delta < second {
                second = delta;
            }
            total += f64::from(child.phi);
            most = most.max(child.phi);
        }
        let delta = if lowest == 0.0 {
            f64::INFINITY
        } else {
            f64::from(most) + f64::from(self.shared.settings.others) * (total - f64::from(most))
        };
        let delta = if total.is_infinite() { f32::INFINITY } else { delta as f32 };
        Gathered { numbers: Numbers { phi: lowest, delta }, best, second }
    }

    /// How far the phi of one child may grow before the node's delta reaches `most`.
    fn room(&self, children: &[Child<W>], best: usize, most: f32) -> f32 {
        if most.is_infinite() {
            return f32::INFINITY;
        }
        let (mut total, mut dearest) = (0.0f64, 0.0f64);
        for (i, child) in children.iter().enumerate() {
            if i != best {
                total += f64::from(child.phi);
                dearest = dearest.max(f64::from(child.phi));
            }
        }
        let others = f64::from(self.shared.settings.others);
        let mut room = f64::from(most) - others * total;
        if room < dearest {
            room = (f64::from(most) - dearest - others * (total - dearest)) / others;
        }
        (room as f32).max(children[best].phi * 1.001)
    }

    fn refresh(&self, child: &mut Child<W>) {
        if let Some(entry) = self.shared.table.probe(child.key) {
            child.phi = entry.phi;
            child.delta = entry.delta;
        }
    }

    fn canonical(&self, cell: Cell, symmetry: usize) -> u8 {
        self.shared.shape.turns[symmetry][cell]
    }

    fn finish(&mut self, position: &Position, key: W, numbers: Numbers, best: u8, before: u64) -> Numbers {
        let mut work = self.nodes - before;
        if let Some(known) = self.shared.table.probe(key) {
            if known.solved() {
                return Numbers { phi: known.phi, delta: known.delta };
            }
            work += known.work;
        }
        let entry = Entry { phi: numbers.phi, delta: numbers.delta, best, work };
        self.shared.table.store(key, entry);
        let sample_work = self.shared.settings.sample_work;
        if sample_work > 0 && work >= sample_work && (numbers.phi == 0.0 || numbers.delta == 0.0) {
            let attacking = position.turn == self.attacker;
            self.samples.push(Sample {
                stones: [position.stones[self.attacker], position.stones[1 - self.attacker]],
                mover: u8::from(!attacking),
                blocks: position.wins[1 - position.turn] != 0,
                chance: f32::from(u8::from((numbers.phi == 0.0) == attacking)),
                work: work.min(u64::from(u32::MAX)) as u32,
            });
        }
        numbers
    }

    /// What the winning cells alone say.
    #[inline]
    fn glance(&self, position: &Position) -> Judged {
        let side = position.turn;
        if position.wins[side] != 0 {
            return Judged::Holds;
        }
        let danger = position.wins[1 - side];
        if danger & danger.wrapping_sub(1) != 0 {
            return Judged::Fails;
        }
        if danger != 0 {
            return Judged::Open(danger);
        }
        let free = position.free(self.shared.shape);
        if free == 0 {
            return if side == self.attacker { Judged::Fails } else { Judged::Holds };
        }
        Judged::Open(free)
    }

    /// A closer look, or the memory of one.
    fn look_once(&mut self, position: &Position, key: W, symmetry: usize) -> Looked {
        let (low, high) = key.halves();
        let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let slot = (mixed as usize + symmetry * 0x515) & (self.looks.len() - 1);
        let known = self.looks[slot];
        if known.moves != 0 && known.key == key && known.symmetry == symmetry {
            self.saved_looks += 1;
            return Looked { judged: Judged::Open(known.moves), zone: Some(known.zone) };
        }
        let looked = self.look(position);
        if let Judged::Open(moves) = looked.judged {
            let zone = looked.zone.unwrap_or(Zone::EMPTY);
            self.looks[slot] = Look { key, symmetry, moves, zone };
        }
        looked
    }

    /// A closer look: draws, chains of threats for the side to move, and the replies that the
    /// opponent's chains leave.
    fn look(&self, position: &Position) -> Looked {
        let shape = self.shared.shape;
        let plain = |judged| Looked { judged, zone: None };
        let attacks = position.turn == self.attacker;
        let moves = match self.glance(position) {
            Judged::Open(moves) => moves,
            judged => return plain(judged),
        };
        if !position.can_win(shape, self.attacker) {
            return plain(if attacks { Judged::Fails } else { Judged::Holds });
        }
        let budget = self.shared.settings.chain_budget;
        let open = |moves| Looked { judged: Judged::Open(moves), zone: Some(Zone::EMPTY) };
        if budget == 0 {
            return open(moves);
        }
        if let Some(chain) = Chains::new(shape, budget).find(position, !0) {
            let zone = if attacks { replay(shape, position, &chain) } else { None };
            return Looked { judged: Judged::Holds, zone };
        }
        if position.wins[1 - position.turn] != 0 {
            return open(moves);
        }
        let (moves, zone) = self.unrefuted(position, moves, budget);
        let judged = if moves == 0 { Judged::Fails } else { Judged::Open(moves) };
        let whole = if moves == 0 { zone.before(0) } else { zone };
        Looked { judged, zone: (!attacks).then_some(whole) }
    }

    /// The moves that no chain of the opponent refutes, of those found within the budget, and the zone of the
    /// refutations.
    fn unrefuted(&self, position: &Position, mut moves: u64, budget: u32) -> (u64, Zone) {
        let shape = self.shared.shape;
        let mut passed = *position;
        passed.turn = 1 - position.turn;
        let mut chains = Chains::new(shape, budget);
        let mut first = !0u64;
        let mut zone = Zone::EMPTY;
        for _ in 0..self.shared.settings.chains {
            let Some(chain) = chains.find(&passed, first) else {
                break;
            };
            let (lost, used) = refuted(shape, position, &chain, moves);
            moves &= !lost;
            zone = zone.or(used);
            let start = chain.moves().next().expect("a chain has a first move");
            first &= !(1 << start);
            if moves == 0 {
                break;
            }
        }
        (moves, zone)
    }

    /// Initial numbers of a leaf.
    #[inline]
    fn guess(&self, after: &Position, sums: &Sums, cell: Cell, open: u64) -> Numbers {
        let settings = &self.shared.settings;
        let net = self.shared.net;
        let mover = usize::from(after.turn != self.attacker);
        let blocks = after.wins[1 - after.turn] != 0;
        let odds = net.guess(sums, net.stone(1 - mover, cell), mover, blocks) * settings.trust;
        // Unlike `clamp` this makes a number out of what is none.
        let odds = odds.max(-12.0).min(12.0).exp();
        let replies = if blocks { 1.0 } else { (open.count_ones() as f32).powf(settings.mobility) };
        let (holds, fails) = if mover == 0 { (odds, 1.0 / odds) } else { (1.0 / odds, odds) };
        let empty = after.free(self.shared.shape).count_ones() as f32;
        let scale = (settings.growth * empty).exp();
        Numbers { phi: (1.0 + fails) * scale, delta: (1.0 + holds) * replies * scale }
    }
}
