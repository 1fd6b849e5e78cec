//! Flood fill, the one tool of this referee.

use crate::shape::{Cell, Shape};

/// The cells that can be reached from `starts` by steps between neighbours, staying on `open` cells.
/// Starts that are not open are left out. The answer holds one entry per cell of the shape.
pub(crate) fn flood(
    shape: &Shape,
    starts: impl IntoIterator<Item = Cell>,
    open: impl Fn(Cell) -> bool,
) -> Vec<bool> {
    let mut reached = vec![false; shape.cell_count()];
    let mut waiting: Vec<Cell> = starts.into_iter().collect();
    while let Some(cell) = waiting.pop() {
        if open(cell) && !reached[cell.index()] {
            reached[cell.index()] = true;
            waiting.extend(shape.neighbours(cell));
        }
    }
    reached
}
