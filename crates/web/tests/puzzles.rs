//! The puzzles that come with the app say what is true: nobody can win at once, every move that is said to win is proved to, and on
//! the small boards every other move is proved not to. (`cargo tools puzzles --again FILE` proves all of it on every board.)

use std::sync::atomic::AtomicBool;

use game::{Cell, Colour, Coords, Game, Move, Record, Shape, Size};
use search::player::Moment;
use serde_json::Value;
use solve::answer::{Budget, Limits, Task, Verdict};
use solve::method::{Method, prove};

/// Boards of at most so many cells are small.
const SMALL: usize = 37;
/// What one proof may take.
const NODES: u64 = 200_000;

fn text<'a>(puzzle: &'a Value, name: &str) -> &'a str {
    puzzle[name].as_str().unwrap()
}

fn position(puzzle: &Value) -> Moment {
    let size = Size::parse(Game::named(text(puzzle, "game")).unwrap(), text(puzzle, "size")).unwrap();
    let shape = Shape::of(size);
    let letters = text(puzzle, "stones");
    assert_eq!(letters.len(), shape.len());
    let stones = shape.cells().zip(letters.chars()).filter_map(|(cell, letter)| match letter {
        'w' => Some((cell, Colour::White)),
        'b' => Some((cell, Colour::Black)),
        _ => None,
    });
    let turn = if text(puzzle, "turn") == "white" { Colour::White } else { Colour::Black };
    *Record::set_up(shape, stones, turn).unwrap().position()
}

/// What the side to move has after a move of the other.
fn verdict_after(position: &Moment, cell: Cell) -> Verdict {
    let mut after = *position;
    after.play(cell);
    if !after.winning_cells(after.turn()).is_empty() {
        return Verdict::Win;
    }
    let budget = Budget {
        limits: Limits { time: None, nodes: Some(NODES) },
        memory: 8 << 20,
        threads: 1,
        ..Budget::default()
    };
    let answer = prove(&Task::at(&after), Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {});
    answer.unwrap().verdict
}

fn check(puzzle: &Value) {
    let position = position(puzzle);
    let shape = position.shape();
    let wins: Vec<Cell> = puzzle["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| Move::parse(shape, name.as_str().unwrap(), Coords::Gui).unwrap().cell().unwrap())
        .collect();
    assert!(!wins.is_empty(), "{puzzle}");
    for colour in Colour::BOTH {
        assert!(position.winning_cells(colour).is_empty(), "{puzzle}");
    }
    for cell in position.empty_cells().iter().filter(|cell| shape.len() <= SMALL || wins.contains(cell)) {
        let verdict = verdict_after(&position, cell);
        assert_ne!(verdict, Verdict::Unknown, "{puzzle}");
        assert_eq!(verdict == Verdict::Loss, wins.contains(&cell), "{cell:?} {puzzle}");
    }
}

#[test]
fn every_puzzle_is_true() {
    let list: Vec<Value> = serde_json::from_str(include_str!("../ui/public/puzzles.json")).unwrap();
    assert!(list.len() > 150);
    list.iter().for_each(check);
    let sizes = |game: &str, size: &str| {
        list.iter().filter(|puzzle| text(puzzle, "game") == game && text(puzzle, "size") == size).count()
    };
    for (game, size) in [
        ("havannah", "4"),
        ("havannah", "5"),
        ("havannah", "6"),
        ("havannah", "7"),
        ("havannah", "8"),
        ("hex", "7"),
    ] {
        assert!(sizes(game, size) > 0, "{game} {size}");
    }
}
