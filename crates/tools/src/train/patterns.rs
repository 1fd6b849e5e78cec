//! Learns the weights by which rollout moves are drawn (`crates/search/src/rollout/patterns.txt`) from samples of self-play.
//!
//! A softmax over the moves of a position, each with a weight for the pattern of its six neighbours (turned and mirrored ones share it) and, so that
//! patterns need not explain it, one for its distance to the last stone, which is not written. The weights are moved so that the mean weight of a
//! move is a third of what is always taken.

use std::fmt::Write;

use anyhow::Result;
use game::Cell;
use search::random::Random;
use search::rollout::patterns::{PATTERNS, off_board, pattern_number};

use super::sample::Sample;

/// Weights for the distance to the last stone.
const STEPS: usize = 8;
const RATE: f32 = 0.05;
/// The mean weight of a move beside that of one that is always taken.
const MEAN: f32 = 1.0 / 3.0;

/// `train patterns`.
pub fn run(args: &super::Args) -> Result<()> {
    let epochs = args.epochs;
    let kinds: Vec<usize> = (0..PATTERNS).map(least_image).collect();
    let samples = super::samples(args)?;
    let mut cases: Vec<Case> = samples.iter().map(|sample| Case::of(sample, &kinds)).collect();
    let mut weights = vec![0.0f32; PATTERNS + STEPS];
    let mut squares = vec![1e-6f32; PATTERNS + STEPS];
    let mut random = Random::new(3);
    for epoch in 0..epochs {
        for i in (1..cases.len()).rev() {
            cases.swap(i, random.below(i + 1));
        }
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32);
        let loss: f32 = cases.iter().map(|case| learn(case, &mut weights, &mut squares, rate)).sum();
        println!("epoch {epoch}: loss {:.4}", loss / cases.len() as f32);
    }
    std::fs::write(&args.out, written(&weights, &kinds, &cases))?;
    Ok(())
}

/// The moves of a sample: pattern and step, and their shares of the visits.
struct Case {
    moves: Vec<[usize; 2]>,
    shares: Vec<f32>,
}

impl Case {
    fn of(sample: &Sample, kinds: &[usize]) -> Case {
        let shape = sample.shape();
        let position = sample.position();
        let board = position.board();
        let features = |cell: Cell| {
            let own = board.pattern(cell, sample.turn);
            let enemy = board.pattern(cell, sample.turn.other());
            let step = sample.last[1].map_or(0, |last| shape.distance(cell, last).min(STEPS as i32 - 1));
            [kinds[pattern_number(own, enemy, off_board(shape, cell))], PATTERNS + step as usize]
        };
        Case {
            moves: sample.visits.iter().map(|&(cell, _)| features(cell)).collect(),
            shares: sample.shares(1.0),
        }
    }
}

/// One step down the slope of the cross entropy (AdaGrad). Returns the loss before it.
fn learn(case: &Case, weights: &mut [f32], squares: &mut [f32], rate: f32) -> f32 {
    let value = |rows: &[usize; 2]| rows.iter().map(|&row| weights[row]).sum::<f32>();
    let mut chances: Vec<f32> = case.moves.iter().map(|rows| value(rows).exp()).collect();
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    let loss = case.shares.iter().zip(&chances).map(|(share, chance)| -share * chance.max(1e-9).ln()).sum();
    for (rows, (share, chance)) in case.moves.iter().zip(case.shares.iter().zip(&chances)) {
        for &row in rows {
            let slope = chance - share + 1e-6 * weights[row];
            squares[row] += slope * slope;
            weights[row] -= rate * slope / squares[row].sqrt();
        }
    }
    loss
}

/// The weights as text, moved so that the mean is as it should be.
fn written(weights: &[f32], kinds: &[usize], cases: &[Case]) -> String {
    let mut sum = 0.0;
    let mut count = 0.0;
    for rows in cases.iter().flat_map(|case| &case.moves) {
        sum += weights[rows[0]].exp();
        count += 1.0;
    }
    let shift = (MEAN * count / sum).ln();
    let mut text = String::from(
        "# Logarithms of weights by pattern; see rollout/patterns.rs and `cargo tools train patterns`.\n",
    );
    for line in kinds.chunks(16) {
        for &kind in line {
            write!(text, "{:.2} ", weights[kind] + shift).expect("a string takes all");
        }
        text = text.trim_end().to_string() + "\n";
    }
    text
}

/// The least number of a pattern that is turned or mirrored.
fn least_image(pattern: usize) -> usize {
    let contents: [usize; 6] = std::array::from_fn(|i| pattern >> (2 * i) & 3);
    let image = |turn: usize, mirror: bool| {
        (0..6).fold(0, |number, i| {
            let from = if mirror { (12 - i + turn) % 6 } else { (i + turn) % 6 };
            number | contents[from] << (2 * i)
        })
    };
    (0..6).flat_map(|turn| [image(turn, false), image(turn, true)]).min().expect("twelve images")
}
