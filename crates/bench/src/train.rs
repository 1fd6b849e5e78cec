//! Samples that the trainer learns from a second: steps on positions of random games.
//!
//! Steps are taken again and again and the fastest one counts, which is closest to a quiet machine.

use std::fmt;
use std::time::{Duration, Instant};

use game::{Cell, Shape};
use learn::played::{Played, Searched, winner_of};
use learn::train::lesson::{Lesson, lessons};
use learn::train::{Course, Trainer, random_weights};
use search::player::{Moment, Verdict};
use search::random::Random;
use serde::Serialize;

/// Games that are learned from.
const GAMES: u64 = 16;
/// One position in so many is learned, as the loop does.
const ONE_IN: usize = 3;
/// Moves of a position that have visits.
const VISITED: usize = 8;
/// Residual blocks of the network, as a loop begins with them.
const BLOCKS: usize = 3;

/// A line of `bench train`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    threads: usize,
    positions: usize,
    steps: usize,
    samples_per_second: f64,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "train {} size {}, {} thread(s): {:.0} samples a second ({} steps on {} positions)",
            self.game, self.size, self.threads, self.samples_per_second, self.steps, self.positions
        )
    }
}

/// Measures for about so many seconds; none on boards on which nothing is learned.
pub fn measure(shape: &'static Shape, threads: usize, seconds: f64) -> Option<Line> {
    search::networks::features::of(shape)?;
    let lessons: Vec<Lesson> = (1..=GAMES).flat_map(|seed| lessons(random_game(shape, seed))).collect();
    // More steps than will ever be taken.
    let course = Course { passes: 1e6, threads, ..Course::default() };
    let mut trainer = Trainer::new(random_weights(BLOCKS, &mut Random::new(1)));
    let (begin, mut least) = (Instant::now(), f64::MAX);
    while trainer.steps < 2 || begin.elapsed() < Duration::from_secs_f64(seconds) {
        let start = Instant::now();
        trainer.learn(&course, &lessons, 1);
        least = least.min(start.elapsed().as_secs_f64());
    }
    Some(Line {
        bench: "train",
        game: shape.game().word(),
        size: shape.size().to_string(),
        threads,
        positions: lessons.len(),
        steps: trainer.steps,
        samples_per_second: (course.batch as f64 / least).round(),
    })
}

/// A random game to its end, with visits of chance.
fn random_game(shape: &'static Shape, seed: u64) -> Played {
    let mut random = Random::new(seed);
    let mut position = Moment::new(shape);
    let mut played = Played { size: shape.size(), winner: None, moves: Vec::new(), searched: Vec::new() };
    while position.outcome().is_none() {
        let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
        if played.moves.len().is_multiple_of(ONE_IN) {
            let visits =
                cells.iter().take(VISITED).map(|&cell| (cell, 1 + random.below(100) as u16)).collect();
            let ply = played.moves.len();
            played.searched.push(Searched { ply, verdict: Verdict::Unknown, value: random.unit(), visits });
        }
        let cell = cells.swap_remove(random.below(cells.len()));
        position.play(cell);
        played.moves.push(cell);
    }
    played.winner = winner_of(&position);
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;

    #[test]
    fn a_board_has_its_line_and_the_smallest_has_none() {
        let line = measure(Shape::of(Size::havannah(3).unwrap()), 1, 0.01).unwrap();
        assert!(line.samples_per_second > 0.0 && line.steps >= 2 && line.positions > 50);
        assert!(line.to_string().starts_with("train havannah size 3, 1 thread(s): "));
        assert!(measure(Shape::of(Size::hex(2).unwrap()), 1, 0.01).is_none());
    }
}
