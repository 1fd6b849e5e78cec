//! Hex on boards of up to 63 cells: the threat-pattern search of Queenbee 8.5 and 8.6.
//!
//! Reading order: [`board`] (cells as bits), [`connect`] (virtual connections by AND and OR), [`dead`] (cells and moves that are never needed),
//! [`flow`] (which moves first), [`patterns`] and [`table`] (what is remembered), [`search`] (proof-number search over must-play
//! regions), [`length`] (how long perfect games are), [`solver`] (behind the common interface), [`certificate`] (the proof for others to check).

pub mod board;
pub mod certificate;
mod children;
pub mod connect;
pub mod dead;
pub mod flow;
pub mod length;
pub mod patterns;
mod rows;
pub mod search;
pub mod solver;
pub mod table;
