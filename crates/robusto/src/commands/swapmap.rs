//! `robusto swapmap`: how good each opening is, and whether to swap it, as a picture or as data.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use draw::{Picture, Theme};
use engine::Purpose;
use engine::swapmap::{Opening, openings, swap_map};
use game::{Cell, Coords, Shape, cell_name};
use serde_json::{Value, json};
use solve::answer::{Moment, Verdict};
use solve::library;

use crate::exit::{self, Failure, Outcome};
use crate::files;
use crate::given;
use crate::output::Output;
use crate::position::BoardArgs;
use crate::seating::{LimitArgs, PlayerArgs};

const EXAMPLES: &str = "\
Examples:
  robusto swapmap --size 5 --time 10
  robusto swapmap --size 4 --json
  robusto swapmap --game hex --size 7 --output map.svg";

/// Judge every opening of a board: by certificates that come with the program where there is one for each, else by search.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// Search even if every opening is proved
    #[arg(long)]
    search: bool,

    /// Print a JSON object an opening
    #[arg(long)]
    json: bool,

    /// Write a picture (SVG or PNG, by its ending) or the data (JSON lines) to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colours of a picture
    #[arg(long, value_enum, default_value = "light", value_name = "THEME")]
    theme: Colours,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colours {
    Light,
    Dark,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    files::check_ending(args.output.as_deref(), &["svg", "png", "jsonl", "json", ""])?;
    let is_picture = |file: &PathBuf| ["svg", "png"].contains(&files::ending(file).as_str());
    if !args.output.as_ref().is_some_and(is_picture) {
        given::refuse(&["theme"], "a map without a picture")?;
    }
    let shape = args.board.shape()?;
    let map = match if args.search { None } else { proved(shape)? } {
        Some(map) => map,
        None => searched(&args, shape)?,
    };
    if let Some(file) = &args.output {
        let bytes = match files::ending(file).as_str() {
            "svg" => picture(shape, &map, args.theme).to_svg().into_bytes(),
            "png" => picture(shape, &map, args.theme).to_png(1200),
            _ => map
                .iter()
                .map(|opening| format!("{}\n", object(shape, opening)))
                .collect::<String>()
                .into_bytes(),
        };
        files::write(Some(file), &bytes)?;
    }
    let mut output = Output::open();
    for opening in &map {
        if args.json {
            output.json(&object(shape, opening))?;
        } else {
            output.line(&sentence(shape, opening))?;
        }
    }
    output.finish()
}

/// The map by search.
fn searched(args: &Args, shape: &'static Shape) -> Outcome<Vec<Opening>> {
    let mut player = args.player.player(shape, Purpose::Analyse)?;
    let all = openings(shape).len();
    let mut done = 0;
    let limits = args.limits.limits(10);
    Ok(swap_map(shape, &mut *player, &limits, &AtomicBool::new(false), &mut |opening| {
        done += 1;
        exit::say(&format!("{done}/{all} {}", sentence(shape, opening)));
    }))
}

/// The map by the certificates of the library, if it has one for every opening; each is checked.
fn proved(shape: &'static Shape) -> Outcome<Option<Vec<Opening>>> {
    let find = |cells: Vec<Cell>| {
        let mut position = Moment::new(shape);
        position.play(cells[0]);
        let found = library::find(&position).filter(|found| found.best.is_none())?;
        Some((cells, found.solved))
    };
    let Some(found) = openings(shape).into_iter().map(find).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let options = [&PlayerArgs::OPTIONS[..], &LimitArgs::OPTIONS].concat();
    given::refuse(&options, "a board whose openings are all proved (--search searches anew)")?;
    let mut map = Vec::new();
    for (cells, solved) in found {
        exit::say(&format!("checking {}", solved.entry.file));
        solved.check(&mut |_| true).map_err(Failure::failed)?;
        let verdict = solved.verdict.flipped();
        let value = match verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => 0.0,
            Verdict::Draw | Verdict::Unknown => 0.5,
        };
        map.push(Opening { cell: cells[0], cells, value, verdict, visits: 0 });
    }
    Ok(Some(map))
}

fn object(shape: &Shape, opening: &Opening) -> Value {
    let name = |cell: Cell| cell_name(shape, cell, Coords::Gui);
    json!({
        "size": shape.size().to_string(),
        "game": shape.game().word(),
        "move": name(opening.cell),
        "cells": opening.cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>(),
        "winrate": opening.value,
        "verdict": opening.verdict.word(),
        "swap": opening.should_swap(),
        "visits": opening.visits,
    })
}

fn sentence(shape: &Shape, opening: &Opening) -> String {
    let name = cell_name(shape, opening.cell, Coords::Gui);
    let advice = if opening.should_swap() { "swap" } else { "keep" };
    let verdict = match opening.verdict {
        engine::Verdict::Unknown => format!("{:.1} %", opening.value * 100.0),
        proved => format!("proved {}", proved.word()),
    };
    format!("{name:<5} {verdict:>12} for the first player: {advice} ({} visits)", opening.visits)
}

/// Cells tinted by how good the opening is, with the percentage on them; openings to swap are marked.
fn picture(shape: &'static Shape, map: &[Opening], theme: Colours) -> Picture {
    let mut picture = Picture::new(shape).theme(match theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
    });
    for opening in map {
        let label = format!("{}{:.0}", if opening.should_swap() { "*" } else { "" }, opening.value * 100.0);
        for &cell in &opening.cells {
            picture = picture.heat(cell, opening.value).label(cell, label.as_str());
        }
    }
    picture.sentence("first player's wins in %, * = swap it")
}
