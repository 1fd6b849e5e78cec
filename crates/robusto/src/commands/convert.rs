//! `robusto convert`: game files from one form to another.

use std::path::PathBuf;

use draw::Picture;
use game::sgf::{Style, write_record};
use game::{Coords, Record};

use crate::commands::show;
use crate::exit::{Failure, Outcome};
use crate::files;
use crate::position::read_coords;

/// Convert game files from one form to another.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game to read: SGF in any dialect, or a board drawn as text; - is standard input
    #[arg(value_name = "IN")]
    from: PathBuf,

    /// The file to write, by its ending: .sgf, .hgf, .txt, .svg, .png; - is SGF to standard output
    #[arg(value_name = "OUT")]
    to: PathBuf,

    /// How to name cells: gui writes Robusto's own SGF, lg writes as Little Golem does
    #[arg(long, value_parser = read_coords, default_value = "gui", value_name = "SYSTEM")]
    coords: Coords,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let style = match args.coords {
        Coords::Gui => Style::Robusto,
        Coords::Lg => Style::LittleGolem,
        other => {
            return Err(Failure::usage(format!("--coords {other}: game files are written in gui or lg")));
        }
    };
    let record = files::read_game(&args.from)?;
    let bytes = match files::ending(&args.to).as_str() {
        "txt" => show::text(&record).into_bytes(),
        "svg" => picture(&record, args.coords).to_svg().into_bytes(),
        "png" => picture(&record, args.coords).to_png(900),
        "" | "sgf" | "hgf" => sgf(&record, style)?,
        other => return Err(files::in_file(&args.to, format!("we do not write .{other} files"))),
    };
    files::write(Some(&args.to), &bytes)
}

fn picture(record: &Record, coords: Coords) -> Picture {
    Picture::of(record).coords(Some(coords))
}

fn sgf(record: &Record, style: Style) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    write_record(record, style, &mut bytes)?;
    Ok(bytes)
}
