//! `robusto proof page`: a page with a picture of every solved board.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use draw::Picture;
use game::{Cell, Colour, Game, Outcome as Ending, Shape};
use solve::library::{self, Entry};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;

/// Draw the solved boards that come with the program: a page in Markdown, and a picture a board beside it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The page; pictures go into a folder of the same name beside it
    #[arg(long, short, value_name = "FILE", default_value = "docs/solved.md")]
    output: PathBuf,
}

/// The certificates of one board.
struct Board {
    shape: &'static Shape,
    entries: Vec<&'static Entry>,
}

/// Who wins after an opening, and the cells that are its images.
struct Opening {
    cells: Vec<Cell>,
    result: Ending,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let pictures = args.output.with_extension("");
    std::fs::create_dir_all(&pictures).map_err(|error| files::in_file(&pictures, error))?;
    let mut page = HEAD.to_string();
    for board in boards()? {
        let openings = board.openings()?;
        let name = format!("{}-{}.svg", board.shape.game(), board.shape.size());
        files::write(Some(&pictures.join(&name)), picture(board.shape, &openings).to_svg().as_bytes())?;
        page += &board.section(&openings, &pictures, &name);
    }
    files::write(Some(&args.output), page.as_bytes())?;
    let mut output = Output::open();
    output.line(&format!("{}: {} certificates", args.output.display(), library::all().len()))?;
    output.finish()
}

const HEAD: &str = "\
# Solved boards

Every opening of which the library ([proofs/](../proofs/README.md)) holds a certificate. A stone has the colour of whoever wins after the first
player opens there (White in Havannah, Black in Hex), under best play and without a swap; `=` is a draw, an empty cell is not solved. With the
swap rule the second player takes an opening that wins for the first. Made by `robusto proof page`; nodes and seconds are those of the runs
that solved the openings, on machines that had other work.
";

/// The boards of the library, Havannah first, the smaller first.
fn boards() -> Outcome<Vec<Board>> {
    let mut boards: BTreeMap<(&str, usize, &str), Board> = BTreeMap::new();
    for entry in library::all().iter().map(|solved| &solved.entry) {
        let shape = entry.record().map_err(Failure::failed)?.shape();
        let board = boards.entry((&entry.game, entry.cells, &entry.size));
        board.or_insert_with(|| Board { shape, entries: Vec::new() }).entries.push(entry);
    }
    Ok(boards.into_values().collect())
}

impl Board {
    fn openings(&self) -> Outcome<Vec<Opening>> {
        let mut openings = Vec::new();
        for entry in &self.entries {
            let record = entry.record().map_err(Failure::failed)?;
            let result =
                entry.outcome().ok_or_else(|| Failure::failed(format!("{}: no result", entry.file)))?;
            if let (Some(cell), 1) = (record.last_cell(), record.len()) {
                let mut cells: Vec<Cell> =
                    self.shape.symmetries().iter().map(|images| images[cell.index()]).collect();
                cells.sort();
                cells.dedup();
                openings.push(Opening { cells, result });
            }
        }
        Ok(openings)
    }

    fn section(&self, openings: &[Opening], pictures: &Path, picture: &str) -> String {
        let (game, size) = (self.shape.game(), self.shape.size());
        let title = format!("{} {size}", if game == Game::Hex { "Hex" } else { "Havannah" });
        let folder = pictures.file_name().unwrap_or_default().to_string_lossy();
        let solved: usize = openings.iter().map(|opening| opening.cells.len()).sum();
        let won = count(openings, Ending::Win(self.shape.first_colour()));
        let drawn = count(openings, Ending::Draw);
        let nodes: u64 = self.entries.iter().filter_map(|entry| entry.nodes).sum();
        let bytes: u64 = self.entries.iter().map(|entry| entry.bytes).sum();
        let cells = self.shape.len();
        let open = if solved == cells { String::new() } else { format!(", {} not solved", cells - solved) };
        let lost = solved - won - drawn;
        format!(
            "\n## {title}\n\n<img src=\"{folder}/{picture}\" alt=\"{title}: who wins after each opening\" width=\"360\">\n\n\
             {cells} cells: {won} openings win, {drawn} draw, {lost} lose{open}. {} certificates, {bytes} bytes; {nodes} nodes.\n\n\
             | opening | result | nodes | seconds | positions | bytes | certificate |\n\
             | --- | --- | --- | --- | --- | --- | --- |\n{}",
            self.entries.len(),
            self.entries.iter().map(|entry| row(entry)).collect::<String>()
        )
    }
}

fn count(openings: &[Opening], result: Ending) -> usize {
    openings.iter().filter(|opening| opening.result == result).map(|opening| opening.cells.len()).sum()
}

fn row(entry: &Entry) -> String {
    let nodes = entry.nodes.map_or("-".into(), |nodes| nodes.to_string());
    let seconds = entry.seconds.map_or("-".into(), |seconds| format!("{seconds:.1}"));
    let moves = if entry.moves.is_empty() { "(empty board)" } else { &entry.moves };
    format!(
        "| {moves} | {} | {nodes} | {seconds} | {} | {} | [{file}](../proofs/{file}) |\n",
        entry.result,
        entry.positions,
        entry.bytes,
        file = entry.file
    )
}

fn picture(shape: &'static Shape, openings: &[Opening]) -> Picture {
    let mut picture = Picture::new(shape);
    for opening in openings {
        for &cell in &opening.cells {
            picture = match opening.result {
                Ending::Win(colour) => picture.stone(cell, colour),
                Ending::Draw => picture.label(cell, "="),
            };
        }
    }
    let first = if shape.first_colour() == Colour::White { "White" } else { "Black" };
    picture.sentence(format!("who wins if {first} opens here"))
}
