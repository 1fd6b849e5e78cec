//! One run of the prover: when it began, what ends it, where its state is kept.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::Colour;

use crate::answer::Limits;
use crate::checkpoint::{Keeper, Spent};
use crate::position::Position;

/// A longer piece of work that questions are a part of.
pub(crate) struct Work<'w> {
    /// Ends it.
    pub stop: &'w AtomicBool,
    /// What it had spent before.
    pub before: Spent,
    /// Who is likely to win, if somebody knows.
    pub likely: Option<Colour>,
    /// Where its state is kept.
    pub keeper: Option<&'w RefCell<Keeper>>,
}

/// One turn of a question.
pub(super) struct Question<'q> {
    pub position: &'q Position,
    /// Does this side win?
    pub attacker: usize,
    /// The nodes of the run at which the turn ends.
    pub most: u64,
    /// Work it off by replies.
    pub by_replies: bool,
}

/// One run: when it began and what ends it.
pub(super) struct Run<'r> {
    pub begin: Instant,
    pub limits: Limits,
    pub stop: &'r AtomicBool,
    pub nodes: AtomicU64,
    /// What earlier runs had spent.
    pub before: Spent,
    /// Who is likely to win, if somebody knows.
    pub likely: Option<Colour>,
    pub keeper: Option<&'r RefCell<Keeper>>,
    /// Why the state could not be read or written.
    pub trouble: RefCell<Option<String>>,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        limits: Limits,
        stop: &'r AtomicBool,
        before: Spent,
        keeper: Option<&'r RefCell<Keeper>>,
    ) -> Run<'r> {
        let (begin, nodes, trouble) = (Instant::now(), AtomicU64::new(0), RefCell::new(None));
        Run { begin, limits, stop, nodes, before, likely: None, keeper, trouble }
    }

    pub(super) fn over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.trouble.borrow().is_some()
            || self.limits.time.is_some_and(|most| self.begin.elapsed() >= most)
            || self.limits.nodes.is_some_and(|most| self.nodes.load(Relaxed) >= most)
    }

    pub(super) fn is_due(&self) -> bool {
        self.keeper.is_some_and(|keeper| keeper.borrow().is_due())
    }

    /// Time of all runs together.
    pub(super) fn elapsed(&self) -> Duration {
        self.before.time + self.begin.elapsed()
    }

    /// Nodes of all runs together.
    pub(super) fn total(&self) -> u64 {
        self.before.nodes + self.nodes.load(Relaxed)
    }
}
