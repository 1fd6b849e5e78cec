//! Virtual connections in Hex by AND and OR rules (Anshelevich's H-search; Queenbee 8.2).
//!
//! Two *nodes* (an empty cell, a chain, a side with the chains that touch it) have a *full* connection when they can be joined even though the
//! opponent moves first, a *semi* connection when they can if the owner moves first. A connection carries the set of empty cells that it
//! needs. Neighbours are connected by nothing. AND: two full connections over disjoint cells that meet in a chain make a full one,
//! in an empty cell a semi one with that cell. OR: semi connections of one pair that have no cell in common make a full one.
//!
//! The rules are sound, not complete: what they find is true, and there is more than they find. Only the smallest carriers are
//! kept, so many a pair as [`Effort`] allows.

use std::collections::VecDeque;

use game::{Bits, Board, Cell, Colour};

/// How much is kept and tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Full connections a pair.
    pub full: usize,
    /// Semi connections a pair.
    pub semi: usize,
    /// Semi connections that one OR joins at the most.
    pub or: usize,
    /// Cells of the largest carrier.
    pub cells: usize,
    /// Cells of the largest carrier between two empty cells. There are most pairs of these, so this decides the time.
    pub between: usize,
}

impl Effort {
    /// Little, for evaluations: from empty cell to empty cell only two-bridges.
    pub const SMALL: Effort = Effort { full: 3, semi: 6, or: 3, cells: 12, between: 2 };
    /// More, for proofs.
    pub const LARGE: Effort = Effort { full: 8, semi: 16, or: 4, cells: 40, between: 40 };
}

/// A node of the connection graph, by number.
pub type Node = usize;

/// The first of a colour's own sides.
pub const FIRST_SIDE: Node = 0;
/// The second.
pub const SECOND_SIDE: Node = 1;

/// The connections of one colour on one board.
pub struct Connections<const W: usize> {
    /// The cell of a node that is an empty cell, by node.
    cells: Vec<Option<Cell>>,
    pairs: Vec<Pair<W>>,
    /// The nodes that a node has been combined with.
    partners: Vec<Vec<Node>>,
    queue: VecDeque<(Node, Node, Bits<W>)>,
    effort: Effort,
}

#[derive(Clone, Default)]
struct Pair<const W: usize> {
    full: Vec<Bits<W>>,
    /// The full ones that have been combined with others.
    done: Vec<Bits<W>>,
    semi: Vec<Bits<W>>,
}

impl<const W: usize> Connections<W> {
    /// Finds the connections of `colour` on a Hex board.
    pub fn find(board: &Board<W>, colour: Colour, effort: Effort) -> Connections<W> {
        let (cells, node_of) = nodes(board, colour);
        let count = cells.len();
        let mut found = Connections {
            cells,
            pairs: vec![Pair::default(); count * (count - 1) / 2],
            partners: vec![Vec::new(); count],
            queue: VecDeque::new(),
            effort,
        };
        let shape = board.shape();
        for cell in shape.cells() {
            let Some(here) = node_of[cell.index()] else { continue };
            for next in shape.neighbours(cell) {
                if let Some(there) = node_of[next.index()] {
                    found.add_full(here, there, Bits::EMPTY);
                }
            }
            for side in [FIRST_SIDE, SECOND_SIDE] {
                if shape.marks(cell, colour) >> side & 1 != 0 {
                    found.add_full(here, side, Bits::EMPTY);
                }
            }
        }
        while let Some((a, b, carrier)) = found.queue.pop_front() {
            found.combine(a, b, carrier);
        }
        found
    }

    /// How many nodes there are: the sides, the empty cells and the chains that touch no side.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no nodes: never, the sides are always there.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The empty cell that a node is, if it is one.
    pub fn cell(&self, node: Node) -> Option<Cell> {
        self.cells[node]
    }

    /// The carriers of the full connections between two nodes.
    pub fn full(&self, a: Node, b: Node) -> &[Bits<W>] {
        &self.pairs[place(a, b)].full
    }

    /// The carriers of the semi connections between two nodes.
    pub fn semi(&self, a: Node, b: Node) -> &[Bits<W>] {
        &self.pairs[place(a, b)].semi
    }

    /// Whether the colour wins even if the opponent moves first.
    pub fn wins(&self) -> bool {
        !self.full(FIRST_SIDE, SECOND_SIDE).is_empty()
    }

    /// Whether the colour wins if it moves first.
    pub fn wins_moving(&self) -> bool {
        self.wins() || !self.semi(FIRST_SIDE, SECOND_SIDE).is_empty()
    }

    fn add_full(&mut self, a: Node, b: Node, carrier: Bits<W>) {
        if a == b
            || self.is_too_large(a, b, carrier)
            || self.holds_end(a, carrier)
            || self.holds_end(b, carrier)
        {
            return;
        }
        let limit = self.effort.full;
        if keep(&mut self.pairs[place(a, b)].full, carrier, limit) {
            self.queue.push_back((a, b, carrier));
        }
    }

