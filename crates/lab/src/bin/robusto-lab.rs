//! The lab's commands as a small program of their own: `robusto lab ...` and `robusto worker` without the rest.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lab::command::Ending;

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
    /// What `robusto solve --database` does, for Havannah.
    Solve(SolveArgs),
}

#[derive(clap::Args)]
struct SolveArgs {
    #[arg(long)]
    size: String,
    /// Numbers of cells.
    #[arg(long, value_delimiter = ',')]
    moves: Vec<u16>,
    /// Bytes of a job's table.
    #[arg(long, default_value_t = 4 << 20)]
    memory: u64,
    #[arg(long)]
    certificate: Option<std::path::PathBuf>,
    #[command(flatten)]
    options: lab::command::prove::ProveOptions,
}

impl SolveArgs {
    fn run(self) -> Result<(), Ending> {
        let SolveArgs { size, moves, memory, certificate, options } = self;
        let game = "havannah".into();
        let question = lab::command::prove::Question { game, size, moves, memory, certificate, json: true };
        Ok(lab::command::prove::run(&question, &options)?)
    }
}

fn main() -> ExitCode {
    let factory = &lab::players::make;
    let done = match Arguments::parse().command {
        Word::Lab(args) => lab::command::run(*args, factory),
        Word::Worker(args) => lab::command::run_worker(args, factory, None),
        Word::Solve(args) => args.run(),
    };
    let Err(ending) = done else { return ExitCode::SUCCESS };
    if let Some(sentence) = ending.sentence() {
        lab::say::note(format!("robusto-lab: {sentence}"));
    }
    ExitCode::from(ending.code())
}
