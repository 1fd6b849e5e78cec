//! Learning what the player ships, from samples of self-play.

mod patterns;
mod policy;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use search::networks::sample::{self, Sample};

/// What is learned.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// The policy network: `crates/search/src/networks/policy_net.bin`
    Policy(Args),
    /// The weights of rollout patterns: `crates/search/src/rollout/patterns.txt`
    Patterns(Args),
}

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file for the weights
    out: PathBuf,
    /// How often all samples are gone through
    epochs: usize,
    /// Files of samples
    #[arg(required = true)]
    samples: Vec<String>,
}

/// `train`.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Policy(args) => policy::run(args),
        Command::Patterns(args) => patterns::run(args),
    }
}

fn samples(args: &Args) -> Result<Vec<Sample>> {
    let samples = sample::read_files(args.samples.iter().cloned()).context("reading the samples")?;
    ensure!(!samples.is_empty(), "there are no samples");
    Ok(samples)
}
