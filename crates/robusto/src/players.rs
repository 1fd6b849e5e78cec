//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{PlayerFactory, SearchFactory, Seating};
use search::mcts::{Mcts, Resources};
use search::player::Player;
use search::settings::Settings;

/// The factory of our players: Monte-Carlo tree search with settings and presets.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(SearchFactory::new(tree_search))
}

fn tree_search(settings: &Settings, seating: &Seating) -> Box<dyn Player> {
    let resources = Resources {
        threads: seating.threads,
        memory: usize::try_from(seating.memory).unwrap_or(usize::MAX),
        seed: seating.seed,
        ..Resources::default()
    };
    Box::new(Mcts::new(settings.clone(), resources))
}
