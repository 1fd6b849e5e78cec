//! What the owner decides when the server starts, and the seams through which engines come in.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AllPlayers, PlayerFactory, Purpose, Seating};
use game::{Cell, Shape, Size};
use search::levels::LEVELS;
use search::player::{Limits, Player, Verdict};
use solve::answer::Task;

use crate::lab::Lab;
use crate::learning::Learning;

/// Which player to make.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The board that it is to play on.
    pub board: Size,
    /// A graded level, or full strength.
    pub level: Option<u8>,
    /// A named bundle of settings, if one was asked for.
    pub preset: Option<String>,
    /// Threads that it may use.
    pub threads: usize,
    /// Bytes that it may hold.
    pub memory: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// The seed of its random numbers.
    pub seed: u64,
}

/// Makes players.
pub type MakePlayer = Arc<dyn Fn(&PlayerSpec) -> Box<dyn Player> + Send + Sync>;

/// The state of a proof search.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// What is proved, for the side to move.
    pub verdict: Verdict,
    /// The best move and what follows, if known.
    pub line: Vec<Cell>,
    /// Nodes so far.
    pub nodes: u64,
    /// Proof number of the root: work left to prove a win.
    pub proof: u64,
    /// Disproof number of the root.
    pub disproof: u64,
    /// What is known of the moves from here, while the search goes on.
    pub replies: Vec<Reply>,
    /// The certificate, where the solver writes them.
    pub certificate: Option<Vec<u8>>,
}

/// What a proof search knows of one move of the root.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The move.
    pub cell: Cell,
    /// Work left to prove that it wins.
    pub proof: u64,
    /// Work left to prove that it does not.
    pub disproof: u64,
    /// Nodes spent on it.
    pub work: u64,
    /// What is proved of it: `wins`, `loses`, `fails` (does not win) or `holds` (does not lose).
    pub state: Option<&'static str>,
}

/// Finds out who wins: task, threads, memory in bytes, stop flag, watcher.
pub type Solve = Arc<dyn Fn(&Task, usize, u64, &AtomicBool, &mut dyn FnMut(&Proof)) -> Proof + Send + Sync>;

/// A graded opponent: how long it may think.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its number; `None` is full strength.
    pub number: Option<u8>,
    /// What people call it.
    pub name: String,
    /// How long it thinks about a move when no clock runs.
    pub limits: Limits,
}

/// The classical players to choose from, with the game that each is made for.
pub const CLASSIC: [(&str, &str); 11] = [
    ("rogers-tree", "havannah"),
    ("rogers-straight", "havannah"),
    ("rogers-defence", "havannah"),
    ("rogers-ring", "havannah"),
    ("rogers-repaired", "havannah"),
    ("potential", "havannah"),
    ("queenbee", "hex"),
    ("queenbee-full", "hex"),
    ("queenbee-beam5", "hex"),
    ("queenbee-tapered", "hex"),
    ("hexy", "hex"),
];

/// What the owner decides.
#[derive(Clone)]
pub struct Options {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Whether to leave the browser alone.
    pub no_browser: bool,
    /// Engine threads in all.
    pub threads: usize,
    /// Bytes for all engines together.
    pub memory: u64,
    /// Where games are kept; `None` keeps nothing.
    pub data: Option<PathBuf>,
    /// Further names that this machine is called by, for the check of `Host`.
    pub host_names: Vec<String>,
    /// The seed of all players' random numbers; `None` for another one each time.
    pub seed: Option<u64>,
    /// Makes players.
    pub make_player: MakePlayer,
    /// The engines of other people that may be started here.
    pub engines: Arc<gtp::Engines>,
    /// Finds out who wins, if there is a solver.
    pub solve: Option<Solve>,
    /// The lab whose runs can be looked at, if there is one.
    pub lab: Option<Arc<dyn Lab>>,
    /// How networks learn, if that can be looked at.
    pub learning: Option<Arc<dyn Learning>>,
    /// The opponents to choose from, weakest first.
    pub levels: Vec<Level>,
    /// Called with the port when the server listens.
    pub on_ready: Option<Arc<dyn Fn(u16) + Send + Sync>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: Ipv4Addr::LOCALHOST.into(),
            port: 7373,
            no_browser: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1 << 30,
            data: engine::folders::data(),
            host_names: Vec::new(),
            seed: None,
            make_player: Arc::new(make_player),
            engines: Arc::default(),
            solve: Some(Arc::new(crate::prove::prove)),
            lab: None,
            learning: None,
            levels: levels(),
            on_ready: None,
        }
    }
}

impl Options {
    /// A player of full strength, to be changed as it is needed. How much memory it gets is found out when it is made.
    pub fn player(&self, board: Size, threads: usize) -> PlayerSpec {
        let seed = self.seed.unwrap_or_else(|| getrandom::u64().unwrap_or(1));
        PlayerSpec { board, level: None, preset: None, threads, memory: 0, purpose: Purpose::Play, seed }
    }
}

/// The graded players of the search, and full strength.
fn levels() -> Vec<Level> {
    let time = |number| Duration::from_millis(if number <= 3 { 450 } else { 5000 });
    let graded = LEVELS.iter().filter(|level| level.visits > 0).map(|level| Level {
        number: u8::try_from(level.number).ok(),
        name: level.name.into(),
        limits: Limits {
            visits: Some(level.visits.into()),
            time: Some(time(level.number)),
            ..Limits::default()
        },
    });
    let full =
        Level { number: None, name: "full strength".into(), limits: Limits::time(Duration::from_secs(8)) };
    graded.chain([full]).collect()
}

/// The engine's player of that preset or level; of full strength when there is none, or no such.
fn make_player(spec: &PlayerSpec) -> Box<dyn Player> {
    let PlayerSpec { board, threads, memory, purpose, seed, .. } = *spec;
    let level = spec.level.map(|number| format!("level-{number}"));
    let mut players = AllPlayers::new();
    if let Some(name) = spec.preset.as_ref().or(level.as_ref()) {
        // A game that was kept may name a preset that is no more.
        players.choose_preset(name).unwrap_or_default();
    }
    players.make(&Seating { shape: Shape::of(board), threads, memory, seed, purpose })
}
