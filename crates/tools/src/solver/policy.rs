//! The shipped policy of size 4: what the proofs of its openings have taught, taken out of the state of that run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Error, Result};
use game::Game;
use solve::answer::Task;
use solve::checkpoint::Keep;
use solve::openings::teacher_of;
use solve::policy::Teacher;

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
    std::fs::write(&args.out, teacher(&args.state)?.policy().to_bytes())?;
    Ok(())
}

/// The teacher that the work on the openings of size 4 has left in its state.
pub fn teacher(state: &Path) -> Result<Teacher> {
    let keep = Keep { folder: state.into(), every: Duration::MAX, resume: true };
    let start = Task::read(Game::Havannah, "4", "").map_err(Error::msg)?;
    teacher_of(&Task { keep: Some(keep), ..start }, MEMORY).map_err(Error::msg)
}
