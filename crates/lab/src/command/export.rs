//! `lab export`: a run's games as SGF files, JSON lines or training data.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use game::sgf::{Style, write_record};
use serde::{Deserialize, Serialize};

use super::options::StoreOptions;
use crate::record::record_of;
use crate::say::note;
use crate::store::{Pairing, Store};
use crate::training;

/// The forms of an export.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    /// A folder with an SGF file for every game, evaluations as comments.
    Sgf,
    /// JSON lines: the run, then a line for every game; `lab import` reads them.
    Jsonl,
    /// Visits and outcomes in a compact form for training.
    Training,
}

/// Arguments of `lab export`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab export castro games.jsonl
  robusto lab export castro games --form sgf")]
pub struct ExportArgs {
    /// The run.
    pub run: String,
    /// The file to write; a folder for SGF.
    pub output: PathBuf,
    /// The form.
    #[arg(long, value_enum, default_value = "jsonl")]
    pub form: Form,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// The first line of a file of JSON lines.
#[derive(Serialize, Deserialize)]
pub struct Head {
    /// The run's name.
    pub run: String,
    /// The command that made it.
    pub kind: String,
    /// Its parts.
    pub pairings: Vec<Pairing>,
    /// What the run remembers of its making.
    #[serde(default = "nothing")]
    pub notes: String,
}

fn nothing() -> String {
    "{}".into()
}

/// Runs `lab export`.
pub fn run(args: &ExportArgs) -> Result<()> {
    let store = args.store.open()?;
    store.known_run(&args.run)?;
    let place = || format!("writing {}", args.output.display());
    match args.form {
        Form::Sgf => sgf(&store, &args.run, &args.output).with_context(place),
        Form::Jsonl => jsonl(&store, &args.run, &args.output).with_context(place),
        Form::Training => training_data(&store, &args.run, &args.output).with_context(place),
    }
}

fn sgf(store: &Store, run: &str, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for game in store.games(run)? {
        let path = folder.join(format!("{:03}-{:05}.sgf", game.pairing, game.task.number));
        let mut file = BufWriter::new(File::create(path)?);
        write_record(&record_of(&game)?, Style::Robusto, &mut file)?;
        file.flush()?;
    }
    Ok(())
}

fn jsonl(store: &Store, run: &str, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let pairings = store.pairings(run)?.into_iter().map(|part| part.0).collect();
    let row = store.known_run(run)?;
    let head = Head { run: run.into(), kind: row.kind, pairings, notes: row.notes };
    writeln!(file, "{}", serde_json::to_string(&head)?)?;
    for game in store.games(run)? {
        writeln!(file, "{}", serde_json::to_string(&game)?)?;
    }
    Ok(file.flush()?)
}

fn training_data(store: &Store, run: &str, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    training::begin(&mut file)?;
    let mut left_out = 0;
    for game in store.games(run)? {
        left_out += u64::from(!training::write_game(&game, &mut file)?);
    }
    if left_out > 0 {
        note(format!("{left_out} games without a winner or with a swap are left out"));
    }
    Ok(file.flush()?)
}
