//! Pairs: a side that answers every stone on one cell of a pair by a stone on the other does not lose, if no winning
//! shape of the opponent can do without both cells of some pair.
//!
//! Pairs are of two empty cells, and no cell is in two. So the opponent never owns both cells of a pair, and no chain of
//! it ever steps from one to the other. A bridge or a fork is then a part of one region of the cells without stones of the side,
//! where such steps are left out. A ring surrounds no cell from which a walk leads off the board without stepping on
//! stones of the opponent: over stones of the side, and over the cell of a pair that the opponent does not own, whose
//! neighbours on either way are neighbours of the other cell as well, or off the board.

use referee::Colour;

use crate::board::Board;
use crate::set::Set;

/// Does `side`, which owns `stones`, not lose by these pairs of `free` cells, whoever is to move?
pub fn holds<const N: usize>(
    board: &Board<N>,
    side: Colour,
    stones: Set<N>,
    free: Set<N>,
    pairs: &[[usize; 2]],
) -> bool {
    let mut other = vec![None; board.shape().cell_count()];
    for &[a, b] in pairs {
        let fresh = free.contains(a) && free.contains(b) && other[a].or(other[b]).is_none();
        if !fresh || a == b {
            return false;
        }
        (other[a], other[b]) = (Some(b), Some(a));
    }
    !joins(board, side.other(), board.all().minus(stones), &other)
        && (!board.has_rings() || tied(board, stones, pairs) == board.all())
}

/// Does a region of these cells, without steps within a pair, touch what wins?
fn joins<const N: usize>(board: &Board<N>, colour: Colour, open: Set<N>, other: &[Option<usize>]) -> bool {
    let mut left = open;
    while let Some(cell) = left.first() {
        let mut region = Set::one(cell);
        let mut waiting = region;
        while let Some(cell) = waiting.first() {
            waiting.remove(cell);
            let mut new = board.near(cell).and(open).minus(region);
            if let Some(other) = other[cell] {
                new.remove(other);
            }
            region = region.or(new);
            waiting = waiting.or(new);
            board.count(1);
        }
        if board.joins(region, colour) {
            return true;
        }
        left = left.minus(region);
    }
    false
}

/// The cells from which a walk off the board is left.
fn tied<const N: usize>(board: &Board<N>, stones: Set<N>, pairs: &[[usize; 2]]) -> Set<N> {
    let mut tied = board.border();
    loop {
        let own = tied.and(stones);
        let mut grown = tied.or(board.beside(own));
        for &[a, b] in pairs {
            let common = board.near(a).and(board.near(b));
            if board.border().contains(a) && board.border().contains(b) || common.meets(own) {
                grown = grown.or(common);
            }
        }
        board.count(pairs.len() + own.count() as usize + 1);
        if grown == tied {
            return tied;
        }
        tied = grown;
    }
}
