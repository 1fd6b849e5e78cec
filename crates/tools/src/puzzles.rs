//! Makes the puzzles of the app (`crates/web/ui/public/puzzles.json`): positions of quick games in which a move or two win and every other
//! throws the win away, all of it proved by the solver.
//!
//! Few moves win where the other side would win, too, were it its turn. Such positions are seldom in games, so that some are made by
//! taking a stone of each side away.
//!
//! A puzzle is about the shape that wins when both sides follow the solver to the end; when the other side would win if it were its
//! turn, it is a defence if the winning cell is the one that the other side wants, and else a race. Its level is the lowest that finds a winning move
//! in two of three tries. In how many moves it wins is said only when that is proved to be the fewest.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use game::{Cell, Colour, Coords, Game, Record, Shape, Size, cell_name};
use search::levels::LEVELS;
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use serde_json::{Value, json};
use solve::answer::{self, Answer, Budget, Task, Verdict};
use solve::method::{Method, prove};

/// Nodes for one proof: a puzzle should be within reach of a person.
const NODES: u64 = 20_000;
/// Nodes to find out whether a position is worth it.
const QUICK: u64 = 1_000;
/// Quiet positions of a game, from its end on, that are looked at, and how many are made of each.
const QUIET: usize = 4;
const VARIANTS: usize = 24;
/// Nodes for all moves of a position.
const ALL_MOVES: u64 = 120_000;
/// Lines shorter than this are no puzzle.
const SHORTEST: usize = 5;
/// Moves that may win.
const WINS: usize = 2;
/// Wins that take more moves than this are not measured.
const LONGEST: usize = 6;
/// Stones that are tried at most to find the shortest win.
const STEPS: usize = 2_000_000;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Boards to make puzzles for: a size of Havannah, or a game and a size as in hex:7
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    /// How many for each board
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// Seconds for each board
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The level that plays the games: a better one makes tenser positions
    #[arg(long, default_value_t = 3)]
    level: u32,
    /// Puzzles to prove and describe anew, beside those that are made
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
}

/// `puzzles`: a list in JSON, the easiest to solve first.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut found: Vec<(u64, Value)> = Vec::new();
    if let Some(file) = &args.again {
        let list: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        found.extend(list.iter().filter_map(|value| puzzle(&position(value)?).ok().flatten()));
    }
    for board in &args.boards {
        let (game, size) = board.split_once(':').unwrap_or(("havannah", board));
        let game = Game::named(game).context("no such game")?;
        let until = Instant::now() + Duration::from_secs(args.seconds);
        found.extend(fresh(Shape::of(Size::parse(game, size)?), args, until));
    }
    found.sort_by_key(|(work, value)| (value["level"].as_u64().unwrap_or(u64::MAX), *work));
    found.dedup_by(|one, other| one.1 == other.1);
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

fn fresh(shape: &'static Shape, args: &Args, until: Instant) -> Vec<(u64, Value)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for seed in args.seed.. {
        let quiet = game(shape, args.level, seed).into_iter().filter(|record| is_quiet(record.position()));
        let variants = quiet.take(QUIET).flat_map(|record| variants(&record, seed));
        for record in variants {
            if Instant::now() >= until {
                return found;
            }
            if !seen.insert(record.position().canonical_key()) || !is_tense(record.position()) {
                continue;
            }
            if let Ok(Some(puzzle)) = puzzle(&record) {
                eprintln!("{} after {seed} games: {}", found.len() + 1, puzzle.1);
                found.push(puzzle);
                if found.len() >= args.count {
                    return found;
                }
                break;
            }
        }
    }
    found
}

/// Whether nobody can win at once.
fn is_quiet(position: &Moment) -> bool {
    Colour::BOTH.iter().all(|&colour| position.winning_cells(colour).is_empty())
}

/// Whether the side to move wins, and the other would were it its turn, as far as is soon found out.
fn is_tense(position: &Moment) -> bool {
    let wins =
        |position: &Moment| solve_in(position, QUICK).is_some_and(|answer| answer.verdict == Verdict::Win);
    let mut passed = *position;
    passed.pass();
    is_quiet(position) && wins(&passed) && wins(position)
}

