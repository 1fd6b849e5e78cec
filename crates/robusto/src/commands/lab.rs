//! `robusto lab` and `robusto worker`: the words and deeds are the lab's, the players ours.

pub use lab::command::{LabArgs, WorkerArgs};

use crate::exit::Outcome;
use crate::players;

/// Runs a lab command.
pub fn run(args: LabArgs) -> Outcome {
    Ok(lab::command::run(args, &lab::players::from_engine(players::factory()))?)
}

/// Works for the lab until there is nothing to do.
pub fn work(args: WorkerArgs) -> Outcome {
    Ok(lab::command::run_worker(args, &lab::players::from_engine(players::factory()))?)
}
