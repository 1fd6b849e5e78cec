//! The commands `robusto lab ...`: their words and what they do. One file a command.

mod duel;
mod options;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::seat::Factory;

pub use options::{BoardOptions, MatchOptions, SprtOptions};

/// Matches, ratings, tests of significance, tuning and the papers' own experiments.
#[derive(Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand, Debug)]
enum LabCommand {
    /// Two players play a match, every opening twice with colours exchanged.
    Match(duel::MatchArgs),
    /// A match that ends as soon as a sequential test is sure.
    Sprt(duel::SprtArgs),
}

/// Runs a lab command. Reports go to stdout, progress to stderr.
pub fn run(args: LabArgs, factory: &Factory) -> Result<()> {
    match args.command {
        LabCommand::Match(args) => duel::run(args, factory),
        LabCommand::Sprt(args) => duel::run_sprt(args, factory),
    }
}
