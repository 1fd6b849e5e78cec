//! Which options stand on the command line itself. Those are refused where they would do nothing; a default out of the settings file, which
//! is for many commands, is not.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::exit::{Failure, Outcome};

static GIVEN: OnceLock<BTreeSet<String>> = OnceLock::new();

/// Notes what the command line has, once for the program.
pub fn note(matches: &ArgMatches) {
    let mut given = BTreeSet::new();
    let mut level = Some(matches);
    while let Some(matches) = level {
        let ids = matches.ids().map(clap::Id::as_str);
        let on_line = ids.filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine));
        given.extend(on_line.map(String::from));
        level = matches.subcommand().map(|(_, below)| below);
    }
    let _ = GIVEN.set(given);
}

/// Refuses these options, if the command line has one: they do nothing with `what`.
pub fn refuse(options: &[&str], what: &str) -> Outcome {
    let given = |option: &&&str| GIVEN.get().is_some_and(|given| given.contains(**option));
    match options.iter().find(given) {
        Some(option) => Err(Failure::usage(format!("--{option} does nothing with {what}"))),
        None => Ok(()),
    }
}
