//! `robusto proof index`: makes the index of a folder of certificates.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use game::{Coords, cell_name};
use serde_json::Value;
use solve::library::{Entry, INDEX, checksum, read_index};
use solve::proof::record;
use verify::Limits;

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;

/// Make the index of a folder of certificates. Each new one is checked; one that is not accepted has no place in it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR", default_value = "proofs")]
    folder: PathBuf,

    /// JSON lines of the runs that solved them, by `robusto solve --json`: nodes and seconds are taken from there
    #[arg(long, value_name = "FILE")]
    effort: Vec<PathBuf>,
}

/// What a solution took.
#[derive(Clone, Copy, Default)]
struct Effort {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let index = args.folder.join(INDEX);
    let known = match std::fs::read(&index) {
        Ok(bytes) => read_index(&bytes).map_err(Failure::failed)?,
        Err(_) => Vec::new(),
    };
    let mut efforts = HashMap::new();
    for file in &args.effort {
        read_effort(file, &mut efforts)?;
    }
    let mut output = Output::open();
    let mut entries = Vec::new();
    for file in certificates(&args.folder)? {
        let entry = entry(&file, &known, &efforts)?;
        if !known.contains(&entry) {
            output.line(&format!("{}: {} after {:?}", entry.file, entry.result, entry.moves))?;
        }
        entries.push(entry);
    }
    entries.sort_by(|a, b| (&a.game, a.cells, &a.size, &a.moves).cmp(&(&b.game, b.cells, &b.size, &b.moves)));
    let line = |entry: &Entry| format!("{}\n", serde_json::to_string(entry).expect("plain data"));
    let text: String = entries.iter().map(line).collect();
    files::write(Some(&index), text.as_bytes())?;
    output.line(&format!("{}: {} certificates", index.display(), entries.len()))?;
    output.finish()
}

fn certificates(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let listed = std::fs::read_dir(folder).map_err(|error| files::in_file(folder, error))?;
    let mut found: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|file| file.extension().is_some_and(|ending| ending == "proof"));
    found.sort();
    Ok(found)
}

/// The nodes and seconds of certificates, by the names of their files.
fn read_effort(file: &Path, efforts: &mut HashMap<String, Effort>) -> Outcome {
    let text = std::fs::read_to_string(file).map_err(|error| files::in_file(file, error))?;
    for value in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let path = value["certificate"].as_str().map(Path::new);
        if let Some(name) = path.and_then(Path::file_name) {
            let effort = Effort { nodes: value["nodes"].as_u64(), seconds: value["seconds"].as_f64() };
            efforts.insert(name.to_string_lossy().into_owned(), effort);
        }
    }
    Ok(())
}

/// The line of a certificate: the one that it has, if the file is the same, or a new one.
fn entry(path: &Path, known: &[Entry], efforts: &HashMap<String, Effort>) -> Outcome<Entry> {
    let bytes = std::fs::read(path).map_err(|error| files::in_file(path, error))?;
    let sha256 = checksum(&bytes);
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let effort = efforts.get(&file).copied();
    if let Some(entry) = known.iter().find(|entry| entry.file == file && entry.sha256 == sha256) {
        let Effort { nodes, seconds } =
            effort.unwrap_or(Effort { nodes: entry.nodes, seconds: entry.seconds });
        return Ok(Entry { nodes, seconds, ..entry.clone() });
    }
    let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true)
        .map_err(|why| files::in_file(path, format!("not accepted: {why}")))?;
    let claimed = record(&report.claim).map_err(|why| files::in_file(path, why))?;
    let cells = claimed.moves().iter().map(|mv| mv.cell());
    let cells: Option<Vec<_>> = cells.collect();
    let moves = cells.filter(|_| report.claim.set_up.is_empty());
    let moves = moves.ok_or_else(|| files::in_file(path, "it is not about a position that moves lead to"))?;
    let shape = claimed.shape();
    let names: Vec<String> = moves.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
    let Effort { nodes, seconds } = effort.unwrap_or_default();
    Ok(Entry {
        file,
        game: shape.game().word().into(),
        size: shape.size().to_string(),
        cells: shape.len(),
        moves: names.join(" "),
        result: report.claim.value.to_string(),
        nodes,
        seconds,
        positions: report.checked.positions,
        bytes: bytes.len() as u64,
        sha256,
    })
}
