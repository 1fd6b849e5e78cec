//! The fast rules against the slow referee, which knows nothing of them.
//!
//! `twin` plays every move on both and compares all that they say; the other files bring the games.

mod fillings;
mod gale;
mod games;
mod hope;
mod perft;
mod replay;
mod resized;
mod set_up;
mod symmetric;
mod twin;
