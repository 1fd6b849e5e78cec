//! Training: a tower learns to foresee what searches and games showed.
//!
//! [`lesson`] makes cases of played games, [`pass`] sends a case through the network and back, and here the weights
//! take their steps: Adam with decay, a rate that falls by a cosine, and a moving average of the weights, which is
//! what comes out.

mod auxiliary;
pub mod lesson;
pub mod pass;
mod state;

use std::collections::BTreeMap;

use search::networks::convolution::{CHANNELS, LAYER, TAPS};
use search::networks::tower::{Layout, POOL, POOLED, Weights};
use search::random::Random;

use lesson::{AllTaps, Lesson};
use pass::{Pass, Score, Turned};
pub use state::Trainer;

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Times that each lesson is seen.
    pub passes: f32,
    /// Lessons a step.
    pub batch: usize,
    /// The greatest rate.
    pub rate: f32,
    /// Threads that learn together.
    pub threads: usize,
    /// The seed of order and symmetries.
    pub seed: u64,
}

impl Default for Course {
    fn default() -> Course {
        Course { passes: 4.0, batch: 128, rate: 0.002, threads: 1, seed: 1 }
    }
}

impl Course {
    /// The steps of the course with so many lessons.
    pub fn steps(&self, lessons: usize) -> usize {
        (lessons as f32 * self.passes / self.batch as f32).ceil() as usize
    }
}

/// One game in so many is for testing.
const TEST: usize = 12;

/// Splits games into lessons to learn and lessons to test with, by whole games.
pub fn split(games: impl IntoIterator<Item = crate::played::Played>) -> (Vec<Lesson>, Vec<Lesson>) {
    let (mut learn, mut test) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        let lessons = lesson::lessons(game);
        if number % TEST == 0 { test.extend(lessons) } else { learn.extend(lessons) }
    }
    (learn, test)
}

/// Random weights to begin with: the pooled parts of the blocks count nothing yet.
pub fn random_weights(blocks: usize, random: &mut Random) -> Weights {
    let layout = Layout { blocks };
    let mut numbers = vec![0.0; layout.len()];
    let mut fill = |part: &mut [f32], scale: f32| {
        for weight in part {
            let sum: f32 = (0..12).map(|_| random.unit()).sum();
            *weight = (sum - 6.0) * scale;
        }
    };
    fill(&mut numbers[..Layout::BLOCKS], 0.1);
    for block in 0..blocks {
        for layer in 0..2 {
            let at = layout.block(block) + layer * LAYER;
            fill(&mut numbers[at..at + LAYER - CHANNELS], (1.0 / (TAPS * CHANNELS) as f32).sqrt());
        }
    }
    fill(&mut numbers[layout.policy()..layout.hidden()], 0.1);
    fill(&mut numbers[layout.hidden()..layout.hidden() + POOL], (2.0 / POOLED as f32).sqrt());
    fill(&mut numbers[layout.results()..layout.results() + 3 * CHANNELS], 0.1);
    fill(&mut numbers[layout.reply()..layout.kind(0)], 0.1);
    Weights { layout, numbers }
}

impl Trainer {
    /// Takes the next steps of a course, at most `most` of them; returns the score of what was seen. Which lessons a
    /// step sees depends on the course and the number of the step alone, so that a course which was interrupted goes
    /// on as if it had not been.
    pub fn learn(&mut self, course: &Course, lessons: &[Lesson], most: usize) -> Score {
        let taps = AllTaps::of(lessons);
        let steps = course.steps(lessons.len());
        let mut sum = Score::default();
        for _ in 0..most.min(steps.saturating_sub(self.steps)) {
            let mut random = Random::new(course.seed.wrapping_mul(1 << 32).wrapping_add(self.steps as u64));
            let batch: Vec<(&Lesson, usize)> = (0..course.batch)
                .map(|_| {
                    let lesson = &lessons[random.below(lessons.len())];
                    (lesson, random.below(lesson.shape().symmetries().len()))
                })
                .collect();
            let turned = Turned::new(&self.weights);
            let parts = parts(&batch, course.threads, |part| {
                let mut gradient = vec![0.0; self.weights.numbers.len()];
                let mut score = Score::default();
                for &(lesson, symmetry) in part {
                    let shape = lesson.shape();
                    let case = lesson.case(&shape.symmetries()[symmetry], &taps);
                    let pass = Pass::of(&self.weights, &case);
                    score.add(pass.score);
                    pass.back(&self.weights, &turned, &case, &mut gradient);
                }
                (gradient, score)
            });
            let mut parts = parts.into_iter();
            let (mut gradient, score) = parts.next().expect("a batch has a part");
            sum.add(score);
            for (more, score) in parts {
                gradient.iter_mut().zip(&more).for_each(|(a, b)| *a += b);
                sum.add(score);
            }
            let done = self.steps as f32 / steps as f32;
            let warm = ((self.steps + 1) as f32 / 50.0).min(1.0);
            // A cosine from the full rate to a fiftieth, after a short warm-up.
            let rate = course.rate * warm * (0.02 + 0.49 * (1.0 + (done * std::f32::consts::PI).cos()));
            self.step(&gradient, rate, batch.len() as f32);
        }
        sum
    }
}

/// How well weights foresee some lessons: together, and by board.
pub fn test(weights: &Weights, lessons: &[Lesson], threads: usize) -> (Score, BTreeMap<String, Score>) {
    let taps = AllTaps::of(lessons);
    let parts = parts(lessons, threads, |part| {
        let mut boards: BTreeMap<String, Score> = BTreeMap::new();
        for lesson in part {
            let shape = lesson.shape();
            let pass = Pass::of(weights, &lesson.case(&shape.symmetries()[0], &taps));
            boards.entry(format!("{:>2}", shape.size().to_string())).or_default().add(pass.score);
        }
        boards
    });
    let (mut all, mut boards) = (Score::default(), BTreeMap::<String, Score>::new());
    for (board, score) in parts.into_iter().flatten() {
        all.add(score);
        boards.entry(board).or_default().add(score);
    }
    (all, boards)
}

/// Does parts of the work on as many threads.
fn parts<T: Sync, R: Send>(all: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if threads <= 1 || all.is_empty() {
        return vec![work(all)];
    }
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> =
            all.chunks(all.len().div_ceil(threads)).map(|part| scope.spawn(move || work(part))).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}

#[cfg(test)]
mod tests;
