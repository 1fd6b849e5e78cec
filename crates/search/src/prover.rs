//! Somebody who proves: what a player may ask, while it thinks, about the moves that it thinks of.

use game::{Cell, Colour};

use crate::player::Moment;

/// What is known of the question whether a colour wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It wins; by this move, if it is to move.
    Yes(Option<Cell>),
    /// It does not win.
    No,
    /// Nobody knows yet.
    Open,
}

/// Somebody who proves results.
pub trait Prover: Send {
    /// Goes on for a few thousandths of a second with the question whether `colour` wins the position. What was found out remains
    /// for the next time.
    fn ask(&mut self, position: &Moment, colour: Colour) -> Reply;

    /// Forgets everything.
    fn forget(&mut self);
}
