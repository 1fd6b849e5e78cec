//! One proof on many machines, without the machines: what the coordinator knows and decides.
//!
//! Reading order: [`tree`] (the top of the proof as numbers), [`ground`] (the rules it needs), [`job`] (orders, answers and
//! what is believed of them), [`coordinator`] (answers in, orders out, the certificate at the end), [`order_solver`] (what a worker does
//! with an order), [`picture`] (how it all looks). [`model`] imitates thousands of workers. The store, the queue
//! and the loops around them are the lab's.
//!
//! A coordinator and one worker in a single process, until who wins on the smallest board is proved:
//!
//! ```
//! use std::collections::HashMap;
//! use std::sync::atomic::AtomicBool;
//!
//! use cluster::order_solver::OrderSolver;
//! use cluster::job::believe;
//! use cluster::{Coordinator, Spec};
//!
//! let (game, size) = ("havannah".into(), "2".into());
//! let spec = Spec { game, size, moves: vec![], budget: 100, most: 400, growth: 2, memory: 1 << 20 };
//! let mut coordinator = Coordinator::new("example", spec, HashMap::new())?;
//! let mut worker = OrderSolver::default();
//! while coordinator.value().is_none() {
//!     for order in coordinator.order(1, 1, 0) {
//!         let (answer, certificate) = worker.work(&order, &AtomicBool::new(false))?;
//!         // The coordinator believes nothing that its checker does not accept.
//!         let text = serde_json::to_string(&answer)?;
//!         let belief = believe(coordinator.ground(), &order.moves, &text, certificate.as_deref());
//!         coordinator.fold(order.number, &order.moves, order.budget, answer.nodes, &belief);
//!     }
//! }
//! assert_eq!(coordinator.value(), Some(verify::Value::Wins(referee::Colour::White)));
//! # Ok::<(), anyhow::Error>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod coordinator;
pub mod ground;
pub mod job;
pub mod model;
pub mod order_solver;
pub mod picture;
pub mod tree;

pub use coordinator::{Coordinator, Fact};
pub use job::{Answer, Belief, Order, Spec};
