//! A proof in the background of a table: the solvers' own answer, worked out on a thread of its own.

use std::time::Duration;

use game::Record;
use search::player::{Limits, Moment};
use solve::answer::{self, Budget, Progress, Task};
use solve::method::{Method, prove};

use crate::job::{Job, Stop};

/// What a proof came to.
pub use solve::answer::Answer as Proof;

/// How the proof in the background stands.
#[derive(Clone, Debug)]
pub enum SolveState {
    /// None was started, or it was taken away.
    Idle,
    /// It goes on, with what it has told last.
    Running(Option<Progress>),
    /// It is done.
    Done(Proof),
}

/// What solvers may use, in their words.
pub fn budget(threads: usize, memory: u64, limits: &Limits) -> Budget {
    Budget {
        limits: answer::Limits { time: limits.time, nodes: limits.visits },
        memory: usize::try_from(memory).unwrap_or(usize::MAX),
        threads,
        certify: false,
    }
}

/// A proof in the background.
pub(crate) struct SolveJob {
    job: Option<Job<Progress, Proof>>,
    done: Proof,
    /// The position, which the table may have left since.
    pub position: Moment,
}

impl SolveJob {
    pub fn start(record: &Record, budget: Budget) -> SolveJob {
        let task = Task::of(record);
        let job = Job::start(Stop::default(), move |stop, watch| {
            // A game that is over has nothing to prove.
            prove(&task, Method::Auto, &budget, stop, watch).unwrap_or_default()
        });
        SolveJob { job: Some(job), done: Proof::default(), position: *record.position() }
    }

    /// The state now; a job that has ended is put away.
    pub fn state(&mut self) -> SolveState {
        match &self.job {
            Some(job) if !job.is_done() => {
                SolveState::Running(job.latest().map(|progress| (*progress).clone()))
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
            self.done = job.finish().unwrap_or_default();
        }
        self.done.clone()
    }
}
