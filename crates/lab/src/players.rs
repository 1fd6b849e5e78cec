//! The players that the lab can make by itself.

use anyhow::{Result, bail};
use search::player::{Player, RandomPlayer};

use crate::seat::Place;
use crate::spec::{PlayerKind, PlayerSpec};

/// Makes a player of ours from its text: the lab's usual [`Factory`](crate::Factory).
pub fn make(spec: &PlayerSpec, place: &Place) -> Result<Box<dyn Player>> {
    let PlayerKind::Preset { preset, settings } = &spec.kind else { bail!("{spec} is not a player of ours") };
    match (preset.as_str(), settings.first()) {
        ("random", None) => Ok(Box::new(RandomPlayer::new(place.seed))),
        ("random", Some((name, _))) => bail!("the random player has no setting {name:?}"),
        _ => bail!("there is no preset {preset:?}"),
    }
}
