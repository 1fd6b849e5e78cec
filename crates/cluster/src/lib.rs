//! One proof on many machines, without the machines: what the coordinator knows and decides.
//!
//! Reading order: [`tree`] (the top of the proof as numbers), [`ground`] (the rules it needs), [`job`] (orders, answers and
//! what is believed of them), [`coordinator`] (answers in, orders out, the certificate at the end), [`hand`] (what a worker does
//! with an order), [`picture`] (how it all looks). [`model`] imitates thousands of workers. The store, the queue
//! and the loops around them are the lab's.

#![forbid(unsafe_code)]

pub mod coordinator;
pub mod ground;
pub mod hand;
pub mod job;
pub mod model;
pub mod picture;
pub mod tree;

pub use coordinator::{Coordinator, Fact};
pub use job::{Answer, Belief, Order, Spec};
