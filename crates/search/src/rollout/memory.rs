//! What rollouts learn from each other: last good replies (Stankiewicz 3.2, Castro 4.9.3) and N-grams.

use game::{Cell, Colour, Shape};

use super::Empties;
use super::replies::{NOWHERE, Replies};
use crate::random::Random;
use crate::settings::{Grams, Settings};

const NONE: u16 = u16::MAX;

/// Tables of replies, one for each colour. `before` is the move before the last one.
pub struct Memory {
    cells: usize,
    depth: u32,
    forget: bool,
    replies: Replies,
    replies_to_two: [Vec<u16>; 2],
    grams: Grams,
    epsilon: f32,
    threshold: f32,
    /// Played and won, by last move and move.
    ones: [Vec<(f32, f32)>; 2],
    /// The same by a hash of the last two moves and the move.
    twos: [Vec<(f32, f32)>; 2],
}

/// Entries of the hashed table of two-move contexts.
const TWOS: usize = 1 << 18;

impl Memory {
    /// Empty tables for what the settings ask for.
    pub fn new(settings: &Settings, shape: &Shape) -> Memory {
        let cells = shape.len();
        let squares = |wanted: bool| if wanted { cells * cells } else { 0 };
        let grams = settings.grams;
        Memory {
            cells,
            depth: settings.reply,
            forget: settings.reply_forget,
            replies: Replies::new(),
            replies_to_two: std::array::from_fn(|_| vec![NONE; squares(settings.reply > 1)]),
            grams,
            epsilon: settings.gram_epsilon,
            threshold: settings.gram_threshold as f32,
            ones: std::array::from_fn(|_| vec![(0.0, 0.0); squares(grams != Grams::Off)]),
            twos: std::array::from_fn(|_| {
                vec![(0.0, 0.0); if matches!(grams, Grams::Two | Grams::Average) { TWOS } else { 0 }]
            }),
        }
    }

    fn two(&self, before: Cell, last: Cell) -> usize {
        before.index() * self.cells + last.index()
    }

    fn hashed(&self, before: Cell, last: Cell, cell: Cell) -> usize {
        let key = (self.two(before, last) * self.cells + cell.index()) as u64;
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 46) as usize % TWOS
    }

    /// Whether nothing but replies to the last move is learned.
    pub fn is_simple(&self) -> bool {
        self.depth < 2 && self.grams == Grams::Off
    }

    /// The replies to the last move.
    pub fn replies(&self) -> &Replies {
        &self.replies
    }

    /// The last good reply that can be played, to the last two moves if there is one, else to the last.
    pub fn reply(&self, colour: Colour, before: Option<Cell>, last: Cell, empties: &Empties) -> Option<Cell> {
        let to_two = || {
            let reply = self.replies_to_two[colour.index()][self.two(before?, last)];
            (reply != NONE).then(|| Cell::new(reply as usize)).filter(|&cell| empties.has(cell))
        };
        let to_one = || Some(self.replies.to(last, colour)).filter(|&cell| empties.has(cell));
        match self.depth {
            0 => None,
            1 => to_one(),
            _ => to_two().or_else(to_one),
        }
    }

    /// The empty cell with the best N-gram, with chance 1 - epsilon.
    #[inline(always)]
    pub fn gram(
        &self,
        colour: Colour,
        before: Option<Cell>,
        last: Cell,
        empties: &Empties,
        random: &mut Random,
    ) -> Option<Cell> {
        if self.grams == Grams::Off || random.unit() < self.epsilon {
            return None;
        }
        self.best_gram(colour, before, last, empties)
    }

    fn best_gram(&self, colour: Colour, before: Option<Cell>, last: Cell, empties: &Empties) -> Option<Cell> {
        let side = colour.index();
        let row = &self.ones[side][last.index() * self.cells..];
        let rate = |(played, won): (f32, f32)| (played > self.threshold).then(|| won / played);
        let mut best = None;
        let mut best_rate = 0.0;
        for &cell in empties.cells() {
            let one = rate(row[cell.index()]);
            let two = before
                .filter(|_| self.grams != Grams::One)
                .and_then(|before| rate(self.twos[side][self.hashed(before, last, cell)]));
            let value = match (self.grams, one, two) {
                (Grams::Average, Some(one), Some(two)) => (one + two) / 2.0,
                (_, Some(value), None) | (_, _, Some(value)) => value,
                _ => continue,
            };
            if value > best_rate {
                (best, best_rate) = (Some(cell), value);
            }
        }
        best
    }

    /// Learns from a finished rollout: `moves` with the last one first, the earliest by `first`; `before` are the two moves before it.
    pub fn learn(
        &mut self,
        first: Colour,
        before: [Option<Cell>; 2],
        moves: &[Cell],
        winner: Option<Colour>,
    ) {
        let [mut earlier, mut last] = before;
        if let Some(winner) = winner.filter(|_| self.depth > 0) {
            self.replies.learn(first, last.unwrap_or(NOWHERE), moves.iter().rev(), winner, self.forget);
        }
        if self.is_simple() {
            return;
        }
        let mut colour = first;
        for &cell in moves.iter().rev() {
            if let Some(last) = last {
                self.learn_move(colour, earlier, last, cell, winner);
            }
            (earlier, last) = (last, Some(cell));
            colour = colour.other();
        }
    }

    fn learn_move(
        &mut self,
        colour: Colour,
        before: Option<Cell>,
        last: Cell,
        cell: Cell,
        winner: Option<Colour>,
    ) {
        let side = colour.index();
        let won = winner == Some(colour);
        let lost = winner == Some(colour.other());
        let two = before.map(|before| self.two(before, last));
        if let Some(two) = two.filter(|_| self.depth > 1) {
            let reply = &mut self.replies_to_two[side][two];
            if won {
                *reply = cell.index() as u16;
            } else if lost && self.forget && *reply == cell.index() as u16 {
                *reply = NONE;
            }
        }
        if self.grams != Grams::Off {
            let points = if won {
                1.0
            } else if lost {
                0.0
            } else {
                0.5
            };
            let add = |entry: &mut (f32, f32)| *entry = (entry.0 + 1.0, entry.1 + points);
            add(&mut self.ones[side][last.index() * self.cells + cell.index()]);
            if let Some(before) = before.filter(|_| self.grams != Grams::One) {
                let at = self.hashed(before, last, cell);
                add(&mut self.twos[side][at]);
            }
        }
    }

    /// Ages the tables after a move of the game.
    pub fn age(&mut self, settings: &Settings) {
        if settings.reply_reset {
            self.replies = Replies::new();
            self.replies_to_two.iter_mut().for_each(|table| table.fill(NONE));
        }
        let decay = settings.gram_decay;
        for entry in self.ones.iter_mut().chain(&mut self.twos).flatten() {
            *entry = (entry.0 * decay, entry.1 * decay);
        }
    }
}
