//! Solvers for every board and both games, on `game::Position`.
//!
//! [`chains`] finds chains of forcing threats, [`look`] says what a position tells at sight; [`alphabeta`] and [`pns`] search.

pub mod alphabeta;
pub mod chains;
pub mod look;
pub mod pns;
