//! Proving: who wins a position, and by which moves.
//!
//! Reading order: [`answer`] (what every solver is asked and answers), [`proving`] (the way in), [`method`]
//! (the solvers by name), [`mcts`] (the player as a prover), [`queries`] (the prover as the player's adviser),
//! [`exact`] (a player that proves first), [`wide`]
//! (alpha-beta and proof-number search on every board), [`small`], [`shape`] and [`position`] (the 64-bit
//! engine for Havannah boards of up to 63 cells), [`key`] (exact keys over all symmetries), [`table`] (shared
//! transposition table), [`threats`] (chains of forcing threats), [`zone`] and [`zones`] (replies that the
//! proof of another one refutes), [`pairs`] (not losing at sight), [`policy`] (moves that are
//! likely to settle a position, learned on the way), [`dfpn`] (the search), [`prior`] (who is likely to win),
//! `replies` (the work at the root), [`prover`] (df-pn behind the interface), [`openings`] (all openings of a
//! board), [`opening_table`] (exact values of first positions), [`checkpoint`] (long runs), [`certificate`]
//! (proofs for others to check), [`proof`] (looking at them), [`library`] (those that come with the program),
//! [`suite`] (positions to measure by); [`hex`] (Hex has theorems of its own, and a solver).
//!
//! Asking who wins, and having the proof checked by the checker that knows no solver:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use solve::answer::{Budget, Task, Verdict};
//! use solve::method::{Method, prove};
//!
//! let task = Task::read(game::Game::Havannah, "3", "a2")?;
//! let budget = Budget { memory: 16 << 20, certify: true, ..Budget::default() };
//! let answer = prove(&task, Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(answer.verdict, Verdict::Win, "Black, whose turn it is, wins");
//! let certificate = answer.certificate.expect("a proof to show");
//! verify::check(&certificate[..], &verify::Limits::default(), &mut |_| true)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod answer;
pub mod certificate;
pub mod checkpoint;
pub mod dfpn;
pub mod dice;
pub mod exact;
pub mod hex;
pub mod key;
pub mod library;
pub mod mcts;
pub mod method;
pub mod opening_table;
pub mod openings;
pub mod pairs;
pub mod policy;
pub mod position;
pub mod prior;
pub mod proof;
pub mod prover;
pub mod proving;
pub mod queries;
mod replies;
pub mod shape;
pub mod small;
pub mod suite;
pub mod table;
pub mod threats;
pub mod wide;
pub mod zone;
pub mod zones;
