//! Moves drawn by weight: each empty cell weighs by the pattern of its six neighbours, seen by the side to move.
//!
//! The weights are learned from self-play (`cargo tools train patterns`) or come from a file. A cell is picked blindly and taken with a chance by
//! its weight, again and again: that needs no sums to be kept, and a table tells the chance from the neighbours at once.

use std::sync::{Arc, OnceLock};

use game::{Board, Cell, Colour, Shape};

use super::Empties;
use crate::random::Random;

/// The logarithm of the weight of each pattern: six neighbours, each empty, own, enemy or off the board, in base four.
/// A cell with weight 0 or more is always taken.
#[derive(Clone, Debug)]
pub struct Weights(Vec<f32>);

/// Patterns of six neighbours with four contents each.
pub const PATTERNS: usize = 1 << 12;
/// After so many cells that were not taken, the next one is.
const TRIES: usize = 12;

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> Arc<Weights> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let read =
            || Weights::parse(include_str!("patterns.txt")).expect("the file in the repository is whole");
        WEIGHTS.get_or_init(|| Arc::new(read())).clone()
    }

    /// Reads 4096 numbers, any number of them a line; lines that begin with # are not read.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let numbers = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#'))
            .flat_map(|(number, line)| line.split_whitespace().map(move |word| (number, word)));
        let weights: Result<Vec<f32>, String> = numbers
            .map(|(number, word)| {
                let weight = word.parse::<f32>().ok().filter(|weight| weight.abs() < 50.0);
                weight.ok_or_else(|| format!("line {} has no weight: {word:?}", number + 1))
            })
            .collect();
        let weights = weights?;
        if weights.len() != PATTERNS {
            return Err(format!("{} weights instead of {PATTERNS}", weights.len()));
        }
        Ok(Weights(weights))
    }
}

/// The number of a pattern from the directions with own and enemy stones and those off the board, a bit each.
pub fn pattern_number(own: u8, enemy: u8, off: u8) -> usize {
    (0..6).fold(0, |pattern, i| {
        let content = if off >> i & 1 != 0 { 3 } else { own >> i & 1 | (enemy >> i & 1) << 1 };
        pattern | usize::from(content) << (2 * i)
    })
}

/// The directions in which the board ends, a bit each.
pub fn off_board(shape: &Shape, cell: Cell) -> u8 {
    shape.around(cell).iter().enumerate().fold(0, |off, (i, next)| off | u8::from(next.is_none()) << i)
}

/// Draws moves on one board.
pub(super) struct Draw {
    /// Chances out of 256 that a cell is taken, by own and enemy neighbours, for each way in which the board may end around a cell.
    chances: Vec<[u8; PATTERNS]>,
    /// Which of them holds for a cell.
    kinds: Vec<u8>,
}

impl Draw {
    pub fn new(weights: &Weights, sharpness: f32, shape: &Shape) -> Draw {
        let offs: Vec<u8> = shape.cells().map(|cell| off_board(shape, cell)).collect();
        let mut known = offs.clone();
        known.sort_unstable();
        known.dedup();
        let chance = |off: u8, number: usize| {
            let weight = weights.0[pattern_number((number & 63) as u8, (number >> 6) as u8, off)];
            ((weight * sharpness).exp() * 255.0).clamp(1.0, 255.0) as u8
        };
        Draw {
            chances: known.iter().map(|&off| std::array::from_fn(|number| chance(off, number))).collect(),
            kinds: offs.iter().map(|off| known.partition_point(|known| known < off) as u8).collect(),
        }
    }

    /// Draws an empty cell with a chance by its weight.
    #[inline]
    pub fn pick<const W: usize>(
        &self,
        board: &Board<W>,
        empties: &Empties,
        colour: Colour,
        random: &mut Random,
    ) -> Cell {
        for _ in 0..TRIES {
            let bits = random.bits();
            let cell = empties.pick(bits >> 32);
            let own = usize::from(board.pattern(cell, colour) & 63);
            let enemy = usize::from(board.pattern(cell, colour.other()) & 63);
            let chances = &self.chances[usize::from(self.kinds[cell.index()])];
            if (bits & 255) as u8 <= chances[own | enemy << 6] {
                return cell;
            }
        }
        empties.pick(random.bits() >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;

    #[test]
    fn weights_are_read_from_text() {
        let text = "# weights\n".to_string() + &"0.5\n".repeat(PATTERNS);
        assert_eq!(Weights::parse(&text).unwrap().0[17], 0.5);
        assert!(Weights::parse("1\n2\n").is_err());
        assert!(Weights::parse(&"x\n".repeat(PATTERNS)).is_err());
        assert!(Weights::parse(&"inf\n".repeat(PATTERNS)).is_err());
    }

    #[test]
    fn heavy_cells_are_drawn_more_often() {
        // Beside an own stone every cell is taken, elsewhere one in e^2.
        let weight = |pattern: usize| if (0..6).any(|i| pattern >> (2 * i) & 3 == 1) { 0.0 } else { -2.0 };
        let weights = Weights((0..PATTERNS).map(weight).collect());
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut board = Board::<1>::new(shape);
        let stone = shape.cell_at(3, 3).unwrap();
        board.place(stone, Colour::White);
        let empties = Empties::of(&board);
        let draw = Draw::new(&weights, 1.0, shape);
        let mut random = Random::new(5);
        let near = (0..4000)
            .filter(|_| {
                let cell = draw.pick(&board, &empties, Colour::White, &mut random);
                shape.distance(stone, cell) == 1
            })
            .count();
        // Six cells of weight 1 and thirty of weight e^-2: 60 %.
        assert!((2200..2600).contains(&near), "{near}");
    }
}
