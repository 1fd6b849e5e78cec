//! `robusto verify`: checks certificates, independently of the solvers.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use verify::{Failure as Why, Limits, Progress, Report};

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::solving::clock;

/// Check certificates.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Certificates, as `robusto solve --certificate` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print a JSON object a file
    #[arg(long)]
    json: bool,
}

/// Runs the command. A certificate that is not accepted makes the whole fail.
pub fn run(args: Args) -> Outcome {
    let mut output = Output::open();
    let mut refused = 0;
    for file in &args.files {
        let begin = Instant::now();
        let result = check(file);
        refused += usize::from(result.is_err());
        if args.json {
            output.json(&object(file, &result, begin.elapsed().as_secs_f64()))?;
        } else {
            output.line(&sentence(file, &result))?;
        }
    }
    output.finish()?;
    match refused {
        0 => Ok(()),
        _ => {
            Err(Failure::failed(format!("{refused} of {} certificates were not accepted", args.files.len())))
        }
    }
}

fn check(file: &Path) -> Result<Report, String> {
    let reader = std::fs::File::open(file).map_err(|error| error.to_string())?;
    let terminal = std::io::stderr().is_terminal();
    let result = verify::check(reader, &Limits::default(), &mut |progress| {
        if terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K{}: {} positions", file.display(), progress.positions);
        }
        true
    });
    if terminal {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    result.map_err(|why: Why| why.to_string())
}

fn object(file: &Path, result: &Result<Report, String>, seconds: f64) -> Value {
    let file = file.display().to_string();
    match result {
        Ok(Report { claim, checked, .. }) => json!({
            "file": file,
            "valid": true,
            "game": claim.game(),
            "size": claim.size(),
            "moves": claim.names(),
            "result": claim.value.to_string(),
            "positions": checked.positions,
            "dismissed": checked.dismissed,
            "endings": checked.endings,
            "searched": checked.searched,
            "audited": checked.audited,
            "seconds": seconds,
            "why": null,
        }),
        Err(why) => json!({
            "file": file, "valid": false, "game": null, "size": null, "moves": null, "result": null,
            "positions": 0, "seconds": seconds, "why": why,
        }),
    }
}

fn sentence(file: &Path, result: &Result<Report, String>) -> String {
    let file = file.display();
    match result {
        Err(why) => format!("{file}: not accepted: {why}"),
        Ok(Report { claim, checked, elapsed }) => {
            let Progress { positions, dismissed, shared, endings, searched, audited, .. } = checked;
            let moves = claim.names().join(" ");
            format!(
                "{file}: valid: {} size {} after \"{moves}\": {}\n  {positions} positions, {shared} shared answers, \
                 {dismissed} replies dismissed by zones, {endings} endings searched ({searched} positions), {audited} judged by the referee, {}",
                claim.game(),
                claim.size(),
                claim.value,
                clock(*elapsed)
            )
        }
    }
}
