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
    };

    /// The same with zones. Proofs that leave the loser more stones dismiss next to nothing on the boards that fit, and few
    /// imitations that succeed take more positions.
    pub const ZONES: Settings = Settings { race: 6, imitate: 100, ..Settings::DEFAULT };
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
    /// Solved positions.
    pub samples: Vec<Sample>,
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

/// What a closer look says, and the zone of the proof that the attacker wins: of the claim or, where moves are open, of the
/// refutations of the others.
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
            samples: Vec::new(),
            saved_looks: 0,
            dismissed: 0,
            imitated: [0; 2],
            proofs: [0; 2],
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
        let images = Images::of(self.shared.places, position.stones);
        let sums = self.shared.net.sums(position.stones[self.attacker], position.stones[1 - self.attacker]);
        let numbers = self.mid(position, &images, &sums, phi, delta);
        self.report();
        numbers
    }

    fn report(&mut self) {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = self.shared.nodes.fetch_add(new, Relaxed) + new;
        if total >= self.shared.node_limit || self.shared.stop.load(Relaxed) {
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

    /// Searches below a position until phi reaches `most_phi` or delta reaches `most_delta`,
    /// and stores what it found. Returned numbers may stay below both only if stopped.
    fn mid(
        &mut self,
        position: &Position,
        images: &Images<W>,
        sums: &Sums,
        most_phi: f32,
        most_delta: f32,
    ) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes & 0x3ff == 0 || self.nodes == self.shared.node_limit {
            self.report();
        }
        let (least, symmetry) = images.least(self.shared.places);
        let key = least.tagged(self.tag(position.turn));
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
        let mut count = 0;
        let symmetric = images.symmetric(self.shared.places);
        for cell in bits(moves) {
            let after = position.played(self.shared.shape, cell);
            let open = match self.glance(&after) {
                Judged::Fails => {
                    if position.turn == self.attacker {
                        let wins = after.wins[self.attacker];
                        self.remember(key, symmetry, Some(Zone { cells: wins, ..Zone::EMPTY }.after(cell)));
                    }
                    let best = self.canonical(cell, symmetry);
                    return self.finish(position, key, HOLDS, best, before);
                }
                Judged::Holds => continue,
                Judged::Open(open) => open,
            };
            let child_key =
                images.least_with(self.shared.places, position.turn, cell).tagged(self.tag(after.turn));
            if symmetric && children[..count].iter().any(|child| child.key == child_key) {
                continue;
            }
            let numbers = self.guess(&after, sums, cell, open);
            children[count] =
                Child { key: child_key, phi: numbers.phi, delta: numbers.delta, cell: cell as u8 };
            count += 1;
        }
        let children = &mut children[..count];
        if self.shared.settings.width > 0 {
            children.sort_unstable_by(|a, b| a.delta.total_cmp(&b.delta));
        }
        for child in children.iter_mut() {
            self.refresh(child);
        }
        if position.turn != self.attacker {
            self.dismiss_afresh(position, images, children, key);
        }
        let depth = self.path.len();
        self.path.push(key);
        loop {
            let end = self.focus(children);
            let (numbers, best, second) = self.gather(&children[..end], most_phi);
            let done = numbers.phi >= most_phi || numbers.delta >= most_delta;
            if done || self.leave <= depth {
                let cell = best.map_or(63, |i| self.canonical(children[i].cell as usize, symmetry));
                if self.shared.settings.race > 0 && (numbers.phi == 0.0 || numbers.delta == 0.0) {
                    let zone = self.zone_of(position, images, children, zone, numbers);
                    self.remember(key, symmetry, zone);
                }
                self.path.pop();
                if self.leave == depth && depth > 0 {
                    self.leave = usize::MAX;
                }
                return self.finish(position, key, numbers, cell, before);
            }
            let best = best.expect("an open position has an open child");
            self.descend(position, images, sums, children, best, second, most_phi, most_delta);
        }
    }

    /// Searches one child and brings the numbers of the children up to date.
    #[allow(clippy::too_many_arguments)]
    fn descend(
        &mut self,
        position: &Position,
        images: &Images<W>,
        sums: &Sums,
        children: &mut [Child<W>],
        best: usize,
        second: f32,
        most_phi: f32,
        most_delta: f32,
    ) {
        let child = children[best];
        let child_phi = self.room(&children[..self.focus(children)], best, most_delta);
        let next = second.max(child.delta) * (1.0 + self.shared.settings.epsilon);
        let child_delta = most_phi.min(next);
        let cell = child.cell as usize;
        let after = position.played(self.shared.shape, cell);
        let parent = *images;
        let mut images = *images;
        images.add(self.shared.places, position.turn, cell);
        let role = usize::from(position.turn != self.attacker);
        let sums = sums.plus(self.shared.net.stone(role, cell));
        let start = self.nodes;
        if !self.alone() {
            self.slot(child.key).fetch_add(1, Relaxed);
        }
        let numbers = self.mid(&after, &images, &sums, child_phi, child_delta);
        children[best].phi = numbers.phi;
        children[best].delta = numbers.delta;
        if numbers.phi == 0.0 && position.turn != self.attacker {
            self.dismiss(position, &parent, children, best);
            self.imitate(position, &parent, children, best);
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
    fn gather(&self, children: &[Child<W>], most_phi: f32) -> (Numbers, Option<usize>, f32) {
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
        (Numbers { phi: lowest, delta }, best, second)
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

    /// The moves that no chain of the opponent refutes, of those found within the budget, and the zone of the refutations.
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
        let odds = odds.clamp(-12.0, 12.0).exp();
        let replies = if blocks { 1.0 } else { (open.count_ones() as f32).powf(settings.mobility) };
        let (holds, fails) = if mover == 0 { (odds, 1.0 / odds) } else { (1.0 / odds, odds) };
        let empty = after.free(self.shared.shape).count_ones() as f32;
        let scale = (settings.growth * empty).exp();
        Numbers { phi: (1.0 + fails) * scale, delta: (1.0 + holds) * replies * scale }
    }
}
