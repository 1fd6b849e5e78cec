//! How fast the parts are. Each module measures one of them and gives a line, for people by `Display`, for programs by serde.
//!
//! A crate of its own because the searches are compiled where they are used: here they are as fast as in the players, while
//! the program around them is built quickly.
//!
//! ```
//! use game::{Game, Shape, Size};
//!
//! let shape = Shape::of(Size::parse(Game::Havannah, "4").unwrap());
//! println!("{}", bench::playouts::measure(shape, 1, 0.05));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod connections;
pub mod eval;
pub mod network;
pub mod playouts;
mod statistics;
