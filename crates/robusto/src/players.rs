//! Who plays: the one place that knows which ways of thinking the program has.

use engine::{AllPlayers, Player, PlayerFactory, SearchFactory, Seating};
use search::mcts::{Mcts, Resources};
use search::settings::Settings;
use solve::exact::ExactPlayer;
use solve::questions;

/// The factory of our players: Monte-Carlo tree search, with a solver where the settings ask for one, and the classical ones.
pub fn factory() -> Box<dyn PlayerFactory> {
    Box::new(AllPlayers::with(SearchFactory::new(make)))
}

fn make(settings: &Settings, seating: &Seating) -> Box<dyn Player> {
    let (threads, seed) = (seating.threads, seating.seed);
    let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
    let resources = |memory| Resources { threads, memory, seed, ..Resources::default() };
    // A player that would give a solver most of its time proves first, where the board is small enough.
    if settings.solver_share > 0.5 && ExactPlayer::fits(seating.shape.size()) {
        let settings = Settings { solver_share: 0.0, ..settings.clone() };
        let behind = Box::new(Mcts::new(settings, resources(memory / 2)));
        return Box::new(ExactPlayer::on(seating.shape.size(), memory / 2, behind));
    }
    Box::new(questions::player(settings.clone(), seating.shape, resources(memory)))
}
