//! Game files: SGF and the dialects of it that Havannah and Hex are kept in.
//!
//! From the bottom up:
//!
//! * [`Reader`] turns bytes into events, one at a time: nothing is kept, nothing recurses;
//! * [`read_record`] follows the played line of such a stream and gives a [`Record`](crate::Record), for files of any size;
//! * [`Tree`] holds a whole file with variations, comments and unknown properties, for editing;
//! * [`write_record`] and [`Tree::write`] write, [`Tree::translated`] goes from one dialect to another.
//!
//! | [`Dialect`] | recognised by | first | cells | peculiar |
//! | --- | --- | --- | --- | --- |
//! | `Robusto` | `GM[Havannah]` or `GM[11]`, `AP[Robusto]` | as the rules say | GUI | |
//! | `Gui` | `GM[Havannah]` | White | GUI | the played line is the *last* child; `SZ[d=9]` is a diameter |
//! | `Hex` | `GM[11]` | Black | GUI | `SZ[columns:rows]` |
//! | `LgHavannah` | no `GM`; `RU[LG]` or Little Golem as source | White | Little Golem | names and result inverted |
//! | `LgHex` | the same, cells of two letters | listed as White, is Black | two letters | see [`Dialect::LgHex`] |

mod dialect;
mod export;
mod import;
mod line;
mod proof;
mod reader;
mod translate;
mod tree;

pub use dialect::Dialect;
pub use export::{Style, write_record};
pub use import::{Import, read_record, read_record_line};
pub use line::Line;
pub use proof::ProofNote;
pub use reader::{Event, Property, Reader, VALUE_LIMIT};
pub use tree::{NodeId, Tree};

use crate::{IllegalMove, NotationError, SizeError};

/// Why a file cannot be read, with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfError {
    /// The bytes are not SGF.
    #[error("line {line}, byte {byte}: {problem}")]
    Syntax {
        /// The line, counted from one.
        line: u64,
        /// The byte in the file, counted from one.
        byte: u64,
        /// What is wrong.
        problem: String,
    },
    /// There is nothing like a game in the file.
    #[error("there is no game in the file")]
    NoGame,
    /// The file could not be read to its end.
    #[error("the file cannot be read: {0}")]
    Io(String),
    /// `GM` names another game.
    #[error("the file's game is {0:?}, neither Havannah nor Hex (11) nor Y")]
    OtherGame(String),
    /// `SZ` is missing.
    #[error("the file names no board size (SZ)")]
    NoSize,
    /// `SZ` is not a board.
    #[error("the board size (SZ) is wrong: {0}")]
    Size(#[from] SizeError),
    /// `SZ` is not a number at all.
    #[error("the board size (SZ) is wrong: {0:?} is not a size")]
    SizeText(String),
    /// A move names no cell.
    #[error("move {number}: {error}")]
    Notation {
        /// Which move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A move cannot be made.
    #[error("move {number} ({colour} {text}): {error}")]
    Illegal {
        /// Which move, counted from one.
        number: usize,
        /// Whose it is.
        colour: crate::Colour,
        /// The move as the file has it.
        text: String,
        /// Why not.
        error: IllegalMove,
    },
    /// Set-up stones that do not stand on the board, or twice.
    #[error("the set-up is wrong: {0}")]
    SetUp(String),
    /// Stones are set up when moves have been made.
    #[error("stones are set up after move {0}, where only moves can be")]
    LateSetUp(usize),
    /// More than a program should hold in memory.
    #[error("the file is too large to be held as a tree ({0})")]
    TooLarge(&'static str),
}

/// At most 40 characters of a text, for messages.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
