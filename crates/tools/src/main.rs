//! Tools for developers: what is needed beside the program, to make its shipped data, its pages and its measurements.
//!
//! `cargo tools --help` lists them; those that compute for long want `cargo run --release -p robusto-tools --`.

#![forbid(unsafe_code)]

mod coordinator;
mod gallery;
mod load;
mod puzzles;
mod queenbee;
mod solver;
mod stress;
mod templates;
mod threads;
mod train;

use clap::Parser;

#[derive(Parser, Debug)]
#[command(name = "cargo tools", about = "Tools for developers of Robusto", version)]
struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(clap::Subcommand, Debug)]
enum Tool {
    /// Learn what the player ships, from games of self-play
    #[command(subcommand)]
    Train(train::Command),
    /// The solver's network, suite and techniques
    #[command(subcommand)]
    Solver(solver::Command),
    /// Experiments of the Queenbee thesis
    #[command(subcommand)]
    Queenbee(queenbee::Command),
    /// Make puzzles for the app
    Puzzles(puzzles::Args),
    /// Imitate the coordinator of shared proofs with many workers
    Coordinator(coordinator::Args),
    /// Measure what a second thread is worth
    Threads(threads::Args),
    /// Use the player or the protocol at random for long
    Stress(stress::Args),
    /// Measure the app with many tabs
    Load(load::Args),
    /// Find and prove edge templates of Hex
    Templates(templates::Args),
    /// Paint boards of all kinds
    Gallery(gallery::Args),
}

fn main() -> anyhow::Result<()> {
    match Args::parse().tool {
        Tool::Train(command) => train::run(&command)?,
        Tool::Solver(command) => solver::run(&command)?,
        Tool::Queenbee(command) => queenbee::run(&command)?,
        Tool::Puzzles(args) => puzzles::run(&args)?,
        Tool::Coordinator(args) => coordinator::run(&args),
        Tool::Threads(args) => threads::run(&args),
        Tool::Stress(args) => stress::run(&args)?,
        Tool::Load(args) => load::run(&args)?,
        Tool::Templates(args) => templates::run(&args)?,
        Tool::Gallery(args) => gallery::run(&args)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn options_are_well_formed() {
        super::Args::command().debug_assert();
    }
}
