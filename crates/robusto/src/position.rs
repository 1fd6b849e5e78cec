//! A position from options: `--game --size --moves --file --move`, the same for every subcommand.

use std::path::{Path, PathBuf};

use game::{Coords, Game, Record, Shape, Size};

use crate::exit::{Failure, Outcome};
use crate::files;

/// Reads the name of a game.
pub fn read_game_name(word: &str) -> Result<Game, String> {
    Game::named(word).ok_or_else(|| "it is havannah or hex".into())
}

/// Reads the name of a coordinate system.
pub fn read_coords(word: &str) -> Result<Coords, String> {
    let names = || Coords::ALL.map(Coords::word).join(", ");
    Coords::named(word).ok_or_else(|| format!("it is one of {}", names()))
}

/// Which board.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct BoardArgs {
    /// havannah or hex
    #[arg(long, value_name = "GAME", value_parser = read_game_name)]
    game: Option<Game>,

    /// Havannah: 8, or uneven sides such as 4x4x5; Hex: 11 or 11x9
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

impl BoardArgs {
    /// The board; without a size the usual one of the game.
    pub fn shape(&self) -> Outcome<&'static Shape> {
        let game = self.game.unwrap_or(Game::Havannah);
        let usual = match game {
            Game::Havannah => "8",
            Game::Hex => "11",
        };
        let size = self.size.as_deref().unwrap_or(usual);
        let size = Size::parse(game, size).map_err(|error| Failure::usage(format!("--size: {error}")))?;
        Ok(Shape::of(size))
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
