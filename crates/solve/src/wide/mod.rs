//! Solvers for every board and both games, on `game::Position`.
//!
//! [`chains`] finds chains of forcing threats, [`look`] says what a position tells at sight; [`alphabeta`] and [`pns`] search.

pub mod alphabeta;
pub mod chains;
pub mod look;
pub mod pns;

/// Runs an expression with `$W` the words that the board of a task needs.
macro_rules! with_width {
    ($position:expr, $W:ident => $run:expr) => {
        match $position.shape().len() {
            ..64 => {
                const $W: usize = 1;
                $run
            }
            64..192 => {
                const $W: usize = 3;
                $run
            }
            192..320 => {
                const $W: usize = 5;
                $run
            }
            _ => {
                const $W: usize = 10;
                $run
            }
        }
    };
}
pub(crate) use with_width;
