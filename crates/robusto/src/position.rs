//! A position from options: `--game --size --moves --file --move`, the same for every subcommand.

use std::path::{Path, PathBuf};

use game::{Coords, Game, Record, Shape, Size};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::suggest;

/// Reads the name of a game.
pub fn read_game_name(word: &str) -> Result<Game, String> {
    let wanted = || format!("it is {}", Game::choices());
    Game::named(word).ok_or_else(|| suggest::instead(&wanted(), word, Game::ALL.map(Game::word)))
}

/// Reads the name of a coordinate system.
pub fn read_coords(word: &str) -> Result<Coords, String> {
    let names = || Coords::ALL.map(Coords::word).join(", ");
    let error =
        || suggest::instead(&format!("it is one of {}", names()), word, Coords::ALL.map(Coords::word));
    Coords::named(word).ok_or_else(error)
}

/// Which board.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct BoardArgs {
    /// havannah, hex or y
    #[arg(long, value_name = "GAME", value_parser = read_game_name)]
    game: Option<Game>,

    /// Havannah: 8, or uneven sides such as 4x4x5; Hex: 11 or 11x9; Y: 13
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

impl BoardArgs {
    /// Whether a game or a size is named.
    pub fn is_named(&self) -> bool {
        self.game.is_some() || self.size.is_some()
    }

    /// The game; Havannah if none is named.
    pub fn game(&self) -> Game {
        self.game.unwrap_or_default()
    }

    /// The board; without a size the usual one of the game.
    pub fn shape(&self) -> Outcome<&'static Shape> {
        let game = self.game();
        let size = self.size.as_deref().map_or(Ok(game.usual_size()), |size| Size::parse(game, size));
        Ok(Shape::of(size.map_err(|error| Failure::usage(format!("--size: {error}")))?))
    }
}

/// Which position.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct PositionArgs {
    #[command(flatten)]
    board: BoardArgs,

    /// Moves so far, such as "a1 swap b2 c3" (White first in Havannah, Black first in Hex)
    #[arg(long, value_name = "MOVES", conflicts_with = "position_file")]
    moves: Option<String>,

    /// Take the game from this file
    #[arg(id = "position_file", long = "file", value_name = "FILE", conflicts_with_all = ["game", "size"])]
    file: Option<PathBuf>,

    /// Only the first N moves
    #[arg(id = "position_move", long = "move", value_name = "N")]
    count: Option<usize>,
}

impl PositionArgs {
    /// The game that is named, for questions without one.
    pub fn game(&self) -> Game {
        self.board.game()
    }

    /// The board that is named.
    pub fn shape(&self) -> Outcome<&'static Shape> {
        self.board.shape()
    }

    /// The game up to the position; a file given in another way comes first.
    pub fn record(&self, file: Option<&Path>) -> Outcome<Record> {
        let mut record = match file.or(self.file.as_deref()) {
            Some(file) => files::read_game(file)?,
            None => self.replayed()?,
        };
        if let Some(count) = self.count {
            if count > record.len() {
                let moves = record.len();
                return Err(Failure::usage(format!("--move {count}: the game has only {moves} moves")));
            }
            record.truncate(count);
        }
        Ok(record)
    }

    fn replayed(&self) -> Outcome<Record> {
        let shape = self.board.shape()?;
        let moves = self.moves.as_deref().unwrap_or_default();
        Record::from_moves(shape, moves, Coords::Gui)
            .map_err(|error| Failure::usage(format!("--moves: {error}")))
    }
}
