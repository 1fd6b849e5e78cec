//! The empty board: which cells there are, which are neighbours, and where the corners, edges and
//! sides lie. Names are in `name.rs`, symmetries in `symmetry.rs`.
//!
//! Havannah is played on a hexagon with sides p, q, r, p, q, r, named clockwise from the corner (0,0)
//! along the top row. Corners are numbered 0 to 5 in that order, and edge k lies between the corners
//! k and k+1:
//!
//! ```text
//!        0  p  1            x runs right, y runs down and to the left,
//!     r /       \ q         so (x+1, y+1) is the neighbour down and to the right
//!      5         2
//!     q \       / r
//!        4  p  3
//! ```
//!
//! Hex is played on a rhombus of columns and rows, where the two neighbours below (x, y) are
//! (x-1, y+1) and (x, y+1). Y is played on a triangle, whose row y has the cells 0 to y, with neighbours as
//! on the hexagon.

use std::fmt;

use crate::Colour;

/// The longest side a board may have.
const LONGEST_SIDE: usize = 32;

/// The six steps from a cell of the Havannah hexagon to its neighbours, clockwise.
const HAVANNAH_STEPS: [(i32, i32); 6] = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)];

/// The six steps from a cell of the Hex rhombus to its neighbours, clockwise.
const HEX_STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// A cell of one particular [`Shape`], as its place in [`Shape::cells`].
///
/// A cell is only meaningful together with the shape that gave it; functions panic when it lies
/// beyond the shape they are asked about, except [`crate::Position::play`], which refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The place of the cell when the board is read row by row.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The game a shape belongs to and its measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Havannah: the hexagon with p cells in the top row, then q and r clockwise.
    Hexagon {
        /// Cells along the top and bottom.
        p: usize,
        /// Cells along the upper right and lower left.
        q: usize,
        /// Cells along the right and left.
        r: usize,
    },
    /// Y: the triangle with rows of one cell to `n` cells.
    Triangle {
        /// Cells along each side.
        n: usize,
    },
    /// Hex: the rhombus.
    Rhombus {
        /// Cells in a row.
        columns: usize,
        /// Cells in a column.
        rows: usize,
    },
}

/// An empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    form: Form,
    /// Coordinates of all cells, row by row: the place of a cell here is its index.
    coordinates: Vec<(i32, i32)>,
    /// The neighbours of each cell, by index.
    neighbours: Vec<Vec<Cell>>,
}

impl Shape {
    /// The regular Havannah board with sides of `n` cells.
    pub fn havannah(n: usize) -> Result<Shape, ShapeError> {
        Shape::hexagon(n, n, n)
    }

    /// The Havannah board with sides `p`, `q`, `r`, each from 2 to 32 cells.
    pub fn hexagon(p: usize, q: usize, r: usize) -> Result<Shape, ShapeError> {
        Shape::build(Form::Hexagon { p, q, r }, 2, [p, q, r].as_slice())
    }

    /// The Hex board with `columns` and `rows` from 1 to 32.
    pub fn hex(columns: usize, rows: usize) -> Result<Shape, ShapeError> {
        Shape::build(Form::Rhombus { columns, rows }, 1, [columns, rows].as_slice())
    }

    /// The board of Y with sides of `n` cells, from 1 to 32.
    pub fn y(n: usize) -> Result<Shape, ShapeError> {
        Shape::build(Form::Triangle { n }, 1, &[n])
    }

    /// The board of a game by its word and its measures, as many as its form has; `hex` with 11 and 9.
    pub fn named(game: &str, measures: &[usize]) -> Result<Shape, ShapeError> {
        match (game, measures) {
            ("havannah", &[p, q, r]) => Shape::hexagon(p, q, r),
            ("hex", &[columns, rows]) => Shape::hex(columns, rows),
            ("y", &[n]) => Shape::y(n),
            _ => Err(ShapeError::Unknown(game.chars().take(40).collect())),
        }
    }

    fn build(form: Form, shortest: usize, sides: &[usize]) -> Result<Shape, ShapeError> {
        if sides.iter().any(|side| !(shortest..=LONGEST_SIDE).contains(side)) {
            return Err(ShapeError::Sides { form, shortest });
        }
        let (width, height) = bounds(form);
        let coordinates: Vec<(i32, i32)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .filter(|&(x, y)| holds(form, x, y))
            .collect();
        let mut shape = Shape { form, coordinates, neighbours: Vec::new() };
        shape.neighbours = shape.cells().map(|cell| shape.find_neighbours(cell)).collect();
        Ok(shape)
    }

    fn find_neighbours(&self, cell: Cell) -> Vec<Cell> {
        let (x, y) = self.xy(cell);
        self.steps().iter().filter_map(|(dx, dy)| self.at(x + dx, y + dy)).collect()
    }

