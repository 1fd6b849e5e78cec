//! The commands `robusto lab ...` and `robusto worker`: their words and what they do. One file a command.

mod admit;
mod duel;
mod ending;
mod export;
mod extend;
mod follow;
mod import;
pub(crate) mod notes;
mod options;
pub mod prove;
mod report;
mod reproduce;
mod status;
mod telling;
mod tournament;
mod tune;
mod worker;

use clap::{Args, Subcommand};

use crate::seat::Factory;
use crate::worker::hand::Hand;

pub use ending::Ending;
pub use worker::WorkerArgs;

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
    /// Many players: all against all, or one against all others.
    Tournament(tournament::TournamentArgs),
    /// A match that ends as soon as a sequential test is sure.
    Sprt(duel::SprtArgs),
    /// Orders more games of a run, finished or not, and plays them.
    Extend(extend::ExtendArgs),
    /// Looks for better settings, then confirms them by a sequential test.
    Tune(tune::TuneArgs),
    /// Repeats experiments of the papers and prints our results beside theirs.
    Reproduce(reproduce::ReproduceArgs),
    /// Reports a run as one HTML file, CSV, JSON or LaTeX.
    Report(report::ReportArgs),
    /// Lists runs, or shows, pauses, resumes and ends one.
    Status(status::StatusArgs),
    /// Reads games from JSON lines into the store.
    Import(import::ImportArgs),
    /// Writes a run's games as SGF, JSON lines or training data.
    Export(export::ExportArgs),
}

/// Runs a lab command. Reports go to stdout, progress to stderr.
pub fn run(args: LabArgs, factory: &Factory) -> Result<(), Ending> {
    let done = match args.command {
        LabCommand::Match(args) => duel::run(args, None, factory),
        LabCommand::Tournament(args) => tournament::run(&args, factory),
        LabCommand::Sprt(args) => duel::run_sprt(args, factory),
        LabCommand::Extend(args) => extend::run(&args, factory),
        LabCommand::Tune(args) => tune::run(&args, factory),
        LabCommand::Reproduce(args) => reproduce::run(&args, factory),
        LabCommand::Report(args) => report::run(&args),
        LabCommand::Status(args) => status::run(&args),
        LabCommand::Import(args) => import::run(&args, factory),
        LabCommand::Export(args) => export::run(&args),
    };
    Ok(done?)
}

/// Runs `robusto worker`. Portions of learning need a hand that understands them.
pub fn run_worker(args: WorkerArgs, factory: &Factory, hand: Option<Hand>) -> Result<(), Ending> {
    Ok(worker::run(args, factory, hand)?)
}
