//! Options that several lab commands share.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use game::{Game, Size};
use gtp::Engines;

use super::ending::usage;
use crate::contest::{Contest, MAX_FAULTS};
use crate::opening::Openings;
use crate::pace::Pace;
use crate::roster::Roster;
use crate::spec::PlayerSpec;
use crate::stats::{Model, Sprt};
use crate::store::Store;
use crate::task::{Adjudication, Board, DrawRule};

/// Which board.
#[derive(Args, Clone, Debug)]
pub struct BoardOptions {
    /// The game: havannah, hex or y.
    #[arg(long, default_value = "havannah")]
    pub game: String,
    /// The board's size, such as 8 or 4x4x5 (havannah), 11 or 11x9 (hex).
    #[arg(long, default_value = "5")]
    pub size: String,
}

impl BoardOptions {
    /// The board that the options name.
    pub fn board(&self) -> Result<Board> {
        Ok(Board(Size::parse(self.game()?, &self.size)?))
    }

    /// The game that the options name.
    pub fn game(&self) -> Result<Game> {
        Game::named(&self.game).with_context(|| format!("there is no game {:?}", self.game))
    }
}

/// How games are played.
#[derive(Args, Clone, Debug)]
pub struct MatchOptions {
    /// Simulations a move.
    #[arg(long, conflicts_with_all = ["time", "clock"], value_parser = clap::value_parser!(u64).range(1..))]
    pub visits: Option<u64>,
    /// Seconds a move.
    #[arg(long, conflicts_with = "clock")]
    pub time: Option<f64>,
    /// Seconds of processor time a move: the same thought on a busy machine.
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["visits", "time", "clock"])]
    pub cpu: Option<f64>,
    /// Seconds for the game and for each move, such as 60+0.5.
    #[arg(long)]
    pub clock: Option<String>,
    /// Openings: empty, singles, random:K, balanced:K or a file with one a line.
    #[arg(long, default_value = "random:2")]
    pub openings: Openings,
    /// All random numbers follow from it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds that a late answer is forgiven.
    #[arg(long, default_value_t = 0.5)]
    pub margin: f64,
    /// A player whose expected share of wins stays below this for three of its moves resigns.
    #[arg(long)]
    pub resign: Option<f32>,
    /// A game whose result a player has proved ends with that result.
    #[arg(long)]
    pub proved: bool,
    /// A game is drawn after so many moves on the board; with :BAND only when both players find it as even,
    /// such as 60:0.05.
    #[arg(long, value_name = "MOVES[:BAND]")]
    pub draw: Option<DrawRule>,
    /// So many games that end by faults end the match, and nothing is concluded from it; 0 lets it go on.
    #[arg(long, value_name = "N", default_value_t = MAX_FAULTS)]
    pub max_faults: u64,
    /// Games at once; as many as the cores allow if not given.
    #[arg(long)]
    pub concurrency: Option<usize>,
    /// Keep the visits of all moves, for training.
    #[arg(long)]
    pub keep_visits: bool,
    /// Tell every game as it ends: on standard error, or with --json as lines of their own.
    #[arg(long)]
    pub log: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub engines: EngineOptions,
}

/// Which programs `engine:NAME` means.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineOptions {
    /// The file that names this machine's engines; robusto/engines.toml in the user's configuration directory
    /// if not given.
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
}

impl EngineOptions {
    /// The engines of this machine.
    pub fn roster(&self) -> Result<Roster> {
        let engines = Engines::open(self.engines.as_deref()).map_err(|error| usage(error.into()))?;
        Ok(Roster { engines })
    }
}

impl MatchOptions {
    /// How long players may think: 1,000 simulations if nothing is said.
    pub fn pace(&self) -> Result<Pace> {
        for (seconds, pace) in [(self.time, Pace::Move as fn(f64) -> Pace), (self.cpu, Pace::Cpu)] {
            if let Some(seconds) = seconds {
                ensure!(seconds > 0.0 && seconds < 1e6, "{seconds} is no time for a move");
                return Ok(pace(seconds));
            }
        }
        match (self.visits, &self.clock) {
            (Some(visits), _) => Ok(Pace::Visits(visits)),
            (_, Some(text)) => {
                let pace = if text.contains('+') { text.parse() } else { format!("{text}+0").parse() };
                pace.context("the clock")
            }
            _ => Ok(Pace::Visits(1000)),
        }
    }

    /// A match of these players under these options.
    pub fn contest(&self, board: Board, players: [PlayerSpec; 2], games: u64) -> Result<Contest> {
        Ok(Contest {
            board,
            players,
            pace: self.pace()?,
            openings: self.openings.clone(),
            pairs: games.div_ceil(2),
            seed: self.seed,
            margin: self.margin,
            sprt: None,
            adjudication: self.adjudication()?,
            max_faults: self.max_faults,
            keep_visits: self.keep_visits,
        })
    }

    /// When a game may end early.
    fn adjudication(&self) -> Result<Adjudication> {
        let is_share = |share: f32| (0.0..=1.0).contains(&share);
        ensure!(self.resign.is_none_or(is_share), "--resign is a share of wins, from 0 to 1");
        ensure!((0.0..1e6).contains(&self.margin), "{} s is no time to forgive", self.margin);
        Ok(Adjudication { resign: self.resign, proved: self.proved, draw: self.draw })
    }
}

/// Where runs are kept.
#[derive(Args, Clone, Debug)]
pub struct StoreOptions {
    /// The lab's database: an SQLite file or postgres://user@host/name.
    #[arg(long, env = "ROBUSTO_LAB", default_value = "robusto-lab.sqlite", hide_env_values = true)]
    pub database: String,
}

impl StoreOptions {
    /// Opens it.
    pub fn open(&self) -> Result<Store> {
        Store::open(&self.database)
    }
}

/// How a run is ordered.
#[derive(Args, Clone, Debug)]
pub struct RunOptions {
    /// The run's name; a run of that name that exists already is continued, with more games if more are asked
    /// for.
    #[arg(long)]
    pub run: Option<String>,
    /// Workers play runs with greater numbers first.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub priority: i64,
    /// Only order the games; workers elsewhere play them.
    #[arg(long)]
    pub queue_only: bool,
    #[command(flatten)]
    pub store: StoreOptions,
}

/// A sequential test.
#[derive(Args, Clone, Debug)]
pub struct SprtOptions {
    /// The Elo difference that is not good enough.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// The Elo difference that is.
    #[arg(long, default_value_t = 20.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// The chance to accept a player that is only elo0 better.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// The chance to reject a player that is elo1 better.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// In which Elo the two are meant: logistic or normalised.
    #[arg(long, default_value = "normalised")]
    pub model: Model,
}

impl SprtOptions {
    /// The test.
    pub fn sprt(&self) -> Result<Sprt> {
        let share = |x: f64| x > 0.0 && x < 0.5;
        ensure!(self.elo0 < self.elo1, "elo0 must be below elo1");
        ensure!(share(self.alpha) && share(self.beta), "alpha and beta must lie between 0 and 0.5");
        Ok(Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta, model: self.model })
    }
}
