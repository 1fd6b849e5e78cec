//! Moves that cannot be needed: on dead cells, and reversible ones (Queenbee 8.6).
//!
//! For a colour the board is a graph of the empty cells and its two sides, where chains of its own are contracted: two
//! vertices are neighbours if a stone on each would hang together. A cell whose neighbours are all neighbours of each other is *dead*: a
//! path through it can always do without. A move is *reversible* if the opponent has a reply after which its cell is dead; then the
//! mover has gained nothing and the opponent has a stone more, so whoever wins with the move wins without it.

use super::board::{Board, Cells};
use crate::shape::bits;

/// The neighbours of an empty cell in one colour's graph.
#[derive(Clone, Copy, Default)]
struct Near {
    cells: Cells,
    sides: u8,
}

/// The cells of `moves` that a colour need not play on, and the replies that make it so.
pub fn useless(board: &Board, own: Cells, other: Cells, colour: usize, moves: Cells) -> (Cells, Cells) {
    let graph = graph(board, own, other, colour);
    let (mut cells, mut replies) = (0, 0);
    for cell in bits(moves) {
        if let Some(reply) = killer(&graph, cell) {
            cells |= 1 << cell;
            replies |= reply;
        }
    }
    (cells, replies)
}

/// The opponent's reply after which the cell is dead; the empty set if it is dead already.
fn killer(graph: &[Near; 64], cell: usize) -> Option<Cells> {
    let Near { cells, sides } = graph[cell];
    if sides == 3 {
        return None;
    }
    // A neighbour that misses others: it goes itself, or the one that it misses.
    let mut tries = None;
    for beside in bits(cells) {
        let missing = cells & !graph[beside].cells & !(1 << beside);
        let misses_side = sides & !graph[beside].sides != 0;
        if missing == 0 && !misses_side {
            continue;
        }
        let mut ways = 1u64 << beside;
        if missing.is_power_of_two() && !misses_side {
            ways |= missing;
        }
        tries = Some(tries.map_or(ways, |tries: Cells| tries & ways));
    }
    match tries {
        None => Some(0),
        Some(0) => None,
        Some(tries) => bits(tries).map(|cell| 1 << cell).find(|&gone| is_clique(graph, cells & !gone, sides)),
    }
}

fn is_clique(graph: &[Near; 64], cells: Cells, sides: u8) -> bool {
    bits(cells).all(|cell| cells & !graph[cell].cells & !(1 << cell) == 0 && sides & !graph[cell].sides == 0)
}

fn graph(board: &Board, own: Cells, other: Cells, colour: usize) -> [Near; 64] {
    let empty = board.all & !(own | other);
    let mut graph = [Near::default(); 64];
    for cell in bits(empty) {
        graph[cell].cells = board.near[cell] & empty;
    }
    let ends = [0, 1].map(|side| board.flood(own & board.sides[colour][side], own));
    for (side, &end) in ends.iter().enumerate() {
        let beside = (board.beside(end) | board.sides[colour][side]) & empty;
        bits(beside).for_each(|cell| graph[cell].sides |= 1 << side);
    }
    let mut left = own & !(ends[0] | ends[1]);
    while left != 0 {
        let chain = board.flood(left & left.wrapping_neg(), left);
        left &= !chain;
        let beside = board.beside(chain) & empty;
        bits(beside).for_each(|cell| graph[cell].cells |= beside);
    }
    for cell in bits(empty) {
        graph[cell].cells &= !(1 << cell);
    }
    graph
}
