//! How networks learn, as the app shows it: the loops of `robusto learn` on this machine, and the history of the networks that
//! come with the program.
//!
//! This crate knows no loop: whoever serves the app may hand in a [`Learning`]. Nothing here changes one.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use crate::api::Refusal;
use crate::lab::{ask, missing};
use crate::server::Shared;

/// What there is to look at. Calls may take their time: they are made on threads of their own.
pub trait Learning: Send + Sync {
    /// All loops by their names, then the networks that come with the program.
    fn loops(&self) -> Result<Vec<LearnLoop>, String>;
}

/// A loop of learning, or the one that a network of the program came from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnLoop {
    /// Its name.
    pub name: String,
    /// Where it is kept; none for a network that comes with the program.
    pub folder: Option<String>,
    /// The game.
    pub game: String,
    /// The boards.
    pub boards: Vec<String>,
    /// Whether somebody works on it.
    pub running: bool,
    /// When anything was last written, in seconds since 1970.
    pub changed: Option<f64>,
    /// The generation that is under way.
    pub now: Option<LearnNow>,
    /// Those that are done.
    pub generations: Vec<LearnGeneration>,
    /// Why it cannot be read.
    pub trouble: Option<String>,
}

/// How far a generation is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnNow {
    /// Its number; of a loop that is done, the number of the last one.
    pub generation: usize,
    /// Generations that are wanted, if the loop says it.
    pub generations: Option<usize>,
    /// `play`, `label`, `train`, `gate` or `done`.
    pub stage: String,
    /// Games so far.
    pub games: usize,
    /// Games that are wanted.
    pub games_wanted: Option<usize>,
    /// Positions recorded in them.
    pub positions: usize,
    /// How learning went, some steps left out.
    pub trained: Vec<LearnTrained>,
    /// The match so far, if it has begun.
    pub gate: Option<LearnMatch>,
    /// Games of the match, at the most.
    pub gate_most: Option<usize>,
}

/// How well lessons were foreseen before they were learned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnTrained {
    /// Steps so far.
    pub step: usize,
    /// Steps in all.
    pub of: usize,
    /// Over the last steps.
    pub foresight: LearnForesight,
}

/// How well a network foresees.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnForesight {
    /// Positions.
    pub positions: usize,
    /// Cross entropy of the results.
    pub value: f64,
    /// Cross entropy of the policy.
    pub policy: f64,
    /// Cross entropy of the winning shapes' cells.
    pub shape: f64,
    /// The share of winners foreseen.
    pub winners: f64,
    /// The share of best moves foreseen.
    pub moves: f64,
}

/// A match of a network against the one before it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnMatch {
    /// Games.
    pub games: usize,
    /// The new network's share of the points.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// The difference in Elo.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo_interval: [f64; 2],
}

/// A generation that is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnGeneration {
    /// Its number.
    pub generation: usize,
    /// Games that were played.
    pub games: usize,
    /// Positions that were learned.
    pub positions: usize,
    /// Positions that were labelled by proof.
    pub proved: usize,
    /// The match against the network before it.
    pub gate: LearnMatch,
    /// Matches against opponents that stay the same.
    pub fixed: Vec<LearnFixed>,
    /// Elo above the network that the loop began with, all matches on the way together.
    pub reached: f64,
    /// Whether it plays from then on.
    pub kept: bool,
    /// How well it foresees games that it has not learned from, board by board, small ones first.
    pub boards: Vec<LearnBoard>,
}

/// A match against an opponent that stays the same from generation to generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnFixed {
    /// The opponent and its simulations a move.
    pub opponent: String,
    /// What it came to.
    pub result: LearnMatch,
}

/// A board of a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnBoard {
    /// The board.
    pub board: String,
    /// How well its positions are foreseen.
    pub foresight: LearnForesight,
}

/// All loops.
pub async fn loops(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<Vec<LearnLoop>>, Refusal> {
    let learning = shared.options.learning.clone().ok_or_else(|| missing("Nothing is learned here."))?;
    ask(&shared, &id, move || learning.loops()).await.map(Json)
}
