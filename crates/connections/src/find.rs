//! Virtual connections of one colour, built from smaller ones by the AND and OR rules (Anshelevich's H-search; Queenbee 8.2).
//!
//! A *full* connection joins two ends although the opponent moves first, a *semi* connection if the own side moves first.
//! Each has a *carrier*: the empty cells it needs. Ends are *nodes*: empty cells, the two sides (with the chains that touch
//! them), and all other chains. Rules:
//!
//! - Neighbours are joined by nothing.
//! - AND over a chain: two full connections of a chain with disjoint carriers make a full one of their other ends: an intrusion is answered in the
//!   carrier where it happens.
//! - AND over an empty cell: the same, but the own side has to move there first: a semi connection, with that cell in its carrier.
//! - OR: semi connections of two ends whose carriers have no cell in common make a full one: no single move meets all of them.
//! - Edge templates ([`crate::templates`]) are full connections of a cell or chain and a side.
//!
//! What is found is true, whatever the limits of [`Effort`]; they only decide how much is found. Every find remembers its
//! reason, so that a certificate can be written from it. There are most pairs of two empty cells; unless their carriers may have more
//! than two cells ([`Effort::between`]) only neighbours and two-bridges count for them, which are read off the board.

use crate::bend::{Bend, is_bent};
use crate::board::Board;
use crate::cells::Cells;
use crate::line::Moment;
use crate::lists::{List, Pair, SEMI, Store};
use crate::templates::Placed;

/// Semi connections that one OR can join.
const JOINED: usize = 6;
/// Sides and chains that are looked at; the stones of other chains stand in nobody's way.
pub(crate) const SOURCES: usize = 64;

/// How much is kept and tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Full connections kept for two nodes, smallest first to stay; 8 at the most.
    pub full: usize,
    /// Semi connections kept; 16 at the most.
    pub semi: usize,
    /// Semi connections that one OR joins; 6 at the most.
    pub or: usize,
    /// Cells of the largest carrier.
    pub cells: u32,
    /// Cells of the largest carrier between two empty cells.
    pub between: u32,
    /// Finds after which the work ends; this bounds memory and time.
    pub finds: usize,
    /// Whether edge templates are known from the start.
    pub templates: bool,
}

impl Effort {
    /// For evaluations.
    pub const SMALL: Effort =
        Effort { full: 3, semi: 6, or: 3, cells: 12, between: 2, finds: 20_000, templates: false };
    /// For a tree of moves on large boards.
    pub const MEDIUM: Effort =
        Effort { full: 4, semi: 10, or: 4, cells: 40, between: 2, finds: 30_000, templates: true };
    /// For solvers; certificates know no templates, and the rules find them here in any case.
    pub const LARGE: Effort =
        Effort { full: 6, semi: 14, or: 5, cells: 256, between: 2, finds: 100_000, templates: false };
    /// For a thorough look at a single position.
    pub const HUGE: Effort =
        Effort { full: 8, semi: 16, or: 5, cells: 256, between: 8, finds: 400_000, templates: true };
}

/// A node: an empty cell by its number, or one of the numbers beyond the board: the two sides ([`Connections::side`]), then chains.
pub type Node = u16;

/// Why two nodes are joined. Numbers are places in [`Connections::finds`].
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// They are neighbours.
    Touch,
    /// Both touch the two cells of the carrier.
    Bridge,
    /// An edge template.
    Template,
    /// AND over an empty cell.
    Via {
        /// Joins the one node and the cell.
        one: u32,
        /// Joins the other node and the cell.
        other: u32,
        /// The cell.
        cell: Node,
    },
    /// AND over an empty cell, to another empty cell that is its neighbour or a two-bridge away.
    Link {
        /// Joins the node and the cell.
        known: u32,
        /// The cell.
        cell: Node,
    },
    /// AND over a chain.
    Through {
        /// Joins the one node and the chain.
        one: u32,
        /// Joins the chain and the other node.
        other: u32,
    },
    /// OR of semi connections.
    Either {
        /// Its first place in [`Connections::joined`].
        first: u32,
        /// How many.
        count: u32,
    },
}

impl Reason {
    /// The move of a semi connection.
    pub fn first_move(self) -> Option<usize> {
        match self {
            Reason::Via { cell, .. } | Reason::Link { cell, .. } => Some(cell.into()),
            _ => None,
        }
    }
}