    /// The six steps to neighbours in this game's coordinates.
    pub(crate) fn steps(&self) -> &'static [(i32, i32); 6] {
        if self.leans_left() { &HAVANNAH_STEPS } else { &HEX_STEPS }
    }

    /// The game and the measures of the board.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.coordinates.len()
    }

    /// All cells, row by row, from left to right in each row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cell_count() as u16).map(Cell)
    }

    /// The cell with this index, if the board has so many.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        (index < self.cell_count()).then_some(Cell(index as u16))
    }

    /// The cell at these coordinates, if it is on the board.
    pub fn at(&self, x: i32, y: i32) -> Option<Cell> {
        let place = self.coordinates.binary_search_by_key(&(y, x), |&(x, y)| (y, x));
        place.ok().map(|index| Cell(index as u16))
    }

    /// The coordinates (x, y) of a cell.
    pub fn xy(&self, cell: Cell) -> (i32, i32) {
        self.coordinates[cell.index()]
    }

    /// The neighbours of a cell, two to six of them (none on the Hex board of one cell).
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[cell.index()]
    }

    /// Is the cell on the border of the board, that is, has it fewer than six neighbours?
    pub fn is_border(&self, cell: Cell) -> bool {
        self.neighbours(cell).len() < 6
    }

    /// The number of the Havannah corner that this cell is, if it is one.
    pub fn corner(&self, cell: Cell) -> Option<usize> {
        let Form::Hexagon { p, q, r } = self.form else { return None };
        let (p, q, r) = (p as i32, q as i32, r as i32);
        let corners =
            [(0, 0), (p - 1, 0), (p + q - 2, q - 1), (p + q - 2, q + r - 2), (q - 1, q + r - 2), (0, r - 1)];
        corners.iter().position(|&corner| corner == self.xy(cell))
    }

    /// The number of the Havannah edge that this cell is on; corners are on none.
    pub fn edge(&self, cell: Cell) -> Option<usize> {
        let Form::Hexagon { p, q, r } = self.form else { return None };
        if self.corner(cell).is_some() {
            return None;
        }
        let (p, q, r) = (p as i32, q as i32, r as i32);
        let (x, y) = self.xy(cell);
        let on_edge = [y == 0, x - y == p - 1, x == p + q - 2, y == q + r - 2, y - x == r - 1, x == 0];
        on_edge.iter().position(|&on| on)
    }

    /// Is this cell on the first and on the second Hex side of `colour`: top and bottom for Black,
    /// left and right for White? Never on a Havannah board.
    pub fn sides(&self, cell: Cell, colour: Colour) -> [bool; 2] {
        let Form::Rhombus { columns, rows } = self.form else { return [false, false] };
        let (x, y) = self.xy(cell);
        match colour {
            Colour::Black => [y == 0, y == rows as i32 - 1],
            Colour::White => [x == 0, x == columns as i32 - 1],
        }
    }

    /// Is this cell on the right, lower and left side of a triangle? Corners are on two; other boards have no such sides.
    pub fn triangle_sides(&self, cell: Cell) -> [bool; 3] {
        let Form::Triangle { n } = self.form else { return [false; 3] };
        let (x, y) = self.xy(cell);
        [x == y, y + 1 == n as i32, x == 0]
    }

    /// The colour that moves first.
    pub fn first_turn(&self) -> Colour {
        if self.has_own_sides() { Colour::Black } else { Colour::White }
    }

    /// Whether each colour has sides of its own, so that the colours are not alike.
    pub fn has_own_sides(&self) -> bool {
        matches!(self.form, Form::Rhombus { .. })
    }

    /// Whether rows begin further left as they go down, and letters name rows.
    pub fn leans_left(&self) -> bool {
        !self.has_own_sides()
    }

    /// The word of the game: `havannah`, `hex` or `y`.
    pub fn game(&self) -> &'static str {
        match self.form {
            Form::Hexagon { .. } => "havannah",
            Form::Rhombus { .. } => "hex",
            Form::Triangle { .. } => "y",
        }
    }

    /// The measures, as many as the form has.
    pub fn measures(&self) -> Vec<usize> {
        match self.form {
            Form::Hexagon { p, q, r } => vec![p, q, r],
            Form::Rhombus { columns, rows } => vec![columns, rows],
            Form::Triangle { n } => vec![n],
        }
    }

    /// The measures as users write them: `4`, `4x4x5`, `11x9`.
    pub fn size(&self) -> String {
        let measures = self.measures();
        if measures.iter().all(|side| *side == measures[0]) {
            return measures[0].to_string();
        }
        measures.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
    }
}

/// The width and height of the smallest rectangle of coordinates around the board.
fn bounds(form: Form) -> (i32, i32) {
    match form {
        Form::Hexagon { p, q, r } => ((p + q - 1) as i32, (q + r - 1) as i32),
        Form::Rhombus { columns, rows } => (columns as i32, rows as i32),
        Form::Triangle { n } => (n as i32, n as i32),
    }
}

