//! Solvers for every board and both games, on `game::Position`.
//!
//! [`threats`] finds lines of forcing threats, [`look`] says what a position tells at sight; [`alphabeta`] and [`pns`] search.

pub mod alphabeta;
pub mod look;
pub mod pns;
pub mod threats;
