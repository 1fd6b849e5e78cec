//! The empty board of the 64-bit engine: geometry as bit masks and small tables, taken from the rules' own [`game::Shape`].
//!
//! Boards have at most 63 cells and goals that both colours share. Cells keep their numbers, row by row; bit 63 is never a cell.

use std::fmt;
use std::num::NonZeroU8;

use game::{Colour, Marks, Size, is_complete};

/// Number of a cell, row by row from the top.
pub type Cell = usize;

/// A cell in a byte, with room for "none" in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallCell(NonZeroU8);

impl SmallCell {
    /// How packed entries write "none", in six bits.
    const NONE: u64 = 63;

    /// The cell with this number.
    #[inline]
    pub fn new(cell: Cell) -> SmallCell {
        debug_assert!(cell < 63, "no board has a cell {cell}");
        SmallCell(NonZeroU8::MIN.saturating_add(cell as u8))
    }

    /// Its number.
    #[inline]
    pub fn index(self) -> Cell {
        usize::from(self.0.get() - 1)
    }

    /// A cell or none in six bits.
    #[inline]
    pub fn pack(cell: Option<SmallCell>) -> u64 {
        cell.map_or(SmallCell::NONE, |cell| cell.index() as u64)
    }

    /// What was packed; only the lowest six bits are read.
    #[inline]
    pub fn unpack(bits: u64) -> Option<SmallCell> {
        let bits = bits & 63;
        (bits != SmallCell::NONE).then(|| SmallCell::new(bits as usize))
    }
}

/// Neighbours of a cell as steps of (x, y), with their bits in a [`View::pattern`], clockwise.
const STEPS: [((i32, i32), u8); 6] =
    [((-1, -1), 0), ((0, -1), 1), ((1, 0), 4), ((1, 1), 6), ((0, 1), 5), ((-1, 0), 2)];

/// The six neighbours of a cell: two above, two beside and two below are close together in the
/// row-by-row numbering, so three rotations fetch them.
///
/// ```text
///   0 1        bits of the pattern (bit 3 is the cell itself and always 0)
///  2 . 4
///   5 6
/// ```
#[derive(Clone, Copy, Default)]
pub struct View {
    up: u8,
    beside: u8,
    down: u8,
    on_board: u8,
}

impl View {
    /// Which neighbours are in a set.
    #[inline]
    pub fn pattern(self, set: u64) -> usize {
        let up = set.rotate_right(u32::from(self.up)) & 3;
        let beside = set.rotate_right(u32::from(self.beside)) & 5;
        let down = set.rotate_right(u32::from(self.down)) & 3;
        (up | beside << 2 | down << 5) as usize & self.on_board as usize
    }

    /// The cell of a neighbour that is on the board, by its bit in the pattern.
    #[inline]
    pub fn neighbour(self, bit: u8) -> Cell {
        let shifts = [self.up, self.up + 1, self.beside, 0, self.beside + 2, self.down, self.down + 1];
        (shifts[bit as usize] & 63) as usize
    }
}

/// Geometry of one board: everything that does not depend on the stones.
pub struct Shape {
    size: Size,
    coords: Vec<(i32, i32)>,
    /// Whether a ring wins.
    pub has_rings: bool,
    /// All cells.
    pub all: u64,
    /// Cells on the rim, corners included.
    pub rim: u64,
    /// Cells that a ring may have in its middle: none where rings do not count.
    pub centres: u64,
    /// Cells beside another with which they win: corners on boards with a side of two.
    pub twins: u64,
    /// Neighbours of each cell.
    pub near: [u64; 64],
    /// Where the neighbours of each cell lie among the bits.
    pub views: [View; 64],
    /// What each cell touches, as the rules number it: 0 to 5 count in twos, 6 to 11 in threes.
    pub goals: [Marks; 64],
    /// The cells of each corner, 0 to 5, and each edge, 6 to 11.
    pub goal_cells: [u64; 12],
    /// Symmetries: `turns[s][cell]` is the image of `cell`; `turns[0]` is the identity.
    pub turns: Vec<[u8; 64]>,
    /// The symmetry that undoes each of them.
    pub inverse: Vec<usize>,
    /// Base-three place values of each cell in each of the symmetries (missing ones are zero).
    pub places: Box<[[u128; 12]; 64]>,
}

/// Why a board cannot be handled by the 64-bit engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnfitShape {
    /// The board asked for.
    pub size: Size,
}

