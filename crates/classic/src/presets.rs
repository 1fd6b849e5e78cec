//! The classical players by name.

use search::player::Player;

use crate::rogers::Strategy;

/// The names of the presets.
pub const NAMES: &[&str] =
    &["rogers-tree", "rogers-straight", "rogers-defence", "rogers-repaired", "rogers-ring"];

/// What a preset stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Preset {
    /// One of Rogers' strategies; it has no settings.
    Rogers(Strategy),
}

/// What a player may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Memory in bytes.
    pub memory: usize,
    /// The seed of its random numbers.
    pub seed: u64,
}

impl Preset {
    /// The preset of that name.
    pub fn named(name: &str) -> Option<Preset> {
        Some(match name {
            "rogers-tree" => Preset::Rogers(Strategy::Tree),
            "rogers-straight" => Preset::Rogers(Strategy::Straight),
            "rogers-defence" => Preset::Rogers(Strategy::Defence),
            "rogers-repaired" => Preset::Rogers(Strategy::Repaired),
            "rogers-ring" => Preset::Rogers(Strategy::Ring),
            _ => return None,
        })
    }

    /// A player of the preset.
    pub fn player(&self, resources: Resources) -> Box<dyn Player> {
        match self {
            Preset::Rogers(strategy) => strategy.player(resources.seed),
        }
    }
}
