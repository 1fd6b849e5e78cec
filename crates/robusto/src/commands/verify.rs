//! `robusto verify`: checks certificates, independently of the solvers.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::params::{read_memory, read_seconds};
use serde_json::{Value, json};
use verify::{Claim, Colour, Failure as Why, Limits, Progress, Report};

use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::solving::clock;

/// Check certificates.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Certificates, as `robusto solve --certificate` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Give up after so many seconds for each file (exit code 3)
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    time: Option<Duration>,

    /// Give up when more memory is needed for the positions of a file, such as 500M (exit code 3)
    #[arg(long, value_name = "SIZE", value_parser = read_memory, default_value = "8G")]
    memory: u64,

    /// Give up after so many positions, or rows of connections, in a file (exit code 3)
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,

    /// Print a JSON object a file
    #[arg(long)]
    json: bool,
}

/// What came of one file.
struct Checked {
    file: PathBuf,
    /// What the file claims, if that much can be read.
    claim: Option<Claim>,
    result: Result<Report, String>,
    /// Did the limits end the check?
    ran_out: bool,
    seconds: f64,
}

/// Runs the command. A certificate that is not accepted makes the whole fail, one that is not decided makes
/// it run out.
pub fn run(args: Args) -> Outcome {
    let mut output = Output::open();
    let limits = Limits { time: args.time, memory: args.memory, nodes: args.nodes, ..Limits::default() };
    let (mut refused, mut undecided) = (0, 0);
    for file in &args.files {
        let checked = check(file, &limits);
        undecided += usize::from(checked.ran_out);
        refused += usize::from(checked.result.is_err() && !checked.ran_out);
        if args.json {
            output.json(&object(&checked))?;
        } else {
            output.line(&sentence(&checked))?;
        }
    }
    output.finish()?;
    match (refused, undecided) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::RanOut),
        _ => {
            Err(Failure::failed(format!("{refused} of {} certificates were not accepted", args.files.len())))
        }
    }
}

fn check(file: &Path, limits: &Limits) -> Checked {
    let begin = Instant::now();
    let checking = Checking::of(file);
    let result = open(file).and_then(|reader| verify::check(reader, limits, &mut |done| checking.tell(done)));
    drop(checking);
    let claim = match &result {
        Ok(report) => Some(report.claim.clone()),
        Err(_) => open(file).and_then(|reader| Claim::read(reader, &Limits::default())).ok(),
    };
    let ran_out = result.as_ref().is_err_and(Why::is_limit);
    let result = result.map_err(|why| why.to_string());
    Checked { file: file.to_path_buf(), claim, result, ran_out, seconds: begin.elapsed().as_secs_f64() }
}

fn open(file: &Path) -> Result<std::io::BufReader<std::fs::File>, Why> {
    Ok(std::io::BufReader::new(std::fs::File::open(file)?))
}

/// A line in the terminal that tells how far a check has come.
pub(crate) struct Checking<'a> {
    file: &'a Path,
    begin: Instant,
    /// When it told last, if there is a terminal.
    last: Cell<Option<Instant>>,
}

impl<'a> Checking<'a> {
    /// A check that begins now.
    pub(crate) fn of(file: &'a Path) -> Checking<'a> {
        let begin = Instant::now();
        Checking { file, begin, last: Cell::new(std::io::stderr().is_terminal().then_some(begin)) }
    }

    /// Tells of progress a few times a second, and goes on.
    pub(crate) fn tell(&self, progress: &Progress) -> bool {
        if self.last.get().is_some_and(|last| last.elapsed() > Duration::from_millis(200)) {
            self.last.set(Some(Instant::now()));
            let (file, seconds) = (self.file.display(), self.begin.elapsed().as_secs());
            let positions = progress.positions;
            let _ = write!(std::io::stderr(), "\r\x1b[K{file}: {positions} positions, {seconds} s");
        }
        true
    }
}

impl Drop for Checking<'_> {
    fn drop(&mut self) {
        if self.last.get().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn object(checked: &Checked) -> Value {
    let claim = checked.claim.as_ref();
    let work = checked.result.as_ref().map(|report| report.checked).unwrap_or_default();
    let valid = if checked.ran_out { None } else { Some(checked.result.is_ok()) };
    json!({
        "file": checked.file.display().to_string(),
        "valid": valid,
        "game": claim.map(Claim::game),
        "size": claim.map(Claim::size),
        "setup": claim.and_then(set_up),
        "turn": claim.map(|claim| claim.first.to_string()),
        "moves": claim.map(Claim::names),
        "result": claim.map(|claim| claim.value.to_string()),
        "positions": work.positions,
        "dismissed": work.dismissed,
        "endings": work.endings,
        "searched": work.searched,
        "audited": work.audited,
        "seconds": checked.seconds,
        "why": checked.result.as_ref().err(),
    })
}

/// The set-up stones of a claim, if there are any.
fn set_up(claim: &Claim) -> Option<Value> {
    let [white, black] = [Colour::White, Colour::Black].map(|colour| claim.stones(colour));
    (!claim.set_up.is_empty()).then(|| json!({ "white": white, "black": black }))
}

fn sentence(checked: &Checked) -> String {
    let file = checked.file.display();
    match &checked.result {
        Err(why) if checked.ran_out => format!("{file}: not decided: {why}"),
        Err(why) => format!("{file}: not accepted: {why}"),
        Ok(Report { claim, checked, elapsed, .. }) => {
            let Progress { positions, dismissed, shared, endings, searched, audited, .. } = checked;
            format!(
                "{file}: valid: {claim}\n  {positions} positions, {shared} shared answers, \
                 {dismissed} replies dismissed by zones, {endings} endings searched ({searched} positions), \
                 {audited} judged by the referee, {}",
                clock(*elapsed)
            )
        }
    }
}
