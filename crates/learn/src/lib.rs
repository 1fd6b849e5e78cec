//! The loop that makes the networks: play, label, train, gate, publish.
//!
//! Begin with [`run`], the loop as a whole; then [`played`] (a game and what was thought), [`play`] and [`openings`] (how
//! such games come about), [`label`] (what is proved about them), [`train`] (how a network learns from them), [`gate`]
//! (whether it has learned anything) and [`manifest`] (what is known of every generation). [`standing`] is for those who
//! look on, [`portion`] is how games are played on other machines, and [`samples`] how they are handed on.
//!
//! A game by a player who learns nothing yet, and what it would teach:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use game::{Game, Shape, Size};
//! use learn::play::{Plan, play};
//! use learn::train::lesson::lessons;
//! use search::random::Random;
//! use search::settings::Settings;
//!
//! let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
//! let plan = Plan { visits: 60, one_in: 1, ..Plan::default() };
//! let played = play(shape, &Settings::default(), &plan, None, &mut Random::new(1), &AtomicBool::new(false)).unwrap();
//! assert!(!played.moves.is_empty());
//! println!("{} lessons", lessons(played).len());
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod files;
pub mod gate;
mod in_order;
pub mod label;
pub mod manifest;
pub mod openings;
pub mod play;
pub mod played;
pub mod portion;
pub mod run;
pub mod samples;
pub mod standing;
pub mod train;