impl fmt::Display for UnfitShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} board of size {} does not fit the 64-bit solver", self.size.game(), self.size)
    }
}

impl std::error::Error for UnfitShape {}

impl Shape {
    /// The board of a size: at most 63 cells in all, and goals that both colours share.
    pub fn new(size: Size) -> Result<Shape, UnfitShape> {
        if size.cells() > 63 || size.game().has_own_sides() {
            return Err(UnfitShape { size });
        }
        let rules = game::Shape::of(size);
        let mut shape = Shape {
            size,
            has_rings: rules.has_rings(),
            all: (1u64 << rules.len()) - 1,
            rim: 0,
            centres: 0,
            twins: 0,
            near: [0; 64],
            views: [View::default(); 64],
            goals: [0; 64],
            goal_cells: [0; 12],
            turns: Vec::new(),
            inverse: Vec::new(),
            places: Box::new([[0; 12]; 64]),
            coords: rules.cells().map(|cell| rules.place(cell)).collect(),
        };
        shape.fill_neighbours();
        shape.fill_goals(rules);
        shape.turns = symmetries(&shape.coords);
        let undoes = |turn: &[u8; 64], back: &[u8; 64]| {
            (0..shape.cells()).all(|c| usize::from(back[turn[c] as usize]) == c)
        };
        let inverse =
            |turn| shape.turns.iter().position(|back| undoes(turn, back)).expect("symmetries can be undone");
        shape.inverse = shape.turns.iter().map(inverse).collect();
        for cell in 0..shape.cells() {
            for (s, turn) in shape.turns.iter().enumerate() {
                shape.places[cell][s] = 3u128.pow(u32::from(turn[cell]));
            }
        }
        Ok(shape)
    }

    /// The Havannah board of sides p, q, r.
    pub fn hexagon(p: usize, q: usize, r: usize) -> Result<Shape, UnfitShape> {
        let unfit = UnfitShape { size: Size::Hexagon(p as u8, q as u8, r as u8) };
        Shape::new(Size::of(game::Game::Havannah, &[p, q, r]).map_err(|_| unfit)?)
    }

    /// The ordinary Havannah board of side n.
    pub fn regular(n: usize) -> Result<Shape, UnfitShape> {
        Shape::hexagon(n, n, n)
    }

    /// The measures of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The referee's own board of the same game and measures.
    pub fn referee(&self) -> referee::Shape {
        referee::Shape::named(self.size.game().word(), &self.size.measures()).expect("both know the board")
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.coords.len()
    }

    /// Coordinates of a cell.
    pub fn coords(&self, cell: Cell) -> (i32, i32) {
        self.coords[cell]
    }

    /// The cell at (x, y), if there is one.
    pub fn cell(&self, x: i32, y: i32) -> Option<Cell> {
        self.coords.iter().position(|&at| at == (x, y))
    }

    /// GUI name: letter = y, number = x + 1.
    pub fn name(&self, cell: Cell) -> String {
        let (x, y) = self.coords[cell];
        format!("{}{}", (b'a' + y as u8) as char, x + 1)
    }

    /// The cell of a GUI name.
    pub fn parse(&self, name: &str) -> Option<Cell> {
        let mut chars = name.chars();
        let y = chars.next()?.to_ascii_lowercase() as i32 - 'a' as i32;
        let x: i32 = chars.as_str().parse().ok()?;
        self.cell(x.checked_sub(1)?, y)
    }

    /// The cells beside or in a set.
    #[inline]
    pub fn dilate(&self, set: u64) -> u64 {
        bits(set).fold(set, |grown, cell| grown | self.near[cell])
    }

    /// The image of a cell under symmetry s.
    #[inline]
    pub fn turn(&self, cell: Cell, s: usize) -> SmallCell {
        SmallCell::new(self.turns[s][cell].into())
    }

    /// The cell whose image under symmetry s this is.
    #[inline]
    pub fn turn_back(&self, image: SmallCell, s: usize) -> Cell {
        self.turns[self.inverse[s]][image.index()].into()
    }

    /// The image of a set under symmetry s.
    pub fn turn_set(&self, set: u64, s: usize) -> u64 {
        bits(set).fold(0, |image, cell| image | 1 << self.turns[s][cell])
    }

