//! Evaluations of the networks a second, along a random game.
//!
//! Every position is evaluated many times and the fastest time counts, which is closest to a quiet machine.

use std::fmt;
use std::time::{Duration, Instant};

use game::{Cell, Position, Shape};
use search::networks::choice::{NetworkName, Scratch};
use serde::Serialize;

use crate::random_game;

/// Positions that are evaluated.
const POSITIONS: usize = 40;

/// A line of `bench network`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    network: String,
    game: &'static str,
    size: String,
    evaluations_per_second: f64,
    microseconds: f64,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "network {}, {} size {}: {:.0} evaluations a second ({:.1} us)",
            self.network, self.game, self.size, self.evaluations_per_second, self.microseconds
        )
    }
}

/// Measures the network of November 2026 and the learned one, where they know the game, for about so many seconds.
pub fn measure(shape: &'static Shape, seconds: f64) -> Vec<Line> {
    let networks = [NetworkName::FIRST, NetworkName::LEARNED];
    networks.into_iter().filter_map(|network| line(network, shape, seconds / 2.0)).collect()
}

fn line(network: NetworkName, shape: &'static Shape, seconds: f64) -> Option<Line> {
    let evaluator = network.on(shape)?;
    let positions = positions(shape);
    let mut scratch = Scratch::default();
    let mut sum = 0.0;
    let each = Duration::from_secs_f64(seconds / positions.len() as f64);
    for position in &positions {
        let mut moves: Vec<(Cell, f32)> = position.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
        let (begin, mut least) = (Instant::now(), f64::MAX);
        while least == f64::MAX || begin.elapsed() < each {
            let start = Instant::now();
            std::hint::black_box(evaluator.evaluate(
                position.board(),
                position.last_moves(),
                &mut moves,
                &mut scratch,
            ));
            least = least.min(start.elapsed().as_secs_f64());
        }
        sum += least;
    }
    let mean = sum / positions.len() as f64;
    Some(Line {
        bench: "network",
        network: network.to_string(),
        game: shape.game().word(),
        size: shape.size().to_string(),
        evaluations_per_second: (1.0 / mean).round(),
        microseconds: mean * 1e6,
    })
}

/// The first positions of a random game.
fn positions(shape: &'static Shape) -> Vec<Position<10>> {
    let mut position = Position::<10>::new(shape);
    let mut positions = vec![position];
    for cell in random_game::<10>(shape, 1).into_iter().take(POSITIONS - 1) {
        position.play(cell);
        positions.push(position);
    }
    positions
}
