//! Carries a position of the table onto the 64-bit board: the one place where the two numberings meet.
//!
//! Both number cells row by row, so that a cell keeps its number (a test compares the coordinates).

use game::{Cell, Colour, Size};

use crate::answer::Moment;
use crate::position::Position;
use crate::shape::{self, Shape};

/// The 64-bit board of a position and the position on it; nothing for other boards and games that are over.
pub fn small(moment: &Moment) -> Option<(Shape, Position)> {
    let shape = shape_of(moment.shape().size())?;
    if moment.outcome().is_some() {
        return None;
    }
    let mut position = Position::empty();
    for colour in Colour::BOTH {
        for cell in moment.board().stones(colour) {
            position.turn = colour.index();
            position.play(&shape, cell.index());
        }
    }
    position.turn = moment.turn().index();
    Some((shape, position))
}

/// The 64-bit board of this size, if there is one.
pub fn shape_of(size: Size) -> Option<Shape> {
    let Size::Hexagon(p, q, r) = size else { return None };
    Shape::new(p.into(), q.into(), r.into()).ok()
}

/// Cells of the 64-bit board as cells of the table.
pub fn cells(line: &[shape::Cell]) -> Vec<Cell> {
    line.iter().map(|&cell| Cell::new(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    #[test]
    fn cells_keep_their_numbers() {
        for size in ["2", "3", "4", "5", "2x3x4", "4x3x5", "3x4x2", "2x2x9"] {
            let size = Size::parse(Game::Havannah, size).unwrap();
            let (ours, small) = (game::Shape::of(size), shape_of(size).unwrap());
            assert_eq!(ours.len(), small.cells());
            for cell in ours.cells() {
                let (x, y) = small.coords(cell.index());
                assert_eq!(ours.cell_at(x, y), Some(cell), "{size} {x} {y}");
            }
        }
    }
}
