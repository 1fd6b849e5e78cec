//! What a player types: a move, or a word for something else.

use std::path::PathBuf;

use game::{Coords, Game, Move, Record, Shape, Size};

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To make a move.
    Play(Move),
    /// To take back.
    Undo,
    /// To make moves again that were taken back.
    Redo,
    /// To be shown a move.
    Hint,
    /// To begin anew, perhaps on another board.
    New(Option<Size>),
    /// To have the game written into a file.
    Save(Option<PathBuf>),
    /// To give up.
    Resign,
    /// To know what can be typed.
    Help,
    /// To leave.
    Quit,
}

/// What can be typed, in one line.
pub const HELP: &str = "Type a cell such as d4, or: swap, undo, redo, hint, new, new 6, new hex 11, save, \
    save FILE, resign, quit.";

/// Reads a line; an error is a sentence for the player.
pub fn read(text: &str, record: &Record) -> Result<Wish, String> {
    let lower = text.trim().to_lowercase();
    let mut words = lower.split_whitespace();
    match (words.next().unwrap_or(""), words.next(), words.next()) {
        ("undo" | "back", None, _) => Ok(Wish::Undo),
        ("redo" | "forward", None, _) => Ok(Wish::Redo),
        ("hint", None, _) => Ok(Wish::Hint),
        ("resign", None, _) => Ok(Wish::Resign),
        ("help" | "?", _, _) => Ok(Wish::Help),
        ("quit" | "exit" | "bye", None, _) => Ok(Wish::Quit),
        // The name of a file is what was typed, whatever its letters and blanks.
        ("save", file, _) => Ok(Wish::Save(file.map(|_| text.trim()[4..].trim().into()))),
        ("new", None, _) => Ok(Wish::New(None)),
        ("new", Some(size), None) if Game::named(size).is_none() => read_size(record.shape().game(), size),
        ("new", Some(game), size) => match (Game::named(game), size) {
            (Some(game), Some(size)) => read_size(game, size),
            (Some(game), None) => Ok(Wish::New(Some(game.usual_size()))),
            (None, _) => Err(format!("{game:?} is not {}.", Game::choices())),
        },
        _ => read_move(record.shape(), &lower),
    }
}

fn read_size(game: Game, text: &str) -> Result<Wish, String> {
    let size = Size::parse(game, text).map_err(|error| format!("{error}."))?;
    Ok(Wish::New(Some(size)))
}

fn read_move(shape: &Shape, text: &str) -> Result<Wish, String> {
    let looks_like_a_move = text.starts_with("swap") || text.chars().any(|c| c.is_ascii_digit());
    if !looks_like_a_move {
        return Err(format!("{text:?} is not a word that I know: type help."));
    }
    Move::parse(shape, text, Coords::Gui).map(Wish::Play).map_err(|error| format!("{error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_read() {
        let record = Record::new(Shape::of(Size::havannah(4).unwrap()));
        let cell = game::parse_cell(record.shape(), "d4", Coords::Gui).unwrap();
        for (text, wish) in [
            ("d4", Wish::Play(Move::Cell(cell))),
            (" D4 ", Wish::Play(Move::Cell(cell))),
            ("swap", Wish::Play(Move::Swap)),
            ("undo", Wish::Undo),
            ("new", Wish::New(None)),
            ("new 6", Wish::New(Some(Size::havannah(6).unwrap()))),
            ("new hex", Wish::New(Some(Size::hex(11).unwrap()))),
            ("new hex 5", Wish::New(Some(Size::hex(5).unwrap()))),
            ("save", Wish::Save(None)),
            (" Save My Game.sgf ", Wish::Save(Some("My Game.sgf".into()))),
            ("QUIT", Wish::Quit),
        ] {
            assert_eq!(read(text, &record), Ok(wish), "{text}");
        }
        for text in ["", "hello", "z99", "new 99", "new go 9", "undo 3"] {
            assert!(read(text, &record).is_err(), "{text}");
        }
    }
}
