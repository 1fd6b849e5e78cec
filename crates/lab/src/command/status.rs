//! `lab status`: what is in the store, and the levers of a run.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::follow::Sums;
use super::notes::Notes;
use super::options::StoreOptions;
use crate::progress::duration;
use crate::report::proof::picture;
use crate::report::text::part_line;
use crate::say;
use crate::store::portions::LEARN;
use crate::store::proofs::PROOF;
use crate::store::runs::now;
use crate::store::{RunRow, State, Store};

/// Arguments of `lab status`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab status
  robusto lab status castro --database postgres://lab@server/lab
  robusto lab status castro --pause")]
pub struct StatusArgs {
    /// The run to look at; all runs if not given.
    pub run: Option<String>,
    /// Workers leave the run alone from now on.
    #[arg(long, requires = "run", conflicts_with_all = ["resume", "end"])]
    pub pause: bool,
    /// Workers play the run again.
    #[arg(long, requires = "run", conflicts_with = "end")]
    pub resume: bool,
    /// No more games of the run are wanted.
    #[arg(long, requires = "run")]
    pub end: bool,
    /// Workers play runs with greater numbers first.
    #[arg(long, requires = "run", allow_negative_numbers = true)]
    pub priority: Option<i64>,
    /// Draw a proof into this HTML file.
    #[arg(long, requires = "run")]
    pub page: Option<PathBuf>,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Runs `lab status`.
pub fn run(args: &StatusArgs) -> Result<()> {
    let store = args.store.open()?;
    let Some(run) = &args.run else {
        store.runs()?.iter().try_for_each(|row| tell(row, args.json))?;
        return Ok(());
    };
    store.known_run(run)?;
    for (wanted, state) in [(args.pause, State::Paused), (args.resume, State::Open), (args.end, State::Done)]
    {
        if wanted {
            store.set_state(run, state)?;
        }
    }
    if let Some(priority) = args.priority {
        store.set_priority(run, priority)?;
    }
    tell(&store.known_run(run)?, args.json)?;
    if store.known_run(run)?.kind == PROOF {
        let picture = picture(&store, run, &crate::prove::restore(&store, run)?)?;
        if let Some(file) = &args.page {
            std::fs::write(file, cluster::picture::page(&picture, None))
                .with_context(|| file.display().to_string())?;
        }
        if !args.json {
            say::print(&cluster::picture::text(&picture, 60))?;
        }
    } else if store.known_run(run)?.kind == LEARN {
        if !args.json {
            tell_portions(&store, run)?;
        }
    } else if !args.json {
        let command = Notes::of(&store.known_run(run)?).command;
        if !command.is_empty() {
            say::line(format!("  made by {command}"))?;
        }
        tell_parts(&store, run)?;
    }
    Ok(())
}

fn tell(row: &RunRow, json: bool) -> Result<()> {
    if json {
        say::line(serde_json::to_string(row)?)?;
    } else {
        say::line(format!(
            "{:32} {:10} {:6} {:>6}/{:<6} priority {}, {} old",
            row.id,
            row.kind,
            row.state.word(),
            row.played,
            row.planned,
            row.priority,
            duration(now() - row.created),
        ))?;
    }
    Ok(())
}

fn tell_portions(store: &Store, run: &str) -> Result<()> {
    for (part, all, done) in store.portion_parts(run)? {
        say::line(format!("  {part:12} {done:>6}/{all:<6} portions"))?;
    }
    for (worker, count) in store.portion_workers(run)? {
        say::line(format!("  {count:>6} by {worker}"))?;
    }
    Ok(())
}

fn tell_parts(store: &Store, run: &str) -> Result<()> {
    let sums = Sums::of(&store.games(run)?);
    for (part, tally) in sums.parts(store, run)? {
        say::line(format!("  {}", part_line(&part, &tally)))?;
    }
    Ok(())
}
