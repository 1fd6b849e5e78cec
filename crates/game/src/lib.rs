//! The referee: boards, rules, notation and game files of Havannah and Hex.
//!
//! Begin with [`Shape`] (the empty board), then [`Board`] (stones and chains) and [`Position`] (the moment of a game
//! that a search thinks about).

pub mod bits;
mod board;
mod chains;
mod colour;
pub mod diagram;
mod games;
mod hope;
pub mod notation;
pub mod perft;
mod position;
pub mod record;
pub mod sgf;
mod shape;
mod size;
mod summary;
pub mod win;

pub use bits::Bits;
pub use board::Board;
pub use chains::Made;
pub use colour::{Colour, Outcome};
pub use diagram::Diagram;
pub use games::{Game, Goal};
pub use notation::{Coords, NotationError, cell_name, cell_parts, parse_cell};
pub use position::{Illegal, Position};
pub use record::{End, IllegalMove, Move, Record, RecordError, Undone};
pub use shape::{CORNERS, Cell, EDGES, Marks, Shape, is_complete};
pub use size::{CELL_LIMIT, Size, SizeError};
pub use summary::{Ending, GameSummary};
pub use win::{Kind, Win, win_sentence, wins};
