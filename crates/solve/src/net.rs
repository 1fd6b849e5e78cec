//! A small network that guesses how likely the attacker is to win.
//!
//! One hidden layer over the stones (attacker's and defender's, one input a cell), kept as a sum
//! that each stone adds to, and one output for each side to move. It costs a few dozen
//! nanoseconds a position, so that df-pn can ask it at every leaf. It only orders the search:
//! verdicts never depend on it.

use crate::shape::{Cell, Shape, bits};

/// Width of the hidden layer.
pub const WIDTH: usize = 64;

/// The sums of the hidden layer for one position.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Sums(pub [f32; WIDTH]);

/// The weights for one board and one kind of question.
#[derive(Clone)]
pub struct Net {
    /// What a stone adds: attacker's cells, then defender's.
    pub stones: Vec<Sums>,
    /// Where the sums start.
    pub start: Sums,
    /// Output weights by side to move: attacker, defender.
    pub heads: [Sums; 2],
    /// What is added to the output: by side to move, and by "the side to move must block".
    pub bias: [[f32; 2]; 2],
}

impl Net {
    /// A network that knows nothing: every guess is even.
    pub fn blank(shape: &Shape) -> Net {
        let zero = Sums([0.0; WIDTH]);
        Net { stones: vec![zero; 2 * shape.cells()], start: zero, heads: [zero; 2], bias: [[0.0; 2]; 2] }
    }

    /// The sums of a position.
    pub fn sums(&self, attacker: u64, defender: u64) -> Sums {
        let cells = self.stones.len() / 2;
        let mut sums = self.start;
        for cell in bits(attacker) {
            sums = sums.plus(&self.stones[cell]);
        }
        for cell in bits(defender) {
            sums = sums.plus(&self.stones[cells + cell]);
        }
        sums
    }

    /// What a stone of the attacker (0) or defender (1) adds.
    #[inline]
    pub fn stone(&self, role: usize, cell: Cell) -> &Sums {
        &self.stones[role * (self.stones.len() / 2) + cell]
    }

    /// Log-odds that the attacker wins after one more stone. `mover` (0 attacker, 1 defender)
    /// is to move then, and `blocks` says whether it must block.
    #[inline]
    pub fn guess(&self, sums: &Sums, stone: &Sums, mover: usize, blocks: bool) -> f32 {
        let head = &self.heads[mover];
        let mut parts = [0.0f32; 8];
        let rows = sums.0.chunks_exact(8).zip(stone.0.chunks_exact(8)).zip(head.0.chunks_exact(8));
        for ((sums, stone), head) in rows {
            for (part, ((sum, add), weight)) in parts.iter_mut().zip(sums.iter().zip(stone).zip(head)) {
                *part += (sum + add).max(0.0) * weight;
            }
        }
        parts.iter().sum::<f32>() + self.bias[mover][usize::from(blocks)]
    }
}

impl Sums {
    /// The sums after one more stone.
    #[inline]
    pub fn plus(&self, stone: &Sums) -> Sums {
        let mut sums = *self;
        for (sum, add) in sums.0.iter_mut().zip(&stone.0) {
            *sum += add;
        }
        sums
    }
}

impl Net {
    /// All weights in one list, for keeping.
    pub fn weights(&self) -> Vec<f32> {
        let sums = self.stones.iter().chain([&self.start]).chain(&self.heads);
        sums.flat_map(|sums| sums.0).chain(self.bias.into_iter().flatten()).collect()
    }

    /// The network of a list of weights; None if the list is of another length.
    pub fn from_weights(shape: &Shape, weights: &[f32]) -> Option<Net> {
        let mut net = Net::blank(shape);
        if weights.len() != net.weights().len() {
            return None;
        }
        let mut next = weights.iter().copied();
        let sums = net.stones.iter_mut().chain([&mut net.start]).chain(&mut net.heads);
        for weight in sums.flat_map(|sums| &mut sums.0).chain(net.bias.iter_mut().flatten()) {
            *weight = next.next()?;
        }
        Some(net)
    }
}

/// Weights for size 4, taught by `cargo tools solver learn` (see docs/journal.md).
const SIZE_4: &[u8] = include_bytes!("../data/size-4.net");

impl Net {
    /// The network shipped for a board, or a blank one.
    pub fn for_board(shape: &Shape) -> Net {
        let bytes: &[u8] = if shape.size() == game::Size::Hexagon(4, 4, 4) { SIZE_4 } else { &[] };
        Net::from_bytes(shape, bytes).unwrap_or_else(|| Net::blank(shape))
    }

    /// The network of a weights file: little-endian 32-bit floats.
    pub fn from_bytes(shape: &Shape, bytes: &[u8]) -> Option<Net> {
        let word = |chunk: &[u8]| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        let weights: Vec<f32> = bytes.chunks_exact(4).map(word).collect();
        Net::from_weights(shape, &weights)
    }
}
