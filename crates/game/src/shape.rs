//! The empty board: cells, neighbours, edges, corners, symmetries and keys, as tables.
//!
//! A shape is built the first time that it is asked for and then lives as long as the program, so that
//! positions can hold a plain reference to it and stay `Copy`. Cells are numbered row by row.
//!
//! ```text
//!   Havannah, side 3             Hex, 4 columns, 3 rows
//!   y=0     0  1  2              y=0  0  1  2  3            Black joins top and bottom,
//!   y=1    3  4  5  6            y=1    4  5  6  7          White left and right
//!   y=2   7  8  9 10 11          y=2      8  9 10 11
//!   y=3    12 13 14 15
//!   y=4     16 17 18
//!
//!   Y, side 4
//!   y=0        0                 A corner lies on two sides. Both colours
//!   y=1      1   2               want to join all three.
//!   y=2    3   4   5
//!   y=3  6   7   8   9
//! ```

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::{Colour, Game, Size};

/// A cell of a board, by its number in the shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number.
    #[inline(always)]
    pub const fn new(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// The number of the cell.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a cell touches: bits 0 to 5 count in twos (Havannah corners; in Hex a colour's own two sides),
/// bits 6 to 11 count in threes (Havannah edges). A chain wins when it gathers two of the first or three of the second.
pub type Marks = u16;

/// The corner (or Hex side) bits of a set of marks.
pub const CORNERS: Marks = 0b111111;
/// The edge bits of a set of marks.
pub const EDGES: Marks = 0b111111 << 6;

/// Whether a chain that touches `marks` wins by them: a bridge, a fork or a Hex chain.
#[inline(always)]
pub const fn is_complete(marks: Marks) -> bool {
    let corners = marks & CORNERS;
    let edges = marks >> 6;
    let fewer = edges & edges.wrapping_sub(1);
    (corners & corners.wrapping_sub(1)) | (fewer & fewer.wrapping_sub(1)) != 0
}

/// Steps to the six neighbours where rows lean to the left, clockwise (opposite directions are three apart), and to the cell itself.
const HEXAGON_STEPS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, 0), (0, 0)];
/// The same where rows lean to the right.
const RHOMBUS_STEPS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, 0), (0, 0)];

/// What lies around a cell: all that placing a stone there asks of the shape, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Surroundings {
    /// Six neighbours, clockwise, then the cell itself twice; a missing one has the number of cells as its index.
    pub around: [Cell; 8],
    /// What a stone there touches, for each colour.
    pub marks: [Marks; 2],
}

/// Runs an expression with the constant `$W`, the words that sets of the shape's cells are given: searches are compiled for four
/// widths, and this is where one of them is chosen.
///
/// ```
/// let shape = robusto_game::Shape::of(robusto_game::Size::havannah(8)?);
/// let stones = robusto_game::with_width!(shape, W => robusto_game::Board::<W>::new(shape).stone_count());
/// assert_eq!(stones, 0);
/// # Ok::<(), robusto_game::SizeError>(())
/// ```
#[macro_export]
macro_rules! with_width {
    ($shape:expr, $W:ident => $run:expr) => {
        match $shape.len() {
            ..64 => {
                const $W: usize = 1;
                $run
            }
            64..192 => {
                const $W: usize = 3;
                $run
            }
            192..320 => {
                const $W: usize = 5;
                $run
            }
            _ => {
                const $W: usize = 10;
                $run
            }
        }
    };
}

/// The tables of one empty board.
#[derive(Debug)]
pub struct Shape {
    size: Size,
    places: Vec<(i32, i32)>,
    index: HashMap<(i32, i32), Cell>,
    surroundings: Vec<Surroundings>,
    symmetries: Vec<Vec<Cell>>,
    /// The key of a stone on a cell, under each symmetry (the rest zero).
    pub(crate) keys: [Vec<[u64; 12]>; 2],
    mirror: Option<Vec<Cell>>,
    has_rings: bool,
}

