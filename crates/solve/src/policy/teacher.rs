//! Who teaches the network, when and by what: pools of samples out of the search's proofs, for policy and value, and lessons
//! at growing intervals.

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::gradient::{Adam, Score};
use super::{Choice, Policy, Sample, Settled};
use crate::checkpoint::number;
use crate::dice::Dice;
use crate::shape::Shape;

/// Samples that are kept of each kind; a new one takes the place of any other.
const POOL: usize = 400_000;
/// Fewer samples than this teach nothing.
const FEWEST: usize = 200;
/// Samples of each kind in one step.
const BATCH: usize = 64;
/// Samples of each kind in a lesson at most.
const LESSON: usize = 300_000;
/// Passes over pools that are small.
const PASSES: usize = 4;
/// Size of the steps at the beginning of a lesson; they shrink to a tenth.
const RATE: f32 = 2e-3;
/// Nodes between two lessons: a share of all so far, but at most so many.
const SHARE: f64 = 0.4;
const APART: u64 = 2_000_000;

/// The policy and its school.
pub struct Teacher {
    policy: Arc<Policy>,
    adam: Adam,
    pool: Vec<Sample>,
    settled: Vec<Settled>,
    dice: Dice,
    /// Nodes before the first lesson.
    first: u64,
    /// Nodes at which the next lesson is due.
    due: u64,
    /// Lessons given.
    pub lessons: u64,
    /// Mean cross entropy and share of right guesses in the last lesson, of moves.
    pub last: (f64, f64),
    /// The same of values.
    pub last_value: (f64, f64),
}

impl Teacher {
    /// A teacher with an untaught policy, whose first lesson comes after so many nodes.
    pub fn new(shape: &Shape, first: u64, seed: u64) -> Teacher {
        Teacher {
            policy: Arc::new(Policy::untaught(shape, seed)),
            adam: Adam::new(shape),
            pool: Vec::new(),
            settled: Vec::new(),
            dice: Dice::new(seed ^ 0x7ea0),
            first: first.max(1),
            due: first,
            lessons: 0,
            last: (0.0, 0.0),
            last_value: (0.0, 0.0),
        }
    }

    /// The policy as it is now.
    pub fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.policy)
    }

    /// Another policy in the place of this one.
    pub fn replace(&mut self, policy: Policy) {
        self.policy = Arc::new(policy);
    }

    /// Samples in the pools: moves and settled positions.
    pub fn samples(&self) -> [usize; 2] {
        [self.pool.len(), self.settled.len()]
    }

    /// Nodes at which the next lesson is due.
    pub fn due(&self) -> u64 {
        self.due
    }

    /// Keeps moves that settled a position.
    pub fn take_in(&mut self, samples: impl IntoIterator<Item = Sample>) {
        keep(&mut self.pool, samples, &mut self.dice);
    }

    /// Keeps settled positions.
    pub fn take_settled(&mut self, positions: impl IntoIterator<Item = Settled>) {
        keep(&mut self.settled, positions, &mut self.dice);
    }

    /// Gives a lesson if one is due after so many nodes.
    pub fn teach_when_due(&mut self, shape: &Shape, nodes: u64) {
        if nodes >= self.due {
            self.due = nodes + ((nodes as f64 * SHARE) as u64).clamp(self.first.min(APART), APART);
            self.teach(shape);
        }
    }

    /// Gives a lesson, if there are samples enough.
    pub fn teach(&mut self, shape: &Shape) {
        if self.pool.len() < FEWEST {
            return;
        }
        let mut policy = (*self.policy).clone();
        let (mut moves, mut values) = (Score::default(), Score::default());
        let samples = self.pool.len().max(self.settled.len());
        let steps = (samples * PASSES).min(LESSON).div_ceil(BATCH);
        for step in 0..steps {
            for _ in 0..BATCH {
                let sample = self.pool[self.dice.below(self.pool.len())];
                let sample = turned(shape, &sample, self.dice.below(shape.turns.len()));
                self.adam.add(&policy, shape, &sample, &mut moves);
            }
            for _ in 0..if self.settled.len() < FEWEST { 0 } else { BATCH } {
                let settled = self.settled[self.dice.below(self.settled.len())];
                let symmetry = self.dice.below(shape.turns.len());
                let stones = settled.stones.map(|set| shape.turn_set(set, symmetry));
                self.adam.add_settled(&policy, shape, &Settled { stones, ..settled }, &mut values);
            }
            let rate = RATE * (1.0 - 0.9 * step as f32 / steps as f32);
            self.adam.step(&mut policy, rate);
        }
        (self.last, self.last_value) = (moves.mean(), values.mean());
        self.lessons += 1;
        self.policy = Arc::new(policy);
    }

    /// Writes weights and samples; the running means of the steps are not kept.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.due.to_le_bytes())?;
        out.write_all(&self.lessons.to_le_bytes())?;
        let weights: Vec<f32> = self.policy.weights().collect();
        out.write_all(&(weights.len() as u64).to_le_bytes())?;
        weights.iter().try_for_each(|weight| out.write_all(&weight.to_le_bytes()))?;
        out.write_all(&(self.pool.len() as u64).to_le_bytes())?;
        self.pool.iter().try_for_each(|sample| write_sample(sample, out))?;
        out.write_all(&(self.settled.len() as u64).to_le_bytes())?;
        self.settled.iter().try_for_each(|settled| write_settled(settled, out))
    }

    /// Takes in what was saved for the same board.
    pub fn load(&mut self, shape: &Shape, source: &mut dyn Read) -> io::Result<()> {
        self.due = number(source)?;
        self.lessons = number(source)?;
        let expected = self.policy.weights().count();
        if number(source)? != expected as u64 {
            return Err(io::Error::other("the policy is of another board"));
        }
        let mut weights = vec![0.0; expected];
        for weight in &mut weights {
            let mut bytes = [0; 4];
            source.read_exact(&mut bytes)?;
            *weight = f32::from_le_bytes(bytes);
        }
        self.policy = Arc::new(Policy::from_weights(shape, &weights).expect("the length was compared"));
        let count = number(source)?;
        self.pool.clear();
        for _ in 0..count {
            let sample = read_sample(shape, source)?;
            self.take_in([sample]);
        }
        let count = number(source)?;
        self.settled.clear();
        for _ in 0..count {
            let settled = read_settled(shape, source)?;
            self.take_settled([settled]);
        }
        Ok(())
    }
}

