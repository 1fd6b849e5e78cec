//! The shipped policies of boards: what the proofs of their openings have taught, taken out of the state of that run.

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
    /// The folder that `robusto solve --size SIZE --openings --checkpoint STATE` has left
    state: PathBuf,
    /// The file for the weights
    out: PathBuf,
    /// The board
    #[arg(long, default_value = "4")]
    size: String,
}

/// The table comes with the policy; what has no room is forgotten.
const MEMORY: usize = 1 << 30;

/// `solver policy`.
pub fn run(args: &Args) -> Result<()> {
    std::fs::write(&args.out, teacher(&args.state, &args.size)?.policy().to_bytes())?;
    Ok(())
}

/// The teacher that the work on the openings of a board has left in its state.
pub fn teacher(state: &Path, size: &str) -> Result<Teacher> {
    let keep = Keep { folder: state.into(), every: Duration::MAX, resume: true };
    let start = Task::read(Game::Havannah, size, "").map_err(Error::msg)?;
    teacher_of(&Task { keep: Some(keep), ..start }, MEMORY).map_err(Error::msg)
}
