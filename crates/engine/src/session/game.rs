//! The game at the table: moves, taking back, new games and games from elsewhere.

use ::game::{Cell, Colour, Move, Record, Shape, Undone};

use super::Session;
use crate::EngineError;

impl Session {
    /// Makes a move for a colour, which must be the one to move.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), EngineError> {
        self.change(|session| {
            session.record.play_as(colour, mv)?;
            session.undone.clear();
            Ok(())
        })
    }

    /// Makes several moves in turn, or none if one of them is refused; the error names its place in the list.
    pub fn play_all(&mut self, moves: &[Move]) -> Result<(), (usize, EngineError)> {
        let mut record = self.record.clone();
        for (i, &mv) in moves.iter().enumerate() {
            record.play(mv).map_err(|error| (i, error.into()))?;
        }
        self.change(|session| {
            session.record = record;
            session.undone.clear();
            Ok(())
        })
        .map_err(|error| (0, error))
    }

    /// A colour gives up.
    pub fn resign(&mut self, colour: Colour) -> Result<(), EngineError> {
        self.change(|session| Ok(session.record.resign(colour)?))
    }

    /// Takes back the last move, or the end of the game beyond the board.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        self.change(|session| {
            let undone = session.record.undo().ok_or(EngineError::NothingToUndo)?;
            session.undone.push(undone);
            Ok(())
        })
    }

    /// Makes a move again that was taken back.
    pub fn redo(&mut self) -> Result<(), EngineError> {
        self.change(|session| {
            match session.undone.pop().ok_or(EngineError::NothingToRedo)? {
                Undone::Move(mv) => session.record.play(mv)?,
                Undone::End(end) => session.record.finish(end)?,
            }
            Ok(())
        })
    }

    /// A new game on the same board; clocks start anew.
    pub fn clear(&mut self) {
        self.take(Record::new(self.record.shape()));
        self.clock.restart();
    }

    /// A new game on another board, of either game.
    pub fn new_game(&mut self, shape: &'static Shape) {
        self.take(Record::new(shape));
        self.clock.restart();
    }

    /// A new game from stones that are set up.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Cell, Colour)>,
        turn: Colour,
    ) -> Result<(), EngineError> {
        let record = Record::set_up(self.record.shape(), stones, turn)?;
        self.take(record);
        Ok(())
    }

    /// Goes on with a game from elsewhere.
    pub fn load(&mut self, record: Record) {
        self.take(record);
    }

    fn take(&mut self, record: Record) {
        let changes_board = !std::ptr::eq(record.shape(), self.record.shape());
        let taken = self.change(|session| {
            session.record = record;
            session.undone.clear();
            session.last_thought = None;
            if changes_board {
                session.reseat()
            } else {
                session.seat.forget()
            }
            Ok(())
        });
        debug_assert!(taken.is_ok(), "taking a record cannot be refused");
    }
}
