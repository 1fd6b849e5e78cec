//! Teaching the network from solved positions: plain stochastic gradient descent on the
//! logistic loss, each sample turned at random by a symmetry of the board.

use crate::dfpn::Sample;
use crate::net::{Net, Sums, WIDTH};
use crate::shape::{Shape, bits};

/// A small fast random number generator (xorshift64*).
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    /// Seeded; equal seeds give equal rolls.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `sides`.
    #[inline]
    pub fn below(&mut self, sides: usize) -> usize {
        ((u128::from(self.word()) * sides as u128) >> 64) as usize
    }

    /// A number in 0..1.
    pub fn unit(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// What a pass over the samples came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lesson {
    /// Mean logistic loss.
    pub loss: f64,
    /// Share of samples guessed right.
    pub right: f64,
}

impl Net {
    /// Small random weights to start learning from.
    pub fn random(shape: &Shape, dice: &mut Dice) -> Net {
        let mut net = Net::blank(shape);
        let mut roll = |scale: f32| {
            let mut sums = Sums([0.0; WIDTH]);
            sums.0.iter_mut().for_each(|w| *w = (dice.unit() - 0.5) * scale);
            sums
        };
        net.stones.iter_mut().for_each(|stone| *stone = roll(0.6));
        net.start = roll(0.2);
        net.heads = [roll(0.3), roll(0.3)];
        net
    }

    /// One pass over the samples in random order with the given step size.
    pub fn learn(&mut self, shape: &Shape, samples: &[Sample], step: f32, dice: &mut Dice) -> Lesson {
        self.pass(shape, samples, step, dice)
    }

    /// How well the samples are guessed, without learning.
    pub fn examine(&self, shape: &Shape, samples: &[Sample]) -> Lesson {
        self.clone().pass(shape, samples, 0.0, &mut Dice::new(1))
    }

    fn pass(&mut self, shape: &Shape, samples: &[Sample], step: f32, dice: &mut Dice) -> Lesson {
        let mut lesson = Lesson::default();
        for _ in 0..samples.len() {
            let sample = &samples[dice.below(samples.len())];
            let (loss, right) = self.one(shape, sample, step, dice);
            lesson.loss += f64::from(loss);
            lesson.right += f64::from(u8::from(right));
        }
        lesson.loss /= samples.len() as f64;
        lesson.right /= samples.len() as f64;
        lesson
    }

    fn one(&mut self, shape: &Shape, sample: &Sample, step: f32, dice: &mut Dice) -> (f32, bool) {
        let cells = shape.cells();
        let turn = &shape.turns[dice.below(shape.turns.len())];
        let mut rows = [0usize; 64];
        let mut count = 0;
        for (role, set) in sample.stones.into_iter().enumerate() {
            for cell in bits(set) {
                rows[count] = role * cells + turn[cell] as usize;
                count += 1;
            }
        }
        let mut sums = self.start;
        for &row in &rows[..count] {
            sums = sums.plus(&self.stones[row]);
        }
        let mover = sample.mover as usize;
        let blocks = usize::from(sample.blocks);
        let zero = Sums([0.0; WIDTH]);
        let guess = self.guess(&sums, &zero, mover, sample.blocks);
        let target = sample.chance;
        let share = 1.0 / (1.0 + (-guess).exp());
        let loss = -(target * share.max(1e-6).ln() + (1.0 - target) * (1.0 - share).max(1e-6).ln());
        let pull = (target - share) * step;
        if pull != 0.0 {
            let mut change = [0.0f32; WIDTH];
            let head = &mut self.heads[mover].0;
            for i in 0..WIDTH {
                let hidden = sums.0[i].max(0.0);
                change[i] = if hidden > 0.0 { pull * head[i] } else { 0.0 };
                head[i] += pull * hidden;
            }
            self.bias[mover][blocks] += pull;
            for (weight, change) in self.start.0.iter_mut().zip(&change) {
                *weight += change;
            }
            for &row in &rows[..count] {
                for (weight, change) in self.stones[row].0.iter_mut().zip(&change) {
                    *weight += change;
                }
            }
        }
        (loss, (guess > 0.0) == (target > 0.5))
    }
}
