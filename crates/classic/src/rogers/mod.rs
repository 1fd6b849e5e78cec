//! The strategies of T. Rogers, "A Program to Play Havannah" (University of Leeds, 2004), chapters 3 to 5, and the
//! example player of the Leipzig server that he tested them against.
//!
//! They decide at once, look at no clock and are easy to beat: the lowest rung of the ladder. `straight` has the
//! fork-or-bridge builder, `defence` what he adds to it and the repair that his section 6.5 proposes, `tree` the
//! complete game tree, `ring` the example player.

mod defence;
mod ring;
mod straight;
mod tree;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use game::Cell;
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};

pub use defence::Defence;
pub use ring::RingBuilder;
pub use straight::Straight;
pub use tree::CompleteTree;

/// The strategies by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The complete game tree with minimax (4.2).
    Tree,
    /// "Straight fork/bridge" (4.3).
    Straight,
    /// "Straight fork/bridge with defence" (4.4).
    Defence,
    /// The same with the defence repaired (6.5).
    Repaired,
    /// The example player: a random group that becomes a ring.
    Ring,
}

impl Strategy {
    /// A player with this strategy.
    pub fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Strategy::Tree => Box::new(Simple(CompleteTree::new(seed))),
            Strategy::Straight => Box::new(Simple(Straight::new(seed))),
            Strategy::Defence => Box::new(Simple(Defence::as_published(seed))),
            Strategy::Repaired => Box::new(Simple(Defence::repaired(seed))),
            Strategy::Ring => Box::new(Simple(RingBuilder::new(seed))),
        }
    }
}

/// What a strategy decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub cell: Cell,
    /// The strategy's hope from 0 to 1: 0 where Rogers' program resigns.
    pub hope: f32,
    /// What it has proved.
    pub verdict: Verdict,
}

impl Choice {
    /// A move about which nothing is known.
    pub fn open(cell: Cell) -> Choice {
        Choice { cell, hope: 0.5, verdict: Verdict::Unknown }
    }
}

/// A strategy: one move for a position that is not over.
pub trait Decide: Send {
    /// The move.
    fn decide(&mut self, position: &Moment) -> Choice;

    /// Forgets the game so far.
    fn forget(&mut self);
}

/// A strategy as a player.
pub struct Simple<S>(pub S);

impl<S: Decide> Player for Simple<S> {
    fn think(
        &mut self,
        position: &Moment,
        _limits: &Limits,
        _stop: &AtomicBool,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        if position.outcome().is_some() {
            return Thought::default();
        }
        let start = Instant::now();
        let choice = self.0.decide(position);
        Thought {
            candidates: vec![Candidate {
                cell: choice.cell,
                visits: 1,
                win_rate: choice.hope,
                rave: choice.hope,
                prior: choice.hope,
                verdict: choice.verdict,
                line: vec![choice.cell],
            }],
            visits: 1,
            new_visits: 1,
            elapsed: start.elapsed(),
            memory: 0,
            win_rate: choice.hope,
            verdict: choice.verdict,
        }
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