impl Shape {
    /// The shape of a size, built on first use.
    pub fn of(size: Size) -> &'static Shape {
        static SHAPES: OnceLock<Mutex<HashMap<Size, &'static Shape>>> = OnceLock::new();
        let mut shapes = SHAPES.get_or_init(Default::default).lock().expect("building a shape never panics");
        shapes.entry(size).or_insert_with(|| Box::leak(Box::new(Shape::build(size))))
    }

    fn build(size: Size) -> Shape {
        let places: Vec<(i32, i32)> = (0..32)
            .flat_map(|y| (0..32).map(move |x| (x, y)))
            .filter(|&place| is_on_board(size, place))
            .collect();
        let index: HashMap<_, _> =
            places.iter().enumerate().map(|(i, &place)| (place, Cell::new(i))).collect();
        let cell_at = |x, y| index.get(&(x, y)).copied().unwrap_or(Cell::new(places.len()));
        let steps = steps(size);
        let surroundings = places
            .iter()
            .map(|&(x, y)| Surroundings {
                around: steps.map(|(dx, dy)| cell_at(x + dx, y + dy)),
                marks: Colour::BOTH.map(|colour| marks_of(size, (x, y), colour)),
            })
            .collect();
        let symmetries = symmetries(size, &places, &index);
        let keys = Colour::BOTH.map(|colour| stone_keys(colour, &symmetries));
        let mirror = match size {
            Size::Rhombus(columns, rows) if columns != rows => None,
            _ => places.iter().map(|&(x, y)| index.get(&(y, x)).copied()).collect(),
        };
        let has_rings = size.game().has_rings();
        Shape { size, places, index, surroundings, symmetries, keys, mirror, has_rings }
    }

    /// The measures of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The game that is played on it.
    pub fn game(&self) -> Game {
        self.size.game()
    }

    /// The colour that moves first.
    pub fn first_colour(&self) -> Colour {
        self.game().first_colour()
    }

    /// Whether a ring wins.
    #[inline(always)]
    pub fn has_rings(&self) -> bool {
        self.has_rings
    }

    /// Whether a full board may have no winner.
    pub fn has_draws(&self) -> bool {
        self.game().has_draws()
    }

    /// Whether each colour has sides of its own (see [`Game::has_own_sides`]).
    pub fn has_own_sides(&self) -> bool {
        self.game().has_own_sides()
    }

    /// How rows lie on paper: each begins half a cell further left (-1) or right (1) than the one above.
    pub fn lean(&self) -> i32 {
        self.game().lean()
    }

    /// The side of the board where one number has to do (see [`Size::side`]).
    pub fn side(&self) -> usize {
        self.size.side()
    }

    /// How many cells the board has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.surroundings.len()
    }

    /// Always false: no board is without cells.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All cells in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// Column x and row y of a cell.
    pub fn place(&self, cell: Cell) -> (i32, i32) {
        self.places[cell.index()]
    }

    /// The cell at column x and row y.
    pub fn cell_at(&self, x: i32, y: i32) -> Option<Cell> {
        self.index.get(&(x, y)).copied()
    }

    /// How many rows the board has.
    pub fn rows(&self) -> i32 {
        self.places[self.len() - 1].1 + 1
    }

    /// The columns of row `y` that are on the board: the first and the last.
    pub fn row(&self, y: i32) -> (i32, i32) {
        match self.size {
            Size::Hexagon(p, q, r) => {
                let (p, q, r) = (p as i32, q as i32, r as i32);
                (0.max(y - r + 1), (p + q - 2).min(y + p - 1))
            }
            Size::Rhombus(columns, _) => (0, columns as i32 - 1),
            Size::Triangle(_) => (0, y),
        }
    }

    /// The neighbours of a cell on the board, clockwise.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<> {
        self.around(cell).into_iter().flatten()
    }

    /// The six neighbours of a cell in clockwise order, where one is on the board.
    #[inline]
    pub fn around(&self, cell: Cell) -> [Option<Cell>; 6] {
        let around = self.around_and_self(cell);
        std::array::from_fn(|i| (around[i].index() < self.len()).then_some(around[i]))
    }

    /// The six neighbours in clockwise order and the cell itself; a missing one has the number of cells as its index.
    #[inline(always)]
    pub(crate) fn around_and_self(&self, cell: Cell) -> &[Cell; 8] {
        &self.surroundings[cell.index()].around
    }

    /// The same with what the cell touches.
    #[inline(always)]
    pub(crate) fn surroundings(&self, cell: Cell) -> &Surroundings {
        &self.surroundings[cell.index()]
    }

    /// What a stone of `colour` on `cell` touches.
    #[inline(always)]
    pub fn marks(&self, cell: Cell, colour: Colour) -> Marks {
        self.surroundings[cell.index()].marks[colour.index()]
    }

    /// Whether the cell lies on the border of the board.
    pub fn is_border(&self, cell: Cell) -> bool {
        self.neighbours(cell).count() < 6
    }

    /// The number of steps between two cells on the empty board.
    pub fn distance(&self, a: Cell, b: Cell) -> i32 {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        let (dx, dy) = (ax - bx, ay - by);
        let third = dx + self.lean() * dy;
        (dx.abs() + dy.abs() + third.abs()) / 2
    }

    /// The symmetries of the board, the identity first: where each cell goes. Hex has only those that keep both
    /// colours' sides.
    pub fn symmetries(&self) -> &[Vec<Cell>] {
        &self.symmetries
    }

    /// The least image of a cell under the symmetries: the same for cells that are alike.
    pub fn least_image(&self, cell: Cell) -> Cell {
        self.symmetries.iter().map(|map| map[cell.index()]).min().unwrap_or(cell)
    }

    /// The openings that differ: one cell of each set of images, its least.
    pub fn openings(&self) -> Vec<Cell> {
        self.cells().filter(|&cell| self.least_image(cell) == cell).collect()
    }

    /// Whether the cell is a corner that counts in a win of either colour.
    pub fn is_corner(&self, cell: Cell) -> bool {
        !self.has_own_sides() && self.marks(cell, Colour::White) & CORNERS != 0
    }

    /// Which of three tints the cell has, so that neighbours differ.
    pub fn tint(&self, cell: Cell) -> usize {
        let (x, y) = self.place(cell);
        (x - self.lean() * y).rem_euclid(3) as usize
    }

    /// The reflection that exchanges the colours' sides in Hex (`swap-pieces` moves the stone by it), where the board has one.
    pub fn mirror(&self, cell: Cell) -> Option<Cell> {
        self.mirror.as_ref().map(|mirror| mirror[cell.index()])
    }
}

