//! What `robusto gtp` is started with.

use std::time::Duration;

use engine::{EngineError, Options, PlayerFactory, Session};
use game::{Game, Shape, Size, SizeError};

use crate::{Desk, Points};

/// The options of the command line, all of which may be left out.
#[derive(Clone, Debug, Default)]
pub struct GtpOptions {
    /// The game; Havannah without it.
    pub game: Option<Game>,
    /// The board as text; the usual one without it.
    pub size: Option<String>,
    /// The preset of the player.
    pub preset: Option<String>,
    /// Settings by name, after the preset.
    pub set: Vec<(String, String)>,
    /// The longest thought for a move.
    pub move_time: Option<Duration>,
    /// The most simulations for a move.
    pub visits: Option<u64>,
    /// Threads of the player.
    pub threads: Option<usize>,
    /// Memory of the player, in bytes.
    pub memory: Option<u64>,
    /// The seed of the random numbers.
    pub seed: Option<u64>,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// How cells are called.
    pub coords: Points,
    /// Where to listen for connections instead of standard input.
    pub listen: Option<String>,
}

/// Why the options make no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A preset or a setting that does not exist or does not fit.
    #[error(transparent)]
    Setting(#[from] EngineError),
}

impl GtpOptions {
    /// The board.
    pub fn shape(&self) -> Result<&'static Shape, OptionsError> {
        let game = self.game.unwrap_or_default();
        let size = self.size.as_ref().map_or(Ok(game.usual_size()), |text| Size::parse(game, text))?;
        Ok(Shape::of(size))
    }

    fn table(&self) -> Options {
        let usual = Options::default();
        Options {
            move_time: self.move_time,
            visits: self.visits,
            threads: self.threads.unwrap_or(usual.threads),
            memory: self.memory.unwrap_or(usual.memory),
            seed: self.seed,
            ponder: self.ponder,
            ..usual
        }
    }

    /// A desk as the options ask for, with players of the factory.
    pub fn desk(&self, factory: &dyn PlayerFactory) -> Result<Desk, OptionsError> {
        let mut factory = factory.duplicate();
        if let Some(preset) = &self.preset {
            factory.choose_preset(preset)?;
        }
        let mut session = Session::new(self.shape()?, factory, self.table());
        for (name, value) in &self.set {
            session.set(name, value)?;
        }
        let mut desk = Desk::new(session);
        desk.points = self.coords;
        Ok(desk)
    }
}
