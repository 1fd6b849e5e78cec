//! Thinking: Monte-Carlo tree search, knowledge and rollout policies, for any game of the project.
//!
//! Begin with [`player`], the seam that every way of thinking stands behind, and [`settings`], the table of what can be set.
//! [`mcts`] is the tree search: its module says in which order to read it.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use game::{Shape, Size};
//! use search::mcts::{Mcts, Resources};
//! use search::player::{Limits, Moment, Player};
//!
//! let size = Size::havannah(4)?;
//! let settings = search::presets::preset("rave", size).expect("a preset that exists");
//! let mut player = Mcts::new(settings, Resources { memory: 16 << 20, ..Resources::default() });
//! let position = Moment::new(Shape::of(size));
//! let thought = player.think(&position, &Limits::visits(200), &AtomicBool::new(false), &mut |_| {});
//! assert!(position.is_legal(thought.best().expect("a move")));
//! # Ok::<(), game::SizeError>(())
//! ```

#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod connection_view;
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
pub mod recipe;
pub mod resist;
pub mod rollout;
pub mod settings;
pub mod stopwatch;
pub mod table;
pub mod textbook;
pub mod threats;
pub mod two_distance;
