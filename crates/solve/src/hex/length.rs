//! The length of the perfect game as Queenbee 4.6 defines it.
//!
//! The winner hurries and the loser delays until the winner has a connection that only simple two-bridges can interrupt: a way from
//! side to side along its chains, each step from a chain to the next or to a side over two empty cells that touch both.
//! The question is asked as "within n moves of the winner?" for growing n. A proof has a carrier here too: the
//! loser gains no time outside of it, so that only replies inside the carriers of all known proofs are looked at. The loser's
//! passing comes first; its proof is the first carrier.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::board::{Board, Cells, Position};
use super::search::Search;
use crate::shape::bits;

/// With so many moves left the plain solver is asked first which moves win at all; below it costs more than it saves.
const DEEP: usize = 4;

/// What is known of a position: moves of the winner that are too few, that are enough, and the carrier for them.
#[derive(Clone, Copy)]
struct Known {
    too_few: Option<usize>,
    enough: usize,
    carrier: Cells,
}

/// A search for the shortest win of one colour.
pub struct Lengths<'a> {
    search: &'a mut Search,
    winner: usize,
    known: HashMap<Position, Known>,
    stop: AtomicBool,
    /// How often a reply on each cell has delayed the winner, those with much left to search counting more.
    delays: [u64; 64],
    /// Positions looked at.
    pub nodes: u64,
}

/// Plies from a position to the end of its perfect game, with the winner and the positions looked at.
pub fn length(search: &mut Search, position: &Position) -> (usize, usize, u64) {
    let stop = AtomicBool::new(false);
    let entry = search.solve(position, u64::MAX, &stop);
    let winner = if entry.wins() { position.turn } else { 1 - position.turn };
    let mut lengths = Lengths { search, winner, known: HashMap::new(), stop, delays: [0; 64], nodes: 0 };
    let to_move = position.turn == winner;
    let reached = |lengths: &mut Lengths<'_>, moves: usize| {
        if to_move { lengths.reach(position, moves) } else { lengths.hold(position, moves) }.is_some()
    };
    let moves = (0..).find(|&moves| reached(&mut lengths, moves)).expect("the winner wins some time");
    let plies = if to_move && moves > 0 { 2 * moves - 1 } else { 2 * moves };
    (plies, winner, lengths.nodes)
}

impl Lengths<'_> {
    /// The winner is to move: the carrier of a win within so many of its moves.
    fn reach(&mut self, position: &Position, moves: usize) -> Option<Cells> {
        let (own, other) = self.stones(position);
        if let Some(carrier) = bridged(&self.search.board, own, other, self.winner) {
            return Some(carrier);
        }
        if least(&self.search.board, own, other, self.winner) > moves {
            return None;
        }
        if let Some(answer) = self.remembered(position, moves) {
            return answer;
        }
        self.nodes += 1;
        let deep = moves >= DEEP;
        if deep && !self.search.solve(position, u64::MAX, &self.stop).wins() {
            return self.remember(position, usize::MAX, None);
        }
        let cells = if deep { self.search.must_play(position) } else { position.empty(&self.search.board) };
        let mut tries: Vec<(usize, usize)> = Vec::new();
        for cell in bits(cells) {
            let needed = least(&self.search.board, own | 1 << cell, other, self.winner);
            if needed < moves {
                tries.push((needed, cell));
            }
        }
        if deep {
            let order = self.search.order(position, tries.iter().fold(0, |set, &(_, cell)| set | 1 << cell));
            tries.sort_by_key(|&(needed, cell)| (needed, order.iter().position(|&other| other == cell)));
        } else {
            tries.sort_unstable();
        }
        for (_, cell) in tries {
            let after = position.play(cell);
            if deep && self.search.solve(&after, u64::MAX, &self.stop).wins() {
                continue;
            }
            if let Some(carrier) = self.hold(&after, moves - 1) {
                return self.remember(position, moves, Some(carrier | 1 << cell));
            }
        }
        self.remember(position, moves, None)
    }

    /// The same with the loser to move.
    fn hold(&mut self, position: &Position, moves: usize) -> Option<Cells> {
        let (own, other) = self.stones(position);
        if let Some(carrier) = bridged(&self.search.board, own, other, self.winner) {
            return Some(carrier);
        }
        if least(&self.search.board, own, other, self.winner) > moves {
            return None;
        }
        if let Some(answer) = self.remembered(position, moves) {
            return answer;
        }
        self.nodes += 1;
        let passed = Position { turn: self.winner, ..*position };
        let Some(carrier) = self.reach(&passed, moves) else {
            return self.remember(position, moves, None);
        };
        let (mut common, mut all) = (carrier, carrier);
        let mut replies: Vec<usize> = bits(carrier).collect();
        replies.sort_by_key(|&cell| std::cmp::Reverse(self.delays[cell]));
        for reply in replies {
            if common >> reply & 1 == 0 {
                continue;
            }
            let Some(carrier) = self.reach(&position.play(reply), moves) else {
                self.delays[reply] += 1 << moves.min(16);
                return self.remember(position, moves, None);
            };
            common &= carrier;
            all |= carrier;
        }
        self.remember(position, moves, Some(all))
    }

    fn stones(&self, position: &Position) -> (Cells, Cells) {
        (position.stones[self.winner], position.stones[1 - self.winner])
    }

    fn remembered(&self, position: &Position, moves: usize) -> Option<Option<Cells>> {
        let known = self.known.get(position)?;
        if moves >= known.enough {
            Some(Some(known.carrier))
        } else if known.too_few.is_some_and(|few| moves <= few) {
            Some(None)
        } else {
            None
        }
    }

    fn remember(&mut self, position: &Position, moves: usize, answer: Option<Cells>) -> Option<Cells> {
        let nothing = Known { too_few: None, enough: usize::MAX, carrier: 0 };
        let known = self.known.entry(*position).or_insert(nothing);
        match answer {
            Some(carrier) => (known.enough, known.carrier) = (moves, carrier),
            None => known.too_few = Some(moves),
        }
        answer
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
    let open = board.all & !other;
    let empty = open & !own;
    let mut stones = board.flood(own & sides[0], own);
    let mut one = sides[0] | board.beside(stones);
    let mut count = 0;
    loop {
        // What is touched twice is joined: own chains for nothing, empty cells for a stone.
        loop {
            let joined = own & !stones & (one | reach_over(board, one, empty, own & !stones));
            if joined == 0 {
                break;
            }
            stones |= board.flood(joined, own);
            one |= board.beside(stones);
        }
        if stones & sides[1] != 0 || (one & empty & sides[1]).count_ones() >= 2 {
            return count;
        }
        let placed = empty & !stones & (one | reach_over(board, one, empty, empty & !stones));
        if placed == 0 {
            return usize::MAX;
        }
        count += 1;
        stones |= placed;
        one |= board.beside(placed);
    }
}

/// Those of `cells` that touch two empty cells of `one`.
fn reach_over(board: &Board, one: Cells, empty: Cells, cells: Cells) -> Cells {
    let free = one & empty;
    bits(cells)
        .filter(|&cell| (board.near[cell] & free).count_ones() >= 2)
        .fold(0, |set, cell| set | 1 << cell)
}
