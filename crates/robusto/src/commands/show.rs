//! `robusto show`: a position as text, SVG or PNG.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use draw::{Picture, Theme};
use game::{Coords, Diagram, Record, win_sentence};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::given;
use crate::position::{PositionArgs, read_coords};

const EXAMPLES: &str = "\
Examples:
  robusto show --size 5 --moves \"c3 d4\"
  robusto show game.sgf --move 10
  robusto show game.sgf --output game.svg --numbers";

/// Show a position as text, SVG or PNG.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A game file: SGF, or a board drawn as text
    #[arg(value_name = "FILE", conflicts_with_all = ["game", "size", "moves", "position_file"])]
    file: Option<PathBuf>,

    #[command(flatten)]
    position: PositionArgs,

    /// The form; without it, by the ending of --output, or else text
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colours of a picture
    #[arg(long, value_enum, default_value = "light", value_name = "THEME")]
    theme: Colours,

    /// Coordinates around a picture: gui, lg, web, openspiel, rogers
    #[arg(long, value_parser = read_coords, default_value = "gui", value_name = "SYSTEM")]
    coords: Coords,

    /// Write the number of its move on every stone of a picture
    #[arg(long)]
    numbers: bool,

    /// How many pixels wide a PNG is
    #[arg(long, value_name = "PIXELS", default_value_t = 900, value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colours {
    Light,
    Dark,
    /// Plain lines on paper
    Print,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let format = match args.format {
        Some(format) => format,
        None => by_ending(args.output.as_deref())?,
    };
    if format == Format::Text {
        given::refuse(&["theme", "coords", "numbers", "width"], "a board as text")?;
    } else if format == Format::Svg {
        given::refuse(&["width"], "an SVG, which has no pixels")?;
    }
    let record = args.position.record(args.file.as_deref())?;
    if format == Format::Png && args.output.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a PNG does not fit a terminal: name a file with --output"));
    }
    let bytes = match format {
        Format::Text => text(&record).into_bytes(),
        Format::Svg => picture(&record, &args).to_svg().into_bytes(),
        Format::Png => picture(&record, &args).to_png(args.width),
    };
    files::write(args.output.as_deref(), &bytes)
}

/// The form that the name of a file asks for; a name without an ending is a text.
fn by_ending(output: Option<&Path>) -> Outcome<Format> {
    files::check_ending(output, &["txt", "text", "svg", "png", ""])?;
    Ok(match output.map(files::ending).as_deref() {
        Some("svg") => Format::Svg,
        Some("png") => Format::Png,
        _ => Format::Text,
    })
}

fn picture(record: &Record, args: &Args) -> Picture {
    let theme = match args.theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
        Colours::Print => Theme::Print,
    };
    let picture = Picture::of(record).theme(theme).coords(Some(args.coords));
    if args.numbers { picture.numbers(record, record.len()) } else { picture }
}

/// The board as text; below it, whose turn it is or how the game was won.
pub fn text(record: &Record) -> String {
    let board = Diagram::of_record(record).to_string();
    let wins = record.wins();
    let Some((rows, _)) = board.trim_end().rsplit_once('\n').filter(|_| !wins.is_empty()) else {
        return board;
    };
    format!("{rows}\n{}\n", win_sentence(&wins))
}
