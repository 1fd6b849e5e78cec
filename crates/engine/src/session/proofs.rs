//! Proofs in the background.

use std::sync::Arc;
use std::time::Duration;

use ::game::Shape;
use search::player::Limits;

use super::{Session, seating};
use crate::EngineError;
use crate::solver::{Proof, SolveJob, SolveState, ThinkingSolver};

impl Session {
    /// Starts to prove the position in the background, whatever happens at the table meanwhile.
    pub fn start_solving(&mut self, limits: Limits) -> Result<(), EngineError> {
        if matches!(self.solving(), SolveState::Running(_)) {
            return Err(EngineError::SolverBusy);
        }
        let solver =
            self.solver.clone().unwrap_or_else(|| Arc::new(ThinkingSolver::new(self.factory.duplicate())));
        let seating = seating(self.record.shape(), &self.options);
        self.proof = Some(SolveJob::start(solver, *self.record.position(), seating, limits));
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

    /// The board of the last proof, which the table may have left since.
    pub fn proof_shape(&self) -> Option<&'static Shape> {
        self.proof.as_ref().map(|proof| proof.shape)
    }
}
