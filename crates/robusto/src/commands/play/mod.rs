//! `robusto play`: a game in the terminal, on the whole screen where there is one, else line by line.
//!
//! [`table`] holds the game and lets the computer think on a thread; [`words`] reads what a player types. The two ways to
//! play stand upon them: [`lines`], and [`screen`] with its [`board`], [`raster`] and [`panel`].

mod board;
mod keeping;
mod lines;
mod panel;
mod raster;
mod screen;
mod table;
mod tints;
mod words;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use engine::{AllPlayers, Options, PlayerFactory, Session, Sides};
use game::Colour;
use search::levels::LEVELS;

use crate::exit::{Failure, Outcome};
use crate::position::PositionArgs;
use crate::seating::{read_setting, tell_inert};
use crate::suggest;
use table::{Table, only};

const EXAMPLES: &str = "\
Examples:
  robusto play --size 6 --level 3
  robusto play --game hex --size 11 --level club --colour white
  robusto play --file game.sgf --move 12 --save game-again.sgf

Type help (or press F1) in the game for its words; save writes the game into a file.";

/// Play in the terminal.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// How well the computer plays: 1 (beginner) to 10 (full strength), or a level's name (see robusto
    /// presets)
    #[arg(long, value_name = "L", conflicts_with = "preset", value_parser = read_level)]
    level: Option<u32>,

    /// The way in which the computer thinks
    #[arg(long, value_name = "P")]
    preset: Option<String>,

    /// Change a setting of the computer, after level or preset; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = read_setting)]
    set: Vec<(String, String)>,

    /// Let the computer play by this opening book (see robusto book)
    #[arg(long, value_name = "FILE")]
    book: Option<String>,

    /// Seconds for each of the computer's moves
    #[arg(long, value_name = "S", value_parser = engine::params::read_seconds)]
    time: Option<Duration>,

    /// Simulations for each of the computer's moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    visits: Option<u64>,

    /// Threads of the computer; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Your colour; without it you move first
    #[arg(long, value_enum, value_name = "COLOUR")]
    colour: Option<Yours>,

    /// Repeat the computer's random choices (with --visits and --threads 1)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write the game into this file when it ends or is left
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play line by line even on a terminal
    #[arg(long)]
    plain: bool,
}

/// Reads the number of a level, or its name.
fn read_level(word: &str) -> Result<u32, String> {
    let number = word.parse().ok();
    let level = LEVELS.iter().find(|level| Some(level.number) == number || level.name == word.to_lowercase());
    let wanted = || format!("it is a number from 1 to {} or a name of robusto presets", LEVELS.len());
    let names = LEVELS.iter().map(|level| level.name);
    level.map(|level| level.number).ok_or_else(|| suggest::instead(&wanted(), word, names))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Yours {
    White,
    Black,
    /// Two people at one keyboard
    Both,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let plain = args.plain || !is_terminal;
    let table = set_table(args)?;
    if plain { lines::run(table) } else { screen::run(table) }
}

fn set_table(args: Args) -> Outcome<Table> {
    let record = args.position.record(None)?;
    let people = match args.colour {
        Some(Yours::White) => only(Colour::White),
        Some(Yours::Black) => only(Colour::Black),
        Some(Yours::Both) => Sides([true; 2]),
        None => only(record.shape().first_colour()),
    };
    let usual = Options::default();
    let options = Options {
        swap: true,
        move_time: args.time,
        visits: args.visits,
        threads: args.threads.map_or(usual.threads, usize::from),
        seed: args.seed,
        ..usual
    };
    let mut factory = Box::new(AllPlayers::new());
    if let Some(book) = &args.book {
        factory.set("book", book).map_err(|error| Failure::usage(format!("--book: {error}")))?;
    }
    let mut session = Session::new(record.shape(), factory, options);
    let level = args.level.map(|level| format!("level-{level}"));
    if let Some(preset) = args.preset.as_ref().or(level.as_ref()) {
        session
            .choose_preset(preset)
            .map_err(|error| Failure::usage(format!("--preset: {error} (see robusto presets)")))?;
    }
    for (key, value) in &args.set {
        session.set(key, value).map_err(|error| Failure::usage(format!("--set: {error}")))?;
    }
    tell_inert(session.inert());
    let opponent = session.presets().1;
    session.load(record);
    Ok(Table::new(session, people, opponent).keeping(args.save))
}