fn steps(size: Size) -> [(i32, i32); 8] {
    if size.game().lean() < 0 { HEXAGON_STEPS } else { RHOMBUS_STEPS }
}

fn is_on_board(size: Size, (x, y): (i32, i32)) -> bool {
    match size {
        Size::Hexagon(p, q, r) => {
            let (p, q, r) = (p as i32, q as i32, r as i32);
            (0..=p + q - 2).contains(&x) && (0..=q + r - 2).contains(&y) && (1 - r..p).contains(&(x - y))
        }
        Size::Rhombus(columns, rows) => (0..columns as i32).contains(&x) && (0..rows as i32).contains(&y),
        Size::Triangle(n) => (0..n as i32).contains(&y) && (0..=y).contains(&x),
    }
}

/// Corners clockwise from (0, 0) and the edges between them; or the two own sides in Hex; or the three sides of Y.
fn marks_of(size: Size, (x, y): (i32, i32), colour: Colour) -> Marks {
    match size {
        Size::Hexagon(p, q, r) => {
            let (p, q, r) = (p as i32, q as i32, r as i32);
            let corners = [
                (0, 0),
                (p - 1, 0),
                (p + q - 2, q - 1),
                (p + q - 2, q + r - 2),
                (q - 1, q + r - 2),
                (0, r - 1),
            ];
            if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
                return 1 << corner;
            }
            let on_edge = [y == 0, x - y == p - 1, x == p + q - 2, y == q + r - 2, y - x == r - 1, x == 0];
            on_edge.iter().position(|&on| on).map_or(0, |edge| 1 << (6 + edge))
        }
        Size::Rhombus(columns, rows) => {
            let (at, last) = match colour {
                Colour::Black => (y, rows as i32 - 1),
                Colour::White => (x, columns as i32 - 1),
            };
            Marks::from(at == 0) | Marks::from(at == last) << 1
        }
        Size::Triangle(n) => {
            let on_side = [x == y, y == n as i32 - 1, x == 0];
            on_side.iter().enumerate().fold(0, |marks, (side, &on)| marks | Marks::from(on) << (6 + side))
        }
    }
}

