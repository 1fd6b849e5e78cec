//! The loop that makes the networks: play, label, train, gate, publish.
//!
//! Begin with [`run`], the loop as a whole; then [`played`] (a game and what was thought) and [`play`] (how such games
//! come about), [`label`] (what is proved about them), [`train`] (how a network learns from them), [`gate`] (whether it
//! has learned anything) and [`manifest`] (what is known of every generation).

pub mod files;
pub mod gate;
pub mod label;
pub mod manifest;
pub mod play;
pub mod played;
pub mod run;
pub mod train;
