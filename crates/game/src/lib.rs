//! The fast rules: boards, positions, notation, records and game files of connection games.
//!
//! Begin with [`Shape`] (the empty board), then [`Board`] (stones and chains) and [`Position`] (the moment of a game
//! that a search thinks about). [`Record`] is a game so far, [`sgf`] reads and writes files of it.
//!
//! Playing by the rules:
//!
//! ```
//! use robusto_game::{Colour, Coords, Outcome, Record, Shape, Size, diagram::Diagram};
//!
//! let shape = Shape::of(Size::havannah(4)?);
//! let record = Record::from_moves(shape, "a1 d4 a2 e4 a3 e5 a4", Coords::Gui)?;
//! assert_eq!(record.position().outcome(), Some(Outcome::Win(Colour::White)), "a bridge of two corners");
//! println!("{}", Diagram::of(record.position(), None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading a game file, whatever its dialect (Little Golem, HavannahGui, Castro, Hex):
//!
//! ```
//! use robusto_game::sgf;
//!
//! let record = sgf::read_record("(;FF[4]GM[Havannah]SZ[4];W[a2];B[g7];W[d4])".as_bytes())?;
//! assert_eq!(record.len(), 3);
//! let mut written = Vec::new();
//! sgf::write_record(&record, sgf::Style::default(), &mut written)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A player of one's own that speaks GTP, in sixty lines: `examples/my_player.rs`.

#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

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
