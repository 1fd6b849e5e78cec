//! How a loop stands, for those who look at its folder while it is at work: nothing is changed, and what is half
//! written is left out until it is whole.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::files::replace;
use crate::gate::{Match, Pair};
use crate::manifest::{Foresight, Generation, look_at_lines};
use crate::played::Tally;

/// What a loop is to do, as it says in its folder (`loop.json`): files of a generation do not tell how much is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// The game.
    pub game: String,
    /// The boards.
    pub sizes: Vec<String>,
    /// Games a generation.
    pub games: usize,
    /// Generations in all.
    pub generations: usize,
    /// Pairs of a match, at the most.
    pub pairs: usize,
}

impl Aim {
    /// Says in a folder what is to be done there, unless it is said already.
    pub fn note(&self, folder: &Path) -> io::Result<()> {
        let path = folder.join("loop.json");
        let text = serde_json::to_vec(self)?;
        if std::fs::read(&path).is_ok_and(|there| there == text) { Ok(()) } else { replace(&path, &text) }
    }

    /// What is to be done in a folder, if it is said there.
    pub fn of(folder: &Path) -> io::Result<Option<Aim>> {
        match std::fs::read(folder.join("loop.json")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => Ok(Some(serde_json::from_slice(&text?)?)),
        }
    }
}

/// How the network learned over some steps: a line of `training.jsonl` in the generation's folder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// Steps so far.
    pub step: usize,
    /// Steps in all.
    pub of: usize,
    /// How well it foresaw the lessons of the last steps, before it learned from them.
    pub foresight: Foresight,
}

/// What a loop is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Games are played.
    Play,
    /// Games are labelled.
    Label,
    /// The network learns.
    Train,
    /// The new network plays the one before it.
    Gate,
    /// All generations are done.
    Done,
}

/// The generation that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Now {
    /// Its number; of a loop that is done, the number of the last one.
    pub generation: usize,
    /// What it is at.
    pub stage: Stage,
    /// Games so far.
    pub games: usize,
    /// Positions recorded in them.
    pub positions: usize,
    /// How learning went so far.
    pub trained: Vec<Trained>,
    /// The match so far.
    pub gate: Match,
}

/// How a loop stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What it is to do; loops of older programs do not say it.
    pub aim: Option<Aim>,
    /// Generations that are done.
    pub done: Vec<Generation>,
    /// The one under way.
    pub now: Now,
    /// Whether somebody works on it.
    pub is_running: bool,
    /// When anything was last written.
    pub changed: SystemTime,
}

/// Whether a folder is that of a loop.
pub fn is_loop(folder: &Path) -> bool {
    ["loop.json", "manifest.jsonl"].iter().any(|file| folder.join(file).is_file())
}

impl Standing {
    /// Looks at a loop. `tally` is kept from one look to the next, so that games are counted once.
    pub fn of(folder: &Path, tally: &mut Tally) -> io::Result<Standing> {
        let aim = Aim::of(folder)?;
        let done: Vec<Generation> = look_at_lines(&folder.join("manifest.jsonl"))?;
        let is_done = aim.as_ref().is_some_and(|aim| done.len() >= aim.generations);
        let generation = if is_done { done.len() } else { done.len() + 1 };
        let place = folder.join(format!("{generation:04}"));
        tally.look(&place.join("games.played"))?;
        let pairs: Vec<Pair> = look_at_lines(&place.join("gate.jsonl"))?;
        let stage = if is_done {
            Stage::Done
        } else if place.join("candidate.net").exists() {
            Stage::Gate
        } else if place.join("labelled.played").exists() {
            Stage::Train
        } else if aim.as_ref().is_some_and(|aim| tally.games >= aim.games) {
            Stage::Label
        } else {
            Stage::Play
        };
        let now = Now {
            generation,
            stage,
            games: tally.games,
            positions: tally.positions,
            trained: look_at_lines(&place.join("training.jsonl"))?,
            gate: Match::of(&pairs),
        };
        let changed = newest(folder).max(newest(&place));
        Ok(Standing { aim, done, now, is_running: is_held(&folder.join("lock")), changed })
    }
}

/// Whether a loop holds the lock. Looking takes it for a moment; a loop that begins just then tries again.
fn is_held(lock: &Path) -> bool {
    File::open(lock)
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock)))
}

/// When the newest file of a folder was written.
fn newest(folder: &Path) -> SystemTime {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let times = entries.filter_map(|entry| entry.metadata().ok()?.modified().ok());
    times.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests;
