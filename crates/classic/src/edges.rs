//! Edge patterns in Hex (Queenbee, 4.2 and 6.4): a stone on the third row that cannot be cut off from its side.
//!
//! ```text
//!     S o         S the stone, o cells that have to be empty, the side below; and the mirror image
//!    o g o        g where a ghost piece would stand: a two-bridge from the side
//!   o o o o
//! ```

use game::{Bits, Board, Cell, Colour, Marks, Shape, Size};

/// A pattern that stands on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Whose it is.
    pub colour: Colour,
    /// The stone on the third row.
    pub stone: Cell,
    /// The cell beside the stone and a two-bridge from the side.
    pub ghost: Cell,
    /// The mark of the side.
    pub side: Marks,
}

/// The places where patterns can stand.
pub struct Patterns<const W: usize> {
    places: Vec<(Pattern, Bits<W>)>,
    found: Vec<Pattern>,
}

/// The empty cells of the pattern from the stone (column, rows towards the side), and the ghost.
const RIGHT: ([(i32, i32); 8], (i32, i32)) =
    ([(1, 0), (-1, 1), (0, 1), (1, 1), (-2, 2), (-1, 2), (0, 2), (1, 2)], (0, 1));
const LEFT: ([(i32, i32); 8], (i32, i32)) =
    ([(-1, 0), (-2, 1), (-1, 1), (0, 1), (-3, 2), (-2, 2), (-1, 2), (0, 2)], (-1, 1));

impl<const W: usize> Patterns<W> {
    /// The places on a board; none unless it is a Hex board.
    pub fn new(shape: &Shape) -> Patterns<W> {
        let mut places = Vec::new();
        if let Size::Rhombus(columns, rows) = shape.size() {
            let (right, bottom) = (columns as i32 - 1, rows as i32 - 1);
            for colour in Colour::BOTH {
                for side in 0..2 {
                    // From the coordinates of the drawing, with the side below, to the board.
                    let turn = |(x, y): (i32, i32)| match (colour, side) {
                        (Colour::Black, 1) => (x, y),
                        (Colour::Black, _) => (right - x, bottom - y),
                        (Colour::White, 1) => (y, x),
                        (Colour::White, _) => (right - y, bottom - x),
                    };
                    let (width, height) = match colour {
                        Colour::Black => (right, bottom),
                        Colour::White => (bottom, right),
                    };
                    let at = |place| {
                        let (x, y) = turn(place);
                        shape.cell_at(x, y)
                    };
                    for x in 0..=width {
                        for (cells, ghost) in [RIGHT, LEFT] {
                            let from = |(dx, dy): (i32, i32)| at((x + dx, height - 2 + dy));
                            let empty: Option<Bits<W>> = cells.iter().map(|&step| from(step)).collect();
                            let (Some(stone), Some(empty), Some(ghost)) = (from((0, 0)), empty, from(ghost))
                            else {
                                continue;
                            };
                            places.push((Pattern { colour, stone, ghost, side: 1 << side }, empty));
                        }
                    }
                }
            }
        }
        Patterns { places, found: Vec::new() }
    }

    /// All places with the cells that have to be empty.
    pub fn places(&self) -> &[(Pattern, Bits<W>)] {
        &self.places
    }

    /// The patterns that stand on a board.
    pub fn find(&mut self, board: &Board<W>) -> &[Pattern] {
        let empty = board.empty_cells();
        self.found.clear();
        for (pattern, cells) in &self.places {
            if board.stones(pattern.colour).has(pattern.stone) && (*cells - empty).is_empty() {
                self.found.push(*pattern);
            }
        }
        &self.found
    }
}
