//! The lab: matches between players, judgement of their results, tuning and the papers' own experiments.
//!
//! Begin with [`contest::run_match`], which plays a match in this process. A [`task::Task`] is one game as it is ordered,
//! [`table`] plays it between two [`seat`]s, [`tally`] adds games up and [`stats`] judges the sums. For many games or many
//! machines a [`store`] holds runs, their games and a queue, and [`worker`]s empty it. [`prove`] drives proofs through the same store.
//!
//! Twenty games between two players who do not think, and what they tell:
//!
//! ```
//! use lab::players::make_random;
//! use lab::task::Board;
//! use lab::{Contest, PlayerSpec, run_match};
//!
//! let board = Board::try_from(String::from("hex 5"))?;
//! let players = [PlayerSpec::preset("random").named("a"), PlayerSpec::preset("random").named("b")];
//! let contest = Contest::new(board, players, "100".parse()?, 10);
//! let outcome = run_match(&contest, &make_random, Some(1), &mut |_task, _result, _tally| {})?;
//! assert_eq!(outcome.tally.games.games(), 20);
//! println!("{:.1} % for a", 100.0 * outcome.tally.score());
//! # Ok::<(), anyhow::Error>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod calibrate;
pub mod command;
pub mod contest;
pub mod opening;
pub mod pace;
pub mod papers;
pub mod players;
pub mod progress;
pub mod prove;
pub mod record;
pub mod report;
pub mod roster;
pub mod runner;
pub mod say;
pub mod seat;
pub mod spec;
pub mod stats;
pub mod store;
pub mod table;
pub mod tables;
pub mod tally;
pub mod task;
pub mod training;
pub mod worker;

pub use contest::{Contest, Outcome, run_match};
pub use seat::{Factory, Place};
pub use spec::PlayerSpec;
