//! The length of the perfect game as Queenbee 4.6 defines it.
//!
//! The winner hurries and the loser delays until the winner has a connection that only simple two-bridges can interrupt: a way from
//! side to side along its chains, each step from a chain to the next or to a side over two empty cells that touch both.
//! The question is asked as "within n moves of the winner?" for growing n, by depth-first proof-number search as in `search.rs`. The number
//! of moves left follows from the winner's stones, so within one question a position needs no other key.
//!
//! Both answers have a carrier, and with it must-play regions. A win in time stays one if the loser owns all cells outside of its carrier:
//! the loser gains no time there. And the winner is held up even if it owns all cells outside of the carrier of that: it
//! gains nothing there.
//!
//! Bounds: stones that are missing even if the loser passes for ever (`least`), also after the loser's best block; virtual
//! connections that need few enough moves; and who wins at all, from the plain solver.

use std::sync::atomic::AtomicBool;

use connections::{Connections, Effort};

use super::board::{Board, Cells, Position};
use super::children::{Children, UNSEEN, take};
use super::search::Search;
use super::table::{Entry, INFINITE, NONE, Table};
use crate::shape::bits;

/// With so many moves left the plain solver is asked who wins at all; below it costs more than it saves.
const DEEP: usize = 4;
/// Children looked at from the start, and the share of the others.
const WIDE: (usize, f32) = (2, 0.1);
/// A child is searched until it is this factor worse than the second best.
const PATIENCE: f32 = 1.25;

/// Bytes of the table: it is emptied for every question, so small boards get a small one.
fn memory(cells: usize) -> usize {
    match cells {
        0..=16 => 1 << 20,
        17..=25 => 1 << 24,
        _ => 1 << 28,
    }
}

/// A search for the shortest win of one colour.
struct Lengths<'a> {
    search: &'a mut Search,
    winner: usize,
    connections: Connections<Cells>,
    table: Table,
    /// Stones that the winner may have on the board in the end.
    stones: usize,
    stop: AtomicBool,
    nodes: u64,
}

/// Plies from a position to the end of its perfect game, with the winner and the positions looked at.
pub fn length(search: &mut Search, position: &Position) -> (usize, usize, u64) {
    let stop = AtomicBool::new(false);
    let entry = search.solve(position, u64::MAX, &stop);
    let winner = if entry.wins() { position.turn } else { 1 - position.turn };
    let (connections, table) = (Connections::new(Effort::LARGE), Table::new(memory(search.board.cells())));
    let mut lengths = Lengths { search, winner, connections, table, stones: 0, stop, nodes: 0 };
    let own = position.stones[winner].count_ones() as usize;
    let reached = |lengths: &mut Lengths<'_>, moves: usize| {
        lengths.stones = own + moves;
        lengths.table.clear();
        lengths.search(position, INFINITE, INFINITE).wins() == (position.turn == winner)
    };
    let moves = (0..).find(|&moves| reached(&mut lengths, moves)).expect("the winner wins some time");
    let plies = if position.turn == winner && moves > 0 { 2 * moves - 1 } else { 2 * moves };
    (plies, winner, lengths.nodes)
}

