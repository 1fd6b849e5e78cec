//! The shipped policy of size 4: what the proofs of its openings have taught, taken out of the state of that run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Error, Result};
use game::Game;
use solve::answer::Task;
use solve::checkpoint::Keep;
use solve::openings::taught_policy;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder that `robusto solve --size 4 --openings --checkpoint STATE` has left
    state: PathBuf,
    /// The file for the weights
    out: PathBuf,
}

/// The table comes with the policy and needs room.
const MEMORY: usize = 6 << 30;

/// `solver policy`.
pub fn run(args: &Args) -> Result<()> {
    let keep = Keep { folder: args.state.clone(), every: Duration::MAX, resume: true };
    let start = Task::read(Game::Havannah, "4", "").map_err(Error::msg)?;
    let policy = taught_policy(&Task { keep: Some(keep), ..start }, MEMORY).map_err(Error::msg)?;
    std::fs::write(&args.out, policy.to_bytes())?;
    Ok(())
}
