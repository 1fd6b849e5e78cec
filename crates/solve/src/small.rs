//! Carries a position of the table onto the 64-bit board: the one place where the two numberings meet.
//!
//! Both number cells row by row, so that a cell keeps its number (a test compares the coordinates).

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use game::{Cell, Colour, Size};

use crate::answer::Moment;
use crate::position::Position;
use crate::shape::{self, Shape};

/// The 64-bit board of a position and the position on it; nothing for other boards and games that are over.
pub fn small(moment: &Moment) -> Option<(Shape, Position)> {
    let shape = shape_of(moment.shape().size())?;
    let position = carry(&shape, moment)?;
    Some((shape, position))
}

/// The position on its 64-bit board; nothing if the game is over.
pub fn carry(shape: &Shape, moment: &Moment) -> Option<Position> {
    if moment.outcome().is_some() {
        return None;
    }
    let mut position = Position::empty();
    for colour in Colour::BOTH {
        for cell in moment.board().stones(colour) {
            position.turn = colour.index();
            position.play(shape, cell.index());
        }
    }
    position.turn = moment.turn().index();
    Some(position)
}

/// The 64-bit board of this size, if there is one.
pub fn shape_of(size: Size) -> Option<Shape> {
    Shape::new(size).ok()
}

/// The 64-bit board of a size, made once in a process.
pub fn board_of(size: Size) -> Option<&'static Shape> {
    type Boards = Mutex<HashMap<Size, Option<&'static Shape>>>;
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    let mut boards = BOARDS.get_or_init(Boards::default).lock().expect("nothing panics while it is held");
    *boards.entry(size).or_insert_with(|| Some(Box::leak(Box::new(shape_of(size)?))))
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
