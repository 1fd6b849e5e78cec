//! Who may play here: from a player's text to one that can be seated on this machine, and whether it can play
//! at all.
//!
//! What comes from the user's own command line is trusted. What comes from a database is not: there a run
//! names presets and engines, and only this machine's file of engines says which programs those are. A run
//! cannot name a command or a file.

use anyhow::{Context, Result, anyhow, bail, ensure};
use engine::names::Unknown;
use game::Shape;
use gtp::{Engines, Opponent};

use crate::players::names_file;
use crate::seat::gtp::launch_of;
use crate::seat::inside::guarded;
use crate::seat::{Factory, Place};
use crate::spec::{PlayerKind, PlayerSpec};
use crate::task::Board;

/// The engines of this machine, and the rules above.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// The engines.
    pub engines: Engines,
}

impl Roster {
    /// A player of the command line as it can be seated: an engine's name is replaced by its command.
    pub fn seated(&self, spec: &PlayerSpec) -> Result<PlayerSpec> {
        let PlayerKind::Engine { engine } = &spec.kind else { return Ok(spec.clone()) };
        let Some(launch) = self.engines.find(engine) else { bail!(self.unknown(engine)) };
        let mut seated = spec.clone().named(&spec.label());
        seated.kind = PlayerKind::Gtp {
            command: launch.command.clone(),
            coords: launch.coords,
            start: launch.start_up.clone(),
            directory: launch.directory.clone(),
        };
        Ok(seated)
    }

    /// A player of a database as it can be seated; commands and files in it are refused.
    pub fn admitted(&self, spec: &PlayerSpec) -> Result<PlayerSpec> {
        storable(spec)?;
        self.seated(spec)
    }

    /// Whether a player can play on a board: its preset and settings exist, or its program starts, answers
    /// and knows the board.
    pub fn check(&self, spec: &PlayerSpec, board: Board, factory: &Factory) -> Result<()> {
        let seated = self.seated(spec)?;
        let place = || format!("the player {spec}");
        match &seated.kind {
            PlayerKind::Preset { .. } => {
                let made = guarded(|| factory(&seated, &Place { board, seed: 1 }).map(drop));
                made.unwrap_or_else(|fault| Err(anyhow!(fault.text))).with_context(place)
            }
            _ => {
                let opponent =
                    Opponent::start(&launch_of(&seated)?, Shape::of(board.0)).with_context(place)?;
                opponent.quit();
                Ok(())
            }
        }
    }

    fn unknown(&self, engine: &str) -> String {
        let file = self.engines.file().map(|file| format!(" in {}", file.display())).unwrap_or_default();
        format!("there is no engine{file} named {}", Unknown::among(engine, self.engines.names()))
    }
}

/// Whether a player may stand in a database.
pub fn storable(spec: &PlayerSpec) -> Result<()> {
    match &spec.kind {
        PlayerKind::Gtp { .. } => bail!(
            "the player {spec} is a command, which a run in a database cannot name: name it in the engines file \
             and say engine:NAME, or play with --no-store"
        ),
        PlayerKind::Preset { settings, .. } => {
            let named = settings.iter().find(|(name, value)| names_file(name, value));
            let named = named.map_or("", |(name, _)| name);
            ensure!(
                named.is_empty(),
                "the setting {named} of {spec} names a file, which a run in a database cannot: play with --no-store"
            );
            Ok(())
        }
        PlayerKind::Engine { .. } => Ok(()),
    }
}