impl Lengths<'_> {
    /// Searches until a number reaches its threshold. Winning means: for the winner to get there in time, for the loser to hold out.
    fn search(&mut self, position: &Position, most_phi: f32, most_delta: f32) -> Entry {
        let mut entry = match self.table.find(&self.search.board, position) {
            Some(entry) => entry,
            None => self.evaluate(position),
        };
        if entry.solved() || entry.phi >= most_phi || entry.delta >= most_delta {
            return entry;
        }
        let order = self.search.order(position, entry.moves);
        let begin = self.nodes;
        let mut seen = UNSEEN;
        loop {
            let children = Children {
                table: &self.table,
                board: &self.search.board,
                position,
                wide: WIDE,
                seen: &seen,
                busy: None,
            };
            let best = children.look(order.iter().copied(), 0, &mut entry);
            if entry.solved() || entry.phi >= most_phi || entry.delta >= most_delta {
                entry.work = entry.work.saturating_add((self.nodes - begin) as u32);
                return self.note(position, entry);
            }
            let best = best.expect("an unsolved position has a move to try");
            let child_delta = most_phi.min(best.second * PATIENCE + 1.0);
            let child_phi = most_delta - entry.delta + best.phi;
            let child = self.search(&position.play(best.cell), child_phi, child_delta);
            seen[best.cell] = (child.phi, child.delta);
            take(best.cell, &child, 0, &mut entry);
        }
    }

    /// The first look at a position.
    fn evaluate(&mut self, position: &Position) -> Entry {
        self.nodes += 1;
        let (own, other) = (position.stones[self.winner], position.stones[1 - self.winner]);
        let moves = self.stones - own.count_ones() as usize;
        let hurries = position.turn == self.winner;
        let entry = if let Some(carrier) = bridged(&self.search.board, own, other, self.winner) {
            Entry::proved(hurries, carrier, NONE)
        } else if self.is_far(own, other, moves) {
            Entry::proved(!hurries, self.hold(own, other, moves, false), NONE)
        } else if hurries {
            self.hurry(own, other, moves)
        } else {
            self.delay(position, own, other, moves)
        };
        self.note(position, entry)
    }

    /// The winner is to move; it may get there in time.
    fn hurry(&mut self, own: Cells, other: Cells, moves: usize) -> Entry {
        let board = &self.search.board;
        self.connections.run(board, own, other, self.winner);
        let known = self.connections.all_won().chain(self.connections.all_threats());
        let mut known =
            known.filter(|&(_, find)| usize::from(self.connections.finds[find as usize].moves) <= moves);
        if let Some((carrier, _)) = known.next() {
            return Entry::proved(true, carrier, NONE);
        }
        let (mut tries, mut carrier) = (board.all & !(own | other), 0);
        if self.is_far(own, other, moves - 1) {
            // No move may be wasted.
            for backwards in [false, true] {
                let hold = self.hold(own, other, moves - 1, backwards);
                tries &= hold;
                carrier |= hold;
            }
        }
        if tries == 0 { Entry::proved(false, carrier, NONE) } else { Entry::open(tries, carrier) }
    }

    /// The loser is to move; the winner may get there in time.
    fn delay(&mut self, position: &Position, own: Cells, other: Cells, moves: usize) -> Entry {
        let board = &self.search.board;
        let empty = position.empty(board);
        if let Some(block) = bits(empty).find(|&cell| self.is_far(own, other | 1 << cell, moves)) {
            let carrier = self.hold(own, other | 1 << block, moves, false) | 1 << block;
            return Entry::proved(true, carrier, block as u8);
        }
        self.connections.run(board, own, other, self.winner);
        let in_time = |find: u32| usize::from(self.connections.finds[find as usize].moves) <= moves;
        if let Some((carrier, _)) = self.connections.all_won().find(|&(_, find)| in_time(find)) {
            return Entry::proved(false, carrier, NONE);
        }
        if moves >= DEEP {
            let entry = self.search.solve(position, u64::MAX, &self.stop);
            if entry.wins() {
                return Entry::proved(true, entry.carrier, entry.best);
            }
        }
        let (mut replies, mut carrier) = (empty, 0);
        for (threat, _) in self.connections.all_threats().filter(|&(_, find)| in_time(find)) {
            if replies & !threat != 0 {
                replies &= threat;
                carrier |= threat;
            }
        }
        Entry::open(replies, carrier)
    }

    /// Is the winner surely not there after so many moves, even if the loser passes? With no move left this is exact.
    fn is_far(&self, own: Cells, other: Cells, moves: usize) -> bool {
        let board = &self.search.board;
        least(board, own, other, self.winner) > moves
            || moves == 0 && bridged(board, own, other, self.winner).is_none()
    }

    /// A set of empty cells outside of which the winner may own everything and still is far; the others are given to it one by one.
    fn hold(&self, own: Cells, other: Cells, moves: usize, backwards: bool) -> Cells {
        let mut given = own;
        let empty = self.search.board.all & !(own | other);
        let mut cells: Vec<usize> = bits(empty).collect();
        if backwards {
            cells.reverse();
        }
        for cell in cells {
            if self.is_far(given | 1 << cell, other, moves) {
                given |= 1 << cell;
            }
        }
        empty & !given
    }

    fn note(&mut self, position: &Position, entry: Entry) -> Entry {
        self.table.store(&self.search.board, position, entry);
        entry
    }
}

