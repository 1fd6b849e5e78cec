//! One table: a record, a player, a clock and settings, free of text and of any protocol.
//!
//! ```text
//!   Session ── Record               the game so far                  (crate game)
//!           ├─ Seat ── Job          a player, thinking on its own thread
//!           ├─ Clock ── plan        how long to think
//!           ├─ consider ── decide   which move, swap or giving up follows from a thought
//!           ├─ Options              settings of the table; the player's own are behind PlayerFactory
//!           └─ SolveJob             a proof in the background        (crate solve)
//! ```
//!
//! Begin with [`Session`]: GTP and the terminal enter there. The app and the lab, which have many games and
//! players of several kinds, use its parts: players come from [`AllPlayers`] (for a [`Purpose`]), time from
//! [`plan`] by way of a [`Clock`], choices from [`consider`] and [`decide`]. So a preset is the same player
//! through every door. A program that has a new way of thinking implements [`PlayerFactory`]; [`mock`] has one
//! for tests.
//!
//! A game from the first move to the last, both colours by the same player:
//!
//! ```
//! use engine::{Options, SearchFactory, Session, Stop};
//! use game::{Game, Shape, Size};
//!
//! let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
//! let options = Options { visits: Some(50), memory: 1 << 20, threads: 1, ..Options::default() };
//! let mut session = Session::new(shape, Box::new(SearchFactory::default()), options);
//! while !session.record().is_over() {
//!     let turn = session.record().turn();
//!     session.genmove(turn, &Stop::default(), &mut |_thought| {}).unwrap();
//! }
//! println!("{:?}", session.record().outcome());
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod book;
mod clock;
mod decision;
mod error;
mod factory;
pub mod folders;
mod job;
pub mod mock;
pub mod names;
mod offer;
mod options;
pub mod params;
mod plan;
mod players;
pub mod review;
mod searching;
mod seat;
mod session;
mod sides;
mod solver;
pub mod swap;
pub mod swapmap;

pub use clock::{Clock, Left, RunningClock, TimeControl};
pub use decision::{Answer, Choice, Rules, consider, decide};
pub use error::EngineError;
pub use factory::{PlayerFactory, Purpose, RandomFactory, Seating};
pub use job::{Failed, Job, Stop};
pub use offer::Offer;
pub use options::Options;
pub use plan::{Care, Stage, plan};
pub use players::AllPlayers;
pub use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};
pub use search::stopwatch::process_time;
pub use searching::SearchFactory;
pub use seat::Seat;
pub use session::{Session, TimeSource};
pub use sides::Sides;
pub use solver::{Proof, SolveState, budget};