/// Two nodes that are joined, and how.
#[derive(Clone, Copy, Debug)]
pub struct Find<S> {
    /// The two nodes.
    pub ends: [Node; 2],
    /// Why they are joined.
    pub reason: Reason,
    /// The empty cells that it needs.
    pub carrier: S,
    /// Moves of the own side that are enough until the ends hang together, whatever the opponent does.
    pub moves: u8,
}

/// The nodes that a node has full connections with.
#[derive(Clone, Copy)]
pub(crate) struct Partners<S> {
    pub cells: S,
    pub sources: u64,
}

/// The connections of one colour in one position. Kept and run again for the next position, or brought there ([`Connections::reach`]).
pub struct Connections<S> {
    pub(crate) effort: Effort,
    /// The colour and its stones, those of the other, the empty cells.
    pub(crate) colour: usize,
    pub(crate) own: S,
    pub(crate) other: S,
    pub(crate) empty: S,
    /// The number of cells; nodes beyond are the sides and chains, whose stones these are.
    pub(crate) room: usize,
    pub(crate) stones: Vec<S>,
    pub(crate) store: Store<S>,
    pub(crate) partners: Vec<Partners<S>>,
    pub(crate) waiting: Vec<u32>,
    /// The moments of the line of play before this one.
    pub(crate) moments: Vec<Moment<S>>,
    /// Everything found, also what better finds have replaced.
    pub finds: Vec<Find<S>>,
    /// The semi connections that the OR rule has joined.
    pub joined: Vec<u32>,
}

impl<S: Cells> Connections<S> {
    /// Nothing found so far.
    pub fn new(effort: Effort) -> Connections<S> {
        Connections {
            effort,
            colour: 0,
            own: S::NONE,
            other: S::NONE,
            empty: S::NONE,
            room: 0,
            stones: Vec::new(),
            store: Store::new(),
            partners: Vec::new(),
            waiting: Vec::new(),
            moments: Vec::new(),
            finds: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// Finds the connections of a colour that has not won, from scratch.
    pub fn run(&mut self, board: &Board<S>, own: S, other: S, colour: usize) {
        (self.colour, self.own, self.other) = (colour, own, other);
        self.empty = board.all.minus(own | other);
        self.find_nodes(board, own, colour);
        for source in 0..self.stones.len() {
            let beside = self.beside_source(board, source, colour) & self.empty;
            for cell in beside.each() {
                self.add_full((self.room + source) as Node, cell as Node, S::NONE, Reason::Touch);
            }
        }
        if !self.links_are_plain() {
            self.add_links(board);
        }
        if self.effort.templates {
            self.add_templates(board);
        }
        self.close(board);
    }

    /// Follows what is waiting until nothing new comes of it.
    pub(crate) fn close(&mut self, board: &Board<S>) {
        let most = self.moments.last().map_or(0, |moment| moment.finds) + self.effort.finds;
        let mut next = 0;
        while next < self.waiting.len() && self.finds.len() < most {
            self.extend(board, self.waiting[next]);
            next += 1;
        }
    }

    /// The empty cells.
    pub fn empty(&self) -> S {
        self.empty
    }

    /// A side, the first or the second.
    pub fn side(&self, number: usize) -> Node {
        (self.room + number) as Node
    }

    /// The chains that touch neither side.
    pub fn chains(&self) -> impl Iterator<Item = Node> + '_ {
        let is_chain = |&source: &usize| !self.stones[source].is_none();
        (2..self.stones.len()).filter(is_chain).map(|source| (self.room + source) as Node)
    }

    /// The number of a side, if the node is one.
    pub fn side_of(&self, node: Node) -> Option<usize> {
        usize::from(node).checked_sub(self.room).filter(|&source| source < 2)
    }

    /// Whether the node is an empty cell, whose number it is.
    #[inline(always)]
    pub fn is_cell(&self, node: Node) -> bool {
        usize::from(node) < self.room
    }

    /// The stones of a node; a side has those of the chains that touch it.
    pub fn stones(&self, node: Node) -> S {
        usize::from(node).checked_sub(self.room).map_or(S::NONE, |source| self.stones[source])
    }

    /// The full connections of two nodes: carriers and places among the finds.
    pub fn full(&self, a: Node, b: Node) -> impl Iterator<Item = (S, u32)> + '_ {
        self.pair(a, b).into_iter().flat_map(|pair| pair.full.each())
    }

