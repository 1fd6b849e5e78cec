//! Learned networks: a policy network for single moves, and policy and value networks for whole positions.
//!
//! Each cell has a few dozen binary features out of some hundred ([`features`]); a feature is a row of an
//! embedding table. The [`policy_net`] sums the rows of a move, applies a ReLU and a dot product: one hidden
//! layer, the same for every cell and every size; a [`softmax`] over the legal moves makes probabilities.
//! The [`value_net`] begins with the same rows and adds residual blocks of hexagonal [`convolution`]s, with a
//! policy head at each cell and a value head over mean and max pooling.
//!
//! The [`tower`] goes on from there: whole numbers, pooling over the board in every block, one file a game. The
//! `learn` crate makes its weights. [`choice`] says which network a player has.
//!
//! `cargo tools train games` plays the games from which `cargo tools train policy` learns by gradient descent (Adam).

pub mod checksum;
pub mod choice;
pub mod convolution;
pub mod features;
pub mod missing;
pub mod policy_net;
pub mod softmax;
pub mod tower;
pub mod value_net;
pub mod weights;

use game::{Game, Shape};

/// Whether the shipped networks were taught the game that is played on boards of this shape.
pub fn know(shape: &Shape) -> bool {
    shape.game() == Game::Havannah
}