/// Is (x, y), which lies within the bounds, a cell of the board?
fn holds(form: Form, x: i32, y: i32) -> bool {
    match form {
        Form::Hexagon { p, r, .. } => x - y < p as i32 && y - x < r as i32,
        Form::Rhombus { .. } => true,
        Form::Triangle { .. } => x <= y,
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Form::Hexagon { p, q, r } if p == q && q == r => write!(f, "havannah {p}"),
            Form::Hexagon { p, q, r } => write!(f, "havannah {p}x{q}x{r}"),
            Form::Rhombus { columns, rows } => write!(f, "hex {columns}x{rows}"),
            Form::Triangle { n } => write!(f, "y {n}"),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// A board with these measures cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A side is too short or too long.
    Sides {
        /// The board.
        form: Form,
        /// The shortest side that its game allows.
        shortest: usize,
    },
    /// There is no such game, or its boards have another number of measures.
    Unknown(String),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Sides { form, shortest } => {
                write!(f, "no board {form}: sides have {shortest} to {LONGEST_SIDE} cells")
            }
            ShapeError::Unknown(game) => write!(f, "no board of a game {game:?} with such measures"),
        }
    }
}

impl std::error::Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: std::ops::RangeInclusive<usize> = 2..=6;

    fn hexagons() -> impl Iterator<Item = (usize, usize, usize, Shape)> {
        SIDES
            .flat_map(|p| SIDES.map(move |q| (p, q)))
            .flat_map(|(p, q)| SIDES.map(move |r| (p, q, r, Shape::hexagon(p, q, r).expect("valid sides"))))
    }

    #[test]
    fn hexagons_have_the_right_number_of_cells() {
        for (p, q, r, shape) in hexagons() {
            assert_eq!(shape.cell_count(), p * q + q * r + r * p - p - q - r + 1, "{shape}");
        }
        assert_eq!(Shape::havannah(10).unwrap().cell_count(), 271);
    }

    #[test]
    fn corners_and_edges_agree_with_the_number_of_neighbours() {
        for (p, q, r, shape) in hexagons() {
            let mut on_edge = [0; 6];
            for cell in shape.cells() {
                let corner = shape.corner(cell).is_some();
                let edge = shape.edge(cell);
                let expected = [6, 4, 3][if corner { 2 } else { usize::from(edge.is_some()) }];
                assert_eq!(shape.neighbours(cell).len(), expected, "{shape}");
                edge.inspect(|&edge| on_edge[edge] += 1);
            }
            assert_eq!(on_edge, [p - 2, q - 2, r - 2, p - 2, q - 2, r - 2], "{shape}");
        }
    }

    #[test]
    fn each_edge_lies_between_its_corners() {
        let shape = Shape::hexagon(4, 5, 6).unwrap();
        let corner =
            |number: usize| shape.cells().find(|&cell| shape.corner(cell) == Some(number % 6)).unwrap();
        for edge in 0..6 {
            let (x, y) = shape.xy(corner(edge));
            let (to_x, to_y) = shape.xy(corner(edge + 1));
            let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
            let length = [4, 5, 6][edge % 3];
            for step in 1..length - 1 {
                let cell = shape.at(x + step * dx, y + step * dy).unwrap();
                assert_eq!(shape.edge(cell), Some(edge));
            }
            assert_eq!((x + (length - 1) * dx, y + (length - 1) * dy), (to_x, to_y));
        }
    }

    #[test]
    fn cells_are_listed_row_by_row() {
        let shape = Shape::havannah(2).unwrap();
        let listed: Vec<_> = shape.cells().map(|cell| shape.xy(cell)).collect();
        assert_eq!(listed, [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)]);
        for cell in shape.cells() {
            assert_eq!(shape.cell(cell.index()), Some(cell));
        }
        assert_eq!(shape.cell(7), None);
        assert_eq!(shape.at(0, 2), None);
        assert_eq!(shape.at(-1, 0), None);
    }

    #[test]
    fn neighbours_are_mutual() {
        let hex = Shape::hex(5, 3).unwrap();
        for shape in hexagons().map(|(.., shape)| shape).chain([hex]) {
            for cell in shape.cells() {
                for &beside in shape.neighbours(cell) {
                    assert!(shape.neighbours(beside).contains(&cell), "{shape}");
                }
            }
        }
    }

    #[test]
    fn hex_sides_belong_to_colours() {
        let shape = Shape::hex(4, 3).unwrap();
        let count =
            |colour, side: usize| shape.cells().filter(|&cell| shape.sides(cell, colour)[side]).count();
        assert_eq!([count(Colour::Black, 0), count(Colour::Black, 1)], [4, 4]);
        assert_eq!([count(Colour::White, 0), count(Colour::White, 1)], [3, 3]);
    }

    #[test]
    fn impossible_boards_are_refused_with_a_sentence() {
        let error = Shape::hexagon(4, 1, 4).unwrap_err().to_string();
        assert_eq!(error, "no board havannah 4x1x4: sides have 2 to 32 cells");
        assert!(Shape::hex(0, 3).is_err());
        assert!(Shape::hex(3, 33).is_err());
        assert!(Shape::hex(1, 1).is_ok());
        assert!(Shape::havannah(usize::MAX).is_err());
    }
}