/// The carrier of a connection from side to side by chains and disjoint two-bridges.
pub fn bridged(board: &Board, own: Cells, other: Cells, colour: usize) -> Option<Cells> {
    let sides = board.sides[colour];
    let empty = board.all & !(own | other);
    let chain = board.flood(own & sides[0], own);
    let beside = (board.beside(chain) | sides[0]) & empty;
    cross(board, own, empty, sides[1], chain, beside, 0)
}

/// Goes on from the chains reached so far, which touch the empty cells `beside`, to the far side.
fn cross(
    board: &Board,
    own: Cells,
    empty: Cells,
    goal: Cells,
    passed: Cells,
    beside: Cells,
    used: Cells,
) -> Option<Cells> {
    if passed & goal != 0 {
        return Some(used);
    }
    let free = beside & !used;
    if let Some(pair) = pairs(free & goal).next() {
        return Some(used | pair);
    }
    let mut left = own & !passed;
    while left != 0 {
        let chain = board.flood(left & left.wrapping_neg(), left);
        left &= !chain;
        let touched = board.beside(chain) & empty;
        for pair in pairs(free & touched) {
            let next = cross(board, own, empty, goal, passed | chain, touched, used | pair);
            if next.is_some() {
                return next;
            }
        }
    }
    None
}

/// All pairs of cells of a set.
fn pairs(set: Cells) -> impl Iterator<Item = Cells> {
    bits(set).flat_map(move |a| bits(set & !0 << a << 1).map(move |b| 1 << a | 1 << b))
}

/// Stones that the colour has to add at least until [`bridged`]; a bound, since bridges may overlap here.
fn least(board: &Board, own: Cells, other: Cells, colour: usize) -> usize {
    let sides = board.sides[colour];
    let empty = board.all & !(own | other);
    let mut stones = board.flood(own & sides[0], own);
    let mut one = sides[0] | board.beside(stones);
    // Chains apart from the first side, each with the empty cells beside it.
    let (mut chains, mut count) = ([(0, 0); 32], 0);
    let mut left = own & !stones;
    while left != 0 {
        let chain = board.flood(left & left.wrapping_neg(), left);
        left &= !chain;
        chains[count] = (chain, board.beside(chain) & empty);
        count += 1;
    }
    let chains = &chains[..count];
    // What an empty cell touches together with the chains beside it.
    let touched = |cell: usize| {
        let beside = chains.iter().filter(|chain| chain.1 >> cell & 1 == 1);
        beside.fold(board.near[cell], |touched, chain| touched | chain.1) & !(1 << cell)
    };
    let mut added = 0;
    loop {
        // What is touched twice is joined: own chains for nothing, empty cells for a stone.
        loop {
            let free = one & empty;
            let joins = |&&(chain, beside): &&(Cells, Cells)| {
                chain & !stones != 0 && (chain & one != 0 || (beside & free).count_ones() >= 2)
            };
            let joined = chains.iter().filter(joins).fold(0, |set, chain| set | chain.0);
            if joined == 0 {
                break;
            }
            stones |= joined;
            one |= board.beside(joined);
        }
        if stones & sides[1] != 0 || (one & empty & sides[1]).count_ones() >= 2 {
            return added;
        }
        let free = one & empty;
        let near = |&cell: &usize| free >> cell & 1 == 1 || (touched(cell) & free).count_ones() >= 2;
        let placed = bits(empty & !stones).filter(near).fold(0, |set, cell| set | 1 << cell);
        if placed == 0 {
            return usize::MAX;
        }
        added += 1;
        stones |= placed;
        one |= board.beside(placed);
    }
}
