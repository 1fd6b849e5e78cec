//! `robusto completions`: a completion script for a shell, from the definition of the command line.

use clap_complete::Shell;

use crate::cli;
use crate::exit::Outcome;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  robusto completions bash > robusto.bash
  robusto completions fish > ~/.config/fish/completions/robusto.fish";

/// Print a completion script for a shell.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::definition(), "robusto", &mut script);
    let mut output = Output::open();
    output.bytes(&script)?;
    output.finish()
}
