//! The arithmetic of results, as pure functions: what a score is worth and when it is enough.
//!
//! [`Wdl`] and [`Pairs`] are the counts that everything else reads. [`interval`] and [`elo`] say how strong, [`sprt`] when
//! to stop, [`rating`] ranks many players, [`spsa`] and [`bandit`] look for better settings.

pub mod bandit;
mod counts;
pub mod elo;
pub mod interval;
pub mod rating;
mod secular;
pub mod sprt;
pub mod spsa;

pub use counts::{Distribution, Pairs, Wdl};
pub use elo::Elo;
pub use interval::{Interval, wilson};
pub use sprt::{Model, Sprt, Verdict};
