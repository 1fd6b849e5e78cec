//! A moment of a game: stones, whose turn it is, and whether it is over. Moves are checked here.

use std::fmt;
use std::sync::Arc;

use crate::shape::{Cell, Shape};
use crate::{Board, Colour, Kinds};

/// How a position stands by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The game goes on.
    Open,
    /// A colour holds a winning shape.
    Won {
        /// The winner.
        colour: Colour,
        /// Every kind of winning shape it holds.
        kinds: Kinds,
    },
    /// The board is full and nobody has won.
    Drawn,
}

impl Outcome {
    /// The winner, if somebody has won.
    pub fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Won { colour, .. } => Some(colour),
            Outcome::Open | Outcome::Drawn => None,
        }
    }
}

/// A board, the colour to move, and the outcome so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Colour,
    outcome: Outcome,
}

impl Position {
    /// The start of a game: no stones; White moves first in Havannah, Black in Hex.
    pub fn start(shape: impl Into<Arc<Shape>>) -> Position {
        let board = Board::empty(shape);
        let turn = board.shape().first_turn();
        Position { board, turn, outcome: Outcome::Open }
    }

    /// Any stones with any colour to move, as after a swap or in a problem. Refused if both colours
    /// hold winning shapes.
    pub fn set_up(board: Board, turn: Colour) -> Result<Position, Refusal> {
        let outcome = judge(&board)?;
        Ok(Position { board, turn, outcome })
    }

    /// The position after these moves, the colours alternating from the start.
    pub fn after(
        shape: impl Into<Arc<Shape>>,
        moves: impl IntoIterator<Item = Cell>,
    ) -> Result<Position, Refusal> {
        let mut position = Position::start(shape);
        for cell in moves {
            position.play(cell)?;
        }
        Ok(position)
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The shape of the board.
    pub fn shape(&self) -> &Arc<Shape> {
        self.board.shape()
    }

    /// The colour to move; when the game is over, the one that would be.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Who has won, and how.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Open
    }

    /// The legal moves: every empty cell, none when the game is over.
    pub fn legal_moves(&self) -> Vec<Cell> {
        if self.is_over() { Vec::new() } else { self.board.empty_cells() }
    }

    /// Plays a stone of the colour to move. A refused move changes nothing.
    pub fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        self.check(cell)?;
        let mut board = self.board.clone();
        board.place(cell, self.turn);
        self.outcome = judge(&board)?;
        self.board = board;
        self.turn = self.turn.other();
        Ok(())
    }

    /// Plays a stone of `colour`, which must be the colour to move.
    pub fn play_as(&mut self, colour: Colour, cell: Cell) -> Result<(), Refusal> {
        if colour != self.turn {
            return Err(Refusal::WrongTurn { turn: self.turn });
        }
        self.play(cell)
    }

    /// Plays a stone of the colour to move on the cell with this name.
    pub fn play_named(&mut self, name: &str) -> Result<(), Refusal> {
        let cell = self.shape().parse(name);
        self.play(cell.map_err(|_| Refusal::OffBoard { name: name.to_string() })?)
    }

    fn check(&self, cell: Cell) -> Result<(), Refusal> {
        if self.shape().cell(cell.index()).is_none() {
            return Err(Refusal::OffBoard { name: format!("cell {}", cell.index()) });
        }
        let name = self.shape().name(cell);
        if self.is_over() {
            return Err(Refusal::GameOver { name });
        }
        match self.board.stone(cell) {
            Some(colour) => Err(Refusal::Occupied { name, colour }),
            None => Ok(()),
        }
    }
}

/// The outcome of these stones.
fn judge(board: &Board) -> Result<Outcome, Refusal> {
    let [black, white] = Colour::BOTH.map(|colour| board.kinds(colour));
    match (black.is_empty(), white.is_empty()) {
        (false, false) => Err(Refusal::BothWon),
        (false, true) => Ok(Outcome::Won { colour: Colour::Black, kinds: black }),
        (true, false) => Ok(Outcome::Won { colour: Colour::White, kinds: white }),
        (true, true) if board.is_full() => Ok(Outcome::Drawn),
        (true, true) => Ok(Outcome::Open),
    }
}

/// Why a move or a position was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is a stone already.
    Occupied {
        /// The cell.
        name: String,
        /// The colour of that stone.
        colour: Colour,
    },
    /// There is no such cell.
    OffBoard {
        /// The name as it was given.
        name: String,
    },
    /// The game has ended before this move.
    GameOver {
        /// The cell.
        name: String,
    },
    /// It is the other colour's turn.
    WrongTurn {
        /// The colour to move.
        turn: Colour,
    },
    /// Both colours hold winning shapes, which no game can reach.
    BothWon,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Occupied { name, colour } => write!(f, "{name} holds a {colour} stone already"),
            Refusal::OffBoard { name } => write!(f, "{name} is not on the board"),
            Refusal::GameOver { name } => write!(f, "the game is over, {name} cannot be played"),
            Refusal::WrongTurn { turn } => write!(f, "it is {turn}'s turn"),
            Refusal::BothWon => f.write_str("both colours have won in this position"),
        }
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Open => f.write_str("open"),
            Outcome::Won { colour, kinds } => write!(f, "{colour} won by {kinds}"),
            Outcome::Drawn => f.write_str("drawn"),
        }
    }
}
