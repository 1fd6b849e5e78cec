//! `robusto completions`: a completion script for a shell, from the definition of the command line.

use clap_complete::Shell;

use crate::cli;
use crate::exit::Outcome;
use crate::output::Output;

/// Print a completion script for a shell.
#[derive(clap::Args, Debug)]
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