    fn fill_neighbours(&mut self) {
        for cell in 0..self.cells() {
            let (x, y) = self.coords[cell];
            let mut view = View { beside: (cell as u8).wrapping_sub(1) & 63, ..View::default() };
            for ((dx, dy), bit) in STEPS {
                if let Some(other) = self.cell(x + dx, y + dy) {
                    self.near[cell] |= 1 << other;
                    view.on_board |= 1 << bit;
                    match bit {
                        0 | 1 => view.up = (other as u8).wrapping_sub(bit) & 63,
                        5 | 6 => view.down = (other as u8).wrapping_sub(bit - 5) & 63,
                        _ => {}
                    }
                }
            }
            self.views[cell] = view;
        }
    }

    fn fill_goals(&mut self, rules: &game::Shape) {
        for cell in rules.cells() {
            let at = cell.index();
            self.goals[at] = rules.marks(cell, Colour::White);
            self.rim |= u64::from(rules.is_border(cell)) << at;
            for (goal, cells) in self.goal_cells.iter_mut().enumerate() {
                *cells |= u64::from(self.goals[at] >> goal & 1) << at;
            }
        }
        self.centres = if self.has_rings { self.all & !self.rim } else { 0 };
        let goals = self.goals;
        let wins = |cell: &Cell| bits(self.near[*cell]).any(|other| is_complete(goals[*cell] | goals[other]));
        self.twins = (0..self.cells()).filter(wins).fold(0, |set, cell| set | 1 << cell);
    }
}

/// Every turn and mirror image that maps the cells onto themselves.
fn symmetries(coords: &[(i32, i32)]) -> Vec<[u8; 64]> {
    let mut found: Vec<[u8; 64]> = Vec::new();
    for mirror in [false, true] {
        for quarter in 0..6 {
            let image: Vec<(i32, i32)> = coords
                .iter()
                .map(|&(x, y)| {
                    let start = if mirror { (y, x) } else { (x, y) };
                    (0..quarter).fold(start, |(x, y), _| (x - y, x))
                })
                .collect();
            let left = image.iter().map(|at| at.0).min().unwrap_or(0);
            let top = image.iter().map(|at| at.1).min().unwrap_or(0);
            let mut turn = [0; 64];
            let fits = image.iter().enumerate().all(|(cell, &(x, y))| {
                let target = coords.iter().position(|&at| at == (x - left, y - top));
                turn[cell] = target.unwrap_or(0) as u8;
                target.is_some()
            });
            if fits {
                found.push(turn);
            }
        }
    }
    found
}

/// The cells of a set, smallest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_cells_and_symmetries() {
        for ((p, q, r), cells, turns) in [
            ((2, 2, 2), 7, 12),
            ((3, 3, 3), 19, 12),
            ((4, 4, 4), 37, 12),
            ((5, 5, 5), 61, 12),
            ((3, 3, 4), 24, 4),
            ((3, 4, 4), 30, 4),
            ((4, 4, 5), 44, 4),
            ((2, 3, 4), 18, 2),
        ] {
            let shape = Shape::hexagon(p, q, r).unwrap();
            assert_eq!(shape.cells(), p * q + q * r + r * p - p - q - r + 1);
            assert_eq!((shape.cells(), shape.turns.len()), (cells, turns), "{p}x{q}x{r}");
        }
        assert!(Shape::regular(6).is_err());
        assert!(Shape::regular(1).is_err());
    }

    #[test]
    fn cells_and_none_fit_six_bits() {
        for cell in (0..63).map(|cell| Some(SmallCell::new(cell))).chain([None]) {
            assert!(SmallCell::pack(cell) < 64);
            assert_eq!(SmallCell::unpack(SmallCell::pack(cell) | 1 << 6), cell);
        }
        assert_eq!(size_of::<Option<SmallCell>>(), 1);
        let shape = Shape::regular(4).unwrap();
        for (s, cell) in (0..12).flat_map(|s| (0..shape.cells()).map(move |cell| (s, cell))) {
            assert_eq!(shape.turn_back(shape.turn(cell, s), s), cell);
        }
    }

    #[test]
    fn names_round_trip() {
        let shape = Shape::regular(4).unwrap();
        for cell in 0..shape.cells() {
            assert_eq!(shape.parse(&shape.name(cell)), Some(cell));
        }
        assert_eq!(shape.parse("a9"), None);
        assert_eq!(shape.parse(""), None);
    }
}
