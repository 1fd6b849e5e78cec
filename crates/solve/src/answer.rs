//! What every solver is asked and what it answers: limits, progress, verdict.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::position::Position;
use crate::shape::{Cell, Shape};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// Neither side can win.
    Draw,
    /// The other side wins.
    Loss,
    /// The limits were reached first.
    Unknown,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded, all threads together.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Search until the answer is found or the search is stopped.
    pub const NONE: Limits = Limits { time: None, nodes: None };
}

/// The state of one reply at the root.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The reply.
    pub cell: Cell,
    /// Effort still seen to prove that the attacker wins after it; 0 when proved.
    pub proof: f32,
    /// Effort still seen to prove that it does not; 0 when proved.
    pub disproof: f32,
    /// Nodes spent on it.
    pub work: u64,
}

/// A look at a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The question asked just now: does this colour win?
    pub attacker: usize,
    /// Effort still seen to prove it at the root.
    pub proof: f32,
    /// Effort still seen to refute it.
    pub disproof: f32,
    /// Positions expanded so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Share of the table in use.
    pub fill: f64,
    /// Replies looked at so far, one of each set of symmetric ones.
    pub replies: Vec<Reply>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Value for the side to move.
    pub verdict: Verdict,
    /// A move that keeps the value, if one is known.
    pub best: Option<Cell>,
    /// A line of best play as far as it is known.
    pub line: Vec<Cell>,
    /// Positions expanded.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Bytes of the table.
    pub memory: usize,
}

/// A prover of positions on boards of up to 63 cells.
pub trait Solver {
    /// Searches for the value of a position in which nobody has won.
    ///
    /// `watch` is called about once a second on the caller's thread; raising `stop` ends the
    /// search with what is known.
    fn solve(
        &self,
        shape: &Shape,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer;
}
