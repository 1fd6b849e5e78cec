//! Thinking: Monte-Carlo tree search, knowledge and rollout policies, for any game of the project.
//!
//! Begin with [`player`], the seam that every way of thinking stands behind, and [`settings`], the table of what can be set.

mod distance;
mod knowledge;
pub mod levels;
mod local;
pub mod mcts;
pub mod neighbours;
pub mod networks;
pub mod player;
pub mod potential;
pub mod presets;
pub mod prover;
pub mod random;
pub mod rollout;
pub mod settings;
pub mod stopwatch;
pub mod table;
pub mod textbook;
pub mod two_distance;
