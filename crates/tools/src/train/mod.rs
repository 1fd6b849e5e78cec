//! Learning what the player ships, from games of self-play.

mod games;
mod patterns;
mod policy;
mod sample;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use learn::played::read_file;

use sample::Sample;

/// What is learned.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Games to learn from
    Games(games::Args),
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
    /// Files of games: those of `train games` or `robusto learn`
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

/// `train`.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Games(args) => games::run(args),
        Command::Policy(args) => policy::run(args),
        Command::Patterns(args) => patterns::run(args),
    }
}

fn samples(args: &Args) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in &args.games {
        let games = read_file(path).with_context(|| path.display().to_string())?;
        ensure!(!games.is_empty(), "{}: there are no games", path.display());
        samples.extend(games.iter().flat_map(Sample::of));
    }
    ensure!(!samples.is_empty(), "there is nothing to learn from in these games");
    Ok(samples)
}
