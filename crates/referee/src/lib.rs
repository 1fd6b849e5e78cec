//! The simple slow referee: Havannah and Hex judged from scratch by flood fill.
//!
//! It keeps no incremental state and follows the wording of the rules, so that a reader can convince
//! himself of it in one sitting. The fast rules are tested against it move by move, and the
//! certificate checker trusts nothing else. It knows no search, no clock and no swap: a swapped game
//! is set up with [`Position::set_up`].
//!
//! Begin reading at [`Shape`] (the empty board), then [`Board`] (stones on it), then `judge.rs` and
//! `ring.rs` (what wins, and why the ring test is right), then [`Position`] (whose turn, legal moves,
//! who won). [`perft`] and [`gale_winner`] are oracles for tests.
//!
//! ```
//! use robusto_referee::{Colour, Kind, Outcome, Position, Shape};
//!
//! let mut position = Position::start(Shape::havannah(2)?);
//! for name in ["a1", "c3", "a2"] {
//!     position.play_named(name)?;
//! }
//! let Outcome::Won { colour, kinds } = position.outcome() else { panic!("a bridge wins") };
//! assert_eq!(colour, Colour::White);
//! assert!(kinds.contains(Kind::Bridge));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod board;
mod colour;
mod flood;
mod gale;
mod judge;
mod kind;
mod name;
mod perft;
mod picture;
mod position;
mod ring;
mod shape;
mod symmetry;

pub use board::Board;
pub use colour::Colour;
pub use gale::gale_winner;
pub use judge::{forms, kinds_formed};
pub use kind::{Kind, Kinds};
pub use name::NameError;
pub use perft::{Perft, perft};
pub use picture::PictureError;
pub use position::{Outcome, Position, Refusal};
pub use shape::{Cell, Form, Shape, ShapeError};
pub use symmetry::Symmetry;
