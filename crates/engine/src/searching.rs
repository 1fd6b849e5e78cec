//! Players of the `search` crate: its settings and presets behind [`PlayerFactory`].

use search::mcts::{Mcts, Resources};
use search::player::Player;
use search::presets;
use search::settings::Settings;

use crate::EngineError;
use crate::factory::{PlayerFactory, Seating};

/// Makes a player from settings.
pub type MakePlayer = fn(&Settings, &Seating) -> Box<dyn Player>;

/// Makes players from the one table of search settings.
#[derive(Clone)]
pub struct SearchFactory {
    settings: Settings,
    preset: String,
    make: MakePlayer,
}

impl SearchFactory {
    /// Monte-Carlo players of the default preset.
    pub fn mcts() -> SearchFactory {
        SearchFactory::new(|settings, seating| {
            let (threads, seed) = (seating.threads, seating.seed);
            let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
            Box::new(Mcts::new(settings.clone(), Resources { threads, memory, seed, ..Resources::default() }))
        })
    }

    /// Players of the default preset, made by `make`.
    pub fn new(make: MakePlayer) -> SearchFactory {
        let preset = presets::NAMES[0];
        let settings = presets::preset(preset).expect("the first preset is the default");
        SearchFactory { settings, preset: preset.into(), make }
    }
}

impl PlayerFactory for SearchFactory {
    fn make(&self, seating: &Seating) -> Box<dyn Player> {
        (self.make)(&self.settings, seating)
    }

    fn duplicate(&self) -> Box<dyn PlayerFactory> {
        Box::new(self.clone())
    }

    fn presets(&self) -> Vec<String> {
        presets::NAMES.iter().map(|&name| name.into()).collect()
    }

    fn preset(&self) -> String {
        self.preset.clone()
    }

    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        let unknown = || EngineError::UnknownPreset(name.chars().take(40).collect());
        self.settings = presets::preset(name).ok_or_else(unknown)?;
        self.preset = name.into();
        Ok(())
    }

    fn settings(&self) -> Vec<(String, String, String)> {
        let row = |&name: &&str| {
            let (help, wanted) = Settings::help(name).unwrap_or_default();
            (name.to_string(), self.settings.get(name).unwrap_or_default(), format!("{help} ({wanted})"))
        };
        Settings::NAMES.iter().map(row).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        Ok(self.settings.set(name, value)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::player::RandomPlayer;

    #[test]
    fn presets_and_settings_go_together() {
        let mut factory = SearchFactory::new(|_, seating| Box::new(RandomPlayer::new(seating.seed)));
        for name in factory.presets() {
            factory.choose_preset(&name).unwrap();
            assert_eq!(factory.preset(), name);
            for (name, value, _) in factory.settings() {
                factory.set(&name, &value).unwrap();
            }
        }
        assert!(factory.choose_preset("none").is_err());
        assert!(matches!(factory.set("rave", "-1"), Err(EngineError::BadSetting { .. })));
        assert!(matches!(factory.set("raev", "1"), Err(EngineError::UnknownSetting(_))));
    }
}
