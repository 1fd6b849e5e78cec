//! Virtual connections of one colour, built from smaller ones by the AND and OR rules (Queenbee 8.2, after Hexy).
//!
//! A *connection* joins two ends although the opponent moves first, a *threat* joins them if the own side moves first.
//! Each has a *carrier*: the empty cells it needs. Ends are *sources* (the two sides, and the chains that touch neither) or empty
//! cells; at least one end is a source, which keeps the tables small. From empty cell to empty cell only the plain links
//! count: neighbours and two-bridges. Rules:
//!
//! - AND over a chain: source, chain, end: two connections with disjoint carriers make one.
//! - AND over an empty cell: the same, but the own side has to move there first: a threat.
//! - OR: threats whose carriers have no cell in common make a connection; the opponent cannot meet all of them.
//!
//! What is found is true, whatever the limits below; they only decide how much is found. Every find remembers its
//! reason, from which `certificate.rs` writes it down.

use super::board::{Board, Cells};
use crate::shape::bits;

/// Sources that are looked at: the two sides and this many chains less two.
pub const SOURCES: usize = 16;
/// Ends: cells, then sources.
const ENDS: usize = 64 + SOURCES;
/// Connections kept for two ends, smallest first to stay.
const CONNECTIONS: usize = 6;
/// Threats kept for two ends.
const THREATS: usize = 14;
/// Threats joined by the OR rule at most.
const JOINED: usize = 5;

/// Why ends are joined. Numbers are places in [`Connections::finds`].
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// The cell is beside the source.
    Touch,
    /// AND over an empty cell, to another empty cell by a plain link.
    Link {
        /// Joins the source and the cell between.
        known: u32,
        /// The cell between.
        via: u8,
    },
    /// AND over an empty cell, to another source.
    Meet {
        /// Joins the one source and the cell between.
        one: u32,
        /// Joins the other.
        other: u32,
        /// The cell between.
        via: u8,
    },
    /// AND over a chain.
    Through {
        /// Joins the source and the chain.
        one: u32,
        /// Joins the chain and the end.
        other: u32,
        /// The chain.
        chain: u8,
    },
    /// OR of threats.
    Either {
        /// Its first place in [`Connections::threats`].
        first: u32,
        /// How many.
        count: u32,
    },
}

/// Two ends that are joined, and how.
#[derive(Clone, Copy, Debug)]
pub struct Find {
    /// A source.
    pub source: u8,
    /// A cell, or 64 and the number of another source.
    pub end: u8,
    /// Why they are joined.
    pub reason: Reason,
    /// The empty cells that it needs.
    pub carrier: Cells,
    /// Moves of the own side that are enough until the ends hang together, whatever the opponent does.
    pub moves: u8,
}

/// The few best carriers for two ends, with their places among the finds.
#[derive(Clone, Copy)]
struct List<const N: usize> {
    length: usize,
    carriers: [Cells; N],
    finds: [u32; N],
}

impl<const N: usize> List<N> {
    const EMPTY: List<N> = List { length: 0, carriers: [0; N], finds: [0; N] };

    fn carriers(&self) -> &[Cells] {
        &self.carriers[..self.length]
    }

    fn finds(&self) -> &[u32] {
        &self.finds[..self.length]
    }

    /// Is something in the list that needs no more than these cells?
    fn covers(&self, carrier: Cells) -> bool {
        self.carriers().iter().any(|&known| known & !carrier == 0)
    }

    /// Drops what needs these cells and perhaps more.
    fn drop_above(&mut self, carrier: Cells) {
        let mut kept = 0;
        for i in 0..self.length {
            if carrier & !self.carriers[i] != 0 {
                (self.carriers[kept], self.finds[kept]) = (self.carriers[i], self.finds[i]);
                kept += 1;
            }
        }
        self.length = kept;
    }

    /// Adds an entry; a full list gives up its largest for a smaller one.
    fn add(&mut self, carrier: Cells, find: u32) -> bool {
        let place = if self.length < N {
            self.length += 1;
            self.length - 1
        } else {
            let largest = (0..N).max_by_key(|&i| self.carriers[i].count_ones()).unwrap_or(0);
            if self.carriers[largest].count_ones() <= carrier.count_ones() {
                return false;
            }
            largest
        };
        (self.carriers[place], self.finds[place]) = (carrier, find);
        true
    }
}

/// The connections of one colour in one position. Kept and run again for the next position.
pub struct Connections {
    sources: usize,
    chains: [Cells; SOURCES],
    empty: Cells,
    full: Vec<List<CONNECTIONS>>,
    half: Vec<List<THREATS>>,
    waiting: Vec<u32>,
    /// Everything found, also what better finds have replaced.
    pub finds: Vec<Find>,
    /// The threats that the OR rule has joined.
    pub threats: Vec<u32>,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            sources: 0,
            chains: [0; SOURCES],
            empty: 0,
            full: vec![List::EMPTY; SOURCES * ENDS],
            half: vec![List::EMPTY; SOURCES * ENDS],
            waiting: Vec::new(),
            finds: Vec::new(),
            threats: Vec::new(),
        }
    }
}

