//! Learns the weights of the policy network from samples of self-play.
//!
//! The loss is the cross entropy between the shares of visits and the policy's softmax; steps are Adam's, over batches of
//! positions under random symmetries. Every tenth game position is kept for the test that is printed after each epoch.

use anyhow::Result;
use game::Cell;
use search::networks::features::{self, ROWS, Row};
use search::networks::policy_net::{UNITS, Units, Weights, rows_of};
use search::random::Random;

use super::sample::Sample;

const BATCH: usize = 64;
const RATE: f32 = 2e-3;
/// Searches are short, so that their visits are spread more widely than the worth of the moves.
const SHARPNESS: f32 = 1.5;

/// `train policy`.
pub fn run(args: &super::Args) -> Result<()> {
    let epochs = args.epochs;
    let samples = super::samples(args)?;
    let (test, mut learn): (Vec<_>, Vec<_>) =
        samples.into_iter().enumerate().partition(|(number, _)| number / 8 % 10 == 0);
    println!("{} samples to learn from, {} to test", learn.len(), test.len());

    let mut random = Random::new(7);
    let mut net = Net::new(&mut random);
    let batches = learn.len().div_ceil(BATCH);
    for epoch in 0..epochs {
        for i in (1..learn.len()).rev() {
            learn.swap(i, random.below(i + 1));
        }
        let mut sum = Score::default();
        for (number, batch) in learn.chunks(BATCH).enumerate() {
            let done = (epoch * batches + number) as f32 / (epochs * batches) as f32;
            for (_, sample) in batch {
                let maps = sample.shape().symmetries();
                let turned = sample.turned(&maps[random.below(maps.len())]);
                sum.add(net.learn(&Case::of(&turned)));
            }
            // A cosine from the full rate to a fiftieth.
            let rate = RATE * (0.02 + 0.49 * (1.0 + (done * std::f32::consts::PI).cos()));
            net.step(rate, batch.len() as f32);
        }
        let mut tested = Score::default();
        test.iter().for_each(|(_, sample)| tested.add(net.score(&Case::of(sample)).0));
        println!("epoch {epoch}: learning {sum}, test {tested}");
    }
    std::fs::write(&args.out, net.weights.to_bytes())?;
    Ok(())
}

/// A sample as rows and shares.
struct Case {
    rows: Vec<Vec<Row>>,
    shares: Vec<f32>,
}

impl Case {
    fn of(sample: &Sample) -> Case {
        let position = sample.position();
        let features = features::of(sample.shape()).expect("large enough");
        let cells: Vec<Cell> = sample.visits.iter().map(|&(cell, _)| cell).collect();
        let rows = rows_of(features, position.board(), sample.last, &cells);
        Case { rows, shares: sample.shares(SHARPNESS) }
    }
}

/// How well the policy foresees.
#[derive(Default, Clone, Copy)]
struct Score {
    loss: f64,
    first: f64,
    five: f64,
    count: f64,
}

impl Score {
    fn add(&mut self, other: Score) {
        self.loss += other.loss;
        self.first += other.first;
        self.five += other.five;
        self.count += other.count;
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |sum: f64| 100.0 * sum / self.count;
        write!(
            f,
            "loss {:.4}, most visited foreseen {:.1} %, among five {:.1} %",
            self.loss / self.count,
            share(self.first),
            share(self.five)
        )
    }
}

/// The weights with what learning keeps beside them.
struct Net {
    weights: Weights,
    gradient: Vec<Units>,
    mean: Vec<Units>,
    square: Vec<Units>,
    steps: i32,
}

impl Net {
    fn new(random: &mut Random) -> Net {
        let mut normal = |scale: f32| {
            let sum: f32 = (0..12).map(|_| random.unit()).sum();
            (sum - 6.0) * scale
        };
        let rows = (0..ROWS).map(|_| std::array::from_fn(|_| normal(0.1))).collect();
        let out = std::array::from_fn(|_| normal(0.25));
        let zero = || vec![[0.0; UNITS]; ROWS + 1];
        Net { weights: Weights { rows, out }, gradient: zero(), mean: zero(), square: zero(), steps: 0 }
    }

    /// The score of a case, with hidden units and chances of its moves.
    fn score(&self, case: &Case) -> (Score, Vec<Units>, Vec<f32>) {
        let hidden: Vec<Units> = case
            .rows
            .iter()
            .map(|rows| {
                let mut units = [0.0; UNITS];
                for &row in rows {
                    for (unit, weight) in units.iter_mut().zip(&self.weights.rows[row as usize]) {
                        *unit += weight;
                    }
                }
                units.map(|unit| unit.max(0.0))
            })
            .collect();
        let weigh = |units: &Units| units.iter().zip(&self.weights.out).map(|(a, b)| a * b).sum::<f32>();
        let mut chances: Vec<f32> = hidden.iter().map(weigh).collect();
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        let loss: f32 =
            case.shares.iter().zip(&chances).map(|(share, chance)| -share * chance.max(1e-9).ln()).sum();
        let best = (0..chances.len()).max_by(|&a, &b| case.shares[a].total_cmp(&case.shares[b])).unwrap_or(0);
        let above = chances.iter().filter(|&&chance| chance > chances[best]).count();
        let score = Score {
            loss: loss.into(),
            first: f64::from(u8::from(above == 0)),
            five: f64::from(u8::from(above < 5)),
            count: 1.0,
        };
        (score, hidden, chances)
    }

    /// Adds the gradient of a case.
    fn learn(&mut self, case: &Case) -> Score {
        let (score, hidden, chances) = self.score(case);
        for (at, rows) in case.rows.iter().enumerate() {
            let error = chances[at] - case.shares[at];
            if error.abs() < 1e-5 {
                continue;
            }
            let mut back = [0.0; UNITS];
            for i in 0..UNITS {
                self.gradient[ROWS][i] += error * hidden[at][i];
                back[i] = if hidden[at][i] > 0.0 { error * self.weights.out[i] } else { 0.0 };
            }
            for &row in rows {
                for (gradient, back) in self.gradient[row as usize].iter_mut().zip(&back) {
                    *gradient += back;
                }
            }
        }
        score
    }

    /// A step of Adam with the mean gradient of the batch.
    fn step(&mut self, rate: f32, count: f32) {
        self.steps += 1;
        let (old, older) = (0.9f32, 0.999f32);
        let (fresh, fresher) = (1.0 - old.powi(self.steps), 1.0 - older.powi(self.steps));
        let weights = self.weights.rows.iter_mut().chain([&mut self.weights.out]);
        for (((weights, gradients), means), squares) in
            weights.zip(&mut self.gradient).zip(&mut self.mean).zip(&mut self.square)
        {
            for i in 0..UNITS {
                let gradient = gradients[i] / count + 1e-5 * weights[i];
                means[i] = old * means[i] + (1.0 - old) * gradient;
                squares[i] = older * squares[i] + (1.0 - older) * gradient * gradient;
                weights[i] -= rate * (means[i] / fresh) / ((squares[i] / fresher).sqrt() + 1e-8);
                gradients[i] = 0.0;
            }
        }
    }
}
