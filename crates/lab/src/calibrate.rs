//! How fast this machine is, so that times mean the same everywhere: the thesis' machine did 500,000 simulations of plain UCT
//! on size 4 in 11 seconds.

use std::time::Instant;

use anyhow::Result;
use game::{Position, Shape, Size};
use search::player::Limits;

use crate::seat::{Factory, Place};
use crate::spec::PlayerSpec;
use crate::task::Board;

/// Simulations a second of the thesis' machine.
pub const THESIS_RATE: f64 = 500_000.0 / 11.0;

/// Simulations of a measurement.
const SAMPLE: u64 = 100_000;

/// Simulations a second of plain UCT on the empty board of size 4, one thread, here and now. The best of three.
pub fn uct_rate(factory: &Factory) -> Result<f64> {
    let board = Board(Size::havannah(4)?);
    let mut best: f64 = 0.0;
    for seed in 1..=3 {
        let mut player = factory(&PlayerSpec::preset("uct"), &Place { board, seed })?;
        let start = Instant::now();
        let position = Position::new(Shape::of(board.0));
        let thought = player.think(&position, &Limits::visits(SAMPLE), &false.into(), &mut |_| {});
        best = best.max(thought.new_visits as f64 / start.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// What a time of the thesis must be multiplied by on this machine for the same number of simulations.
pub fn thesis_factor(factory: &Factory) -> Result<f64> {
    Ok(THESIS_RATE / uct_rate(factory)?)
}
