//! A learned policy: how likely a move is to be the best one, from what stands around it.
//!
//! Each move of a position has a few dozen features out of some hundred (see [`features`]). A feature is a row of numbers; the rows of a move are
//! summed up, cut off below zero and weighed (see [`net`]): a network of one hidden layer, the same for every cell and every size. A softmax
//! over all moves makes chances of it. `examples/selfplay.rs` makes [`sample`]s, `examples/train_policy.rs` learns from them.
//!
//! The [`judge`] is a deeper network over the same rows, for whole positions; `examples/train_judge.rs` learns it from the same samples.

pub mod chances;
pub mod convolve;
pub mod features;
pub mod judge;
pub mod net;
pub mod sample;
