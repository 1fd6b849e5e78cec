//! `robusto learn export` and `import`: the games of a loop as lines of JSON, and such lines into another loop.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use learn::played::{Played, read_file};
use learn::samples::{self, Sample};

use crate::exit::{self, Failure, Outcome};
use crate::output::Output;

/// What is done with the games of a loop.
#[derive(Subcommand, Debug)]
pub enum What {
    /// Write the games of a loop as lines of JSON, with what was thought about their positions
    Export {
        /// The folder of a loop, or one of its files of games
        #[arg(value_name = "FOLDER|FILE")]
        from: PathBuf,
    },
    /// Add such lines to what a loop learns from; every game is replayed, and one bad line refuses all
    Import {
        /// The file of JSON lines
        file: PathBuf,
        /// The folder of the loop
        #[arg(long, value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// Runs the command.
pub fn run(what: What) -> Outcome {
    match what {
        What::Export { from } => export(&from),
        What::Import { file, folder } => import(&file, &folder),
    }
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |error| Failure::failed(format!("{}: {error}", path.display()))
}

/// The files of games that a path means: of each generation those that are labelled, if they are.
fn files(from: &Path) -> Outcome<Vec<PathBuf>> {
    if !from.is_dir() {
        return Ok(vec![from.to_owned()]);
    }
    let entries =
        std::fs::read_dir(from).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(at(from))?;
    let best = |folder: PathBuf| {
        let found = ["labelled.played", "games.played"].map(|name| folder.join(name));
        found.into_iter().find(|file| file.is_file())
    };
    let mut files: Vec<PathBuf> = entries.into_iter().filter_map(|entry| best(entry.path())).collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::failed(format!("{}: there are no games of robusto learn", from.display())));
    }
    Ok(files)
}

fn export(from: &Path) -> Outcome {
    let mut output = Output::open();
    for file in files(from)? {
        let length = std::fs::metadata(&file).map_err(at(&file))?.len();
        let games = read_file(&file).map_err(at(&file))?;
        if games.is_empty() && length > 0 {
            return Err(Failure::failed(format!("{}: this is not a file of games", file.display())));
        }
        for game in &games {
            let line = serde_json::to_string(&Sample::from(game)).map_err(std::io::Error::other)?;
            output.line(&line)?;
        }
    }
    output.finish()
}

fn import(file: &Path, folder: &Path) -> Outcome {
    let lines = BufReader::new(std::fs::File::open(file).map_err(at(file))?).lines();
    let mut games: Vec<Played> = Vec::new();
    for (line, number) in lines.zip(1..) {
        let wrong = |error: samples::SampleError| {
            Failure::failed(format!("{}, line {number}: {error}; nothing is imported", file.display()))
        };
        games.push(Sample::read(&line.map_err(at(file))?).map_err(wrong)?);
    }
    let new = samples::import(folder, &games).map_err(Failure::failed)?;
    exit::say(&format!("{new} games are new, {} were there", games.len() - new));
    Ok(())
}
