//! `robusto openings`: who wins each opening of a Hex board, in how many moves, as data, picture and certificates.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use draw::Picture;
use game::{Cell, Colour, Coords, Shape, cell_name};
use search::stopwatch::process_time;
use serde_json::{Value, json};
use solve::hex::board::{Board, Position};
use solve::hex::search::{Search, Settings};
use solve::hex::solver::board_of;
use solve::hex::table::Entry;
use solve::hex::{certificate, length};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;
use crate::position::BoardArgs;

/// Bytes of the table.
const MEMORY: usize = 1 << 29;

/// Positions evaluated between two words to the terminal.
const TURN: u64 = 5000;

const EXAMPLES: &str = "\
Examples:
  robusto openings --game hex --size 5
  robusto openings --game hex --size 7 --threads 2 --json";

/// Solve every opening of a Hex board of up to 64 cells.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// Only these openings, such as "a2 c3"
    #[arg(long, value_name = "MOVES")]
    only: Option<String>,

    /// Also count the plies of the perfect game after each opening, until only two-bridges are left to close
    #[arg(long)]
    lengths: bool,

    /// Write a certificate of each opening into this directory, for `robusto verify`
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,

    /// Write a picture (SVG or PNG, by its ending) to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Threads of the solver
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Print a JSON object an opening
    #[arg(long)]
    json: bool,
}

/// What is known of one opening and of its half turn.
struct Opening {
    cells: Vec<Cell>,
    winner: Colour,
    nodes: u64,
    /// Processor time of all threads for the solution, without lengths and certificates.
    seconds: f64,
    plies: Option<usize>,
    rows: Option<u64>,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    files::check_ending(args.output.as_deref(), &["svg", "png"])?;
    let shape = args.board.shape()?;
    let Some(board) = board_of(shape.size()) else {
        return Err(Failure::usage("--size: openings are solved on Hex boards of up to 64 cells"));
    };
    let mut search = Search::new(board.clone(), MEMORY, Settings::default());
    let mut output = Output::open();
    let mut openings = Vec::new();
    for cell in wanted(&args, &board)? {
        if Position::after(&board, &[cell]).is_none() {
            return Err(Failure::usage("--size: the first stone ends the game"));
        }
        let opening = solve(&mut search, cell, &args)?;
        if args.json {
            output.json(&object(shape, &opening))?;
        } else {
            output.news(&sentence(shape, &opening))?;
        }
        openings.push(opening);
    }
    let seconds: f64 = openings.iter().map(|opening| opening.seconds).sum();
    if !args.json {
        output.line(&format!("all: {} nodes, {seconds:.2} s of processor time", total(&openings)))?;
    }
    if let Some(file) = &args.output {
        let picture = picture(shape, &openings);
        let bytes = match files::ending(file).as_str() {
            "png" => picture.to_png(1200),
            _ => picture.to_svg().into_bytes(),
        };
        files::write(Some(file), &bytes)?;
    }
    output.finish()
}

fn total(openings: &[Opening]) -> u64 {
    openings.iter().map(|opening| opening.nodes).sum()
}

/// The openings to solve, one of each two that the half turn exchanges.
fn wanted(args: &Args, board: &Board) -> Outcome<Vec<usize>> {
    let Some(names) = &args.only else {
        return Ok((0..board.cells()).filter(|cell| *cell < board.cells() - cell).collect());
    };
    let parse = |name: &str| {
        board.parse(name).ok_or_else(|| Failure::usage(format!("--only: there is no cell {name:?}")))
    };
    names.split_whitespace().map(parse).collect()
}

fn solve(search: &mut Search, cell: usize, args: &Args) -> Outcome<Opening> {
    let position = Position::start().play(cell);
    let name = search.board.name(cell);
    let (start, clock, before) = (process_time(), Instant::now(), search.nodes);
    let entry = solve_and_tell(search, &position, &name, args.threads.into());
    let time = process_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end - start);
    let (seconds, nodes) = (time.as_secs_f64(), search.nodes - before);
    let winner = if entry.wins() { Colour::White } else { Colour::Black };
    let turned = search.board.cells() - 1 - cell;
    let mut cells = vec![Cell::new(cell), Cell::new(turned)];
    cells.dedup();
    let rows = match &args.certificates {
        None => None,
        Some(directory) => Some(certify(search, cell, directory)?),
    };
    let plies = args.lengths.then(|| length::length(search, &position).0);
    Ok(Opening { cells, winner, nodes, seconds, plies, rows })
}

/// Solves a position; a terminal is told how far it is.
fn solve_and_tell(search: &mut Search, position: &Position, name: &str, threads: usize) -> Entry {
    let (stop, before) = (AtomicBool::new(false), search.nodes);
    let terminal = std::io::stderr().is_terminal();
    let tell = |text: &str| {
        if terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    };
    loop {
        let entry = search.solve_together(position, search.nodes + TURN * threads as u64, threads, &stop);
        if entry.solved() {
            tell("");
            return entry;
        }
        tell(&format!("{name}: {} nodes", search.nodes - before));
    }
}

fn certify(search: &mut Search, cell: usize, directory: &Path) -> Outcome<u64> {
    let (columns, rows) = search.board.measures();
    let size = if columns == rows { columns.to_string() } else { format!("{columns}x{rows}") };
    std::fs::create_dir_all(directory).map_err(|error| files::in_file(directory, error))?;
    let file = directory.join(format!("hex-{size}-{}.proof", search.board.name(cell)));
    let mut bytes = Vec::new();
    let written = certificate::write(search, &[cell], &mut bytes, &AtomicBool::new(false));
    let (_, rows) = written.map_err(|error| files::in_file(&file, error))?;
    files::write(Some(&file), &bytes)?;
    Ok(rows)
}

fn names(shape: &Shape, opening: &Opening) -> Vec<String> {
    opening.cells.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect()
}

fn object(shape: &Shape, opening: &Opening) -> Value {
    json!({
        "game": shape.game().word(),
        "size": shape.size().to_string(),
        "cells": names(shape, opening),
        "winner": opening.winner.word(),
        "plies": opening.plies,
        "nodes": opening.nodes,
        "cpu_seconds": opening.seconds,
        "rows": opening.rows,
    })
}

fn sentence(shape: &Shape, opening: &Opening) -> String {
    let plies = opening.plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    let rows = opening.rows.map(|rows| format!(", certificate of {rows} rows")).unwrap_or_default();
    format!(
        "{:<8} {} wins{plies} ({} nodes, {:.2} s{rows})",
        names(shape, opening).join(" "),
        opening.winner,
        opening.nodes,
        opening.seconds
    )
}

/// The board as in figure 4.13: a black stone where the opening wins, the length of the perfect game on it.
fn picture(shape: &'static Shape, openings: &[Opening]) -> Picture {
    let mut picture = Picture::new(shape);
    for opening in openings {
        for &cell in &opening.cells {
            picture = picture.stone(cell, opening.winner);
            if let Some(plies) = opening.plies {
                picture = picture.label(cell, plies.to_string());
            }
        }
    }
    picture.sentence("who wins if Black opens here, and in how many plies")
}
