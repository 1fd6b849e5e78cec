//! A seat with a player on it, who is either at rest or thinking on a thread of its own.
//!
//! A thought can be broken off at any moment: the player comes back with all that it has learned.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use search::player::{Limits, Moment, Player, Thought};

use crate::job::{Failed, Job, Stop};

type Thinking = Job<Thought, (Box<dyn Player>, Thought)>;

enum State {
    Resting(Box<dyn Player>),
    Thinking(Thinking),
    /// The player failed and is gone.
    Empty,
}

/// A player and its thread.
pub struct Seat {
    state: State,
}

impl Seat {
    /// Seats a player.
    pub fn new(player: Box<dyn Player>) -> Seat {
        Seat { state: State::Resting(player) }
    }

    /// Whether nobody sits here, because the player failed.
    pub fn is_empty(&self) -> bool {
        matches!(self.state, State::Empty)
    }

    /// Whether a thought is under way.
    pub fn is_thinking(&self) -> bool {
        matches!(&self.state, State::Thinking(job) if !job.is_done())
    }

    /// Starts a thought; one that is under way is broken off first.
    pub fn start(&mut self, position: &Moment, limits: Limits, stop: Stop) {
        let _ = self.finish();
        let State::Resting(mut player) = std::mem::replace(&mut self.state, State::Empty) else { return };
        let position = *position;
        self.state = State::Thinking(Job::start(stop, move |stop, watch| {
            let told = &mut |thought: &Thought| {
                let mut thought = thought.clone();
                limits.obey(&position, &mut thought);
                watch(&thought);
            };
            let mut thought = player.think(&position, &limits, stop, told);
            limits.obey(&position, &mut thought);
            (player, thought)
        }));
    }

    /// What the thought has told last.
    pub fn latest(&self) -> Option<Arc<Thought>> {
        match &self.state {
            State::Thinking(job) => job.latest(),
            _ => None,
        }
    }

    /// Waits until the thought has ended by itself, or for so long; true when nothing is under way.
    pub fn wait_for(&self, time: Duration) -> bool {
        match &self.state {
            State::Thinking(job) => job.wait_for(time),
            _ => true,
        }
    }

    /// Breaks the thought off. `None` when there was none.
    pub fn finish(&mut self) -> Option<Result<Thought, Failed>> {
        match std::mem::replace(&mut self.state, State::Empty) {
            State::Thinking(job) => Some(job.finish().map(|(player, thought)| {
                self.state = State::Resting(player);
                thought
            })),
            other => {
                self.state = other;
                None
            }
        }
    }

    /// Has the player do something on the caller's thread; a thought that is under way is broken off first.
    pub fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Player) -> T) -> Result<T, Failed> {
        let _ = self.finish();
        let State::Resting(mut player) = std::mem::replace(&mut self.state, State::Empty) else {
            return Err(Failed);
        };
        let told = catch_unwind(AssertUnwindSafe(|| ask(&mut *player))).map_err(|_| Failed)?;
        self.state = State::Resting(player);
        Ok(told)
    }

    /// Lets the player forget the game so far; a thought that is under way is broken off.
    pub fn forget(&mut self) {
        let _ = self.finish();
        if let State::Resting(player) = &mut self.state {
            player.forget();
        }
    }
}
