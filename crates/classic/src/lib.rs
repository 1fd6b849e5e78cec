//! The classical players: other roads than Monte-Carlo, as opponents and as baselines for experiments.
//!
//! Begin with [`presets`], the table of players. [`rogers`] has the strategies of T. Rogers' "A Program to Play Havannah".
//! [`queenbee`] with [`search::potential`] is the evaluation of J. van Rijswijck's Queenbee ("Computer Hex: Are Bees
//! Better than Fruitflies?"), [`alphabeta`] is its search, for both games. [`hexy`]'s evaluation is [`resistance`] over the
//! virtual connections of the crate `connections`.

pub mod alphabeta;
pub mod edges;
pub mod hexy;
pub mod presets;
pub mod queenbee;
pub mod resistance;
pub mod rings;
pub mod rogers;
pub mod settings;
