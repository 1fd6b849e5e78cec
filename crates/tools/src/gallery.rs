//! Boards of all kinds painted into a folder, for looking at them.

use std::path::PathBuf;

use draw::{Picture, Theme};
use game::{Coords, Game, Record, Shape, Size};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where the pictures go
    #[arg(default_value = "gallery")]
    folder: PathBuf,
}

/// `gallery`.
pub fn run(args: &Args) -> std::io::Result<()> {
    let directory = &args.folder;
    std::fs::create_dir_all(directory)?;
    for (name, picture) in pictures() {
        std::fs::write(directory.join(format!("{name}.svg")), picture.to_svg())?;
        std::fs::write(directory.join(format!("{name}.png")), picture.to_png(900))?;
    }
    Ok(())
}

fn shape(game: Game, size: &str) -> &'static Shape {
    Shape::of(Size::parse(game, size).expect("a size that we play on"))
}

fn record(game: Game, size: &str, moves: &str) -> Record {
    Record::from_moves(shape(game, size), moves, Coords::Gui).expect("legal moves")
}

fn pictures() -> Vec<(String, Picture)> {
    let mut all = Vec::new();
    for size in ["4", "8", "10", "15", "4x5x7"] {
        all.push((format!("empty-{size}"), Picture::new(shape(Game::Havannah, size))));
        all.push((format!("print-{size}"), Picture::printable(shape(Game::Havannah, size))));
    }
    all.push(("empty-hex-11".into(), Picture::new(shape(Game::Hex, "11"))));
    all.push(("print-hex-11x7".into(), Picture::printable(shape(Game::Hex, "11x7"))));
    for (name, game, size, moves) in [
        ("ring", Game::Havannah, "5", "e5 d4 e4 c3 f6 b3 g6 f5 g5 c4 f4"),
        ("bridge", Game::Havannah, "4", "a1 d4 a2 e4 a3 e5 a4"),
        ("fork", Game::Havannah, "4", "b1 e5 b2 e4 b3 f5 b4 d5 b5 c5 a3"),
        ("hex", Game::Hex, "5", "c3 b2 c4 b3 c5 b4 c2 d2 c1"),
    ] {
        let record = record(game, size, moves);
        all.push((format!("{name}-light"), Picture::of(&record)));
        all.push((format!("{name}-dark"), Picture::of(&record).theme(Theme::Dark)));
        all.push((format!("{name}-print"), Picture::of(&record).theme(Theme::Print)));
        all.push((format!("{name}-numbers"), Picture::of(&record).numbers(&record, record.len())));
    }
    for theme in [Theme::Light, Theme::Dark] {
        let board = shape(Game::Havannah, "6");
        let picture = board.cells().fold(Picture::new(board).theme(theme), |picture, cell| {
            let value = cell.index() as f32 / board.len() as f32;
            picture.heat(cell, value).label(cell, format!("{:.0}", value * 100.0))
        });
        all.push((format!("heat-{theme:?}").to_lowercase(), picture.sentence("Winning chances in per cent")));
    }
    let letters = "The quick brown fox: jumps over (the lazy) dog, 0123456789! GHIJK VWXYZ? 62 % + - = / #*";
    all.push(("letters".into(), Picture::new(shape(Game::Havannah, "15")).sentence(letters)));
    all
}
