//! What records are made of: moves, ends, and the sentences that refuse them.

use std::fmt;

use crate::notation::{Coords, NotationError, cell_name, parse_cell};
use crate::{Cell, Colour, Shape};

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone of the colour to move.
    Cell(Cell),
    /// The second player takes over the first stone: where it lies in Havannah, mirrored in Hex (`swap-pieces`).
    Swap,
    /// Hex only: the players exchange colours and no stone moves.
    SwapSides,
}

impl Move {
    /// The cell of a stone, `None` for swaps.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Move::Cell(cell) => Some(cell),
            Move::Swap | Move::SwapSides => None,
        }
    }

    /// Whether this is a swap of either kind.
    pub const fn is_swap(self) -> bool {
        self.cell().is_none()
    }

    /// The move as text: a cell name, `swap` (Havannah), `swap-pieces` or `swap-sides` (Hex).
    pub fn name(self, shape: &Shape, coords: Coords) -> String {
        match self {
            Move::Cell(cell) => cell_name(shape, cell, coords),
            Move::Swap if shape.has_own_sides() => "swap-pieces".into(),
            Move::Swap => "swap".into(),
            Move::SwapSides => "swap-sides".into(),
        }
    }

    /// Reads what [`Move::name`] writes, in any case. Plain `swap` in Hex means `swap-pieces`.
    pub fn parse(shape: &Shape, text: &str, coords: Coords) -> Result<Move, NotationError> {
        let word = text.trim();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if is("swap") || shape.has_own_sides() && is("swap-pieces") {
            Ok(Move::Swap)
        } else if shape.has_own_sides() && is("swap-sides") {
            Ok(Move::SwapSides)
        } else {
            parse_cell(shape, text, coords).map(Move::Cell)
        }
    }
}

impl From<Cell> for Move {
    fn from(cell: Cell) -> Move {
        Move::Cell(cell)
    }
}

/// How a game ended although the board did not decide it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This colour gave up.
    Resigned(Colour),
    /// This colour ran out of time.
    TimedOut(Colour),
}

impl End {
    /// The colour that lost by it.
    pub const fn loser(self) -> Colour {
        match self {
            End::Resigned(colour) | End::TimedOut(colour) => colour,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Resigned(colour) => write!(f, "{colour} resigned"),
            End::TimedOut(colour) => write!(f, "{colour} ran out of time"),
        }
    }
}

/// Why a move, a set-up or an end is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// There is a stone already.
    #[error("the cell {0} is occupied")]
    Occupied(String),
    /// The number of the cell is beyond the shape.
    #[error("the cell is not on the board")]
    OffBoard,
    /// Somebody has won, or the board is full.
    #[error("the game is over")]
    Over,
    /// Somebody gave up or ran out of time.
    #[error("the game is over: {0}")]
    Ended(End),
    /// It is the other colour's turn.
    #[error("it is {0}'s turn")]
    Turn(Colour),
    /// The swap comes too early, too late, or after a set-up.
    #[error("a swap is possible only as the second move of a game")]
    SwapNow,
    /// `swap-sides` in Havannah.
    #[error("players do not change sides in havannah: the swap takes the stone")]
    SwapSides,
    /// `swap-pieces` on a board whose mirror image is another board.
    #[error("pieces cannot be swapped on a board of unequal sides")]
    SwapMirror,
}

/// What [`Record::undo`](crate::Record::undo) took back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undone {
    /// The last move.
    Move(Move),
    /// A resignation or a loss on time.
    End(End),
}

/// Why a list of moves is refused, with the number of the move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The text names no cell of the board.
    #[error("move {number}: {error}")]
    Notation {
        /// Which move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The move cannot be made.
    #[error("move {number} ({name}): {error}")]
    Illegal {
        /// Which move, counted from one.
        number: usize,
        /// The move as it was written.
        name: String,
        /// Why not.
        error: IllegalMove,
    },
}
