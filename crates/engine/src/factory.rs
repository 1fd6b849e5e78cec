//! Who makes players: the seam between the table and ways of thinking.

use game::Shape;
use search::player::{Player, RandomPlayer};
use search::recipe::Inert;

use crate::EngineError;

/// What a player is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// To play games: as its settings say.
    #[default]
    Play,
    /// To say what a position is worth: it never slips, whatever its level.
    Analyse,
    /// To compare the moves of a game with each other. It does not slip and asks no solver: on a small board
    /// the solver knows who wins long before the moves that people can be blamed for, and to somebody who
    /// knows that all is lost no move is a mistake.
    Review,
}

/// Where a player is to sit: what it must know before it thinks.
#[derive(Clone, Copy, Debug)]
pub struct Seating {
    /// The board.
    pub shape: &'static Shape,
    /// Threads that it may use.
    pub threads: usize,
    /// Memory that it may use, in bytes.
    pub memory: u64,
    /// The seed of its random numbers.
    pub seed: u64,
    /// What it is for.
    pub purpose: Purpose,
}

/// Makes players from settings that have names and are read and written as text.
pub trait PlayerFactory: Send + Sync {
    /// A player for the seat, with the settings as they are.
    fn make(&self, seating: &Seating) -> Box<dyn Player>;

    /// A copy with the same settings, for another table.
    fn duplicate(&self) -> Box<dyn PlayerFactory>;

    /// The names of all presets.
    fn presets(&self) -> Vec<String>;

    /// The preset that was chosen last.
    fn preset(&self) -> String;

    /// Takes all settings from a preset.
    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError>;

    /// The settings as they are on a board, in order: name, value, one line of help. A preset may differ from board to board.
    fn settings(&self, shape: &Shape) -> Vec<(String, String, String)>;

    /// Changes one setting, for every board, until another preset is chosen.
    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Settings that were changed and have no effect on a board while the others are as they are.
    fn inert(&self, _shape: &Shape) -> Vec<Inert> {
        Vec::new()
    }
}

/// Makes players that move at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomFactory;

impl PlayerFactory for RandomFactory {
    fn make(&self, seating: &Seating) -> Box<dyn Player> {
        Box::new(RandomPlayer::new(seating.seed))
    }

    fn duplicate(&self) -> Box<dyn PlayerFactory> {
        Box::new(*self)
    }

    fn presets(&self) -> Vec<String> {
        vec!["random".into()]
    }

    fn preset(&self) -> String {
        "random".into()
    }

    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        if name == "random" { Ok(()) } else { Err(EngineError::unknown_preset(name, ["random"])) }
    }

    fn settings(&self, _shape: &Shape) -> Vec<(String, String, String)> {
        Vec::new()
    }

    fn set(&mut self, name: &str, _value: &str) -> Result<(), EngineError> {
        Err(EngineError::unknown_setting(name, [""; 0]))
    }
}
