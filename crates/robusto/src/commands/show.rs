//! `robusto show`: a position as text, SVG or PNG.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use draw::{Picture, Theme};
use game::{Coords, Diagram, Record, win_sentence};

use crate::exit::{self, Failure, Outcome};
use crate::files;
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
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<Colours>,

    /// Coordinates around a picture: gui (without it), lg, web, openspiel, rogers
    #[arg(long, value_parser = read_coords, value_name = "SYSTEM")]
    coords: Option<Coords>,

    /// Write the number of its move on every stone of a picture
    #[arg(long)]
    numbers: bool,

    /// How many pixels wide a PNG is; 900 without it
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
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
    check_use(&args, format)?;
    let record = args.position.record(args.file.as_deref())?;
    if format == Format::Png && args.output.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a PNG does not fit a terminal: name a file with --output"));
    }
    let bytes = match format {
        Format::Text => text(&record).into_bytes(),
        Format::Svg => picture(&record, &args).to_svg().into_bytes(),
        Format::Png => picture(&record, &args).to_png(args.width.unwrap_or(900)),
    };
    files::write(args.output.as_deref(), &bytes)
}

/// Options of pictures are for pictures.
fn check_use(args: &Args, format: Format) -> Outcome {
    let is_picture = format != Format::Text;
    let unused = [
        ("--theme", args.theme.is_some() && !is_picture),
        ("--coords", args.coords.is_some() && !is_picture),
        ("--numbers", args.numbers && !is_picture),
        ("--width", args.width.is_some() && format != Format::Png),
    ];
    exit::refuse_unused(&unused, "this form of the board")
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
    let theme = match args.theme.unwrap_or(Colours::Light) {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
        Colours::Print => Theme::Print,
    };
    let picture = Picture::of(record).theme(theme).coords(Some(args.coords.unwrap_or(Coords::Gui)));
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
