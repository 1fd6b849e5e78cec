//! One table: a record, a player, a clock and settings, free of text and of any protocol.
//!
//! ```text
//!   Session ── Record         the game so far                  (crate game)
//!           ├─ Seat ── Job    a player, thinking on its own thread
//!           ├─ Clock ── plan  how long to think
//!           ├─ Options        settings of the table; the player's own are behind PlayerFactory
//!           └─ Solver         proves positions, given by the program
//! ```
//!
//! Begin with [`Session`]. GTP, the web app and the lab enter there. A program that has a new way of thinking
//! implements [`PlayerFactory`]; [`mock`] has one for tests.

#![forbid(unsafe_code)]

pub mod book;
mod clock;
mod error;
mod factory;
pub mod folders;
mod job;
pub mod mock;
pub mod names;
mod opening;
mod options;
pub mod params;
mod plan;
mod players;
pub mod review;
mod searching;
mod seat;
mod session;
mod solver;
pub mod swapmap;
mod thinking;

pub use clock::{Clock, Left, TimeControl};
pub use error::EngineError;
pub use factory::{PlayerFactory, RandomFactory, Seating};
pub use job::{Failed, Job, Stop};
pub use options::Options;
pub use plan::{Care, Stage, plan};
pub use players::AllPlayers;
pub use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};
pub use search::stopwatch::process_time;
pub use searching::{MakePlayer, SearchFactory};
pub use seat::Seat;
pub use session::{Session, TimeSource};
pub use solver::{Proof, SolveState, Solver, ThinkingSolver};
pub use thinking::{Answer, Choice};