/// A position, and some that lack a stone of each side.
fn variants(record: &Record, seed: u64) -> Vec<Record> {
    let position = record.position();
    let shape = position.shape();
    let stones: Vec<(Cell, Colour)> =
        shape.cells().filter_map(|cell| Some((cell, position.stone(cell)?))).collect();
    let of = |colour| stones.iter().copied().filter(move |stone| stone.1 == colour).collect::<Vec<_>>();
    let (white, black) = (of(Colour::White), of(Colour::Black));
    let mut chance = seed;
    let mut one = |list: &[(Cell, Colour)]| {
        chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        list[(chance >> 33) as usize % list.len()]
    };
    let mut found = vec![record.clone()];
    for _ in 0..VARIANTS {
        let gone = [one(&white), one(&black)];
        let rest = stones.iter().copied().filter(|stone| !gone.contains(stone));
        found.extend(Record::set_up(shape, rest, position.turn()));
    }
    found
}

/// The positions of a quick game, from the end on: those are solved soonest.
fn game(shape: &'static Shape, level: u32, seed: u64) -> Vec<Record> {
    let settings = search::presets::preset(&format!("level-{level}"), shape.size()).expect("a level");
    let visits = search::levels::Level::numbered(level).map_or(60, |known| known.visits);
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
            player
                .think(&position, &Limits::visits(visits.into()), &AtomicBool::new(false), &mut |_| {})
                .best()
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

/// The solver has not found out in its time.
struct TooHard;

/// The position as a puzzle with the work that it takes, if few moves win and none at once.
fn puzzle(record: &Record) -> Result<Option<(u64, Value)>, TooHard> {
    let position = record.position();
    if !is_quiet(position) {
        return Ok(None);
    }
    let answer = solve(position).ok_or(TooHard)?;
    if answer.verdict != Verdict::Win {
        return Ok(None);
    }
    let Some(wins) = winning_moves(position)? else { return Ok(None) };
    let end = played_out(record);
    if end.len() < SHORTEST {
        return Ok(None);
    }
    let shape = position.shape();
    let names: Vec<String> = wins.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
    let stones: String = shape.cells().map(|cell| letter(position.stone(cell))).collect();
    let mut value = json!({
        "game": shape.game().word(), "size": shape.size().to_string(), "stones": stones, "turn": position.turn().word(),
        "wins": names, "themes": themes(&end, position, &wins), "level": level(position, &wins),
    });
    if let Some(moves) = shortest(position) {
        value["shortest"] = moves.into();
    }
    Ok(Some((answer.nodes, value)))
}

/// In how many moves of its own the side to move can win at the soonest, if that is found out.
fn shortest(position: &Moment) -> Option<usize> {
    let mut steps = STEPS;
    for moves in 1..=LONGEST {
        if wins_within(position, moves, &mut steps)? {
            return Some(moves);
        }
    }
    None
}

/// Whether the side to move can force a win in so many moves of its own; `None` when that takes too many steps.
///
/// A stone more never harms its owner. So a move that threatens nothing at once is worth a look only if it would win in the moves
/// that are left were the other side to pass.
fn wins_within(position: &Moment, moves: usize, steps: &mut usize) -> Option<bool> {
    let own = position.turn();
    if !position.winning_cells(own).is_empty() {
        return Some(true);
    }
    let theirs = position.winning_cells(own.other());
    if moves == 1 || theirs.iter().count() > 1 {
        return Some(false);
    }
    let choices = if theirs.is_empty() { position.empty_cells() } else { theirs };
    for cell in choices.iter() {
        *steps = steps.checked_sub(1)?;
        let mut after = *position;
        after.play(cell);
        let threats: Vec<Cell> = after.winning_cells(own).iter().collect();
        let wins = match threats[..] {
            _ if !after.winning_cells(own.other()).is_empty() => false,
            [] if moves == 2 => false,
            [] => {
                let mut passed = after;
                passed.pass();
                wins_within(&passed, moves - 1, steps)? && holds_against_all(&after, moves - 1, steps)?
            }
            [reply] => {
                after.play(reply);
                after.outcome().is_none() && wins_within(&after, moves - 1, steps)?
            }
            _ => true,
        };
        if wins {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the side that has just moved wins in so many moves, whatever the reply.
fn holds_against_all(position: &Moment, moves: usize, steps: &mut usize) -> Option<bool> {
    for reply in position.empty_cells().iter() {
        *steps = steps.checked_sub(1)?;
        let mut after = *position;
        after.play(reply);
        if after.outcome().is_some() || !wins_within(&after, moves, steps)? {
            return Some(false);
        }
    }
    Some(true)
}

fn letter(stone: Option<Colour>) -> char {
    match stone {
        None => '.',
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
    }
}

/// Every move that wins, when there are few and all others are proved not to.
fn winning_moves(position: &Moment) -> Result<Option<Vec<Cell>>, TooHard> {
    let mut wins = Vec::new();
    let mut left = ALL_MOVES;
    for cell in position.empty_cells().iter() {
        let mut after = *position;
        after.play(cell);
        // A stone that the other side answers with a win at once is settled without a search.
        let verdict = if after.winning_cells(after.turn()).is_empty() {
            let answer = solve_in(&after, left.min(NODES)).ok_or(TooHard)?;
            left = left.saturating_sub(answer.nodes).max(1);
            answer.verdict
        } else {
            Verdict::Win
        };
        if verdict == Verdict::Loss {
            wins.push(cell);
        }
        if wins.len() > WINS {
            return Ok(None);
        }
    }
    Ok(Some(wins).filter(|wins| !wins.is_empty()))
}

/// The game as both sides go on after the solver, as far as it knows.
fn played_out(record: &Record) -> Record {
    let mut end = record.clone();
    while !end.is_over() {
        let position = *end.position();
        let wins = |colour| position.winning_cells(colour).first_cell();
        let forced = wins(position.turn()).or_else(|| wins(position.turn().other()));
        let next = forced.or_else(|| solve(&position)?.line.first().copied());
        let Some(cell) = next.or_else(|| position.empty_cells().first_cell()) else { break };
        if end.play(cell).is_err() {
            break;
        }
    }
    end
}

fn themes(end: &Record, position: &Moment, wins: &[Cell]) -> Vec<&'static str> {
    let mut found: Vec<&str> = end.wins().iter().map(|win| win.kind.word()).collect();
    found.truncate(1);
    let stones = position.shape().cells().filter_map(|cell| Some((cell, position.stone(cell)?)));
    let passed = Record::set_up(position.shape(), stones, position.turn().other());
    let theirs = passed.ok().and_then(|passed| solve(passed.position()));
    if let Some(theirs) = theirs.filter(|theirs| theirs.verdict == Verdict::Win) {
        let is_wanted = theirs.line.first().is_some_and(|cell| wins.contains(cell));
        found.push(if is_wanted { "defence" } else { "race" });
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
    solve_in(moment, NODES)
}

fn solve_in(moment: &Moment, nodes: u64) -> Option<Answer> {
    let limits = answer::Limits { time: None, nodes: Some(nodes) };
    let budget = Budget { limits, memory: 8 << 20, ..Budget::default() };
    let answer =
        prove(&Task::at(moment), Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).ok()?;
    (answer.verdict != Verdict::Unknown).then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by trying everything.
    fn plainly(position: &Moment, moves: usize) -> bool {
        let own = position.turn();
        position.empty_cells().iter().any(|cell| {
            let mut after = *position;
            after.play(cell);
            if after.outcome().is_some() {
                return after.outcome() == Some(game::Outcome::Win(own));
            }
            moves > 1
                && after.empty_cells().iter().all(|reply| {
                    let mut next = after;
                    next.play(reply);
                    next.outcome().is_none() && plainly(&next, moves - 1)
                })
        })
    }

    #[test]
    fn the_shortest_win_is_that_of_trying_everything() {
        let mut found = [0; 4];
        for (game, size) in [(Game::Havannah, "3"), (Game::Hex, "4"), (Game::Y, "5")] {
            let shape = Shape::of(Size::parse(game, size).unwrap());
            for seed in 0..40 {
                let mut position = Moment::new(shape);
                let mut chance: u64 = seed;
                while position.outcome().is_none() && position.empty_cells().iter().count() > 9 {
                    let empty: Vec<Cell> = position.empty_cells().iter().collect();
                    chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    position.play(empty[(chance >> 33) as usize % empty.len()]);
                }
                if position.outcome().is_some() {
                    continue;
                }
                for moves in 1..=3 {
                    let wins = wins_within(&position, moves, &mut usize::MAX.clone());
                    assert_eq!(wins, Some(plainly(&position, moves)), "{game:?} {seed} {moves}");
                    found[if wins == Some(true) { moves } else { 0 }] += 1;
                }
            }
        }
        assert!(found.iter().all(|&count| count > 0), "{found:?}");
    }
}
