//! Finds positions for the suite: random ones, solved, as lines of `suite.txt`.
//! `cargo run --release -p solve --example cases -- SIZE STONES COUNT SEED [LEAST_NODES [draw]]`; with `draw` only drawn ones, which
//! hardly exist but before the end of games on small boards.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Cell, Colour, Coords, Game, Outcome, Shape, Size, cell_name};
use solve::answer::{Budget, Limits, Moment, Task, Verdict};
use solve::method::{Method, prove};
use solve::train::Dice;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| words.get(at).map_or(usual, |word| word.parse().expect("a number"));
    let shape = Shape::of(Size::parse(Game::Havannah, &words[0]).expect("a size"));
    let (stones, count, least) = (number(1, 20) as usize, number(2, 4), number(4, 100));
    let mut dice = Dice::new(number(3, 1));
    let mut found = 0;
    while found < count {
        let Some((position, moves)) = random(shape, stones, &mut dice) else { continue };
        let limits = Limits { time: Some(Duration::from_secs(10)), nodes: None };
        let budget = Budget { limits, ..Budget::default() };
        let task = Task::at(&position);
        let answer =
            prove(&task, Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).expect("it fits");
        let wanted = words.get(5).is_none() || answer.verdict == Verdict::Draw;
        if answer.verdict == Verdict::Unknown || answer.nodes < least || !wanted {
            continue;
        }
        found += 1;
        let result = match answer.verdict {
            Verdict::Win => Outcome::Win(position.turn()),
            Verdict::Loss => Outcome::Win(position.turn().other()),
            _ => Outcome::Draw,
        };
        let names: Vec<String> = moves.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
        println!(
            "random-{}-{stones}-{found}; havannah; {}; {}; {}",
            words[0],
            words[0],
            result.word(),
            names.join(" ")
        );
        eprintln!("{} nodes, {:.2} s", answer.nodes, answer.elapsed.as_secs_f64());
    }
}

/// A random game of so many moves in which nobody wins and threats are blocked.
fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<(Moment, Vec<Cell>)> {
    let mut position = Moment::new(shape);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let quiet = Colour::BOTH
            .iter()
            .fold(position.empty_cells(), |cells, &colour| cells - position.winning_cells(colour));
        let blocks =
            position.winning_cells(position.turn().other()) - position.winning_cells(position.turn());
        let cells: Vec<Cell> = if blocks.is_empty() { quiet } else { blocks }.iter().collect();
        if cells.is_empty() {
            return None;
        }
        let cell = cells[dice.below(cells.len())];
        position.play(cell);
        moves.push(cell);
    }
    (position.outcome().is_none() && position.winning_cells(position.turn()).is_empty())
        .then_some((position, moves))
}
