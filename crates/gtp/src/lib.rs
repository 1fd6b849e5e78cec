//! The Go Text Protocol for Havannah and Hex: lines of text to engine calls and back.
//!
//! ```text
//!   Inbox ──> Line ──> command row ──> Desk (Session, names of points) ──> Reply ──> text
//!   a thread   words    commands        the table                           or a stream of analysis
//! ```
//!
//! Begin with [`serve`], which does this for a pair of streams, then [`commands`], the table of commands, one file per topic.
//! [`listen`] serves many connections; [`Client`] is the other end, for engines of other people; [`regress`]
//! runs `.tst` files, [`check`] tests whether an engine keeps to the protocol.
//!
//! A conversation:
//!
//! ```
//! use gtp::GtpOptions;
//!
//! let options = GtpOptions { size: Some("4".into()), visits: Some(10), ..GtpOptions::default() };
//! let mut desk = options.desk(&engine::SearchFactory::default()).unwrap();
//! let input = std::io::Cursor::new("1 play white d4\n2 genmove black\n3 quit\n");
//! let mut output = Vec::new();
//! gtp::serve(&mut desk, input, &mut output);
//! assert!(String::from_utf8(output).unwrap().starts_with("=1\n\n=2 "));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod check;
mod client;
pub mod commands;
mod desk;
mod inbox;
mod info;
mod line;
mod listen;
mod options;
mod points;
mod refusal;
pub mod regress;
mod server;

pub use client::{
    Client, ClientError, Engines, EnginesError, Launch, Opponent, is_engine_name, split_command_line,
};
pub use desk::{Desk, Reply, Stream, StreamKind};
pub use inbox::LINE_LIMIT;
pub use info::Style;
pub use line::{Line, answer_text};
pub use listen::{Listening, MOST_CONNECTIONS, listen};
pub use options::{GtpOptions, OptionsError};
pub use points::Points;
pub use refusal::Refusal;
pub use server::{answer, serve};
