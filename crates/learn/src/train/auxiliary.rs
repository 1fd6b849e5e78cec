//! Auxiliary heads: what is foreseen only so that the layers below learn more from every game.
//!
//! Reply: the opponent's move after the one that was played. Kind: by which shape the game was won. Length: which share
//! of the empty cells was filled at the end. None of them is asked for in play.

use search::networks::convolution::{CHANNELS, Channels};
use search::networks::tower::{KINDS, Weights};

use super::lesson::Case;
use super::pass::{Score, dot, log, softmax};

/// What the heads weigh in the loss.
const REPLY: f32 = 0.15;
const KIND: f32 = 0.1;
const LENGTH: f32 = 0.1;

/// What the heads say.
pub(super) struct Auxiliary {
    /// The probability of each move of the case to be the reply.
    replies: Vec<f32>,
    kinds: [f32; KINDS],
    length: f32,
}

impl Auxiliary {
    /// From the last block's cells and the hidden layer of the value.
    pub fn of(weights: &Weights, case: &Case, end: &[Channels], hidden: &Channels) -> Auxiliary {
        let Weights { layout, numbers } = weights;
        let head = |at: usize| dot(hidden, &numbers[at..at + CHANNELS]) + numbers[at + CHANNELS];
        let mut kinds = std::array::from_fn(|kind| head(layout.kind(kind)));
        softmax(&mut kinds);
        let length = 1.0 / (1.0 + (-head(layout.length())).exp());
        let mut replies = Vec::new();
        if case.reply.is_some() {
            let reply = &numbers[layout.reply()..][..CHANNELS];
            replies = case.moves.iter().map(|&(cell, _)| dot(&end[cell.index()], reply)).collect();
            softmax(&mut replies);
        }
        Auxiliary { replies, kinds, length }
    }

    /// Adds how well they foresaw.
    pub fn score(&self, case: &Case, score: &mut Score) {
        if let Some(reply) = case.reply {
            score.replies += 1.0;
            score.reply += log(self.replies[reply]);
        }
        if let Some(kind) = case.kind {
            score.kinds += 1.0;
            score.kind += log(self.kinds[kind]);
        }
        if let Some(length) = case.length {
            score.lengths += 1.0;
            let (filled, left) = (f64::from(length), f64::from(1.0 - length));
            score.length += filled * log(self.length) + left * log(1.0 - self.length);
        }
    }

    /// Their part of the loss.
    pub fn loss(score: &Score) -> f64 {
        f64::from(REPLY) * score.reply + f64::from(KIND) * score.kind + f64::from(LENGTH) * score.length
    }

    /// What goes back to each move's cell: the error of its reply.
    pub fn reply_errors(&self, case: &Case) -> Vec<f32> {
        let Some(reply) = case.reply else { return Vec::new() };
        let wanted = |at: usize| if at == reply { 1.0 } else { 0.0 };
        self.replies.iter().enumerate().map(|(at, chance)| REPLY * (chance - wanted(at))).collect()
    }

    /// What goes back to the hidden layer: the place of a head's weights, and its error.
    pub fn hidden_errors(&self, weights: &Weights, case: &Case) -> Vec<(usize, f32)> {
        let layout = weights.layout;
        let mut errors = Vec::new();
        if let Some(known) = case.kind {
            for (kind, chance) in self.kinds.iter().enumerate() {
                let wanted = if kind == known { 1.0 } else { 0.0 };
                errors.push((layout.kind(kind), KIND * (chance - wanted)));
            }
        }
        if let Some(length) = case.length {
            errors.push((layout.length(), LENGTH * (self.length - length)));
        }
        errors
    }
}
