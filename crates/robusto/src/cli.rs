//! The table of subcommands and how the command line becomes one of them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    analyze, bench, book, completions, convert, doctor, games, gtp, gtp_check, lab, learn, man, openings,
    perft, play, presets, proof, regress, review, settings, show, solve, swapmap, verify, web,
};
use crate::config;
use crate::exit::{Failure, Outcome};
use crate::given;

const EXAMPLES: &str = "\
Examples:
  robusto                                             the app, in the browser
  robusto play --size 6 --level 3
  robusto analyze --size 8 --moves \"h8 g7\" --time 5
  robusto solve --size 4 --moves a1 --certificate a1.proof
  robusto verify a1.proof
  robusto COMMAND --help                              more about a command, with examples

Exit codes: 0 done, 1 failed, 2 bad usage, 3 ran out of time or memory (or interrupted) without an answer.";

const LAB_EXAMPLES: &str = "\
Examples:
  robusto lab match castro rave --size 6 --visits 1000 --games 400
  robusto lab sprt strong,rave=400 strong --size 8 --time 0.2
  robusto lab status";

/// Play, solve and study the connection games Havannah, Hex and Y.
#[derive(Parser, Debug)]
#[command(name = "robusto", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// Take defaults of options from this TOML file instead of the one in the user's configuration directory
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Serve the app on this machine and open it in the browser
    Web(web::Args),
    /// Play in the terminal
    Play(play::Args),
    /// Speak the Go Text Protocol on standard input and output, or on a port
    Gtp(gtp::Args),
    /// Show what the player thinks of a position
    Analyze(analyze::Args),
    /// Prove who wins a position
    Solve(solve::Args),
    /// Check certificates, independently of the solvers
    #[command(after_help = "Examples:\n  robusto verify a1.proof\n  robusto verify proofs/*.proof --json")]
    Verify(verify::Args),
    /// Look at proofs and join them
    Proof(proof::Args),
    /// Judge every opening of a board: how good it is, and whether to swap it
    Swapmap(swapmap::Args),
    /// Prove who wins each opening of a Hex board, and in how many moves
    Openings(openings::Args),
    /// Opening books that learn from games
    Book(book::Args),
    /// Find the mistakes of finished games
    Review(review::Args),
    /// Replay and check game files
    Games(games::Args),
    /// Show a position as text, SVG or PNG
    Show(show::Args),
    /// Convert game files from one form to another
    Convert(convert::Args),
    /// Count all sequences of moves up to a depth
    Perft(perft::Args),
    /// Measure speed
    Bench(bench::Args),
    /// Matches, ratings, tests of significance, tuning, the papers' own experiments
    #[command(after_help = LAB_EXAMPLES)]
    Lab(Box<lab::LabArgs>),
    /// Teach a network by games against itself
    Learn(learn::Args),
    /// Play the games that the lab's database orders
    #[command(after_help = "Examples:\n  robusto worker --database postgres://lab@host/lab")]
    Worker(lab::WorkerArgs),
    /// Run GTP regression files
    Regress(regress::Args),
    /// Test whether an engine keeps to the Go Text Protocol
    GtpCheck(gtp_check::Args),
    /// List the presets: the ways in which the player can think
    Presets(presets::Args),
    /// List the settings, with what they take and their values
    Settings(settings::Args),
    /// Look at this machine: processor, memory, folders, databases
    Doctor(doctor::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write manual pages into a directory
    Man(man::Args),
}

impl Cli {
    /// Runs the subcommand; without one, the same as `web`.
    pub fn run(self) -> Outcome {
        match self.command {
            None => web::run(web::Args::default()),
            Some(Command::Web(args)) => web::run(args),
            Some(Command::Analyze(args)) => analyze::run(args),
            Some(Command::Solve(args)) => solve::run(args),
            Some(Command::Verify(args)) => verify::run(args),
            Some(Command::Proof(args)) => proof::run(args),
            Some(Command::Swapmap(args)) => swapmap::run(args),
            Some(Command::Openings(args)) => openings::run(args),
            Some(Command::Review(args)) => review::run(args),
            Some(Command::Play(args)) => play::run(args),
            Some(Command::Gtp(args)) => gtp::run(args),
            Some(Command::Games(args)) => games::run(args),
            Some(Command::Show(args)) => show::run(args),
            Some(Command::Convert(args)) => convert::run(args),
            Some(Command::Perft(args)) => perft::run(args),
            Some(Command::Bench(args)) => bench::run(args),
            Some(Command::Book(args)) => book::run(args),
            Some(Command::Lab(args)) => lab::run(*args),
            Some(Command::Learn(args)) => learn::run(args),
            Some(Command::Worker(args)) => lab::work(args),
            Some(Command::Regress(args)) => regress::run(args),
            Some(Command::GtpCheck(args)) => gtp_check::run(args),
            Some(Command::Presets(args)) => presets::run(args),
            Some(Command::Settings(args)) => settings::run(args),
            Some(Command::Doctor(args)) => doctor::run(args),
            Some(Command::Completions(args)) => completions::run(args),
            Some(Command::Man(args)) => man::run(args),
        }
    }
}

/// The whole command line as clap knows it, for completions and manual pages.
pub fn definition() -> clap::Command {
    Cli::command()
}

/// Reads the command line, with defaults from the settings file.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Outcome<Cli> {
    let words: Vec<OsString> = words.into_iter().collect();
    let definition = config::with_defaults(definition(), &words)?;
    let matches = definition.try_get_matches_from(words).map_err(usage)?;
    given::note(&matches);
    Cli::from_arg_matches(&matches).map_err(usage)
}

/// Clap's error as one sentence; its help and version pages as they are.
fn usage(error: clap::Error) -> Failure {
    if !error.use_stderr() {
        return Failure::Shown(error);
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let sentence = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    let meant = meant(&error).map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
    Failure::usage(format!("{sentence}{meant} (see robusto --help)"))
}

/// The word that clap takes to be meant.
fn meant(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(word) => Some(word.clone()),
        ContextValue::Strings(words) => words.first().cloned(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }

    #[test]
    fn clap_errors_become_one_sentence() {
        let Err(Failure::Usage(sentence)) = parse(["robusto", "perft"].map(OsString::from)) else { panic!() };
        assert!(!sentence.contains('\n') && sentence.contains("--depth"), "{sentence}");
    }
}
