//! Are two threads as strong as one, at equal visits?
//!
//! ```text
//! cargo run --release -p search --example equal -- [PRESET] [SIZE] [VISITS] [PAIRS]
//! ```
//!
//! Pairs of games from random openings of two stones, each side once. Prints the score of two threads with its 95 % interval.

use std::sync::atomic::AtomicBool;

use game::{Cell, Colour, Outcome, Shape, Size};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use search::presets;
use search::random::Random;

fn main() {
    let mut words = std::env::args().skip(1);
    let preset = words.next().unwrap_or_else(|| "rave".to_string());
    let mut number = |otherwise: usize| words.next().and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let (size, visits, pairs) = (number(5), number(5000), number(50));
    let shape = Shape::of(Size::havannah(size).expect("a legal size"));
    let mut random = Random::new(7);
    let mut points = 0.0;
    for pair in 0..pairs {
        let mut opening = Moment::new(shape);
        for _ in 0..2 {
            let cells: Vec<Cell> = opening.empty_cells().iter().collect();
            opening.play(cells[random.below(cells.len())]);
        }
        for two in Colour::BOTH {
            let winner = play(&preset, opening, two, visits as u64, pair as u64);
            points += match winner {
                Outcome::Draw => 0.5,
                Outcome::Win(colour) => f64::from(u8::from(colour == two)),
            };
        }
    }
    let games = 2.0 * pairs as f64;
    let share = points / games;
    let spread = 1.96 * (share * (1.0 - share) / games).sqrt();
    println!(
        "{preset}, size {size}, {visits} visits a move: two threads score {:.1} % ± {:.1} of {games} games against one",
        100.0 * share,
        100.0 * spread
    );
}

fn play(preset: &str, opening: Moment, two: Colour, visits: u64, seed: u64) -> Outcome {
    let player = |threads: usize| {
        let settings = presets::preset(preset, opening.shape().size()).expect("a known preset");
        let seed = 2 * seed + threads as u64;
        Mcts::new(settings, Resources { threads, memory: 1 << 27, seed, ..Resources::default() })
    };
    let mut players = Colour::BOTH.map(|colour| player(if colour == two { 2 } else { 1 }));
    let mut game = opening;
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let player = &mut players[game.turn().index()];
        let thought = player.think(&game, &Limits::visits(visits), &AtomicBool::new(false), &mut |_| {});
        game.play(thought.best().expect("a game that goes on has a move"));
    }
}
