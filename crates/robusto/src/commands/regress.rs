//! `robusto regress`: runs GTP regression files (`.tst`) and says what passed.

use std::path::PathBuf;

use engine::AllPlayers;
use gtp::GtpOptions;
use gtp::regress::{self, Tested, Verdict};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  robusto regress suite.tst";

/// Run GTP regression files.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of numbered GTP commands, each followed by `#? [pattern]`
    #[arg(required = true, value_name = "FILE.tst")]
    files: Vec<PathBuf>,

    /// Simulations for a move, so that answers can be repeated
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    visits: u64,
}

/// Runs the command. A test that fails without being marked makes the whole fail.
pub fn run(args: Args) -> Outcome {
    let mut output = Output::open();
    let mut bad = 0;
    for file in &args.files {
        let bytes = std::fs::read(file).map_err(|error| files::in_file(file, error))?;
        let text = String::from_utf8_lossy(&bytes);
        let options = GtpOptions {
            visits: Some(args.visits),
            threads: Some(1),
            seed: Some(1),
            ..GtpOptions::default()
        };
        let mut desk = options.desk(&AllPlayers::new()).map_err(Failure::usage)?;
        let report = regress::run(&text, &mut |command| regress::ask(&mut desk, command));
        for problem in &report.problems {
            output.line(&format!("{}: {problem}", file.display()))?;
        }
        for Tested { line, command, expected, answer, verdict, .. } in &report.tests {
            if *verdict != Verdict::Pass {
                let file = file.display();
                output.line(&format!(
                    "{file}:{line}: {command}: {answer:?} instead of {expected}: {verdict:?}"
                ))?;
            }
        }
        let (passed, all) = (report.count(Verdict::Pass), report.tests.len());
        output.line(&format!("{}: {passed} of {all} passed", file.display()))?;
        bad += usize::from(!report.is_good());
    }
    output.finish()?;
    if bad > 0 { Err(Failure::failed(format!("{bad} of {} files failed", args.files.len()))) } else { Ok(()) }
}
