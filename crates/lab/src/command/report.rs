//! `lab report`: a run for readers.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};

use super::ending::usage;
use super::follow::Sums;
use super::options::StoreOptions;
use crate::report::{files, html};
use crate::say;

/// The forms of a report.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    /// One HTML file with charts.
    Html,
    /// One row a part.
    Csv,
    /// Everything.
    Json,
    /// Charts for pgfplots.
    Latex,
}

/// Arguments of `lab report`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab report figures --output figures.html
  robusto lab report figures --form csv")]
pub struct ReportArgs {
    /// The run.
    pub run: String,
    /// The file to write; standard output if not given.
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// The form; taken from the file's name if not given.
    #[arg(long, value_enum)]
    pub form: Option<Form>,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Runs `lab report`.
pub fn run(args: &ReportArgs) -> Result<()> {
    let form = form(args)?;
    let store = args.store.open()?;
    let row = store.known_run(&args.run)?;
    let parts = Sums::of(&store.games(&args.run)?).parts(&store, &args.run)?;
    let text = match form {
        Form::Html => html::html(&row, &parts),
        Form::Csv => files::csv(&parts),
        Form::Json => files::json(&row, &parts)? + "\n",
        Form::Latex => files::latex(&parts),
    };
    match &args.output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("writing {}", path.display())),
        None => {
            say::print(&text)?;
            Ok(())
        }
    }
}

fn form(args: &ReportArgs) -> Result<Form> {
    let end = args.output.as_ref().and_then(|path| path.extension()).and_then(|end| end.to_str());
    Ok(match (args.form, end) {
        (Some(form), _) => form,
        (None, Some("csv")) => Form::Csv,
        (None, Some("json")) => Form::Json,
        (None, Some("tex")) => Form::Latex,
        (None, Some("html" | "htm") | None) => Form::Html,
        (None, Some(end)) => {
            return Err(usage(anyhow!(
                "there is no report in the form .{end}: html, csv, json, tex, or say --form"
            )));
        }
    })
}
