//! The lab's commands as a small program of their own: `robusto lab ...` and `robusto worker` without the rest.

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Matches, ratings, tests of significance and tuning", version)]
struct Arguments {
    #[command(subcommand)]
    command: Word,
}

#[derive(Subcommand)]
enum Word {
    /// What `robusto lab` does.
    Lab(Box<lab::command::LabArgs>),
    /// What `robusto worker` does.
    Worker(lab::command::WorkerArgs),
}

fn main() -> anyhow::Result<()> {
    let factory = lab::players::from_engine(Box::new(engine::AllPlayers::new()));
    match Arguments::parse().command {
        Word::Lab(args) => lab::command::run(*args, &factory),
        Word::Worker(args) => lab::command::run_worker(args, &factory),
    }
}
