//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{PlayerFactory, SearchFactory};

/// The factory of our players: Monte-Carlo tree search with settings and presets.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(SearchFactory::mcts())
}
