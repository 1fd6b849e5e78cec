//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{AllPlayers, Player, PlayerFactory, SearchFactory, Seating};
use search::mcts::{Mcts, Resources};
use search::settings::Settings;
use solve::player::Proving;

/// The factory of our players: Monte-Carlo tree search, with a solver where the settings ask for one, and the classical ones.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(AllPlayers::with(SearchFactory::new(make)))
}

fn make(settings: &Settings, seating: &Seating) -> Box<dyn Player> {
    let (threads, seed) = (seating.threads, seating.seed);
    let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
    let asks = settings.solver_share > 0.0 && Proving::fits(seating.shape);
    let table = if asks { memory / 4 } else { 0 };
    let resources = Resources { threads, memory: memory - table, seed, ..Resources::default() };
    let player = Box::new(Mcts::new(settings.clone(), resources));
    if asks { Box::new(Proving::new(player, settings.solver_share, threads, table)) } else { player }
}
