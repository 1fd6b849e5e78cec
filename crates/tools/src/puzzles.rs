//! Makes the puzzles of the app (`crates/web/ui/public/puzzles.json`): positions of quick games in which one move wins and every other throws
//! the win away, all of it proved by the solver.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Cell, Colour, Coords, Shape, Size, cell_name};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use serde_json::{Value, json};
use solve::answer::{self, Answer, Budget, Task, Verdict};
use solve::method::{Method, prove};

/// Time for one proof: a puzzle should be within reach of a person.
const TIME: Duration = Duration::from_millis(1500);
/// Lines shorter than this are no puzzle.
const SHORTEST: usize = 5;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// How many
    #[arg(default_value_t = 10)]
    count: usize,
    /// The board of Havannah
    #[arg(default_value_t = 4)]
    size: usize,
}

/// `puzzles`: a list in JSON.

pub fn run(args: &Args) -> anyhow::Result<()> {
    let &Args { count, size } = args;
    let shape = Shape::of(Size::havannah(size)?);
    let mut seen = HashSet::new();
    let mut found: Vec<(u64, Value)> = Vec::new();
    for seed in 1.. {
        for position in game(shape, seed) {
            if seen.insert(position.canonical_key())
                && let Some(puzzle) = puzzle(&position)
            {
                eprintln!("{} after {seed} games: {} nodes", found.len() + 1, puzzle.0);
                found.push(puzzle);
            }
        }
        if found.len() >= count {
            break;
        }
    }
    found.sort_by_key(|puzzle| puzzle.0);
    let list: Vec<Value> = found.into_iter().take(count).map(|puzzle| puzzle.1).collect();
    println!("{}", serde_json::to_string(&list)?);
    Ok(())
}

/// The positions of a quick game, from the middle on.
fn game(shape: &'static Shape, seed: u64) -> Vec<Moment> {
    let settings = search::presets::preset("level-3", shape.size()).expect("a level");
    let mut player = Mcts::new(settings, Resources { memory: 16 << 20, seed, ..Resources::default() });
    let mut position = Moment::new(shape);
    let mut positions = Vec::new();
    // A few moves at random make the games differ.
    let mut chance = seed;
    for ply in 0.. {
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        let cell = if ply < 4 {
            chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            Some(empty[(chance >> 33) as usize % empty.len()])
        } else {
            player.think(&position, &Limits::visits(60), &AtomicBool::new(false), &mut |_| {}).best()
        };
        let Some(cell) = cell else { break };
        position.play(cell);
        if position.outcome().is_some() {
            break;
        }
        if ply as usize * 4 >= shape.len() {
            positions.push(position);
        }
    }
    positions
}

/// The position as a puzzle with its difficulty, if exactly one move wins and none at once.
fn puzzle(position: &Moment) -> Option<(u64, Value)> {
    let is_quiet = Colour::BOTH.iter().all(|&colour| position.winning_cells(colour).is_empty());
    if !is_quiet {
        return None;
    }
    let answer = solve(position)?;
    if answer.verdict != Verdict::Win || answer.line.len() < SHORTEST {
        return None;
    }
    let mut winning = Vec::new();
    for cell in position.empty_cells().iter() {
        let mut after = *position;
        after.play(cell);
        // A stone that the other side answers with a win at once is settled without a search.
        let verdict =
            if after.winning_cells(after.turn()).is_empty() { solve(&after)?.verdict } else { Verdict::Win };
        match verdict {
            Verdict::Loss => winning.push(cell),
            Verdict::Unknown => return None,
            Verdict::Win | Verdict::Draw => {}
        }
        if winning.len() > 1 {
            return None;
        }
    }
    let &[best] = winning.as_slice() else { return None };
    let shape = position.shape();
    let stones: String = shape
        .cells()
        .map(|cell| match position.stone(cell) {
            None => '.',
            Some(Colour::White) => 'w',
            Some(Colour::Black) => 'b',
        })
        .collect();
    let value = json!({
        "game": "havannah", "size": shape.size().to_string(), "stones": stones, "turn": position.turn().word(),
        "best": cell_name(shape, best, Coords::Gui), "moves": answer.line.len().div_ceil(2),
    });
    Some((answer.nodes, value))
}

fn solve(moment: &Moment) -> Option<Answer> {
    let limits = answer::Limits { time: Some(TIME), nodes: None };
    let budget = Budget { limits, memory: 8 << 20, ..Budget::default() };
    let answer =
        prove(&Task::at(moment), Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).ok()?;
    (answer.verdict != Verdict::Unknown).then_some(answer)
}