    fn add_semi(&mut self, a: Node, b: Node, carrier: Bits<W>) {
        if a == b
            || self.is_too_large(a, b, carrier)
            || self.holds_end(a, carrier)
            || self.holds_end(b, carrier)
        {
            return;
        }
        let (limit, or) = (self.effort.semi, self.effort.or);
        let pair = &mut self.pairs[place(a, b)];
        if pair.full.iter().any(|full| is_within(*full, carrier)) {
            return;
        }
        if keep(&mut pair.semi, carrier, limit) {
            let mut unions = Vec::new();
            join(&pair.semi, 0, carrier, carrier, or, &mut unions);
            unions.into_iter().for_each(|union| self.add_full(a, b, union));
        }
    }

    fn is_too_large(&self, a: Node, b: Node, carrier: Bits<W>) -> bool {
        let both_empty = self.cells[a].is_some() && self.cells[b].is_some();
        carrier.len() > if both_empty { self.effort.between } else { self.effort.cells }
    }

    fn holds_end(&self, node: Node, carrier: Bits<W>) -> bool {
        self.cells[node].is_some_and(|cell| carrier.has(cell))
    }

    /// AND with everything that has been combined before.
    fn combine(&mut self, a: Node, b: Node, carrier: Bits<W>) {
        let here = &mut self.pairs[place(a, b)];
        if !here.full.contains(&carrier) {
            return;
        }
        here.done.push(carrier);
        if here.done.len() == 1 {
            self.partners[a].push(b);
            self.partners[b].push(a);
        }
        for (end, middle) in [(a, b), (b, a)] {
            // A side in the middle leads nowhere new.
            if middle <= SECOND_SIDE {
                continue;
            }
            for place_of in 0..self.partners[middle].len() {
                let other = self.partners[middle][place_of];
                if other == end {
                    continue;
                }
                for number in 0..self.pairs[place(middle, other)].done.len() {
                    let second = self.pairs[place(middle, other)].done[number];
                    if !(carrier & second).is_empty() {
                        continue;
                    }
                    let mut union = carrier | second;
                    match self.cells[middle] {
                        None => self.add_full(end, other, union),
                        Some(cell) => {
                            union.insert(cell);
                            self.add_semi(end, other, union);
                        }
                    }
                }
            }
        }
    }
}

/// The nodes: their cells, and the node of each cell that is not the opponent's.
fn nodes<const W: usize>(board: &Board<W>, colour: Colour) -> (Vec<Option<Cell>>, Vec<Option<Node>>) {
    let shape = board.shape();
    let mut cells = vec![None, None];
    let mut node_of = vec![None; shape.len()];
    for cell in board.stones(colour) {
        let label = board.chain(cell);
        if label != cell {
            continue;
        }
        let marks = board.chain_marks(label);
        let node = match marks {
            0 => {
                cells.push(None);
                cells.len() - 1
            }
            _ if marks & 1 != 0 => FIRST_SIDE,
            _ => SECOND_SIDE,
        };
        board.chain_cells(label).for_each(|stone| node_of[stone.index()] = Some(node));
    }
    for cell in board.empty_cells() {
        node_of[cell.index()] = Some(cells.len());
        cells.push(Some(cell));
    }
    (cells, node_of)
}

/// Where a pair stands in the list of pairs.
fn place(a: Node, b: Node) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    high * (high - 1) / 2 + low
}

fn is_within<const W: usize>(small: Bits<W>, large: Bits<W>) -> bool {
    (small - large).is_empty()
}

/// Keeps a carrier unless one within it is known; what it makes superfluous goes, and beyond the limit the largest. Returns whether it was kept.
fn keep<const W: usize>(list: &mut Vec<Bits<W>>, carrier: Bits<W>, limit: usize) -> bool {
    if list.iter().any(|known| is_within(*known, carrier)) {
        return false;
    }
    list.retain(|known| !is_within(carrier, *known));
    list.push(carrier);
    if list.len() > limit {
        let largest = (0..list.len()).max_by_key(|&at| list[at].len()).expect("the list is not empty");
        return list.swap_remove(largest) != carrier;
    }
    true
}

/// The unions of up to `more` further semi connections that leave nothing in common.
fn join<const W: usize>(
    semi: &[Bits<W>],
    from: usize,
    union: Bits<W>,
    common: Bits<W>,
    more: usize,
    unions: &mut Vec<Bits<W>>,
) {
    for (at, &carrier) in semi.iter().enumerate().skip(from) {
        let left = common & carrier;
        if left == common {
            continue;
        }
        if left.is_empty() {
            unions.push(union | carrier);
        } else if more > 1 {
            join(semi, at + 1, union | carrier, left, more - 1, unions);
        }
    }
}
