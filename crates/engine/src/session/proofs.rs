//! Proofs in the background.

use std::time::Duration;

use search::player::{Limits, Moment};

use super::Session;
use crate::EngineError;
use crate::solver::{Proof, SolveJob, SolveState, budget};

impl Session {
    /// Starts to prove the position in the background, whatever happens at the table meanwhile.
    pub fn start_solving(&mut self, limits: Limits) -> Result<(), EngineError> {
        if matches!(self.solving(), SolveState::Running(_)) {
            return Err(EngineError::SolverBusy);
        }
        let budget = budget(self.options.threads, self.options.memory, &limits);
        self.proof = Some(SolveJob::start(&self.record, budget));
        Ok(())
    }

    /// How the proof stands.
    pub fn solving(&mut self) -> SolveState {
        self.proof.as_mut().map_or(SolveState::Idle, SolveJob::state)
    }

    /// Stops the proof and gives back how far it came; `None` when none was started.
    pub fn stop_solving(&mut self) -> Option<Proof> {
        self.proof.as_mut().map(SolveJob::finish)
    }

    /// Waits until the proof is done, or for so long; true when none is under way.
    pub fn wait_for_proof(&self, time: Duration) -> bool {
        self.proof.as_ref().is_none_or(|proof| proof.wait_for(time))
    }

    /// The position of the last proof, which the table may have left since.
    pub fn proof_position(&self) -> Option<&Moment> {
        self.proof.as_ref().map(|proof| &proof.position)
    }
}
