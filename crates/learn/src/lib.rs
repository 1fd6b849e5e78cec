//! The loop that makes the networks: play, label, train, gate, publish.
//!
//! Begin with [`played`] (a game and what was thought) and [`play`] (how such games come about).

pub mod files;
pub mod play;
pub mod played;
pub mod train;
