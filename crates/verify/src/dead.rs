//! Cells of Hex that change nothing, however the others are filled.
//!
//! For a colour the board is a graph of the empty cells and its two sides: two of them are neighbours if they touch, or if
//! a chain of the colour touches both; a chain at a side is part of that side. A cell is dead if any two of its neighbours in this graph are
//! neighbours of each other without it, or of the same side: a path of the colour from side to side that runs through the cell can do without
//! it, whoever gets the empty cells, since it may go from one to the other, or begin at that side. On a full
//! board one colour has joined its sides and the other has not, so that the cell changes nothing for the other colour either.

use referee::Colour;

use crate::board::Board;
use crate::set::Set;

/// The neighbours of a cell in one colour's graph.
struct Near<const N: usize> {
    cells: Set<N>,
    sides: [bool; 2],
}

/// Is a cell dead in the graph of the colour that owns these stones, where these cells are empty? The cell itself is neither.
pub(crate) fn is_dead<const N: usize>(
    board: &Board<N>,
    cell: usize,
    own: Set<N>,
    empty: Set<N>,
    colour: Colour,
) -> bool {
    let along = board.sides(colour);
    let ends = along.map(|side| flood(board, side.and(own), own));
    let near = |cell: usize| {
        let touched = board.near(cell).and(own);
        let sides = [0, 1].map(|side: usize| along[side].contains(cell) || touched.meets(ends[side]));
        let chains = flood(board, touched.minus(ends[0]).minus(ends[1]), own);
        let mut cells = board.near(cell).or(beside(board, chains)).and(empty);
        cells.remove(cell);
        Near { cells, sides }
    };
    let around = near(cell);
    // The two sides are no neighbours of each other.
    if around.sides == [true; 2] {
        return false;
    }
    let neighbours: Vec<(usize, Near<N>)> =
        around.cells.cells().map(|neighbour| (neighbour, near(neighbour))).collect();
    neighbours.iter().all(|(one, its)| {
        let reaches = (0..2).all(|side| its.sides[side] || !around.sides[side]);
        let joined = |(other, theirs): &(usize, Near<N>)| {
            one == other
                || its.cells.contains(*other)
                || (0..2).any(|side| its.sides[side] && theirs.sides[side])
        };
        reaches && neighbours.iter().all(joined)
    })
}

/// The cells beside a set, with what it costs to find them.
fn beside<const N: usize>(board: &Board<N>, set: Set<N>) -> Set<N> {
    board.count(set.count() as usize);
    board.beside(set)
}

/// The cells of `among` that hang together with those of `seed`.
fn flood<const N: usize>(board: &Board<N>, seed: Set<N>, among: Set<N>) -> Set<N> {
    let (mut reached, mut fresh) = (seed, seed);
    while !fresh.is_empty() {
        fresh = beside(board, fresh).and(among).minus(reached);
        reached = reached.or(fresh);
    }
    reached
}