/// Tries every turn and mirror, moves the image back to where the board begins, and keeps those that map the board onto itself. Where
/// the colours have sides of their own, only the half turn keeps them.
fn symmetries(size: Size, places: &[(i32, i32)], index: &HashMap<(i32, i32), Cell>) -> Vec<Vec<Cell>> {
    let (turns, mirrors): (&[i32], _) =
        if size.game().has_own_sides() { (&[0, 3], 1) } else { (&[0, 1, 2, 3, 4, 5], 2) };
    let turned = |turn: i32, mirror: bool, (x, y): (i32, i32)| {
        let (x, y) = if mirror { (y, x) } else { (x, y) };
        // Half a turn is the same on every board; its sixths are known where rows lean to the left.
        if turn == 3 { (-x, -y) } else { (0..turn).fold((x, y), |(x, y), _| (x - y, x)) }
    };
    let mut found = Vec::new();
    for mirror in 0..mirrors {
        for &turn in turns {
            let images: Vec<_> = places.iter().map(|&place| turned(turn, mirror == 1, place)).collect();
            let left = images.iter().map(|image| image.0).min().unwrap_or(0);
            let top = images.iter().map(|image| image.1).min().unwrap_or(0);
            let map: Option<Vec<Cell>> =
                images.iter().map(|&(x, y)| index.get(&(x - left, y - top)).copied()).collect();
            found.extend(map);
        }
    }
    found
}

fn stone_keys(colour: Colour, symmetries: &[Vec<Cell>]) -> Vec<[u64; 12]> {
    (0..symmetries[0].len())
        .map(|cell| {
            let mut keys = [0; 12];
            for (key, map) in keys.iter_mut().zip(symmetries) {
                *key = mix((map[cell].index() * 2 + colour.index()) as u64 + 1);
            }
            keys
        })
        .collect()
}

