//! The classical players: other roads than Monte-Carlo, as opponents and as baselines for experiments.
//!
//! Begin with [`presets`], the table of players; [`rogers`] has the strategies of T. Rogers' "A Program to Play Havannah".

pub mod presets;
pub mod rogers;
