//! Makes the puzzles of the app (`crates/web/ui/public/puzzles.json`): positions of quick games in which a move or two win and every other
//! throws the win away, all of it proved by the solver.
//!
//! A puzzle is about the shape that wins at the end of the solver's line; it is a race when the other side would win if it were its
//! turn, and a defence when the winning cell is the one that the other side wants. Its level is the lowest that finds a winning move
//! in two of three tries.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use game::{Cell, Colour, Coords, Game, Record, Shape, Size, cell_name};
use search::levels::LEVELS;
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use serde_json::{Value, json};
use solve::answer::{self, Answer, Budget, Task, Verdict};
use solve::method::{Method, prove};

/// Time for one proof: a puzzle should be within reach of a person.
const TIME: Duration = Duration::from_millis(2500);
/// Lines shorter than this are no puzzle.
const SHORTEST: usize = 5;
/// Moves that may win.
const WINS: usize = 2;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// How many
    #[arg(default_value_t = 10)]
    count: usize,
    /// The board
    #[arg(default_value = "4")]
    size: String,
    /// The game
    #[arg(long, default_value = "havannah")]
    game: String,
    /// Prove and describe the puzzles of this file anew instead
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
}

/// `puzzles`: a list in JSON, the easiest to solve first.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut found: Vec<(u64, Value)> = match &args.again {
        Some(file) => {
            let list: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
            list.iter().filter_map(|value| puzzle(&position(value)?)).collect()
        }
        None => {
            let game = Game::named(&args.game).context("no such game")?;
            fresh(Shape::of(Size::parse(game, &args.size)?), args.count)
        }
    };
    found.sort_by_key(|puzzle| puzzle.0);
    let list: Vec<Value> = found.into_iter().map(|puzzle| puzzle.1).collect();
    println!("{}", serde_json::to_string(&list)?);
    Ok(())
}

/// The position of a puzzle.
fn position(value: &Value) -> Option<Record> {
    let game = Game::named(value["game"].as_str()?)?;
    let shape = Shape::of(Size::parse(game, value["size"].as_str()?).ok()?);
    let letters = value["stones"].as_str()?.chars();
    let stones = shape.cells().zip(letters).filter_map(|(cell, letter)| match letter {
        'w' => Some((cell, Colour::White)),
        'b' => Some((cell, Colour::Black)),
        _ => None,
    });
    let turn = if value["turn"] == "white" { Colour::White } else { Colour::Black };
    Record::set_up(shape, stones, turn).ok()
}

fn fresh(shape: &'static Shape, count: usize) -> Vec<(u64, Value)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for seed in 1.. {
        for record in game(shape, seed) {
            if seen.insert(record.position().canonical_key())
                && let Some(puzzle) = puzzle(&record)
            {
                eprintln!("{} after {seed} games: {}", found.len() + 1, puzzle.1);
                found.push(puzzle);
                if found.len() >= count {
                    return found;
                }
                break;
            }
        }
    }
    found
}

/// The positions of a quick game, from the end on: those are solved soonest.
fn game(shape: &'static Shape, seed: u64) -> Vec<Record> {
    let settings = search::presets::preset("level-3", shape.size()).expect("a level");
    let mut player = Mcts::new(settings, Resources { memory: 16 << 20, seed, ..Resources::default() });
    let mut position = Moment::new(shape);
    let mut stones: Vec<(Cell, Colour)> = Vec::new();
    let mut records = Vec::new();
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
        stones.push((cell, position.turn()));
        position.play(cell);
        if position.outcome().is_some() {
            break;
        }
        if ply as usize * 4 >= shape.len() {
            records.extend(Record::set_up(shape, stones.clone(), position.turn()));
        }
    }
    records.reverse();
    records
}

/// The position as a puzzle with the work that it takes, if few moves win and none at once.
fn puzzle(record: &Record) -> Option<(u64, Value)> {
    let position = record.position();
    let is_quiet = Colour::BOTH.iter().all(|&colour| position.winning_cells(colour).is_empty());
    let answer = is_quiet.then(|| solve(position)).flatten()?;
    if answer.verdict != Verdict::Win || answer.line.len() < SHORTEST {
        return None;
    }
    let wins = winning_moves(position)?;
    let shape = position.shape();
    let names: Vec<String> = wins.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
    let stones: String = shape.cells().map(|cell| letter(position.stone(cell))).collect();
    let value = json!({
        "game": shape.game().word(), "size": shape.size().to_string(), "stones": stones, "turn": position.turn().word(),
        "wins": names, "themes": themes(record, &answer, &wins), "level": level(position, &wins),
    });
    Some((answer.nodes, value))
}

fn letter(stone: Option<Colour>) -> char {
    match stone {
        None => '.',
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
    }
}

/// Every move that wins, when there are few and all others are proved not to.
fn winning_moves(position: &Moment) -> Option<Vec<Cell>> {
    let mut wins = Vec::new();
    for cell in position.empty_cells().iter() {
        let mut after = *position;
        after.play(cell);
        // A stone that the other side answers with a win at once is settled without a search.
        let verdict =
            if after.winning_cells(after.turn()).is_empty() { solve(&after)?.verdict } else { Verdict::Win };
        if verdict == Verdict::Loss {
            wins.push(cell);
        }
        if wins.len() > WINS {
            return None;
        }
    }
    (!wins.is_empty()).then_some(wins)
}

fn themes(record: &Record, answer: &Answer, wins: &[Cell]) -> Vec<&'static str> {
    let mut end = record.clone();
    for &cell in &answer.line {
        if end.play(cell).is_err() {
            break;
        }
    }
    let mut found: Vec<&str> = end.wins().iter().map(|win| win.kind.word()).collect();
    found.truncate(1);
    let position = record.position();
    let stones = position.shape().cells().filter_map(|cell| Some((cell, position.stone(cell)?)));
    let passed = Record::set_up(position.shape(), stones, position.turn().other());
    let theirs = passed.ok().and_then(|passed| solve(passed.position()));
    if let Some(theirs) = theirs.filter(|theirs| theirs.verdict == Verdict::Win) {
        found.push("race");
        if theirs.line.first().is_some_and(|cell| wins.contains(cell)) {
            found.push("defence");
        }
    }
    found
}

/// The lowest level that finds a winning move in two of three tries.
fn level(position: &Moment, wins: &[Cell]) -> Option<u32> {
    let finds = |number: u32, visits: u32, seed: u64| {
        let settings =
            search::presets::preset(&format!("level-{number}"), position.shape().size()).expect("a level");
        let mut player = Mcts::new(settings, Resources { memory: 64 << 20, seed, ..Resources::default() });
        let thought =
            player.think(position, &Limits::visits(visits.into()), &AtomicBool::new(false), &mut |_| {});
        thought.best().is_some_and(|cell| wins.contains(&cell))
    };
    let graded = LEVELS.iter().filter(|level| level.visits > 0);
    graded
        .into_iter()
        .find(|level| (1..=3).filter(|&seed| finds(level.number, level.visits, seed)).count() >= 2)
        .map(|level| level.number)
}

fn solve(moment: &Moment) -> Option<Answer> {
    let limits = answer::Limits { time: Some(TIME), nodes: None };
    let budget = Budget { limits, memory: 8 << 20, ..Budget::default() };
    let answer =
        prove(&Task::at(moment), Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).ok()?;
    (answer.verdict != Verdict::Unknown).then_some(answer)
}
