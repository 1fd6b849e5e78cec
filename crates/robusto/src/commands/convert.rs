//! `robusto convert`: game files from one form to another.

use std::io::Read;
use std::path::{Path, PathBuf};

use draw::Picture;
use game::sgf::{SgfError, Style, Tree, write_record};
use game::{Coords, Record};

use crate::commands::show;
use crate::exit::{Failure, Outcome};
use crate::files;
use crate::position::read_coords;

const EXAMPLES: &str = "\
Examples:
  robusto convert game.hgf game.sgf
  robusto convert game.sgf game.png
  robusto convert game.sgf - --coords lg";

/// Convert game files from one form to another.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
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
    let bytes = match files::ending(&args.to).as_str() {
        "txt" => show::text(&files::read_game(&args.from)?).into_bytes(),
        "svg" => picture(&files::read_game(&args.from)?, args.coords).to_svg().into_bytes(),
        "png" => picture(&files::read_game(&args.from)?, args.coords).to_png(900),
        "" | "sgf" | "hgf" => sgf(&args.from, style)?,
        other => return Err(files::in_file(&args.to, format!("we do not write .{other} files"))),
    };
    files::write(Some(&args.to), &bytes)
}

fn picture(record: &Record, coords: Coords) -> Picture {
    Picture::of(record).coords(Some(coords))
}

/// The whole tree of a game file, variations and all; a board drawn as text becomes a file of one position.
fn sgf(file: &Path, style: Style) -> Outcome<Vec<u8>> {
    let mut source = Vec::new();
    files::open(file)
        .and_then(|mut input| input.read_to_end(&mut source))
        .map_err(|error| files::in_file(file, error))?;
    let mut bytes = Vec::new();
    match Tree::read(source.as_slice()).and_then(|tree| tree.translated(style)) {
        Ok(tree) => tree.write(&mut bytes)?,
        Err(SgfError::NoGame) => {
            write_record(&files::read_game_from(file, source.as_slice())?, style, &mut bytes)?
        }
        Err(error) => return Err(files::in_file(file, error)),
    }
    Ok(bytes)
}