impl Connections {
    /// Finds the connections of a colour that has not won.
    pub fn run(&mut self, board: &Board, own: Cells, other: Cells, colour: usize) {
        self.empty = board.all & !(own | other);
        self.find_sources(board, own, colour);
        for source in 0..self.sources {
            for cell in bits(self.empty & self.beside_source(board, source, colour)) {
                self.add_connection(source, cell, 0, Reason::Touch);
            }
        }
        let mut next = 0;
        while next < self.waiting.len() {
            self.extend(board, self.waiting[next]);
            next += 1;
        }
    }

    /// All connections from side to side: carriers and places among the finds.
    pub fn all_won(&self) -> impl Iterator<Item = (Cells, u32)> + '_ {
        let list = &self.full[64 + 1];
        (0..list.length).map(|i| (list.carriers[i], list.finds[i]))
    }

    /// The smallest connection from side to side.
    pub fn won(&self) -> Option<(Cells, u32)> {
        smallest(&self.full[64 + 1])
    }

    /// The smallest threat from side to side.
    pub fn threat(&self) -> Option<(Cells, u32)> {
        smallest(&self.half[64 + 1])
    }

    /// All threats from side to side: carriers and places among the finds.
    pub fn all_threats(&self) -> impl Iterator<Item = (Cells, u32)> + '_ {
        let list = &self.half[64 + 1];
        (0..list.length).map(|i| (list.carriers[i], list.finds[i]))
    }

    /// The move of a threat.
    pub fn first_move(&self, threat: u32) -> usize {
        match self.finds[threat as usize].reason {
            Reason::Link { via, .. } | Reason::Meet { via, .. } => usize::from(via),
            _ => unreachable!("a connection needs no move"),
        }
    }

    /// The stones of a source; a side has those of the chains that touch it.
    pub fn stones(&self, source: usize) -> Cells {
        self.chains[source]
    }

    fn find_sources(&mut self, board: &Board, own: Cells, colour: usize) {
        for source in 0..self.sources {
            let row = source * ENDS..(source + 1) * ENDS;
            self.full[row.clone()].iter_mut().for_each(|list| list.length = 0);
            self.half[row].iter_mut().for_each(|list| list.length = 0);
        }
        self.waiting.clear();
        self.finds.clear();
        self.threats.clear();
        self.sources = 2;
        for side in 0..2 {
            self.chains[side] = board.flood(own & board.sides[colour][side], own);
        }
        let mut left = own & !(self.chains[0] | self.chains[1]);
        while left != 0 && self.sources < SOURCES {
            let chain = board.flood(left & left.wrapping_neg(), left);
            left &= !chain;
            self.chains[self.sources] = chain;
            self.sources += 1;
        }
    }

    fn beside_source(&self, board: &Board, source: usize, colour: usize) -> Cells {
        let side = if source < 2 { board.sides[colour][source] } else { 0 };
        board.beside(self.chains[source]) | side
    }

    /// Everything that follows at once from a connection.
    fn extend(&mut self, board: &Board, number: u32) {
        let Find { source, end, carrier, .. } = self.finds[number as usize];
        let (source, end) = (usize::from(source), usize::from(end));
        if !self.full[source * ENDS + end].finds().contains(&number) {
            return;
        }
        if end >= 64 {
            self.pass_through(source, end - 64, carrier, number);
            self.pass_through(end - 64, source, carrier, number);
            return;
        }
        self.link(board, source, end, carrier, number);
        self.meet(source, end, carrier, number);
        if source >= 2 {
            self.arrive(source, end, carrier, number);
        }
    }

    /// From an empty cell on to the next.
    fn link(&mut self, board: &Board, source: usize, via: usize, carrier: Cells, known: u32) {
        let reason = Reason::Link { known, via: via as u8 };
        for end in bits(board.near[via] & self.empty & !carrier) {
            self.add_threat(source, end, carrier | 1 << via, reason);
        }
        for bridge in &board.bridges[via] {
            let needed = bridge.between | 1 << bridge.to;
            if needed & self.empty == needed && needed & carrier == 0 {
                self.add_threat(source, bridge.to, carrier | bridge.between | 1 << via, reason);
            }
        }
    }

    /// Two sources joined to the same empty cell.
    fn meet(&mut self, source: usize, via: usize, carrier: Cells, one: u32) {
        for target in (0..self.sources).filter(|&target| target != source) {
            let list = self.full[target * ENDS + via];
            for i in 0..list.length {
                if list.carriers[i] & carrier == 0 {
                    let reason = Reason::Meet { one, other: list.finds[i], via: via as u8 };
                    self.add_threat(source, 64 + target, carrier | list.carriers[i] | 1 << via, reason);
                }
            }
        }
    }

    /// `source` is joined to `chain`, so it is joined to all that the chain is joined to.
    fn pass_through(&mut self, source: usize, chain: usize, carrier: Cells, one: u32) {
        if chain < 2 {
            return;
        }
        let sources = (0..self.sources).filter(|&target| target != source && target != chain);
        let ends: Vec<usize> = bits(self.empty & !carrier).chain(sources.map(|target| 64 + target)).collect();
        for end in ends {
            let list = self.full[chain * ENDS + end];
            for i in 0..list.length {
                if list.carriers[i] & carrier == 0 {
                    let reason = Reason::Through { one, other: list.finds[i], chain: chain as u8 };
                    self.add_connection(source, end, carrier | list.carriers[i], reason);
                }
            }
        }
    }

    /// A chain is joined to a cell, so all sources that are joined to the chain are too.
    fn arrive(&mut self, chain: usize, end: usize, carrier: Cells, other: u32) {
        for source in (0..self.sources).filter(|&source| source != chain) {
            let list = self.full[source * ENDS + 64 + chain];
            for i in 0..list.length {
                if list.carriers[i] & (carrier | 1 << end) == 0 {
                    let reason = Reason::Through { one: list.finds[i], other, chain: chain as u8 };
                    self.add_connection(source, end, carrier | list.carriers[i], reason);
                }
            }
        }
    }

    fn add_connection(&mut self, source: usize, end: usize, carrier: Cells, reason: Reason) {
        let place = source * ENDS + end;
        if self.full[place].covers(carrier) {
            return;
        }
        let number = self.finds.len() as u32;
        self.full[place].drop_above(carrier);
        if !self.full[place].add(carrier, number) {
            return;
        }
        self.half[place].drop_above(carrier);
        if end >= 64 {
            let back = (end - 64) * ENDS + 64 + source;
            self.full[back] = self.full[place];
            self.half[back] = self.half[place];
        }
        let moves = self.moves(reason, carrier);
        self.finds.push(Find { source: source as u8, end: end as u8, reason, carrier, moves });
        self.waiting.push(number);
    }

    fn add_threat(&mut self, source: usize, end: usize, carrier: Cells, reason: Reason) {
        let place = source * ENDS + end;
        if self.full[place].covers(carrier) || self.half[place].covers(carrier) {
            return;
        }
        let number = self.finds.len() as u32;
        self.half[place].drop_above(carrier);
        let others = self.half[place];
        if !self.half[place].add(carrier, number) {
            return;
        }
        if end >= 64 {
            self.half[(end - 64) * ENDS + 64 + source] = self.half[place];
        }
        let moves = self.moves(reason, carrier);
        self.finds.push(Find { source: source as u8, end: end as u8, reason, carrier, moves });
        let mut joined = [number; JOINED];
        self.either(place, &others, 0, carrier, carrier, &mut joined, 1);
    }

    /// Each part needs its own moves: an intrusion is answered in the part where it happens, and after a pass any part goes on.
    fn moves(&self, reason: Reason, carrier: Cells) -> u8 {
        let of = |find: u32| self.finds[find as usize].moves;
        match reason {
            Reason::Touch => 0,
            Reason::Link { known, via } => {
                let bridge = carrier & !self.finds[known as usize].carrier & !(1 << via) != 0;
                of(known) + 1 + u8::from(bridge)
            }
            Reason::Meet { one, other, .. } => of(one) + of(other) + 1,
            Reason::Through { one, other, .. } => of(one) + of(other),
            Reason::Either { first, count } => {
                let threats = first as usize..(first + count) as usize;
                threats.map(|at| of(self.threats[at])).max().unwrap_or(0)
            }
        }
    }

    /// Joins further threats to those chosen until no cell is common to all.
    #[allow(clippy::too_many_arguments)] // The state of a small recursion.
    fn either(
        &mut self,
        place: usize,
        others: &List<THREATS>,
        from: usize,
        common: Cells,
        all: Cells,
        joined: &mut [u32; JOINED],
        count: usize,
    ) {
        for i in from..others.length {
            let carrier = others.carriers[i];
            let (less, all) = (common & carrier, all | carrier);
            if less == common || self.full[place].covers(all) {
                continue;
            }
            let common = less;
            joined[count] = others.finds[i];
            if common == 0 {
                let first = self.threats.len() as u32;
                self.threats.extend_from_slice(&joined[..=count]);
                let reason = Reason::Either { first, count: count as u32 + 1 };
                self.add_connection(place / ENDS, place % ENDS, all, reason);
            } else if count + 1 < JOINED {
                self.either(place, others, i + 1, common, all, joined, count + 1);
            }
        }
    }
}

fn smallest<const N: usize>(list: &List<N>) -> Option<(Cells, u32)> {
    (0..list.length).min_by_key(|&i| list.carriers[i].count_ones()).map(|i| (list.carriers[i], list.finds[i]))
}
