//! The empty Hex board: neighbours, two-bridges, sides and edge templates.
//!
//! Cells are numbered row by row, so the half turn carries cell `i` onto cell `n - 1 - i`. Colours are numbered as everywhere: 0 White,
//! who joins left and right, 1 Black, who begins and joins top and bottom.

use crate::cells::Cells;
use crate::templates::{Placed, places, shipped};

/// The number of the colour that begins.
pub const BLACK: usize = 1;

/// Two cells that touch two common neighbours and not each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge<S> {
    /// The cell at the other end.
    pub to: usize,
    /// The two cells between.
    pub between: S,
}

/// An empty board.
#[derive(Clone, Debug)]
pub struct Board<S> {
    columns: usize,
    rows: usize,
    /// All cells.
    pub all: S,
    /// The neighbours of each cell.
    pub near: Vec<S>,
    /// The two-bridges of each cell.
    pub bridges: Vec<Vec<Bridge<S>>>,
    /// The cells along the two sides of each colour.
    pub sides: [[S; 2]; 2],
    /// The edge templates of each colour and side.
    pub templates: [[Vec<Placed<S>>; 2]; 2],
}

impl<S: Cells> Board<S> {
    /// The board of these measures; nothing if it has no cell or more than the set has room for.
    pub fn new(columns: usize, rows: usize) -> Option<Board<S>> {
        let cells = columns.checked_mul(rows).filter(|cells| (1..=S::ROOM).contains(cells))?;
        let at = |cell: usize| ((cell % columns) as i32, (cell / columns) as i32);
        let beside = |a: usize, b: usize| {
            let ((ax, ay), (bx, by)) = (at(a), at(b));
            [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].contains(&(bx - ax, by - ay))
        };
        let set = |wanted: &dyn Fn(usize) -> bool| S::of((0..cells).filter(|&cell| wanted(cell)));
        let near: Vec<S> = (0..cells).map(|cell| set(&|other| beside(cell, other))).collect();
        let bridges_of = |cell: usize| {
            let apart = (0..cells).filter(|&other| other != cell && !near[cell].holds(other));
            apart
                .map(|to| Bridge { to, between: near[cell] & near[to] })
                .filter(|bridge| bridge.between.size() == 2)
                .collect()
        };
        let bridges = (0..cells).map(bridges_of).collect();
        let sides = [
            [set(&|cell| at(cell).0 == 0), set(&|cell| cell % columns == columns - 1)],
            [set(&|cell| at(cell).1 == 0), set(&|cell| cell / columns == rows - 1)],
        ];
        let known = shipped();
        let placed = |colour, side| places(&known, (columns, rows), colour, side);
        let templates = [0, 1].map(|colour| [0, 1].map(|side| placed(colour, side)));
        Some(Board { columns, rows, all: set(&|_| true), near, bridges, sides, templates })
    }

    /// Columns and rows.
    pub fn measures(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.near.len()
    }

    /// The cells beside a set; cells of the set may be among them.
    pub fn beside(&self, set: S) -> S {
        set.each().fold(S::NONE, |beside, cell| beside | self.near[cell])
    }

    /// The cells of `among` that hang together with those of `seed`, the seed included.
    pub fn flood(&self, seed: S, among: S) -> S {
        let mut reached = seed;
        let mut fresh = seed;
        while !fresh.is_none() {
            fresh = (self.beside(fresh) & among).minus(reached);
            reached |= fresh;
        }
        reached
    }

    /// The chains of these stones: those at the first and at the second side of a colour, then all others.
    pub fn chains(&self, own: S, colour: usize) -> ([S; 2], impl Iterator<Item = S> + '_) {
        let ends = self.sides[colour].map(|side| self.flood(own & side, own));
        let mut left = own.minus(ends[0] | ends[1]);
        let others = std::iter::from_fn(move || {
            let first = (!left.is_none()).then(|| left.first())?;
            let chain = self.flood(S::one(first), left);
            left = left.minus(chain);
            Some(chain)
        });
        (ends, others)
    }

    /// Do these cells join the two sides of a colour?
    pub fn joins(&self, own: S, colour: usize) -> bool {
        let [from, to] = self.sides[colour];
        self.flood(own & from, own).meets(to)
    }

    /// The set after the half turn.
    pub fn turned(&self, set: S) -> S {
        set.turned(self.cells())
    }

    /// The cell after the half turn; numbers beyond the board stay.
    pub fn turned_cell(&self, cell: u8) -> u8 {
        let last = (self.cells() - 1) as u8;
        if cell <= last { last - cell } else { cell }
    }

    /// The set in the mirror that exchanges columns and rows, and with them the colours' sides.
    pub fn mirrored(&self, set: S) -> S {
        S::of(set.each().map(|cell| self.mirrored_cell(cell)))
    }

    /// The cell in the mirror of a square board.
    pub fn mirrored_cell(&self, cell: usize) -> usize {
        cell % self.columns * self.columns + cell / self.columns
    }

    /// Whether the board has as many columns as rows.
    pub fn is_square(&self) -> bool {
        self.columns == self.rows
    }

    /// The name of a cell: a letter for the column, a number for the row.
    pub fn name(&self, cell: usize) -> String {
        format!("{}{}", (b'a' + (cell % self.columns) as u8) as char, cell / self.columns + 1)
    }

    /// The cell of a name.
    pub fn parse(&self, name: &str) -> Option<usize> {
        (0..self.cells()).find(|&cell| self.name(cell) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_bridges() {
        let board = Board::<u64>::new(5, 5).unwrap();
        let names = |set: u64| set.each().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ");
        let middle = board.parse("c3").unwrap();
        assert_eq!(names(board.near[middle]), "c2 d2 b3 d3 b4 c4");
        let ends: u64 = board.bridges[middle].iter().fold(0, |set, bridge| set | 1 << bridge.to);
        assert_eq!(names(ends), "d1 b2 e2 a4 d4 b5");
        assert_eq!(board.near.iter().map(|near| near.count_ones()).sum::<u32>(), 2 * 56);
    }

    #[test]
    fn the_half_turn_and_the_mirror_keep_neighbours_and_sides() {
        for (columns, rows) in [(3, 3), (7, 4), (7, 9), (8, 8)] {
            let board = Board::<u64>::new(columns, rows).unwrap();
            for cell in 0..board.cells() {
                assert_eq!(board.turned(board.near[cell]), board.near[board.cells() - 1 - cell]);
                if board.is_square() {
                    assert_eq!(board.mirrored(board.near[cell]), board.near[board.mirrored_cell(cell)]);
                }
            }
            for side in board.sides {
                assert_eq!(board.turned(side[0]), side[1]);
            }
            if board.is_square() {
                assert_eq!(board.sides[0].map(|side| board.mirrored(side)), board.sides[1]);
            }
        }
        assert!(Board::<u64>::new(9, 8).is_none() && Board::<u64>::new(0, 3).is_none());
    }
}
