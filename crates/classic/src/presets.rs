//! The classical players by name.

use search::player::Player;
use search::table::SettingError;

use crate::alphabeta::AlphaBeta;
use crate::rogers::Strategy;
use crate::settings::{Judge, Settings, Taper};

/// The names of the presets.
pub const NAMES: &[&str] = &[
    "queenbee",
    "queenbee-full",
    "queenbee-beam5",
    "queenbee-tapered",
    "hexy",
    "potential",
    "rogers-tree",
    "rogers-straight",
    "rogers-defence",
    "rogers-repaired",
    "rogers-ring",
];

/// What a preset stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Preset {
    /// One of Rogers' strategies; it has no settings.
    Rogers(Strategy),
    /// Alpha-beta with these settings.
    AlphaBeta(Settings),
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
            "queenbee" => Preset::AlphaBeta(dynamic()),
            "queenbee-full" => Preset::AlphaBeta(Settings::default()),
            "queenbee-beam5" => Preset::AlphaBeta(Settings { width: 5, ..Settings::default() }),
            "queenbee-tapered" => Preset::AlphaBeta(Settings { taper: Taper::Class, ..Settings::default() }),
            "hexy" => Preset::AlphaBeta(hexy()),
            "potential" => Preset::AlphaBeta(Settings { width: 10, ..Settings::default() }),
            _ => return None,
        })
    }

    /// The settings in order: name, value, one line of help.
    pub fn settings(&self) -> Vec<(String, String, String)> {
        let Preset::AlphaBeta(settings) = self else { return Vec::new() };
        let row = |&name: &&str| {
            let (help, wanted) = Settings::help(name).unwrap_or_default();
            (name.into(), settings.get(name).unwrap_or_default(), format!("{help} ({wanted})"))
        };
        Settings::NAMES.iter().map(row).collect()
    }

    /// Changes one setting.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        match self {
            Preset::AlphaBeta(settings) => settings.set(name, value),
            Preset::Rogers(_) => Err(SettingError::Unknown(name.chars().take(60).collect())),
        }
    }

    /// A player of the preset.
    pub fn player(&self, resources: Resources) -> Box<dyn Player> {
        match self {
            Preset::Rogers(strategy) => strategy.player(resources.seed),
            Preset::AlphaBeta(settings) => Box::new(AlphaBeta::new(settings.clone(), resources.memory)),
        }
    }
}

/// The search that the conclusions of Queenbee (8.1) ask for: all lines equally deep, sparser after every bad move.
fn dynamic() -> Settings {
    Settings { taper: Taper::Dynamic, ..Settings::default() }
}

/// Hexy's way: most is in the evaluation, the search is shallow and narrow.
fn hexy() -> Settings {
    Settings { judge: Judge::Resistance, width: 8, depth: 3, ..Settings::default() }
}
