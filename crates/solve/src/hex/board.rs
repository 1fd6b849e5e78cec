//! Positions on Hex boards of up to 64 cells: a word of stones for each colour, 0 White and 1 Black, who begins.

pub use connections::board::BLACK;

/// A set of cells, a bit each.
pub type Cells = u64;

/// An empty board.
pub type Board = connections::Board<Cells>;

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
