//! Hex on boards of up to 64 cells: the threat-pattern search of Queenbee 8.5 and 8.6.
//!
//! Reading order: [`board`] (cells as bits); virtual connections and inferior cells are in the crate `connections`;
//! [`flow`] (which moves first), [`patterns`] and [`table`] (what is remembered), [`search`] (proof-number search over must-play
//! regions), [`length`] (how long perfect games are), [`solver`] (behind the common interface), [`certificate`] (the proof for others to check).

pub mod board;
pub mod certificate;
mod children;
pub mod flow;
pub mod length;
pub mod patterns;
mod rows;
pub mod search;
pub mod solver;
mod standing;
pub mod table;
mod unfill;
