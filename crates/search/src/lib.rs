//! Thinking: Monte-Carlo tree search, knowledge and rollout policies, for any game of the project.
//!
//! Begin with [`player`], the seam that every way of thinking stands behind.

pub mod player;
pub mod playout;
pub mod random;
