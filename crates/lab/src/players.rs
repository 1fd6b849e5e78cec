//! From a player's text to a player of the engine's.

use anyhow::{Context, Result, bail};
use engine::{AllPlayers, EngineError, PlayerFactory, Purpose, Seating};
use game::Shape;
use search::networks::choice::NetworkName;
use search::player::{Player, RandomPlayer};
use search::recipe::Inert;
use search::textbook::Textbook;

use crate::seat::Place;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::task::Board;

/// Memory of a player that does not say how much it may use.
const MEMORY: u64 = 512 << 20;

/// Does a setting name a file? A network may also be one of those that come with the program.
pub fn names_file(setting: &str, value: &str) -> bool {
    let own = [NetworkName::LEARNED, NetworkName::FIRST].map(|name| name.to_string());
    setting == "book" || setting == "network" && !own.iter().any(|name| name == value)
}

/// The player that a text names, made as every front end makes it; and two that only the lab has.
pub fn make(spec: &PlayerSpec, place: &Place) -> Result<Box<dyn Player>> {
    let PlayerKind::Preset { preset, settings } = &spec.kind else { bail!("{spec} is not a player of ours") };
    if preset == "random" {
        return make_random(spec, place);
    }
    if preset == "textbook" && settings.is_empty() {
        return Ok(Box::new(Textbook::new(place.seed)));
    }
    let shape = Shape::of(place.board.0);
    let factory = factory(preset, settings, shape).with_context(|| player(spec))?;
    let (threads, memory, seed) = (spec.threads, spec.memory.unwrap_or(MEMORY), place.seed);
    Ok(factory.make(&Seating { shape, threads, memory, seed, purpose: Purpose::Play }))
}

/// The factory with a preset and changes of settings.
fn factory(
    preset: &str,
    settings: &[(String, String)],
    shape: &'static Shape,
) -> Result<AllPlayers, EngineError> {
    let mut factory = AllPlayers::new();
    factory.choose_preset(preset).map_err(|error| with_hint(error, &factory, shape))?;
    for (name, value) in settings {
        let change = factory.set(name, value);
        change.map_err(|error| with_hint(error, &factory, shape))?;
    }
    Ok(factory)
}

/// The settings in a player's text that have no effect on a board.
pub fn inert(spec: &PlayerSpec, board: Board) -> Vec<Inert> {
    let PlayerKind::Preset { preset, settings } = &spec.kind else { return Vec::new() };
    let shape = Shape::of(board.0);
    factory(preset, settings, shape).map_or(Vec::new(), |factory| factory.inert(shape))
}

fn player(spec: &PlayerSpec) -> String {
    format!("the player {spec}")
}

/// An error about a name, with the name that may have been meant: the lab has some of its own.
fn with_hint(error: EngineError, factory: &dyn PlayerFactory, shape: &'static Shape) -> EngineError {
    match &error {
        EngineError::UnknownPreset(unknown) => {
            let own = ["random", "textbook"].map(String::from);
            EngineError::unknown_preset(&unknown.name, factory.presets().into_iter().chain(own))
        }
        EngineError::UnknownSetting(unknown) => {
            let own = ["name", "visits", "time", "threads", "memory"].map(String::from);
            let settings = factory.settings(shape).into_iter().map(|setting| setting.0);
            EngineError::unknown_setting(&unknown.name, settings.chain(own))
        }
        _ => error,
    }
}

/// The factory that knows only `random`: enough to test everything but thinking.
pub fn make_random(spec: &PlayerSpec, place: &Place) -> Result<Box<dyn Player>> {
    match &spec.kind {
        PlayerKind::Preset { preset, settings } if preset == "random" => match settings.first() {
            None => Ok(Box::new(RandomPlayer::new(place.seed))),
            Some((name, _)) => bail!("the random player has no setting {name:?}"),
        },
        _ => bail!("there is no preset {:?}", spec.to_string()),
    }
}
