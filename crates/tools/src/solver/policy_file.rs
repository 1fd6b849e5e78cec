//! The policy of a run's state as a file of weights that the program can begin with.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use game::Game;
use solve::answer::Task;
use solve::checkpoint::{Keep, Keeper};
use solve::dfpn::Settings;
use solve::net::Net;
use solve::prover::Prover;

/// Which state, and where the weights go.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the state
    state: PathBuf,
    /// The file of weights
    file: PathBuf,
    /// The board
    #[arg(long, default_value = "4")]
    size: String,
    /// The work that the state belongs to
    #[arg(long, default_value = "openings of 3 plies")]
    work: String,
}

/// `solver policy-file`.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let task = Task::read(Game::Havannah, &args.size, "").map_err(|why| anyhow!(why))?;
    let shape = solve::small::shape_of(task.position.shape().size()).context("a board of up to 63 cells")?;
    let keep = Keep { folder: args.state.clone(), every: Duration::MAX, resume: true };
    let keeper = Keeper::new(&keep, &task.position, &args.work);
    let net = Net::blank(&shape);
    // The table of the run is not wanted: a small one forgets most of it.
    let prover = Prover::<u64>::new(&shape, 1 << 24, 1, Settings::POLICY, &net);
    let spent = prover.resume(&keeper).map_err(|why| anyhow!(why))?;
    let policy = prover.teacher().as_ref().context("a policy")?.policy();
    let bytes = policy.to_bytes()?;
    std::fs::write(&args.file, &bytes)?;
    println!("{}: {} bytes, taught by {} nodes", args.file.display(), bytes.len(), spent.nodes);
    Ok(())
}
