//! The app: a page in the browser, served on this machine, to play, analyse and study Havannah and Hex.
//!
//! ```text
//!   socket ── wishes ──> session (table + connections + engines) <── jobs ──> pool (engine threads)
//!     ^                     │  table: tree, seats, clocks, what is wanted         solver (who wins?)
//!     └──── outbox <─ view ─┘  store: sessions on disk                            walk (its proofs on the board)
//! ```
//!
//! Begin with [`table`](table.rs): what a table is and what one can do at it. Then `session`, `engines`,
//! `jobs` and `pool` for how engines come in. Rules live in `game`, thinking in `search`, players, clocks,
//! decisions and the swap in `engine`; here is nothing but the table and the talk. The page stands in `ui`; what is served is its built form in `assets`. The conversation is
//! documented in `API.md`.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod api;
mod assets;
mod batch;
mod catalogue;
mod chart;
mod clock;
mod console;
mod engines;
mod explorer;
mod files;
mod guard;
mod identity;
mod jobs;
pub mod lab;
#[cfg(test)]
mod laws;
pub mod learning;
mod limits;
mod listener;
mod message;
mod options;
mod outbox;
mod outside;
mod own_games;
mod pool;
mod prove;
mod proved;
mod secret;
mod server;
mod session;
mod sessions;
mod socket;
mod solver;
mod store;
mod swap;
mod swapmaps;
mod table;
mod teach;
mod tree;
#[cfg(test)]
mod typescript;
mod view;
mod walk;
mod wire;

pub use options::{Level, MakePlayer, Options, PlayerSpec, Proof, Reply, Solve};
pub use server::{ServeError, serve};
