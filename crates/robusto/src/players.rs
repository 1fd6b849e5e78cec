//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{PlayerFactory, RandomFactory};

/// The factory of our players.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(RandomFactory)
}
