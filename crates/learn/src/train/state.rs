//! The weights with what learning keeps beside them, and how that is saved between steps.

use std::io;
use std::path::Path;

use search::networks::checksum::checksum;
use search::networks::tower::{Layout, Weights};

use crate::files::replace;

/// Weights decay by this share of the rate.
const DECAY: f32 = 0.01;
/// What is left of the moving average at a step, at the most.
const AVERAGE: f32 = 0.998;

/// A network that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    /// The weights as they are.
    pub weights: Weights,
    /// Their moving average: what comes out.
    pub average: Weights,
    /// Steps so far.
    pub steps: usize,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Trainer {
    /// Begins with these weights.
    pub fn new(weights: Weights) -> Trainer {
        let zeros = vec![0.0; weights.numbers.len()];
        Trainer { average: weights.clone(), weights, steps: 0, mean: zeros.clone(), square: zeros }
    }

    /// A step of Adam with the mean gradient of a batch.
    pub fn step(&mut self, gradients: &[f32], rate: f32, count: f32) {
        self.steps += 1;
        let steps = self.steps as i32;
        let (old, older) = (0.9f32, 0.999f32);
        let (fresh, fresher) = (1.0 - old.powi(steps), 1.0 - older.powi(steps));
        let keep = AVERAGE.min(self.steps as f32 / (self.steps as f32 + 10.0));
        for (i, gradient) in gradients.iter().enumerate() {
            let gradient = gradient / count;
            self.mean[i] = old * self.mean[i] + (1.0 - old) * gradient;
            self.square[i] = older * self.square[i] + (1.0 - older) * gradient * gradient;
            let step = (self.mean[i] / fresh) / ((self.square[i] / fresher).sqrt() + 1e-8);
            let weight = &mut self.weights.numbers[i];
            *weight -= rate * (step + DECAY * *weight);
            let average = &mut self.average.numbers[i];
            *average += (1.0 - keep) * (*weight - *average);
        }
    }

    /// Saves everything in one piece: whatever happens, the file is the old state or the new one.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut body = (self.steps as u64).to_le_bytes().to_vec();
        body.extend((self.weights.layout.blocks as u64).to_le_bytes());
        for numbers in [&self.weights.numbers, &self.average.numbers, &self.mean, &self.square] {
            body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let sum = checksum(&body);
        body.extend(sum.to_le_bytes());
        replace(path, &body)
    }

    /// What was saved, if it is whole.
    pub fn load(path: &Path) -> Option<Trainer> {
        let bytes = std::fs::read(path).ok()?;
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        if checksum(body).to_le_bytes() != sum {
            return None;
        }
        let number = |at: usize| Some(u64::from_le_bytes(body.get(at..at + 8)?.try_into().ok()?) as usize);
        let (steps, layout) = (number(0)?, Layout { blocks: number(8)? });
        let numbers: Vec<f32> =
            body[16..].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if numbers.len() != 4 * layout.len() {
            return None;
        }
        let mut parts = numbers.chunks_exact(layout.len()).map(<[f32]>::to_vec);
        let mut weights = || Some(Weights { layout, numbers: parts.next()? });
        let (weights, average) = (weights()?, weights()?);
        Some(Trainer { weights, average, steps, mean: parts.next()?, square: parts.next()? })
    }
}
