//! What is joined on a Hex board, and what cannot matter: for the solver, the players and the app alike.
//!
//! Reading order: [`cells`] (sets of cells), [`board`] (the empty board), [`find`] (virtual connections by the AND and OR
//! rules; along a line of play what changed), [`mod@inferior`] (dead, captured and dominated cells, filling in), [`must_play`] (the moves that a side has to
//! choose from), [`resistance`] (how near a side is to joining its sides). The crate knows no positions of `game`: stones
//! are sets of cells, a set for each colour.
//!
//! On 3x3 the stone in the middle wins for Black (colour 1, from the first row to the last), although White is to move:
//!
//! ```
//! use connections::{Board, Cells, Effort, Judge, Judgement};
//!
//! let board = Board::<u64>::new(3, 3).unwrap();
//! let black = u64::one(board.parse("b2").unwrap());
//! let judgement = Judge::new(Effort::LARGE).judge(&board, [0, black], 0);
//! assert!(matches!(judgement, Judgement::Lost { .. }));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod bend;
pub mod board;
pub mod cells;
pub mod find;
pub mod inferior;
mod line;
mod lists;
pub mod must_play;
pub mod resistance;
pub mod templates;

pub use board::{Board, Bridge};
pub use cells::{Cells, Wide};
pub use find::{Connections, Effort, Find, Reason};
pub use inferior::{Fill, FillStep, Inferior, dominated, fill, fill_by_steps, inferior, is_dead};
pub use must_play::{Judge, Judgement};
pub use resistance::Flow;

#[cfg(test)]
mod tests;
