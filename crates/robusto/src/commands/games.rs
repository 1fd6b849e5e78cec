//! `robusto games`: replays game files, checks them and says a line about each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{GameSummary, Kind};
use serde::Serialize;

use crate::exit::{self, Failure, Outcome};
use crate::files;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  robusto games games/
  robusto games game.sgf other.hgf --json";

/// Replay and check game files.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game files, or directories to look through for .sgf and .hgf files; - is standard input
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    /// Print one JSON object a file
    #[arg(long)]
    json: bool,
}

/// One line about a file.
#[derive(Serialize)]
struct Line {
    file: String,
    game: Option<&'static str>,
    size: Option<String>,
    plies: usize,
    swap: bool,
    winner: &'static str,
    by: Vec<&'static str>,
    end: &'static str,
    listed: Option<&'static str>,
    error: Option<String>,
}

impl Line {
    fn new(file: &Path, summary: GameSummary) -> Line {
        Line {
            file: file.display().to_string(),
            game: summary.game.map(|game| game.word()),
            size: summary.size.map(|size| size.to_string()),
            plies: summary.plies,
            swap: summary.swap,
            winner: summary.winner_word(),
            by: summary.by.iter().copied().map(Kind::word).collect(),
            end: summary.end.word(),
            listed: summary.listed_word(),
            error: summary.error,
        }
    }

    fn failed(file: &Path, error: impl ToString) -> Line {
        let summary = GameSummary { error: Some(error.to_string()), ..GameSummary::default() };
        Line::new(file, summary)
    }

    fn table_row(&self) -> String {
        let swap = if self.swap { "swap" } else { "" };
        let by = self.by.join("+");
        let listed = self.listed.unwrap_or("-");
        row([
            self.game.unwrap_or("?"),
            self.size.as_deref().unwrap_or("?"),
            &self.plies.to_string(),
            swap,
            self.end,
            self.winner,
            &by,
            listed,
            &self.file,
        ])
    }
}

fn row(fields: [&str; 9]) -> String {
    let [game, size, plies, swap, end, winner, by, listed, file] = fields;
    format!(
        "{game:<8}  {size:<5}  {plies:>5}  {swap:<4}  {end:<10}  {winner:<6}  {by:<11}  {listed:<6}  {file}"
    )
}

/// Runs the command. Bad files do not stop it; they make it fail at the end.
pub fn run(args: Args) -> Outcome {
    let mut report = Report { output: Output::open(), json: args.json, totals: Totals::default() };
    report.head()?;
    for path in &args.paths {
        files::visit_games(path, &mut |file, error| {
            report.add(match error {
                None => look_at(file),
                Some(error) => Line::failed(file, error),
            })
        })?;
    }
    report.foot()?;
    let (files, bad) = (report.totals.files, report.totals.bad);
    report.output.finish()?;
    match bad {
        0 => Ok(()),
        1 if files == 1 => Err(Failure::failed("the file could not be read to its end")),
        bad => Err(Failure::failed(format!("{bad} of {files} files could not be read to their end"))),
    }
}

struct Report {
    output: Output,
    json: bool,
    totals: Totals,
}

/// How many files there were of each kind.
#[derive(Default)]
struct Totals {
    files: usize,
    bad: usize,
    plies: usize,
    swaps: usize,
    winners: BTreeMap<&'static str, usize>,
    ends: BTreeMap<&'static str, usize>,
    kinds: BTreeMap<&'static str, usize>,
}

impl Totals {
    fn add(&mut self, line: &Line) {
        self.files += 1;
        self.bad += usize::from(line.error.is_some());
        if line.error.is_some() {
            return;
        }
        self.plies += line.plies;
        self.swaps += usize::from(line.swap);
        *self.winners.entry(line.winner).or_default() += 1;
        *self.ends.entry(line.end).or_default() += 1;
        for kind in &line.by {
            *self.kinds.entry(kind).or_default() += 1;
        }
    }

    /// One line for each way of counting.
    fn lines(&self) -> Vec<String> {
        let list = |counts: &BTreeMap<&str, usize>| {
            let words: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
            if words.is_empty() { "-".into() } else { words.join(", ") }
        };
        let good = self.files - self.bad;
        vec![
            format!("files    {} ({} with errors)", self.files, self.bad),
            format!("plies    {} ({:.1} a game)", self.plies, self.plies as f64 / good.max(1) as f64),
            format!("swaps    {}", self.swaps),
            format!("winner   {}", list(&self.winners)),
            format!("end      {}", list(&self.ends)),
            format!("by       {}", list(&self.kinds)),
        ]
    }
}

impl Report {
    fn head(&mut self) -> Outcome {
        let names = ["game", "size", "plies", "swap", "end", "winner", "by", "listed", "file"];
        if self.json { Ok(()) } else { self.output.line(&row(names)) }
    }

    /// The totals, below a table of more than one file.
    fn foot(&mut self) -> Outcome {
        if self.json || self.totals.files < 2 {
            return Ok(());
        }
        self.output.line("")?;
        self.totals.lines().iter().try_for_each(|line| self.output.line(line))
    }

    fn add(&mut self, line: Line) -> Outcome {
        self.totals.add(&line);
        if self.json {
            return self.output.json(&line);
        }
        self.output.line(&line.table_row())?;
        if let Some(error) = &line.error {
            exit::say(&format!("{}: {error}", line.file));
        }
        Ok(())
    }
}

fn look_at(file: &Path) -> Line {
    match files::open(file) {
        Ok(source) => Line::new(file, GameSummary::read(source)),
        Err(error) => Line::failed(file, error),
    }
}
