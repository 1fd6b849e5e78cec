//! A seat at the lab's table: whoever sits there is asked for moves, and whatever goes wrong with it is its own fault.
//!
//! [`inside`] seats a player of ours in this process, [`gtp`] another program.

pub mod gtp;
pub mod inside;

use anyhow::Result;
use game::{Move, Record};
use search::player::Player;

use crate::pace::Clock;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::task::{Board, Fault, MoveNote};

/// Where a player is needed: what a factory may want to know beside the player's text.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The board.
    pub board: Board,
    /// What the player's random numbers follow from.
    pub seed: u64,
}

/// Makes players of ours from their texts.
pub type Factory = dyn Fn(&PlayerSpec, &Place) -> Result<Box<dyn Player>> + Send + Sync;

/// What a player answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A move, with what the player tells about it. Only the table knows whether it is legal.
    Move(Move, MoveNote),
    /// It gives up.
    Resign,
}

/// Somebody who can be asked for moves.
pub trait Seat: Send {
    /// A game begins; the record holds the opening.
    fn begin(&mut self, record: &Record, place: &Place) -> Result<(), Fault>;

    /// Asks for a move in the record's position.
    fn choose(&mut self, record: &Record, clock: &Clock, keep_visits: bool) -> Result<Answer, Fault>;
}

/// Seats a player. Programs are started once and kept for many games; players of ours are made anew for each.
pub fn take_seat<'a>(spec: &PlayerSpec, factory: &'a Factory) -> Result<Box<dyn Seat + 'a>> {
    match &spec.kind {
        PlayerKind::Preset { .. } => Ok(Box::new(inside::Inside::new(spec.clone(), factory))),
        PlayerKind::Gtp { .. } => Ok(Box::new(gtp::Outside::new(spec)?)),
        PlayerKind::Engine { engine } => anyhow::bail!("the engine {engine:?} is not known at this table"),
    }
}
