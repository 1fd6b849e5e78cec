//! Somebody who proves: what a player may ask, while it thinks, about the moves that it thinks of.

use game::Cell;

use crate::player::Moment;

/// What is known of the question whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It wins; by this move, if one is known.
    Yes(Option<Cell>),
    /// It does not win.
    No,
    /// Nobody knows yet.
    Open,
}

/// Somebody who proves results.
pub trait Prover: Send {
    /// Goes on for a few thousandths of a second with the question whether the side to move wins. What was found out
    /// remains for the next time.
    fn ask(&mut self, position: &Moment) -> Reply;

    /// Forgets everything.
    fn forget(&mut self);
}