/// Adds samples to a pool; when it is full, each takes the place of any other.
fn keep<T>(pool: &mut Vec<T>, samples: impl IntoIterator<Item = T>, dice: &mut Dice) {
    for sample in samples {
        if pool.len() < POOL {
            pool.push(sample);
        } else {
            pool[dice.below(POOL)] = sample;
        }
    }
}

fn write_settled(settled: &Settled, out: &mut dyn Write) -> io::Result<()> {
    let &Settled { role, stones: [own, other], blocks, holds } = settled;
    let last = (role as u64) << 2 | u64::from(blocks) << 1 | u64::from(holds);
    [own, other, last].iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

fn read_settled(shape: &Shape, source: &mut dyn Read) -> io::Result<Settled> {
    let mut words = [0; 3];
    for word in &mut words {
        *word = number(source)?;
    }
    let [own, other, last] = words;
    if (own | other) & !shape.all != 0 || last > 7 {
        return Err(io::Error::other("a settled position is of another board"));
    }
    let (role, blocks, holds) = ((last >> 2) as usize, last & 2 != 0, last & 1 != 0);
    Ok(Settled { role, stones: [own, other], blocks, holds })
}

fn write_sample(sample: &Sample, out: &mut dyn Write) -> io::Result<()> {
    let Choice { role, stones: [own, other], moves, threats } = sample.choice;
    let last = (role as u64) << 8 | u64::from(sample.best);
    [own, other, moves, threats, last].iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

fn read_sample(shape: &Shape, source: &mut dyn Read) -> io::Result<Sample> {
    let mut words = [0; 5];
    for word in &mut words {
        *word = number(source)?;
    }
    let [own, other, moves, threats, last] = words;
    let (role, best) = ((last >> 8) as usize, last as u8);
    let on_board = (own | other | moves | threats) & !shape.all == 0;
    if role > 1 || !on_board || moves.checked_shr(u32::from(best)).unwrap_or(0) & 1 == 0 {
        return Err(io::Error::other("a sample is of another board"));
    }
    Ok(Sample { choice: Choice { role, stones: [own, other], moves, threats }, best })
}

/// The image of a sample under a symmetry of the board.
fn turned(shape: &Shape, sample: &Sample, symmetry: usize) -> Sample {
    let image = |set| shape.turn_set(set, symmetry);
    let Choice { role, stones, moves, threats } = sample.choice;
    let choice = Choice { role, stones: stones.map(image), moves: image(moves), threats: image(threats) };
    Sample { choice, best: shape.turns[symmetry][sample.best as usize] }
}