/// A well-mixed word for a small number (the finaliser of SplitMix64): the same on every machine.
pub(crate) const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn havannah(text: &str) -> &'static Shape {
        Shape::of(Size::parse(Game::Havannah, text).unwrap())
    }

    fn hex(text: &str) -> &'static Shape {
        Shape::of(Size::parse(Game::Hex, text).unwrap())
    }

    fn y(text: &str) -> &'static Shape {
        Shape::of(Size::parse(Game::Y, text).unwrap())
    }

    #[test]
    fn counts_of_cells_corners_edges_and_symmetries() {
        for (text, symmetries) in [
            ("2", 12),
            ("4", 12),
            ("15", 12),
            ("4x4x5", 4),
            ("4x5x4", 4),
            ("5x4x4", 4),
            ("3x4x5", 2),
            ("2x3x3", 4),
        ] {
            let shape = havannah(text);
            assert_eq!(shape.len(), shape.size().cells(), "{text}");
            assert_eq!(shape.symmetries().len(), symmetries, "{text}");
            let touching = |bit: usize| {
                shape.cells().filter(|&cell| shape.marks(cell, Colour::White) >> bit & 1 != 0).count()
            };
            assert!((0..6).all(|corner| touching(corner) == 1), "{text}");
            let Size::Hexagon(p, q, r) = shape.size() else { panic!() };
            let edges: Vec<_> = (6..12).map(touching).collect();
            assert_eq!(edges, [p, q, r, p, q, r].map(|side| side as usize - 2), "{text}");
            let border = shape.cells().filter(|&cell| shape.is_border(cell)).count();
            assert_eq!(border, 2 * (p as usize + q as usize + r as usize) - 6, "{text}");
        }
        assert_eq!(hex("5").symmetries().len(), 2);
        assert_eq!(hex("5x3").symmetries().len(), 2);
        assert_eq!(hex("1").len(), 1);
    }

    #[test]
    fn triangles_have_three_sides_that_meet_at_corners_and_six_symmetries() {
        for n in 2..=30 {
            let shape = Shape::of(Size::of(Game::Y, &[n]).unwrap());
            assert_eq!((shape.len(), shape.symmetries().len()), (n * (n + 1) / 2, 6), "{n}");
            for colour in Colour::BOTH {
                let marks = |cell| shape.marks(cell, colour);
                for side in 6..9 {
                    assert_eq!(shape.cells().filter(|&cell| marks(cell) >> side & 1 != 0).count(), n);
                }
                let corners = shape.cells().filter(|&cell| marks(cell).count_ones() == 2).count();
                assert_eq!(
                    (corners, shape.cells().filter(|&cell| marks(cell) & CORNERS != 0).count()),
                    (3, 0)
                );
            }
            let border = shape.cells().filter(|&cell| shape.is_border(cell)).count();
            assert_eq!(border, 3 * n - 3, "{n}");
        }
        let lone = Shape::of(Size::of(Game::Y, &[1]).unwrap());
        assert!(is_complete(lone.marks(Cell::new(0), Colour::White)));
    }

    #[test]
    fn symmetries_keep_neighbours_and_marks() {
        for shape in [havannah("4"), havannah("3x4x5"), hex("4"), hex("5x3"), y("5")] {
            for map in shape.symmetries() {
                for cell in shape.cells() {
                    let there = map[cell.index()];
                    for next in shape.neighbours(cell) {
                        assert_eq!(shape.distance(there, map[next.index()]), 1);
                    }
                    for colour in Colour::BOTH {
                        let kinds = |cell| {
                            let marks = shape.marks(cell, colour);
                            ((marks & CORNERS).count_ones(), (marks & EDGES).count_ones())
                        };
                        assert_eq!(kinds(cell), kinds(there));
                    }
                }
            }
        }
    }

    #[test]
    fn distance_is_the_length_of_a_shortest_path() {
        for shape in [havannah("3"), havannah("3x4x5"), hex("4x3"), y("5")] {
            for start in shape.cells() {
                let mut steps = vec![-1; shape.len()];
                steps[start.index()] = 0;
                let mut queue = std::collections::VecDeque::from([start]);
                while let Some(cell) = queue.pop_front() {
                    for next in shape.neighbours(cell) {
                        if steps[next.index()] < 0 {
                            steps[next.index()] = steps[cell.index()] + 1;
                            queue.push_back(next);
                        }
                    }
                }
                assert!(shape.cells().all(|cell| shape.distance(start, cell) == steps[cell.index()]));
            }
        }
    }

    #[test]
    fn rows_are_where_their_cells_are() {
        for shape in [havannah("4"), havannah("3x4x5"), hex("4x3"), y("5")] {
            for y in 0..shape.rows() {
                let columns: Vec<_> = shape
                    .cells()
                    .map(|cell| shape.place(cell))
                    .filter(|place| place.1 == y)
                    .map(|place| place.0)
                    .collect();
                assert_eq!((columns[0], columns[columns.len() - 1]), shape.row(y));
            }
        }
    }

    #[test]
    fn two_corners_or_three_edges_complete() {
        for marks in 0..1 << 12 {
            let wins = (marks & CORNERS).count_ones() >= 2 || (marks & EDGES).count_ones() >= 3;
            assert_eq!(is_complete(marks), wins);
        }
    }
}
