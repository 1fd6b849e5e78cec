//! `robusto swapmap`: how good each opening is, and whether to swap it, as a picture or as data.

use std::path::PathBuf;

use clap::ValueEnum;
use draw::{Picture, Theme};
use engine::Purpose;
use engine::swapmap::{self, Opening, openings};
use game::{Cell, Coords, Shape, cell_name};
use serde_json::{Value, json};
use solve::answer::Moment;
use solve::library::{self, Solved};

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

/// Judge every opening of a board: by a certificate that comes with the program where there is one, else by search.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// Search even where an opening is proved
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
    let map = map(&args, shape)?;
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

/// The map: by the certificates of the library, each of which is checked, and by search where there is none.
fn map(args: &Args, shape: &'static Shape) -> Outcome<Vec<Opening>> {
    let openings: Vec<_> = openings(shape)
        .into_iter()
        .map(|cells| (if args.search { None } else { certificate(shape, cells[0]) }, cells))
        .collect();
    if openings.iter().all(|(known, _)| known.is_some()) {
        let options = [&PlayerArgs::OPTIONS[..], &LimitArgs::OPTIONS].concat();
        given::refuse(&options, "a board whose openings are all proved (--search searches anew)")?;
    }
    let mut player = None;
    let limits = args.limits.limits(10);
    let all = openings.len();
    let mut map = Vec::new();
    for (known, cells) in openings {
        let opening = if let Some(solved) = known {
            exit::say(&format!("checking {}", solved.entry.file));
            solved.check(&mut |_| true).map_err(Failure::failed)?;
            swapmap::proved(cells, solved.verdict.flipped())
        } else {
            let player = match &mut player {
                Some(player) => player,
                none => none.insert(args.player.player(shape, Purpose::Analyse)?),
            };
            swapmap::judge(shape, cells, &mut **player, &limits)
        };
        map.push(opening);
        exit::say(&format!("{}/{all} {}", map.len(), sentence(shape, &map[map.len() - 1])));
    }
    Ok(map)
}

/// The certificate of the library for the position after an opening.
fn certificate(shape: &'static Shape, cell: Cell) -> Option<&'static Solved> {
    let mut position = Moment::new(shape);
    position.play(cell);
    library::of(&position)
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
    match opening.verdict {
        engine::Verdict::Unknown => {
            let (value, visits) = (opening.value * 100.0, opening.visits);
            format!("{name:<5} {value:>10.1} % for the first player: {advice} ({visits} visits)")
        }
        proved => {
            format!("{name:<5} {:>12} for the first player: {advice}", format!("proved {}", proved.word()))
        }
    }
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