    /// The semi connections of two nodes.
    pub fn semi(&self, a: Node, b: Node) -> impl Iterator<Item = (S, u32)> + '_ {
        self.pair(a, b).into_iter().flat_map(|pair| pair.semi.each())
    }

    /// The empty cells that a node has full connections with. A connection that others have pushed out may be among them.
    pub fn partner_cells(&self, node: Node) -> S {
        self.partners[usize::from(node)].cells
    }

    /// The smallest full connection from side to side.
    pub fn won(&self) -> Option<(S, u32)> {
        self.pair(self.side(0), self.side(1)).and_then(|pair| pair.full.smallest())
    }

    /// The smallest semi connection from side to side.
    pub fn threat(&self) -> Option<(S, u32)> {
        self.pair(self.side(0), self.side(1)).and_then(|pair| pair.semi.smallest())
    }

    /// All full connections from side to side.
    pub fn all_won(&self) -> impl Iterator<Item = (S, u32)> + '_ {
        self.full(self.side(0), self.side(1))
    }

    /// All semi connections from side to side.
    pub fn all_threats(&self) -> impl Iterator<Item = (S, u32)> + '_ {
        self.semi(self.side(0), self.side(1))
    }

    /// The move of a semi connection.
    pub fn first_move(&self, threat: u32) -> usize {
        self.finds[threat as usize].reason.first_move().expect("a full connection needs no move")
    }

    fn find_nodes(&mut self, board: &Board<S>, own: S, colour: usize) {
        self.waiting.clear();
        self.moments.clear();
        self.finds.clear();
        self.joined.clear();
        self.room = board.cells();
        self.stones.clear();
        let (ends, chains) = board.chains(own, colour);
        self.stones.extend(ends);
        self.stones.extend(chains.take(SOURCES - 2));
        let nodes = self.room + SOURCES;
        self.store.clear(nodes);
        self.partners.clear();
        self.partners.resize(nodes, Partners { cells: S::NONE, sources: 0 });
    }

    fn beside_source(&self, board: &Board<S>, source: usize, colour: usize) -> S {
        let side = if source < 2 { board.sides[colour][source] } else { S::NONE };
        board.beside(self.stones[source]) | side
    }

    fn links_are_plain(&self) -> bool {
        self.effort.between <= 2
    }

    /// Neighbours and two-bridges of empty cells.
    fn add_links(&mut self, board: &Board<S>) {
        for cell in self.empty.each() {
            for near in (board.near[cell] & self.empty).each().filter(|&near| near < cell) {
                self.add_full(cell as Node, near as Node, S::NONE, Reason::Touch);
            }
            for bridge in board.bridges[cell].iter().filter(|bridge| bridge.to < cell) {
                if (bridge.between | S::one(bridge.to)).is_within(self.empty) {
                    self.add_full(cell as Node, bridge.to as Node, bridge.between, Reason::Bridge);
                }
            }
        }
    }

    /// Edge templates of stones, and of empty cells, which count as stones. Along a line of play there are no new ones: what fits
    /// now did so before.
    fn add_templates(&mut self, board: &Board<S>) {
        for side in 0..2 {
            for &Placed { stone, carrier } in &board.templates[self.colour][side] {
                let carrier =
                    if is_bent(Bend::Template) { carrier.minus(S::one(carrier.first())) } else { carrier };
                if !(carrier | S::one(stone)).is_within(self.own | self.empty) {
                    continue;
                }
                let chain = self.stones.iter().position(|chain| chain.holds(stone));
                let node = match chain {
                    Some(source) if source != side => (self.room + source) as Node,
                    None if self.empty.holds(stone) => stone as Node,
                    _ => continue,
                };
                self.add_full(self.side(side), node, carrier.minus(self.own), Reason::Template);
            }
        }
    }

    /// Everything that follows at once from a full connection.
    fn extend(&mut self, board: &Board<S>, number: u32) {
        let Find { ends, carrier, .. } = self.finds[number as usize];
        let is_kept =
            self.pair(ends[0], ends[1]).is_some_and(|pair| pair.full.each().any(|kept| kept.1 == number));
        if !is_kept {
            return;
        }
        for [end, middle] in [ends, [ends[1], ends[0]]] {
            if self.is_cell(middle) {
                self.pass_cell(board, end, middle, carrier, number);
            } else if self.side_of(middle).is_none() || is_bent(Bend::OverSide) {
                self.pass_chain(end, middle, carrier, number);
            }
        }
    }

    /// From a node over an empty cell to others.
    fn pass_cell(&mut self, board: &Board<S>, end: Node, via: Node, carrier: S, one: u32) {
        let Partners { cells, sources } = self.partners[usize::from(via)];
        let with = carrier | S::one(via.into());
        for source in sources.each() {
            self.meet(end, (self.room + source) as Node, via, carrier, one);
        }
        if self.is_cell(end) && self.links_are_plain() {
            return;
        }
        if !self.links_are_plain() {
            for cell in cells.minus(carrier).each() {
                self.meet(end, cell as Node, via, carrier, one);
            }
            return;
        }
        let reason = Reason::Link { known: one, cell: via };
        for cell in (board.near[usize::from(via)] & self.empty).minus(carrier).each() {
            self.add_semi(end, cell as Node, with, reason);
        }
        for bridge in &board.bridges[usize::from(via)] {
            let needed = bridge.between | S::one(bridge.to);
            let is_free =
                needed.is_within(self.empty) || is_bent(Bend::TakenBetween) && self.empty.holds(bridge.to);
            if is_free && !needed.meets(carrier) {
                self.add_semi(end, bridge.to as Node, with | bridge.between, reason);
            }
        }
    }

    /// Two nodes joined to the same empty cell.
    fn meet(&mut self, end: Node, target: Node, via: Node, carrier: S, one: u32) {
        if target == end {
            return;
        }
        let held = self.cell_set(end);
        let list = self.pair(target, via).map_or(List::EMPTY, |pair| pair.full);
        for (known, other) in list.each() {
            if !known.meets(carrier | held) {
                let reason = Reason::Via { one, other, cell: via };
                let over = if is_bent(Bend::LeftOut) { S::NONE } else { S::one(via.into()) };
                if is_bent(Bend::FreeCell) {
                    self.add_full(end, target, carrier | known | over, reason);
                } else {
                    self.add_semi(end, target, carrier | known | over, reason);
                }
            }
        }
    }

    /// A node is joined to a chain, so it is joined to all that the chain is joined to.
    fn pass_chain(&mut self, end: Node, chain: Node, carrier: S, one: u32) {
        let Partners { cells, sources } = self.partners[usize::from(chain)];
        for source in sources.each() {
            self.carry_on(end, (self.room + source) as Node, chain, carrier, one);
        }
        if !self.is_cell(end) || !self.links_are_plain() {
            for cell in cells.minus(carrier).each() {
                self.carry_on(end, cell as Node, chain, carrier, one);
            }
        }
    }

    fn carry_on(&mut self, end: Node, target: Node, chain: Node, carrier: S, one: u32) {
        if target == end {
            return;
        }
        let held = self.cell_set(end);
        let list = self.pair(target, chain).map_or(List::EMPTY, |pair| pair.full);
        for (known, other) in list.each() {
            if !known.meets(carrier | held) || is_bent(Bend::Overlap) {
                self.add_full(end, target, carrier | known, Reason::Through { one, other });
            }
        }
    }

    /// The cell of a node as a set, none for stones.
    fn cell_set(&self, node: Node) -> S {
        if self.is_cell(node) { S::one(node.into()) } else { S::NONE }
    }

    fn is_too_large(&self, a: Node, b: Node, carrier: S) -> bool {
        let both = self.is_cell(a) && self.is_cell(b);
        carrier.size() > if both { self.effort.between } else { self.effort.cells }
    }

    #[inline(always)]
    fn pair(&self, a: Node, b: Node) -> Option<&Pair<S>> {
        self.store.get(a, b)
    }

    pub(crate) fn add_full(&mut self, a: Node, b: Node, carrier: S, reason: Reason) {
        if self.is_too_large(a, b, carrier) {
            return;
        }
        if self.pair(a, b).is_some_and(|pair| pair.full.covers(carrier)) {
            return;
        }
        let pair = self.store.make(a, b);
        let (number, limit) = (self.finds.len() as u32, self.effort.full);
        let cells = self.cell_set(a) | self.cell_set(b);
        let pair = self.store.at_mut(pair);
        pair.all |= carrier | cells;
        pair.full.drop_above(carrier);
        if !pair.full.add(carrier, number, limit) {
            return;
        }
        pair.semi.drop_above(carrier);
        for [here, there] in [[a, b], [b, a]] {
            let partners = &mut self.partners[usize::from(here)];
            match usize::from(there).checked_sub(self.room) {
                Some(source) => partners.sources |= 1 << source,
                None => partners.cells |= S::one(there.into()),
            }
        }
        let moves = self.moves(reason, carrier);
        self.finds.push(Find { ends: [a, b], reason, carrier, moves });
        self.waiting.push(number);
    }

    pub(crate) fn add_semi(&mut self, a: Node, b: Node, carrier: S, reason: Reason) {
        if self.is_too_large(a, b, carrier) {
            return;
        }
        if self.pair(a, b).is_some_and(|pair| pair.full.covers(carrier) || pair.semi.covers(carrier)) {
            return;
        }
        let at = self.store.make(a, b);
        let (number, limit) = (self.finds.len() as u32, self.effort.semi);
        let cells = self.cell_set(a) | self.cell_set(b);
        let pair = self.store.at_mut(at);
        pair.all |= carrier | cells;
        pair.semi.drop_above(carrier);
        let others = pair.semi;
        if !pair.semi.add(carrier, number, limit) {
            return;
        }
        let moves = self.moves(reason, carrier);
        self.finds.push(Find { ends: [a, b], reason, carrier, moves });
        self.join(at, [a, b], &others, carrier, number);
    }

    /// The OR rule for a new semi connection.
    fn join(&mut self, at: usize, ends: [Node; 2], others: &List<S, SEMI>, carrier: S, number: u32) {
        // What all from a place on have in common: where it meets what those chosen have in common, nothing comes of it.
        let mut rest = [S::NONE; SEMI + 1];
        for i in (0..others.length).rev() {
            let after =
                if i + 1 == others.length { others.carriers[i] } else { rest[i + 1] & others.carriers[i] };
            rest[i] = after;
        }
        let mut joined = [number; JOINED];
        let mut or = Or { at, ends, others, rest: &rest, joined: &mut joined };
        self.join_more(&mut or, 0, carrier, carrier, 1);
    }

    /// Joins further semi connections to those chosen until no cell is common to all.
    fn join_more(&mut self, or: &mut Or<'_, S>, from: usize, common: S, all: S, count: usize) {
        for i in from..or.others.length {
            if common.meets(or.rest[i]) && !is_bent(Bend::CommonCell) {
                return;
            }
            let carrier = or.others.carriers[i];
            let (less, union) = (common & carrier, all | carrier);
            if less == common || self.store.at(or.at).full.covers(union) {
                continue;
            }
            or.joined[count] = or.others.finds[i];
            if less.is_none() || is_bent(Bend::CommonCell) {
                let first = self.joined.len() as u32;
                self.joined.extend_from_slice(&or.joined[..=count]);
                let reason = Reason::Either { first, count: count as u32 + 1 };
                self.add_full(or.ends[0], or.ends[1], union, reason);
            } else if count + 1 < self.effort.or.min(JOINED) {
                self.join_more(or, i + 1, less, union, count + 1);
            }
        }
    }

    /// Each part needs its own moves: an intrusion is answered in the part where it happens, and after a pass any part goes on.
    fn moves(&self, reason: Reason, carrier: S) -> u8 {
        let of = |find: u32| self.finds[find as usize].moves;
        match reason {
            Reason::Touch => 0,
            Reason::Bridge => 1,
            Reason::Template => (carrier.size() / 2) as u8,
            Reason::Link { known, cell } => {
                let bridged = carrier.minus(self.finds[known as usize].carrier | S::one(cell.into()));
                of(known).saturating_add(1 + u8::from(!bridged.is_none()))
            }
            Reason::Via { one, other, .. } => of(one).saturating_add(of(other)).saturating_add(1),
            Reason::Through { one, other } => of(one).saturating_add(of(other)),
            Reason::Either { first, count } => {
                let threats = first as usize..(first + count) as usize;
                threats.map(|at| of(self.joined[at])).max().unwrap_or(0)
            }
        }
    }
}

/// The state of the OR rule.
struct Or<'a, S> {
    at: usize,
    ends: [Node; 2],
    others: &'a List<S, SEMI>,
    rest: &'a [S; SEMI + 1],
    joined: &'a mut [u32; JOINED],
}
