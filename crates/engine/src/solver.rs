//! The seam for proofs: who wins a position, found by whatever solver the program has.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Cell, Outcome, Shape};
use search::player::{Limits, Moment, Thought, Verdict};

use crate::factory::{PlayerFactory, Seating};
use crate::job::{Job, Stop};

/// What is proved about a position, and how far the work has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proof {
    /// The result of the game with best play; `None` when it is unknown.
    pub outcome: Option<Outcome>,
    /// The move that reaches it, the one that resists longest for a loser; may be missing.
    pub best: Option<Cell>,
    /// The line that is expected to follow, `best` first; may be empty.
    pub line: Vec<Cell>,
    /// Nodes or simulations so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
}

/// Somebody who proves positions.
pub trait Solver: Send + Sync {
    /// Works until the position is proved, a limit is reached or `stop` becomes true. `watch` is told from time to time.
    fn solve(
        &self,
        position: &Moment,
        seating: &Seating,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Proof),
    ) -> Proof;
}

/// A solver that lets a player think: the player's verdict is the proof.
pub struct ThinkingSolver {
    factory: Box<dyn PlayerFactory>,
}

impl ThinkingSolver {
    /// A solver with players of this factory.
    pub fn new(factory: Box<dyn PlayerFactory>) -> ThinkingSolver {
        ThinkingSolver { factory }
    }
}

impl Solver for ThinkingSolver {
    fn solve(
        &self,
        position: &Moment,
        seating: &Seating,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Proof),
    ) -> Proof {
        let mut player = self.factory.make(seating);
        let thought =
            player.think(position, limits, stop, &mut |thought| watch(&proof_of(position, thought)));
        proof_of(position, &thought)
    }
}

fn proof_of(position: &Moment, thought: &Thought) -> Proof {
    let outcome = match thought.verdict {
        Verdict::Unknown => None,
        Verdict::Draw => Some(Outcome::Draw),
        Verdict::Win => Some(Outcome::Win(position.turn())),
        Verdict::Loss => Some(Outcome::Win(position.turn().other())),
    };
    let line = thought.candidates.first().map(|candidate| candidate.line.clone()).unwrap_or_default();
    Proof { outcome, best: thought.best(), line, nodes: thought.visits, elapsed: thought.elapsed }
}

/// How the proof in the background stands.
#[derive(Clone, PartialEq, Debug)]
pub enum SolveState {
    /// None was started, or it was taken away.
    Idle,
    /// It goes on, with what it has told last.
    Running(Proof),
    /// It is done.
    Done(Proof),
}

/// A proof in the background.
pub(crate) struct SolveJob {
    job: Option<Job<Proof, Proof>>,
    done: Option<Proof>,
    /// The board of the position.
    pub shape: &'static Shape,
}

impl SolveJob {
    pub fn start(solver: Arc<dyn Solver>, position: Moment, seating: Seating, limits: Limits) -> SolveJob {
        let job = Job::start(Stop::default(), move |stop, watch| {
            solver.solve(&position, &seating, &limits, stop, watch)
        });
        SolveJob { job: Some(job), done: None, shape: seating.shape }
    }

    /// The state now; a job that has ended is put away.
    pub fn state(&mut self) -> SolveState {
        match &self.job {
            Some(job) if !job.is_done() => {
                SolveState::Running(job.latest().map(|proof| (*proof).clone()).unwrap_or_default())
            }
            _ => SolveState::Done(self.finish()),
        }
    }

    /// Waits until the work is done, or for so long; true when it is.
    pub fn wait_for(&self, time: Duration) -> bool {
        self.job.as_ref().is_none_or(|job| job.wait_for(time))
    }

    /// Stops the work; a solver that failed proves nothing.
    pub fn finish(&mut self) -> Proof {
        if let Some(job) = self.job.take() {
            self.done = Some(job.finish().unwrap_or_default());
        }
        self.done.clone().unwrap_or_default()
    }
}
