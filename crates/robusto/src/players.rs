//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{AllPlayers, Player, PlayerFactory, SearchFactory, Seating};
use search::mcts::Resources;
use search::settings::Settings;
use solve::queries;

/// The factory of our players: Monte-Carlo tree search, with a solver where the settings ask for one, and the classical ones.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(AllPlayers::with(SearchFactory::new(make)))
}

fn make(settings: &Settings, seating: &Seating) -> Box<dyn Player> {
    let (threads, seed) = (seating.threads, seating.seed);
    let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
    let resources = Resources { threads, memory, seed, ..Resources::default() };
    Box::new(queries::player(settings.clone(), seating.shape, resources))
}
