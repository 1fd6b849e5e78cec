//! Hex boards of up to 63 cells as sets of bits: neighbours, two-bridges, sides, and positions on them.
//!
//! Cells are numbered row by row, so the half turn carries cell `i` onto cell `n - 1 - i`: it reverses the bits.
//! Colours are numbered as everywhere in this crate: 0 White, who joins left and right, and 1 Black, who begins and joins
//! top and bottom.

use crate::shape::bits;

/// A set of cells, a bit each.
pub type Cells = u64;

/// The number of the colour that begins.
pub const BLACK: usize = 1;

/// Two cells that touch two common neighbours and not each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// The cell at the other end.
    pub to: usize,
    /// The two cells between.
    pub between: Cells,
}

/// An empty board.
#[derive(Clone, Debug)]
pub struct Board {
    columns: usize,
    rows: usize,
    /// All cells.
    pub all: Cells,
    /// The neighbours of each cell.
    pub near: Vec<Cells>,
    /// The two-bridges of each cell.
    pub bridges: Vec<Vec<Bridge>>,
    /// The cells along the two sides of each colour.
    pub sides: [[Cells; 2]; 2],
}

impl Board {
    /// The board of these measures; nothing if it has no cell or more than 63.
    pub fn new(columns: usize, rows: usize) -> Option<Board> {
        let cells = columns.checked_mul(rows).filter(|cells| (1..64).contains(cells))?;
        let at = |cell: usize| ((cell % columns) as i32, (cell / columns) as i32);
        let beside = |a: usize, b: usize| {
            let ((ax, ay), (bx, by)) = (at(a), at(b));
            [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].contains(&(bx - ax, by - ay))
        };
        let set = |wanted: &dyn Fn(usize) -> bool| {
            (0..cells).filter(|&cell| wanted(cell)).fold(0, |set, cell| set | 1 << cell)
        };
        let near: Vec<Cells> = (0..cells).map(|cell| set(&|other| beside(cell, other))).collect();
        let bridges_of = |cell: usize| {
            let apart = (0..cells).filter(|&other| other != cell && near[cell] >> other & 1 == 0);
            apart
                .map(|to| Bridge { to, between: near[cell] & near[to] })
                .filter(|bridge| bridge.between.count_ones() == 2)
                .collect()
        };
        let bridges = (0..cells).map(bridges_of).collect();
        let sides = [
            [set(&|cell| at(cell).0 == 0), set(&|cell| cell % columns == columns - 1)],
            [set(&|cell| at(cell).1 == 0), set(&|cell| cell / columns == rows - 1)],
        ];
        Some(Board { columns, rows, all: set(&|_| true), near, bridges, sides })
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
    pub fn beside(&self, set: Cells) -> Cells {
        bits(set).fold(0, |beside, cell| beside | self.near[cell])
    }

    /// The cells of `among` that hang together with those of `seed`, the seed included.
    pub fn flood(&self, seed: Cells, among: Cells) -> Cells {
        let mut reached = seed;
        let mut fresh = seed;
        while fresh != 0 {
            fresh = self.beside(fresh) & among & !reached;
            reached |= fresh;
        }
        reached
    }

    /// Do these cells join the two sides of a colour?
    pub fn joins(&self, own: Cells, colour: usize) -> bool {
        let [from, to] = self.sides[colour];
        self.flood(own & from, own) & to != 0
    }

    /// The set after the half turn.
    pub fn turned(&self, set: Cells) -> Cells {
        set.reverse_bits() >> (64 - self.cells())
    }

    /// The cell after the half turn; numbers beyond the board stay.
    pub fn turned_cell(&self, cell: u8) -> u8 {
        let last = self.cells() as u8 - 1;
        if cell <= last { last - cell } else { cell }
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

/// Stones on a board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of White and of Black.
    pub stones: [Cells; 2],
    /// The colour to move.
    pub turn: usize,
}

impl Position {
    /// The empty board with Black to move.
    pub fn start() -> Position {
        Position { stones: [0; 2], turn: BLACK }
    }

    /// The position after these moves; nothing if one is illegal or ends the game.
    pub fn after(board: &Board, moves: &[usize]) -> Option<Position> {
        moves.iter().try_fold(Position::start(), |position, &cell| {
            let legal = cell < board.cells() && position.empty(board) >> cell & 1 == 1;
            let next = legal.then(|| position.play(cell))?;
            (!board.joins(next.stones[position.turn], position.turn)).then_some(next)
        })
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self, board: &Board) -> Cells {
        board.all & !(self.stones[0] | self.stones[1])
    }

    /// The position after a move on an empty cell.
    #[must_use]
    #[inline]
    pub fn play(mut self, cell: usize) -> Position {
        self.stones[self.turn] |= 1 << cell;
        self.turn = 1 - self.turn;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_bridges() {
        let board = Board::new(5, 5).unwrap();
        let names = |set| bits(set).map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ");
        let middle = board.parse("c3").unwrap();
        assert_eq!(names(board.near[middle]), "c2 d2 b3 d3 b4 c4");
        let ends: Cells = board.bridges[middle].iter().fold(0, |set, bridge| set | 1 << bridge.to);
        assert_eq!(names(ends), "d1 b2 e2 a4 d4 b5");
        assert_eq!(board.near.iter().map(|near| near.count_ones()).sum::<u32>(), 2 * 56);
    }

    #[test]
    fn the_half_turn_keeps_neighbours_and_sides() {
        for (columns, rows) in [(3, 3), (7, 4), (7, 9)] {
            let board = Board::new(columns, rows).unwrap();
            for cell in 0..board.cells() {
                assert_eq!(board.turned(board.near[cell]), board.near[board.cells() - 1 - cell]);
            }
            for side in board.sides {
                assert_eq!(board.turned(side[0]), side[1]);
            }
        }
        assert!(Board::new(8, 8).is_none() && Board::new(0, 3).is_none());
    }
}
