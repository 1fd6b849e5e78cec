//! `robusto man`: manual pages, one for the program and one a subcommand.

use std::path::PathBuf;

use crate::cli;
use crate::exit::Outcome;
use crate::files;

const EXAMPLES: &str = "\
Examples:
  robusto man ~/.local/share/man/man1";

/// Write manual pages into a directory.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The directory, made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let at = |error| files::in_file(&args.directory, error);
    std::fs::create_dir_all(&args.directory).map_err(at)?;
    clap_mangen::generate_to(cli::definition(), &args.directory).map_err(at)
}
