//! `robusto lab` and `robusto worker`: the words and deeds are the lab's, the players ours.

pub use lab::command::{LabArgs, WorkerArgs};

use lab::command::Ending;

use crate::exit::{Failure, Outcome};

/// Runs a lab command.
pub fn run(args: LabArgs) -> Outcome {
    lab::command::run(args, &lab::players::make).map_err(failure)
}

/// Works for the lab until there is nothing to do.
pub fn work(args: WorkerArgs) -> Outcome {
    lab::command::run_worker(args, &lab::players::make, Some(super::learn::hand)).map_err(failure)
}

fn failure(ending: Ending) -> Failure {
    match ending {
        Ending::Usage(sentence) => Failure::Usage(sentence),
        Ending::Failed(sentence) => Failure::failed(sentence),
        Ending::PipeClosed => Failure::PipeClosed,
    }
}
