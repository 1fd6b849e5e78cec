//! The coordinates around a board: a name for every row at its left end, one for every column at its upper end.

use game::{Cell, Coords, Shape, cell_parts};

use crate::layout::{Layout, Point};

/// How far from the middle of the last cell a name stands, in cells.
const OUTWARD: f32 = 1.06;

/// The names and where their middles go.
pub(crate) fn around(shape: &'static Shape, layout: &Layout, coords: Coords) -> Vec<(Point, String)> {
    let rows = (0..shape.rows()).map(|y| {
        let first = shape.row(y).0;
        let cell = shape.cell_at(first, y).expect("rows begin on the board");
        (layout.towards(cell, (first - 1, y), OUTWARD), cell_parts(shape, cell, coords).0)
    });
    let columns = tops(shape).into_iter().map(|cell| {
        let (x, y) = shape.place(cell);
        (layout.towards(cell, (x, y - 1), OUTWARD), cell_parts(shape, cell, coords).1)
    });
    rows.chain(columns).collect()
}

/// The uppermost cell of each column.
fn tops(shape: &Shape) -> Vec<Cell> {
    let is_top = |&cell: &Cell| {
        let (x, y) = shape.place(cell);
        shape.cell_at(x, y - 1).is_none()
    };
    shape.cells().filter(is_top).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;

    fn names(size: Size, coords: Coords) -> String {
        let shape = Shape::of(size);
        let names = around(shape, &Layout::new(shape, 0.0, 0.0), coords);
        names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rows_and_columns_are_named() {
        let side3 = Size::havannah(3).unwrap();
        assert_eq!(names(side3, Coords::Gui), "a b c d e 1 2 3 4 5");
        assert_eq!(names(side3, Coords::Lg), "A B C D E 1 2 3 4 5");
        assert_eq!(names(side3, Coords::OpenSpiel), "1 2 3 4 5 a b c d e");
        assert_eq!(names(Size::hex(3).unwrap(), Coords::Gui), "1 2 3 a b c");
        assert_eq!(names(Size::hex(3).unwrap(), Coords::Lg), "a b c a b c");
    }
}
