//! Learns what moves of each category should cost (Queenbee 8.3), from test positions taken from drops in the evaluation.
//!
//! The player meets full width from random openings. Where its value at a move is much lower
//! than at the move before, the search before has missed something: that position becomes a test, with the value found later. The effort
//! for a test is the nodes until an iteration sees at least half of the drop, at most four times the visits of a game.
//! The table of costs is then changed row by row; a change is kept if it lowers the mean logarithm of the effort on half of the tests, and the other
//! half tells what the table is worth on positions that it was not made for.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use classic::alphabeta::pvs::{PROVED, Search};
use classic::alphabeta::table::Table;
use classic::alphabeta::weights::Costs;
use classic::queenbee::Queenbee;
use classic::settings::{Settings, Weights};
use game::{Cell, Position, Shape, Size};
use search::player::Limits;
use search::random::Random;

/// A drop of this many hundredths of a step of potential is one.
const DROP: i32 = 200;
/// The table from which the learning begins: between no reductions and those of table 7.3.
const START: [i32; 13] = [100, 100, 100, 100, 100, 150, 200, 250, 300, 350, 400, 450, 500];

/// A position in which something was missed.
struct Test {
    position: Position<1>,
    /// An iteration that values the position no higher than this has seen it.
    seen: i32,
}

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The board of Hex
    size: usize,
    /// Games from which tests are taken
    games: u64,
    /// Nodes a move
    visits: u64,
    /// How often the table is gone through
    rounds: u64,
}

/// `queenbee weights`.
pub fn run(args: &Args) -> Result<()> {
    let &Args { size, games, visits, rounds } = args;
    let shape = Shape::of(Size::hex(size)?);
    let mut tests = Vec::new();
    for game in 0..games {
        play(shape, game, visits, &mut tests);
    }
    let (learned_on, held_out): (Vec<_>, Vec<_>) = tests.iter().enumerate().partition(|(i, _)| i % 2 == 0);
    let [learned_on, held_out] =
        [learned_on, held_out].map(|part| part.into_iter().map(|(_, test)| test).collect::<Vec<_>>());
    println!(
        "{games} games, {visits} nodes a move: {} tests, {} to learn from",
        tests.len(),
        learned_on.len()
    );
    let effort = |costs: &[i32; 13], tests: &[&Test]| {
        let sum: f64 = tests.iter().map(|test| (nodes(shape, test, costs, 4 * visits) as f64).ln()).sum();
        (sum / tests.len() as f64).exp()
    };
    let tell = |name: &str, costs: &[i32; 13]| {
        let [own, other] = [&learned_on, &held_out].map(|tests| effort(costs, tests));
        println!("{name:<12} {costs:?}: mean effort {own:.0} nodes, on the other half {other:.0}");
    };
    tell("plain", &[100; 13]);
    tell("extensions", &[50, 50, 50, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100]);
    tell("reductions", &[100, 100, 100, 100, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    let mut costs = START;
    tell("start", &costs);
    let mut best = effort(&costs, &learned_on);
    for round in 0..rounds {
        for row in 0..costs.len() {
            for factor in [0.6, 1.6] {
                let mut changed = costs;
                changed[row] = ((f64::from(costs[row]) * factor / 10.0).round() as i32 * 10).clamp(10, 900);
                let found = effort(&changed, &learned_on);
                if found < best {
                    (best, costs) = (found, changed);
                }
            }
        }
        tell(&format!("round {}", round + 1), &costs);
    }
    Ok(())
}

/// Plays a game against full width and takes the tests from it.
fn play(shape: &'static Shape, game: u64, visits: u64, tests: &mut Vec<Test>) {
    let mut random = Random::new(7000 + game);
    let mut position = Position::<1>::new(shape);
    for _ in 0..2 {
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        position.play(empty[random.below(empty.len())]);
    }
    let [sexy, full] =
        [Weights::Reductions, Weights::Plain].map(|weights| Settings { weights, ..Settings::default() });
    let learner = game as usize % 2;
    let mut last: Option<(i32, Position<1>)> = None;
    while position.outcome().is_none() {
        let own = position.board().stone_count() % 2 == learner;
        let (value, cell) = think(shape, &position, if own { &sexy } else { &full }, visits);
        if own {
            if let Some((before, position)) = last
                && value <= before - DROP
                && before.abs() < PROVED
            {
                tests.push(Test { position, seen: before - (before - value.max(before - 20 * DROP)) / 2 });
            }
            last = Some((value, position));
        }
        position.play(cell);
    }
}

/// The value and the best move after so many nodes.
fn think(shape: &'static Shape, position: &Position<1>, settings: &Settings, visits: u64) -> (i32, Cell) {
    let mut evaluation = Queenbee::<1>::new(shape, settings);
    let mut table = Table::new(1 << 20);
    let (limits, stop) = (Limits::visits(visits), AtomicBool::new(false));
    let mut search = Search::new(&mut evaluation, &mut table, settings, *position, &limits, &stop);
    let value = search.deepen(|_, _, _| {});
    (value, search.roots[0].cell)
}

/// The nodes until an iteration sees what was missed, or the most that are allowed.
fn nodes(shape: &'static Shape, test: &Test, costs: &[i32; 13], most: u64) -> u64 {
    let settings = Settings { weights: Weights::Reductions, ..Settings::default() };
    let mut evaluation = Queenbee::<1>::new(shape, &settings);
    let mut table = Table::new(1 << 20);
    let (limits, stop) = (Limits::visits(most), AtomicBool::new(false));
    let mut search = Search::new(&mut evaluation, &mut table, &settings, test.position, &limits, &stop);
    search.set_costs(Costs::new(costs, -4));
    let mut seen = most;
    search.deepen(|search, _, value| {
        if value <= test.seen {
            seen = seen.min(search.nodes());
        }
    });
    seen
}
