//! The tower: a policy and value network for positions of every game and size, learned by the loop of the `learn` crate.
//!
//! ```text
//! sparse rows (features) -> 32 channels a cell -> relu
//! blocks:  y = relu(conv x)    x = relu(x + conv y + pool y)    pool: mean and maximum over the board -> 32, added everywhere
//! heads:   policy  a logit at each cell
//!          shape   two logits at each cell: in the winning shape of the side to move, of the other side (for learning only)
//!          value   mean and maximum over the board -> 32 -> win, draw, loss
//!          reply   a logit at each cell; kind and length, from the value's 32 (all three for learning only)
//! ```
//!
//! [`Layout`] says where each part of the weights stands, [`mod@file`] how they are kept, [`fixed`] plays with them in whole
//! numbers. Nothing depends on the kind of game: what differs comes with the rows, which are made of the shape's marks.

pub mod file;
pub mod fixed;
mod kernel;

use super::convolution::{CHANNELS, LAYER};
use super::features::ALL_ROWS;

/// What a pooled layer sees: the mean and the maximum of each channel.
pub const POOLED: usize = 2 * CHANNELS;
/// Weights of the pooled part of a block.
pub const POOL: usize = POOLED * CHANNELS;
/// Weights of a block: two convolutions and the pooled part.
pub const BLOCK: usize = 2 * LAYER + POOL;
/// What the value head tells apart: win, draw, loss.
pub const RESULTS: usize = 3;

/// The kinds of winning shapes that are told apart.
pub const KINDS: usize = 3;
/// Weights of the auxiliary heads, which stand at the end: reply, kind, length.
pub const AUXILIARY: usize = CHANNELS + (KINDS + 1) * (CHANNELS + 1);

/// Where the parts of the weights stand, for a number of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Residual blocks.
    pub blocks: usize,
}

impl Layout {
    /// Where the blocks begin, after the rows.
    pub const BLOCKS: usize = ALL_ROWS * CHANNELS;

    /// Where a block begins.
    pub const fn block(self, number: usize) -> usize {
        Layout::BLOCKS + number * BLOCK
    }

    /// The policy head: what each channel counts for the logit.
    pub const fn policy(self) -> usize {
        self.block(self.blocks)
    }

    /// The shape head: for each of two logits what each channel counts, and what is added.
    pub const fn shape(self) -> usize {
        self.policy() + CHANNELS
    }

    /// The hidden layer of the value head: the square from the pooled channels, then what is added.
    pub const fn hidden(self) -> usize {
        self.shape() + 2 * (CHANNELS + 1)
    }

    /// The results: what each hidden channel counts for win, draw and loss, then what is added.
    pub const fn results(self) -> usize {
        self.hidden() + POOL + CHANNELS
    }

    /// The first auxiliary head, the opponent's reply: what each channel counts for the logit.
    pub const fn reply(self) -> usize {
        self.results() + RESULTS * (CHANNELS + 1)
    }

    /// A kind of winning shape: what each hidden channel of the value counts, and what is added.
    pub const fn kind(self, kind: usize) -> usize {
        self.reply() + CHANNELS + kind * (CHANNELS + 1)
    }

    /// The length of the game, likewise.
    pub const fn length(self) -> usize {
        self.kind(KINDS)
    }

    /// Weights in all.
    pub const fn len(self) -> usize {
        self.reply() + AUXILIARY
    }

    /// Always false: a network has weights.
    pub const fn is_empty(self) -> bool {
        false
    }
}

/// The weights of a tower.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How they stand.
    pub layout: Layout,
    /// The numbers.
    pub numbers: Vec<f32>,
}
