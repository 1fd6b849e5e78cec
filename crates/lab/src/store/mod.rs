//! The store: runs, their games and the queue, in one SQLite file or one PostgreSQL database.
//!
//! [`Store`] is the door. The queue is apalis' ([`queue`]); our own tables are [`runs`] (what was ordered) and [`games`] (what
//! was delivered), [`proofs`] for proofs on many machines and [`portions`] for work that the lab does not understand itself. A game is known by (run, pairing, number): however often it is played, it is stored once.

mod db;
pub mod games;
pub mod portions;
pub mod proofs;
pub mod queue;
pub mod runs;

pub(crate) use db::without_password;
pub use db::{Store, stop_on_signal};
pub use games::StoredGame;
pub use portions::Portion;
pub use queue::{Job, Ticket};
pub use runs::{Pairing, Plan, RunRow, State};
