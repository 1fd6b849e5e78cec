//! Teaching the policy: the gradient of the cross entropy of its softmax, and Adam (Kingma and Ba, 2015).

use super::{Choice, Policy, Row, Sample, WIDTH, Weights, pattern};
use crate::shape::{Shape, bits};

/// Decay of the mean gradient and of its mean square, as in the paper.
const DECAY: [f32; 2] = [0.9, 0.999];

/// Keeps the step finite where the gradient vanishes.
const SMALL: f32 = 1e-8;

/// What a batch of samples came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Score {
    /// Samples.
    pub count: usize,
    /// Sum of the cross entropies.
    pub loss: f64,
    /// Samples whose best move had the largest logit.
    pub right: usize,
}

/// Gradients and their running means, by role.
pub(super) struct Adam {
    roles: [Means; 2],
}

struct Means {
    gradient: Weights,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
    samples: usize,
}

impl Adam {
    pub fn new(shape: &Shape) -> Adam {
        let means = || {
            let gradient = Weights::zero(shape.cells());
            let zero = vec![0.0; gradient.list.len()];
            Means { gradient, first: zero.clone(), second: zero, steps: 0, samples: 0 }
        };
        Adam { roles: [means(), means()] }
    }

    /// Adds the gradient of one sample.
    pub fn add(&mut self, policy: &Policy, shape: &Shape, sample: &Sample, score: &mut Score) {
        let choice = &sample.choice;
        let sums = policy.sums(choice);
        let hidden = sums.map(|sum| sum.max(0.0));
        let (chances, entropy) = softmax(&policy.logits_of(shape, choice, &hidden), sample);
        score.count += 1;
        score.loss += f64::from(entropy);
        let best = chances[sample.best as usize];
        score.right += usize::from(bits(choice.moves).all(|cell| chances[cell] <= best));
        self.roles[choice.role].add(&policy.roles[choice.role], shape, sample, &chances, &hidden);
    }

    /// One step against the gradients of the samples added since the last.
    pub fn step(&mut self, policy: &mut Policy, rate: f32) {
        for (means, weights) in self.roles.iter_mut().zip(&mut policy.roles) {
            if means.samples > 0 {
                means.step(weights, rate);
            }
        }
    }
}

impl Means {
    fn add(&mut self, weights: &Weights, shape: &Shape, sample: &Sample, chances: &[f32; 64], hidden: &Row) {
        let Choice { stones, moves, threats, .. } = sample.choice;
        self.samples += 1;
        let mut back = [0.0; WIDTH];
        for cell in bits(moves) {
            let pull = chances[cell] - f32::from(u8::from(cell == sample.best as usize));
            let gradient = &mut self.gradient;
            let (bias, around) = (gradient.bias(cell), gradient.pattern(pattern(shape, stones, cell)));
            gradient.list[bias] += pull;
            gradient.list[around] += pull;
            if threats >> cell & 1 == 1 {
                let threat = gradient.threat();
                gradient.list[threat] += pull;
            }
            let output = gradient.output(cell);
            add_scaled(&mut gradient.list[output * WIDTH..][..WIDTH], hidden, pull);
            add_scaled(&mut back, weights.row(output), pull);
        }
        back.iter_mut().zip(hidden).for_each(|(back, hidden)| *back *= f32::from(u8::from(*hidden > 0.0)));
        let start = self.gradient.start();
        add_scaled(&mut self.gradient.list[start * WIDTH..][..WIDTH], &back, 1.0);
        for (side, set) in stones.into_iter().enumerate() {
            for cell in bits(set) {
                let row = side * weights.cells + cell;
                add_scaled(&mut self.gradient.list[row * WIDTH..][..WIDTH], &back, 1.0);
            }
        }
    }

    fn step(&mut self, weights: &mut Weights, rate: f32) {
        self.steps += 1;
        let share = 1.0 / std::mem::take(&mut self.samples) as f32;
        let [grown_first, grown_second] = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let rate = rate * grown_second.sqrt() / grown_first;
        let means = self.first.iter_mut().zip(&mut self.second);
        for ((weight, gradient), (first, second)) in
            weights.list.iter_mut().zip(&mut self.gradient.list).zip(means)
        {
            let slope = *gradient * share;
            *gradient = 0.0;
            *first += (slope - *first) * (1.0 - DECAY[0]);
            *second += (slope * slope - *second) * (1.0 - DECAY[1]);
            *weight -= rate * *first / (second.sqrt() + SMALL);
        }
    }
}

fn add_scaled(sums: &mut [f32], row: &Row, factor: f32) {
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value * factor);
}

/// The chance of each move, and the cross entropy of the best.
pub(super) fn softmax(logits: &[f32; 64], sample: &Sample) -> ([f32; 64], f32) {
    let moves = sample.choice.moves;
    let most = bits(moves).fold(f32::NEG_INFINITY, |most, cell| most.max(logits[cell]));
    let mut chances = [0.0; 64];
    let mut total = 0.0;
    for cell in bits(moves) {
        chances[cell] = (logits[cell] - most).exp();
        total += chances[cell];
    }
    chances.iter_mut().for_each(|chance| *chance /= total);
    (chances, total.ln() + most - logits[sample.best as usize])
}
