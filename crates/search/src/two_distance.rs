//! Two-distance (Queenbee, 5.1): one more than the *second* smallest distance of a cell's neighbours, because the opponent
//! blocks the best way.
//!
//! All cells of one distance are found together: a cell gets the next distance when two of its neighbours have got theirs, so
//! two sets, "seen once" and "seen twice", are all that a flood needs.

use game::{Bits, Colour, Shape};

use crate::neighbours::{GOALS, Neighbours};

/// Farther than any cell of a board can be: not connected at all.
pub const FAR: u16 = 10_000;

/// Distances from every cell to every goal of one colour.
#[derive(Clone, Debug)]
pub struct Distances {
    /// `to[goal][cell]`.
    to: Vec<Vec<u16>>,
}

impl Distances {
    /// Room for the distances on a board.
    pub fn new(shape: &Shape) -> Distances {
        let mut to = vec![Vec::new(); GOALS];
        goals(shape).for_each(|goal| to[goal] = vec![FAR; shape.len()]);
        Distances { to }
    }

    /// Finds the distances of `colour`'s empty cells to each of its goals.
    pub fn find<const W: usize>(
        &mut self,
        shape: &Shape,
        neighbours: &Neighbours<W>,
        empty: Bits<W>,
        colour: Colour,
    ) {
        for goal in goals(shape) {
            let to = &mut self.to[goal];
            to.fill(FAR);
            flood(neighbours, empty, colour, goal, !shape.has_own_sides(), to);
        }
    }

    /// The distance of a cell to a goal.
    #[inline(always)]
    pub fn to(&self, goal: usize, cell: usize) -> u16 {
        self.to[goal][cell]
    }
}

/// The goals that a board has.
pub fn goals(shape: &Shape) -> impl Iterator<Item = usize> {
    shape.game().twos().chain(shape.game().threes())
}

fn flood<const W: usize>(
    neighbours: &Neighbours<W>,
    empty: Bits<W>,
    colour: Colour,
    goal: usize,
    has_corners: bool,
    to: &mut [u16],
) {
    let mut rim = neighbours.beside_goal(goal, colour) & empty;
    let (mut once, mut twice, mut done) = (Bits::EMPTY, Bits::EMPTY, rim);
    // A corner without a stone is one cell that the opponent could take: taken strictly, it would be out of reach from
    // everywhere. There are six of them to choose from, so the first step from a corner is an ordinary one.
    if let Some(corner) = rim.only().filter(|_| has_corners && goal < 6) {
        once = neighbours.of(corner, colour);
    }
    let mut distance = 1;
    while !rim.is_empty() {
        for cell in rim {
            to[cell.index()] = distance;
            let around = neighbours.of(cell, colour);
            twice = twice | (once & around);
            once = once | around;
        }
        rim = (twice & empty) - done;
        done = done | rim;
        distance += 1;
    }
}
