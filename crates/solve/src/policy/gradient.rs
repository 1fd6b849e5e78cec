//! Teaching the network: the gradients of the cross entropy of the policy's softmax and of the value's logistic
//! function, and Adam (Kingma and Ba, 2015).

use super::{Choice, Policy, Row, Sample, Settled, WIDTH, Weights, pattern};
use crate::shape::{Shape, bits};

/// Decay of the mean gradient and of its mean square, as in the paper.
const DECAY: [f32; 2] = [0.9, 0.999];

/// Keeps the step finite where the gradient vanishes.
const SMALL: f32 = 1e-8;

/// What samples came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Score {
    /// Samples.
    pub count: usize,
    /// Sum of the cross entropies.
    pub loss: f64,
    /// Samples that were guessed right: the best move had the largest logit, or the value the right sign.
    pub right: usize,
}

impl Score {
    /// Mean cross entropy and share of right guesses.
    pub fn mean(&self) -> (f64, f64) {
        let count = self.count.max(1) as f64;
        (self.loss / count, self.right as f64 / count)
    }
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
        let hidden = policy.sums(choice.role, choice.stones).map(|sum| sum.max(0.0));
        let (chances, entropy) = softmax(&policy.logits_of(shape, choice, &hidden), sample);
        score.count += 1;
        score.loss += f64::from(entropy);
        let best = chances[sample.best as usize];
        score.right += usize::from(bits(choice.moves).all(|cell| chances[cell] <= best));
        self.roles[choice.role].add(&policy.roles[choice.role], shape, sample, &chances, &hidden);
    }

    /// Adds the gradient of one settled position.
    pub fn add_settled(&mut self, policy: &Policy, shape: &Shape, settled: &Settled, score: &mut Score) {
        let &Settled { role, stones, blocks, holds } = settled;
        let hidden = policy.sums(role, stones).map(|sum| sum.max(0.0));
        let local = policy.roles[role].local_value(shape, stones, shape.all);
        let chance = 1.0 / (1.0 + (-policy.value_of(role, &hidden, blocks) - local).exp());
        let right = if holds { chance } else { 1.0 - chance };
        score.count += 1;
        score.loss -= f64::from(right.max(f32::MIN_POSITIVE).ln());
        score.right += usize::from(right > 0.5);
        let pull = chance - f32::from(u8::from(holds));
        self.roles[role].add_settled(&policy.roles[role], shape, settled, pull, &hidden);
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
        self.send_back(weights, stones, back, hidden);
    }

    fn add_settled(&mut self, weights: &Weights, shape: &Shape, settled: &Settled, pull: f32, hidden: &Row) {
        self.samples += 1;
        let gradient = &mut self.gradient;
        let (value, bias) = (gradient.value(), gradient.value_bias(settled.blocks));
        gradient.list[bias] += pull;
        for cell in bits(shape.all) {
            let around = gradient.value_pattern(pattern(shape, settled.stones, cell));
            gradient.list[around] += pull;
        }
        add_scaled(&mut gradient.list[value * WIDTH..][..WIDTH], hidden, pull);
        self.send_back(weights, settled.stones, weights.row(value).map(|weight| weight * pull), hidden);
    }

    /// Hands what came back to the hidden layer on to the stones.
    fn send_back(&mut self, weights: &Weights, stones: [u64; 2], mut back: Row, hidden: &Row) {
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
