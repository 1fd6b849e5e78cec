//! Can a colour still win? Exact early draw detection.
//!
//! Let S be the colour's stones and all empty cells. The colour can still win iff S, filled with its stones, holds a
//! winning shape:
//!
//! * a component of S that gathers two corners or three edges (or both own sides in Hex); or
//! * a ring, which S holds iff some cell has all six neighbours in S, or some component of the other cells
//!   does not reach the border of the board. (A ring around cells of S alone, if large, has a cell inside with six neighbours in S.)

use crate::Colour;
use crate::bits::Bits;
use crate::board::Board;
use crate::shape::{Cell, Shape, is_complete};

/// Whether `colour` could win if every empty cell were its own.
pub(crate) fn can_win<const W: usize>(board: &Board<W>, colour: Colour) -> bool {
    let shape = board.shape();
    let enemy = board.stones(colour.other());
    let hopeful = Bits::first(shape.len()) - enemy;
    shape.has_rings() && has_room_for_ring(shape, hopeful, enemy) || can_connect(shape, hopeful, colour)
}

fn can_connect<const W: usize>(shape: &Shape, hopeful: Bits<W>, colour: Colour) -> bool {
    let mut left = hopeful;
    while let Some(start) = left.first_cell() {
        let component = flood(shape, start, left);
        let marks = component.iter().fold(0, |marks, cell| marks | shape.marks(cell, colour));
        if is_complete(marks) {
            return true;
        }
        left = left - component;
    }
    false
}

fn has_room_for_ring<const W: usize>(shape: &Shape, hopeful: Bits<W>, enemy: Bits<W>) -> bool {
    let surrounded = |cell: Cell| shape.around_and_self(cell)[..6].iter().all(|&next| hopeful.has(next));
    if shape.cells().any(surrounded) {
        return true;
    }
    let mut left = enemy;
    while let Some(start) = left.first_cell() {
        let component = flood(shape, start, left);
        if !component.iter().any(|cell| shape.is_border(cell)) {
            return true;
        }
        left = left - component;
    }
    false
}

/// The cells of `area` that are connected to `start` within it.
fn flood<const W: usize>(shape: &Shape, start: Cell, area: Bits<W>) -> Bits<W> {
    let mut found = Bits::EMPTY;
    let mut fresh = Bits::EMPTY;
    fresh.insert(start);
    while !fresh.is_empty() {
        found = found | fresh;
        let mut beside = Bits::EMPTY;
        for cell in fresh.iter() {
            shape.around_and_self(cell).iter().for_each(|&next| beside.insert(next));
        }
        fresh = (beside & area) - found;
    }
    found
}
