//! Moves drawn by weight: each empty cell weighs by the pattern of its six neighbours, seen by the side to move.
//!
//! The weights come from a file (learned ones will) or are made by hand. The draw is a softmax with the sharpness as its inverse temperature.

use std::sync::Arc;

use game::{Board, CELL_LIMIT, Cell, Colour, Shape};

use super::Empties;
use crate::random::Random;

/// The logarithm of the weight of each pattern: six neighbours, each empty, own, enemy or off the board, in base four.
#[derive(Clone, Debug)]
pub struct Weights(Vec<f32>);

/// Patterns of six neighbours with four contents each.
const PATTERNS: usize = 1 << 12;

impl Weights {
    /// Weights by simple reasons: joining chains and cutting the enemy's are good, filling one's own corners is not.
    pub fn hand_made() -> Weights {
        Weights((0..PATTERNS).map(|pattern| hand_weight(&contents(pattern))).collect())
    }

    /// Reads 4096 numbers, one a line; the pattern's number is the line's.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let weights: Result<Vec<f32>, String> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                let weight = line.trim().parse::<f32>().ok().filter(|weight| weight.abs() < 50.0);
                weight.ok_or_else(|| format!("line {} is not a weight: {line:?}", number + 1))
            })
            .collect();
        let weights = weights?;
        if weights.len() != PATTERNS {
            return Err(format!("{} weights instead of {PATTERNS}", weights.len()));
        }
        Ok(Weights(weights))
    }
}

/// 0 empty, 1 own, 2 enemy, 3 off the board; clockwise.
fn contents(pattern: usize) -> [u8; 6] {
    std::array::from_fn(|i| (pattern >> (2 * i) & 3) as u8)
}

fn hand_weight(around: &[u8; 6]) -> f32 {
    let runs = |what: u8| (0..6).filter(|&i| around[i] == what && around[(i + 5) % 6] != what).count();
    let own = around.iter().filter(|&&content| content == 1).count();
    let enemy = around.iter().filter(|&&content| content == 2).count();
    let joins = runs(1) as f32 - 1.0;
    let cuts = runs(2) as f32 - 1.0;
    let mut weight = 0.0;
    weight += if own > 0 { 0.4 + joins.max(0.0) * 0.8 } else { 0.0 };
    weight += if enemy > 0 { 0.2 + cuts.max(0.0) * 0.6 } else { 0.0 };
    // Surrounded by one colour alone, a stone does little.
    if own + enemy >= 5 && (own == 0 || enemy == 0) {
        weight -= 2.0;
    }
    weight
}

/// Draws moves on one board.
pub(super) struct Draw {
    factors: Vec<f32>,
    weights: [[f32; CELL_LIMIT]; 2],
    sums: [f32; 2],
    off: Vec<[u8; 6]>,
    around: Vec<[Option<Cell>; 6]>,
}

impl Draw {
    pub fn new(weights: Arc<Weights>, sharpness: f32, shape: &Shape) -> Draw {
        Draw {
            factors: weights.0.iter().map(|weight| (weight * sharpness).exp()).collect(),
            weights: [[0.0; CELL_LIMIT]; 2],
            sums: [0.0; 2],
            off: shape
                .cells()
                .map(|cell| shape.around(cell).map(|next| if next.is_none() { 3 } else { 0 }))
                .collect(),
            around: shape.cells().map(|cell| shape.around(cell)).collect(),
        }
    }

    fn weigh<const W: usize>(&self, board: &Board<W>, cell: Cell, colour: Colour) -> f32 {
        let own = board.pattern(cell, colour);
        let enemy = board.pattern(cell, colour.other());
        let pattern = (0..6).fold(0, |pattern, i| {
            let content = self.off[cell.index()][i] | own >> i & 1 | (enemy >> i & 1) << 1;
            pattern | usize::from(content) << (2 * i)
        });
        self.factors[pattern]
    }

    pub fn start<const W: usize>(&mut self, board: &Board<W>, empties: &Empties) {
        self.sums = [0.0; 2];
        for &cell in empties.cells() {
            for colour in Colour::BOTH {
                let weight = self.weigh(board, cell, colour);
                self.weights[colour.index()][cell.index()] = weight;
                self.sums[colour.index()] += weight;
            }
        }
    }

    /// Keeps the weights right after a stone on `cell`.
    pub fn placed<const W: usize>(&mut self, board: &Board<W>, cell: Cell) {
        for side in 0..2 {
            self.sums[side] -= self.weights[side][cell.index()];
            self.weights[side][cell.index()] = 0.0;
        }
        for next in self.around[cell.index()].into_iter().flatten() {
            if board.stone(next).is_some() {
                continue;
            }
            for colour in Colour::BOTH {
                let weight = self.weigh(board, next, colour);
                let old = std::mem::replace(&mut self.weights[colour.index()][next.index()], weight);
                self.sums[colour.index()] += weight - old;
            }
        }
    }

    /// Draws an empty cell with a chance by its weight.
    pub fn pick(&self, empties: &Empties, colour: Colour, random: &mut Random) -> Cell {
        let weights = &self.weights[colour.index()];
        let mut rest = random.unit() * self.sums[colour.index()];
        for &cell in empties.cells() {
            rest -= weights[cell.index()];
            if rest <= 0.0 {
                return cell;
            }
        }
        empties.pick(random.bits() >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_from_text() {
        let text = "# weights\n".to_string() + &"0.5\n".repeat(PATTERNS);
        assert_eq!(Weights::parse(&text).unwrap().0[17], 0.5);
        assert!(Weights::parse("1\n2\n").is_err());
        assert!(Weights::parse(&"x\n".repeat(PATTERNS)).is_err());
        assert!(Weights::parse(&"inf\n".repeat(PATTERNS)).is_err());
    }
}
