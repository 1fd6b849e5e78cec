//! A match of two classical players in one small program: for tables when the lab is more than is needed.
//!
//! `duel FIRST SECOND GAME SIZE GAMES OPENING VISITS`, players as in the lab (`queenbee-full,weights=extensions,visits=500`), the
//! opening `singles` (every single stone in turn) or a number of random stones. Every opening is played from both sides.

use std::sync::atomic::AtomicBool;

use classic::presets::{Preset, Resources};
use game::{Cell, Game, Outcome, Shape, Size};
use search::player::{Limits, Moment, Player};
use search::random::Random;

/// A player from its text, and its own number of visits if it has one.
fn player(text: &str, seed: u64) -> (Box<dyn Player>, Option<u64>) {
    let mut words = text.split(',');
    let mut preset = words.next().and_then(Preset::named).expect("a preset of this crate");
    let mut visits = None;
    for word in words {
        match word.split_once('=').expect("key=value") {
            ("visits", number) => visits = Some(number.parse().expect("a number of visits")),
            (name, value) => preset.set(name, value).expect("a setting of the preset"),
        }
    }
    (preset.player(Resources { memory: 1 << 24, seed }), visits)
}

fn opening(shape: &Shape, text: &str, number: u64) -> Vec<Cell> {
    if text == "singles" {
        return vec![Cell::new(number as usize % shape.len())];
    }
    let mut random = Random::new(1000 + number);
    let mut cells: Vec<Cell> = shape.cells().collect();
    let stones: usize = text.parse().expect("a number of stones");
    (0..stones).map(|_| cells.swap_remove(random.below(cells.len()))).collect()
}

/// Plays one game; returns who won, by place, and the moves that the players made.
fn play(
    mut game: Moment,
    players: &mut [(Box<dyn Player>, Option<u64>); 2],
    mut turn: usize,
    visits: u64,
) -> (Option<usize>, usize) {
    let mut moves = 0;
    while game.outcome().is_none() {
        let (player, own) = &mut players[turn];
        let limits = Limits::visits(own.unwrap_or(visits));
        let thought = player.think(&game, &limits, &AtomicBool::new(false), &mut |_| {});
        game.play(thought.best().expect("the game goes on"));
        turn = 1 - turn;
        moves += 1;
    }
    (matches!(game.outcome(), Some(Outcome::Win(_))).then_some(1 - turn), moves)
}

/// Wilson's interval at 95 %.
fn interval(share: f64, count: f64) -> (f64, f64) {
    let square = 1.96f64.powi(2) / count;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt() / (1.0 + square);
    (middle - half, middle + half)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, game, size, games, openings, visits] = &words[..] else {
        panic!("duel FIRST SECOND GAME SIZE GAMES OPENING VISITS")
    };
    let game_kind = Game::named(game).expect("havannah or hex");
    let shape = Shape::of(Size::parse(game_kind, size).expect("a size"));
    let pairs = games.parse::<u64>().expect("a number of games") / 2;
    let visits = visits.parse().expect("a number of visits");
    let (mut won, mut drawn, mut beginner, mut moves, mut by_opening) = (0.0, 0.0, 0.0, 0, [0; 3]);
    for pair in 0..pairs {
        let mut start = Moment::new(shape);
        opening(shape, openings, pair).into_iter().for_each(|cell| start.play(cell));
        let mut points = 0;
        for begins in 0..2 {
            let seed = 2 * pair + begins as u64;
            let mut players = [player(first, seed + 1), player(second, seed + 777)];
            let (winner, played) = play(start, &mut players, begins, visits);
            moves += played;
            won += f64::from(winner == Some(0));
            drawn += f64::from(winner.is_none());
            beginner += f64::from(winner == Some(begins));
            points += usize::from(winner == Some(0));
        }
        by_opening[points] += 1;
    }
    let count = 2.0 * pairs as f64;
    let share = (won + drawn / 2.0) / count;
    let (low, high) = interval(share, count);
    let [lost, split, taken] = by_opening;
    println!(
        "{first} against {second}, {game} {size}, opening {openings}: score {:.1} % [{:.1}, {:.1}] in {count} games: {won} won, \
         {drawn} drawn; first mover won {:.1} %; openings won/split/lost {taken}/{split}/{lost}; mean {:.1} moves",
        100.0 * share,
        100.0 * low,
        100.0 * high,
        100.0 * beginner / count,
        moves as f64 / count
    );
}
