//! The program: reads the command line, hands over to one small file a subcommand, and ends with an exit code.
//!
//! Begin with [`cli`], the table of subcommands. What several of them share stands beside it: positions from options
//! ([`position`]), defaults from a settings file ([`config`]), exit codes ([`exit`]) and printing ([`output`]).

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod config;
mod exit;
mod files;
mod given;
mod interrupt;
mod output;
mod position;
mod screen;
mod seating;
mod solving;
mod suggest;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = cli::parse(std::env::args_os()).and_then(cli::Cli::run);
    exit::report(result)
}
