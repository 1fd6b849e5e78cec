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
pub mod train;

use game::{Cell, Position, Shape};
use search::random::Random;

/// The moves of a random game, but for the one that ends it.
fn random_game<const W: usize>(shape: &'static Shape, seed: u64) -> Vec<Cell> {
    let mut random = Random::new(seed);
    let mut position = Position::<W>::new(shape);
    let mut cells = Vec::new();
    loop {
        let empty = position.empty_cells();
        let cell = empty.iter().nth(random.below(empty.len())).expect("the game goes on");
        position.play(cell);
        if position.outcome().is_some() {
            return cells;
        }
        cells.push(cell);
    }
}
