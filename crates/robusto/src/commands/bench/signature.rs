//! One number over all that thinks, at fixed seeds and numbers of nodes on one thread: it tells a move of code, which leaves it
//! alone, from a change of behaviour.
//!
//! Each part plays, searches or proves a few positions and folds into a number what it answers and how often it looked at what. The
//! numbers of this program stand in `crates/robusto/tests/signature.txt`, where a test compares them. They depend on the
//! last bit of floating-point sums: a processor without AVX2 and FMA, or another library of mathematics, may have others.

use std::fmt;
use std::sync::atomic::AtomicBool;

use ::solve::answer::{Budget, Limits as Bounds, Task};
use ::solve::method::{Method, prove};
use classic::presets::{Preset, Resources as Means};
use engine::{Limits, Player, Thought};
use game::Game;
use search::mcts::{Mcts, Resources};
use search::presets;
use serde::Serialize;

use crate::exit::{Failure, Outcome};

const MEMORY: usize = 1 << 24;
/// A game, a size and the moves that were played.
type Place = (Game, &'static str, &'static str);

/// A Monte-Carlo preset on a board, with its simulations.
const PLAYERS: [(&str, Place, u64); 8] = [
    ("strong", (Game::Havannah, "5", "e5 d4"), 600),
    ("strong", (Game::Havannah, "7", "g7"), 300),
    ("strong", (Game::Hex, "7", "d4 b5"), 600),
    ("castro", (Game::Havannah, "4x4x5", ""), 600),
    ("maastricht", (Game::Havannah, "4", "d4"), 1000),
    ("teytaud-30000", (Game::Hex, "5x6", ""), 1000),
    ("rave", (Game::Havannah, "8", ""), 2000),
    ("level-3", (Game::Havannah, "6", "f6 e5 g7"), 300),
];

/// A solver and a position, with the nodes that it may have: some are solved by them and some are not.
const SOLVERS: [(Method, Place, u64); 9] = [
    (Method::Dfpn, (Game::Havannah, "3", "a2"), 20_000),
    (Method::Dfpn, (Game::Havannah, "4", "b3 d4"), 20_000),
    (Method::Zones, (Game::Havannah, "4", "a1 d4"), 5_000),
    (Method::Policy, (Game::Havannah, "4", "d4 d3 e4"), 3_000),
    (Method::Pns, (Game::Havannah, "3", "c3 b2"), 3_000),
    (Method::PnsPotential, (Game::Hex, "4", "b2"), 3_000),
    (Method::AlphaBeta, (Game::Hex, "4", "b2 c3"), 5_000),
    (Method::Mcts, (Game::Hex, "4", "c2"), 2_000),
    (Method::Patterns, (Game::Hex, "5", "b3"), 2_000),
];

/// A classical preset on a board, with its nodes.
const CLASSICS: [(&str, Place, u64); 5] = [
    ("queenbee", (Game::Hex, "7", "c3"), 300),
    ("queenbee-full", (Game::Havannah, "5", "e5"), 150),
    ("queenbee-tapered", (Game::Hex, "5", ""), 300),
    ("hexy", (Game::Hex, "6", "b4 d3"), 100),
    ("potential", (Game::Havannah, "4", ""), 300),
];

/// What `bench signature` prints.
#[derive(Serialize)]
pub struct Signature {
    bench: &'static str,
    player: String,
    solver: String,
    alphabeta: String,
    signature: String,
}

/// Computes the signature of this program.
pub fn measure() -> Outcome<Signature> {
    let mut player = Sum::default();
    for (preset, place, visits) in PLAYERS {
        let task = task(place)?;
        let settings = presets::preset(preset, task.position.shape().size())
            .ok_or_else(|| Failure::failed(format!("there is no preset {preset:?}")))?;
        let mcts = Mcts::new(settings, Resources { memory: MEMORY, ..Resources::default() });
        player.thought(&think(Box::new(mcts), &task, visits));
    }
    let mut solver = Sum::default();
    for (method, place, nodes) in SOLVERS {
        let limits = Bounds { nodes: Some(nodes), time: None };
        let budget = Budget { limits, memory: MEMORY, ..Budget::default() };
        let answer = prove(&task(place)?, method, &budget, &AtomicBool::new(false), &mut |_| {})
            .map_err(|unfit| Failure::failed(unfit.to_string()))?;
        solver.add(answer.verdict as u64);
        solver.add(answer.nodes);
        answer.line.iter().for_each(|cell| solver.add(cell.index() as u64));
    }
    let mut alphabeta = Sum::default();
    for (preset, place, nodes) in CLASSICS {
        let preset =
            Preset::named(preset).ok_or_else(|| Failure::failed(format!("there is no preset {preset:?}")))?;
        let player = preset.player(Means { memory: MEMORY, seed: 1 });
        alphabeta.thought(&think(player, &task(place)?, nodes));
    }
    let mut all = Sum::default();
    [&player, &solver, &alphabeta].into_iter().for_each(|sum| all.add(sum.0));
    let [player, solver, alphabeta, signature] = [player, solver, alphabeta, all].map(|sum| sum.to_string());
    Ok(Signature { bench: "signature", player, solver, alphabeta, signature })
}

fn task((game, size, moves): Place) -> Outcome<Task> {
    Task::read(game, size, moves).map_err(Failure::failed)
}

fn think(mut player: Box<dyn Player>, task: &Task, visits: u64) -> Thought {
    let limits = Limits { whole: true, ..Limits::visits(visits) };
    player.think(&task.position, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// A number into which others are folded, in order.
#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(7) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn thought(&mut self, thought: &Thought) {
        self.add(thought.new_visits);
        self.add(thought.verdict as u64);
        for candidate in &thought.candidates {
            self.add(candidate.cell.index() as u64);
            self.add(candidate.visits);
            self.add(u64::from(candidate.win_rate.to_bits()));
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "player    {}", self.player)?;
        writeln!(f, "solver    {}", self.solver)?;
        writeln!(f, "alphabeta {}", self.alphabeta)?;
        write!(f, "signature {}", self.signature)
    }
}
