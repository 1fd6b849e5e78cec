//! The classical players: other roads than Monte-Carlo, as opponents and as baselines for experiments.
//!
//! Begin with [`presets`], the table of players. [`rogers`] has the strategies of T. Rogers' "A Program to Play Havannah".
//! [`queenbee`] with [`search::potential`] is the evaluation of J. van Rijswijck's Queenbee ("Computer Hex: Are Bees
//! Better than Fruitflies?"), [`alphabeta`] is its search, for both games. [`hexy`]'s evaluation is the resistance over
//! virtual connections of the crate `connections`.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use classic::presets::{Preset, Resources};
//! use game::{Shape, Size};
//! use search::player::{Limits, Moment};
//!
//! let mut queenbee = Preset::named("queenbee").expect("a player of that name").player(Resources { memory: 1 << 20, seed: 1 });
//! let position = Moment::new(Shape::of(Size::hex(5)?));
//! let thought = queenbee.think(&position, &Limits::visits(50), &AtomicBool::new(false), &mut |_| {});
//! assert!(position.is_legal(thought.best().expect("a move")));
//! # Ok::<(), game::SizeError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod alphabeta;
pub mod edges;
pub mod hexy;
pub mod presets;
pub mod queenbee;
pub mod rings;
pub mod rogers;
pub mod settings;
