//! A moment of a game, as a search sees it: **the contract between rules and thinking**.
//!
//! A position is a [`Board`] with two things kept up to date at every move: the cells at which each colour would win
//! at once, and a key under every symmetry. It is `Copy`, holds no heap, and is copied instead of undone.
//!
//! A search asks for `turn`, `outcome`, `empty_cells` (the legal moves), `winning_cells`, `can_win` and
//! `key`, and plays trusted moves; in rollouts it copies the `board` alone. Nothing here differs between Havannah and
//! Hex: what differs stands as data in the [`Shape`]. Text becomes a [`Cell`] in `notation`, once; the swap rule is a matter of
//! the record, where the players are.

use crate::bits::Bits;
use crate::board::Board;
use crate::shape::{Cell, Shape, mix};
use crate::{Colour, Outcome};

/// The key of "Black to move".
const BLACK_TO_MOVE: u64 = mix(0xB1AC_0000);

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// There is a stone already.
    #[error("the cell is occupied")]
    Occupied,
    /// The number of the cell is beyond the shape.
    #[error("the cell is not on the board")]
    OffBoard,
    /// Somebody has won or the board is full.
    #[error("the game is over")]
    Over,
}

/// A moment of a game on a board with fewer than `64 * W` cells.
#[derive(Clone, Copy, Debug)]
pub struct Position<const W: usize> {
    board: Board<W>,
    winning: [Bits<W>; 2],
    keys: [u64; 12],
    last: [Option<Cell>; 2],
}

impl<const W: usize> Position<W> {
    /// The empty board with the first colour to move. Panics when the shape has `64 * W` cells or more.
    pub fn new(shape: &'static Shape) -> Position<W> {
        let mut position =
            Position { board: Board::new(shape), winning: [Bits::EMPTY; 2], keys: [0; 12], last: [None; 2] };
        // On the tiniest boards a lone stone may win.
        for colour in Colour::BOTH {
            position.winning[colour.index()] =
                shape.cells().filter(|&cell| position.board.wins_at(cell, colour)).collect();
        }
        if position.turn() == Colour::Black {
            position.keys = [BLACK_TO_MOVE; 12];
        }
        position
    }

    /// A position from stones set up in any number, with the side to move. Stones are placed one by one; it is over when a
    /// colour has a winning shape (White's is looked at first) or no cell is empty.
    pub fn set_up(
        shape: &'static Shape,
        stones: impl IntoIterator<Item = (Cell, Colour)>,
        turn: Colour,
    ) -> Result<Position<W>, Illegal> {
        let mut position = Position::new(shape);
        let mut won = [false; 2];
        for (cell, colour) in stones {
            if cell.index() >= shape.len() {
                return Err(Illegal::OffBoard);
            }
            if position.stone(cell).is_some() {
                return Err(Illegal::Occupied);
            }
            won[colour.index()] |= position.place(cell, colour);
        }
        position.give_turn(turn);
        let winner = Colour::BOTH.into_iter().find(|colour| won[colour.index()]);
        position.settle(winner);
        Ok(position)
    }

    /// The same position in more or fewer words. Panics when the board does not fit.
    pub fn resized<const V: usize>(&self) -> Position<V> {
        let stones = Colour::BOTH
            .into_iter()
            .flat_map(|colour| self.board.stones(colour).into_iter().map(move |cell| (cell, colour)));
        let mut position =
            Position::set_up(self.shape(), stones, self.turn()).expect("the stones are on the board");
        position.last = self.last;
        position
    }

    /// The stones and chains, for rollouts.
    #[inline(always)]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// The cells at which `colour` would win at once. Empty once the game is over.
    #[inline(always)]
    pub fn winning_cells(&self, colour: Colour) -> Bits<W> {
        self.winning[colour.index()]
    }

    /// The empty cells at which nobody would win at once.
    pub fn quiet_cells(&self) -> Bits<W> {
        Colour::BOTH.iter().fold(self.empty_cells(), |cells, &colour| cells - self.winning_cells(colour))
    }

    /// Plays a move if it is legal.
    pub fn try_play(&mut self, cell: Cell) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            Err(Illegal::Over)
        } else if cell.index() >= self.shape().len() {
            Err(Illegal::OffBoard)
        } else if self.stone(cell).is_some() {
            Err(Illegal::Occupied)
        } else {
            self.play(cell);
            Ok(())
        }
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, cell: Cell) {
        debug_assert!(self.is_legal(cell), "the move {cell:?} is not legal");
        let colour = self.turn();
        let wins = self.place(cell, colour);
        self.last = [self.last[1], Some(cell)];
        self.give_turn(colour.other());
        self.settle(wins.then_some(colour));
    }

    fn settle(&mut self, winner: Option<Colour>) {
        self.board.settle(winner);
        if self.outcome().is_some() {
            self.winning = [Bits::EMPTY; 2];
        }
    }

    /// Gives the turn to the other side without a stone: for proofs that hold even then.
    pub fn pass(&mut self) {
        self.give_turn(self.turn().other());
    }

    /// The last two moves that were played, the very last second; set-up stones are no moves.
    pub fn last_moves(&self) -> [Option<Cell>; 2] {
        self.last
    }

    fn give_turn(&mut self, turn: Colour) {
        if turn != self.turn() {
            self.board.set_turn(turn);
            self.keys.iter_mut().for_each(|key| *key ^= BLACK_TO_MOVE);
        }
    }

    fn place(&mut self, cell: Cell, colour: Colour) -> bool {
        let wins = self.board.place(cell, colour).wins();
        let stone = &self.shape().keys[colour.index()][cell.index()];
        for (key, change) in self.keys.iter_mut().zip(stone) {
            *key ^= change;
        }
        self.winning[0].remove(cell);
        self.winning[1].remove(cell);
        // A stone changes what its own chain can do, and a winning cell stays one until it is filled.
        let winning = &mut self.winning[colour.index()];
        *winning = *winning | self.board.fresh_wins(cell, colour);
        wins
    }

    /// The key of the position: equal for equal stones and turn.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The keys under each symmetry of the shape, in its order.
    pub fn keys(&self) -> &[u64] {
        &self.keys[..self.shape().symmetries().len()]
    }

    /// The least key over all symmetries: equal for positions that are turned or mirrored images of each other.
    pub fn canonical_key(&self) -> u64 {
        self.keys().iter().copied().min().expect("every shape has the identity")
    }

    /// Whether `colour` could still win if every empty cell were its own: exact, rings included.
    pub fn can_win(&self, colour: Colour) -> bool {
        self.board.can_win(colour)
    }

    /// Whether neither colour can win any more, so that the game is a draw whatever is played.
    pub fn is_dead_draw(&self) -> bool {
        self.outcome().is_none() && Colour::BOTH.iter().all(|&colour| !self.can_win(colour))
    }

    /// The empty board that this position is played on.
    #[inline(always)]
    pub fn shape(&self) -> &'static Shape {
        self.board.shape()
    }

    /// The colour to move.
    #[inline(always)]
    pub fn turn(&self) -> Colour {
        self.board.turn()
    }

    /// How the game ended, if it did.
    #[inline(always)]
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        self.board.stone(cell)
    }

    /// The cells without a stone: the legal moves while the game goes on.
    pub fn empty_cells(&self) -> Bits<W> {
        self.board.empty_cells()
    }

    /// Whether the game goes on and the cell is empty.
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.board.is_legal(cell)
    }
}

/// Equal positions have the same shape, stones, turn and outcome.
impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl<const W: usize> Eq for Position<W> {}
