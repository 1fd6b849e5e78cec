//! Results as data: one line a run in `docs/results/runs/TOPIC.jsonl`, and the pages that show them.
//!
//! A crate of its own that needs nothing of the program, so that a figure is noted and a page rendered in seconds.
//! [`run`] is a line, [`topics`] reads and writes the files, [`pages`] fills the marked places of pages.
//! docs/results/README.md is the manual.

#![forbid(unsafe_code)]

mod machine;
mod pages;
mod run;
mod topics;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Parser;

use run::{Figure, Run};

#[derive(Parser, Debug)]
#[command(name = "cargo results", about = "Results as data, and the pages that show them")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Fill the marked places of all pages from the runs
    Render {
        /// Change nothing; fail and name the pages that are stale
        #[arg(long)]
        check: bool,
    },
    /// Add a run to a topic; date, commit and machine are found out
    Add(Add),
    /// Show the runs of a topic
    List {
        /// The name of a file in docs/results/runs, without its ending
        topic: String,
    },
}

#[derive(clap::Args, Debug)]
struct Add {
    /// The name of a file in docs/results/runs, without its ending
    topic: String,
    /// The run's own name in its topic, to which pages refer
    #[arg(long)]
    id: String,
    /// The command that makes the figures again
    #[arg(long)]
    command: String,
    /// The commit that ran, if it is not this one
    #[arg(long)]
    commit: Option<String>,
    /// The day, if it is not this one
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// The machine, if it is not this one
    #[arg(long)]
    machine: Option<String>,
    /// What a reader should know: a busy machine, another setting
    #[arg(long, default_value = "")]
    note: String,
    /// Figures: NAME=2680000, NAME=78.0[68.9,85.0]% (an interval and a unit), NAME=any words
    #[arg(required = true, value_name = "NAME=FIGURE")]
    figures: Vec<String>,
}

fn main() -> Result<()> {
    let root = root();
    match Args::parse().command {
        Command::Render { check } => render(&root, check),
        Command::Add(add) => add_run(&root, add),
        Command::List { topic } => {
            for run in topics::read(&root)?.remove(&topic).unwrap_or_default() {
                println!("{}", serde_json::to_string(&run)?);
            }
            Ok(())
        }
    }
}

/// The repository of this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn render(root: &Path, check: bool) -> Result<()> {
    let topics = topics::read(root)?;
    let mut stale = Vec::new();
    for page in pages::all(root)? {
        let text = std::fs::read_to_string(&page)?;
        let fresh = pages::fill(&text, &topics).map_err(|error| error.context(page.display().to_string()))?;
        if fresh != text {
            stale.push(page.display().to_string());
            if !check {
                std::fs::write(&page, fresh)?;
            }
        }
    }
    if check && !stale.is_empty() {
        bail!("stale, `cargo results render` mends it: {}", stale.join(", "));
    }
    Ok(())
}

fn add_run(root: &Path, add: Add) -> Result<()> {
    let mut figures = std::collections::BTreeMap::new();
    for figure in &add.figures {
        let Some((name, value)) = figure.split_once('=') else { bail!("{figure}: a figure is NAME=VALUE") };
        figures.insert(name.to_string(), Figure::parse(value));
    }
    let run = Run {
        id: add.id,
        date: add.date.unwrap_or_else(machine::today),
        commit: match add.commit {
            Some(commit) => commit,
            None => machine::commit(root)?,
        },
        command: add.command,
        machine: add.machine.unwrap_or_else(machine::name),
        figures,
        note: add.note,
    };
    topics::append(root, &add.topic, &run)?;
    println!("{}", serde_json::to_string(&run)?);
    render(root, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_is_stale() {
        render(&root(), true).unwrap();
    }
}
