//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{AllPlayers, PlayerFactory};

/// The factory of our players: Monte-Carlo tree search and the classical ones, with settings and presets.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(AllPlayers::new())
}
