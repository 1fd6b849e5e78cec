//! Players of the `search` crate: its settings and presets behind [`PlayerFactory`], with a solver to ask
//! where the settings give it time.

use game::Shape;
use search::mcts::{Mcts, Resources};
use search::player::Player;
use search::presets;
use search::recipe::Inert;
use search::settings::Settings;
use solve::exact::ExactPlayer;
use solve::queries;

use crate::EngineError;
use crate::factory::{PlayerFactory, Purpose, Seating};

/// A player that gives a solver more than this share of its time proves first, where the board is small enough.
const MOST: f32 = 0.5;

/// Makes Monte-Carlo players from the one table of search settings.
#[derive(Clone)]
pub struct SearchFactory {
    preset: &'static str,
    /// What was changed after the preset was chosen, by name and as text: it stands whatever the preset says on a board.
    changes: Vec<(String, String)>,
}

impl Default for SearchFactory {
    fn default() -> SearchFactory {
        SearchFactory { preset: presets::NAMES[0], changes: Vec::new() }
    }
}

impl SearchFactory {
    /// The settings of a player on the board.
    fn settings_on(&self, shape: &Shape) -> Settings {
        let mut settings = presets::preset(self.preset, shape.size()).expect("only known presets are chosen");
        for (name, value) in &self.changes {
            settings.set(name, value).expect("changes were tried before they were taken");
        }
        settings
    }
}

/// The settings of a player for a purpose.
fn suited(settings: Settings, purpose: Purpose) -> Settings {
    match purpose {
        Purpose::Play => settings,
        Purpose::Analyse => Settings { slips: 0.0, ..settings },
        Purpose::Review => Settings { slips: 0.0, solver_share: 0.0, ..settings },
    }
}

impl PlayerFactory for SearchFactory {
    fn make(&self, seating: &Seating) -> Box<dyn Player> {
        let settings = suited(self.settings_on(seating.shape), seating.purpose);
        let (threads, seed) = (seating.threads, seating.seed);
        let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
        let resources = Resources { threads, memory, seed, ..Resources::default() };
        let plays = seating.purpose == Purpose::Play && settings.solver_share > MOST;
        if plays && ExactPlayer::fits(seating.shape.size()) {
            let behind = Resources { memory: memory / 2, ..resources };
            let settings = Settings { solver_share: 0.0, ..settings };
            let behind = Box::new(Mcts::new(settings, behind));
            return Box::new(ExactPlayer::on(seating.shape.size(), memory / 2, threads, behind));
        }
        Box::new(queries::player(settings, seating.shape, resources))
    }

    fn duplicate(&self) -> Box<dyn PlayerFactory> {
        Box::new(self.clone())
    }

    fn presets(&self) -> Vec<String> {
        presets::NAMES.iter().map(|&name| name.into()).collect()
    }

    fn preset(&self) -> String {
        self.preset.into()
    }

    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        let unknown = || EngineError::unknown_preset(name, presets::NAMES);
        self.preset = presets::NAMES.iter().find(|&&known| known == name).ok_or_else(unknown)?;
        self.changes.clear();
        Ok(())
    }

    fn settings(&self, shape: &Shape) -> Vec<(String, String, String)> {
        let settings = self.settings_on(shape);
        let row = |&name: &&str| {
            let (help, wanted) = Settings::help(name).unwrap_or_default();
            (name.to_string(), settings.get(name).unwrap_or_default(), format!("{help} ({wanted})"))
        };
        Settings::NAMES.iter().map(row).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        Settings::default().set(name, value)?;
        self.changes.retain(|(changed, _)| changed != name);
        self.changes.push((name.into(), value.into()));
        Ok(())
    }

    fn inert(&self, shape: &Shape) -> Vec<Inert> {
        let (settings, usual) = (self.settings_on(shape), Settings::default());
        // What is switched off needs no word.
        let is_told = |name: &str| {
            self.changes.iter().any(|(changed, _)| changed == name) && settings.get(name) != usual.get(name)
        };
        let mut inert = settings.inert(Shape::of(shape.size()));
        if !queries::fits(shape) {
            inert.push(Inert { name: "solver_share", because: "no solver takes boards as large as this" });
        }
        inert.retain(|inert| is_told(inert.name));
        inert
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;

    #[test]
    fn presets_and_settings_go_together() {
        let mut factory = SearchFactory::default();
        let shape = Shape::of(Size::havannah(4).unwrap());
        for name in factory.presets() {
            factory.choose_preset(&name).unwrap();
            assert_eq!(factory.preset(), name);
            for (name, value, _) in factory.settings(shape) {
                factory.set(&name, &value).unwrap();
            }
        }
        assert!(factory.choose_preset("none").is_err());
        assert!(matches!(factory.set("rave", "-1"), Err(EngineError::BadSetting { .. })));
        assert!(matches!(factory.set("raev", "1"), Err(EngineError::UnknownSetting(_))));
    }

    #[test]
    fn a_change_stands_on_every_board_until_a_preset_is_chosen() {
        fn policy(factory: &SearchFactory, shape: &Shape) -> String {
            let settings = factory.settings(shape);
            settings.into_iter().find(|setting| setting.0 == "know_policy").unwrap().1
        }
        let mut factory = SearchFactory::default();
        let boards = [Size::havannah(4).unwrap(), Size::hex(11).unwrap()].map(Shape::of);
        let usual = boards.map(|shape| policy(&factory, shape));
        assert_ne!(usual[0], usual[1]);
        factory.set("know_policy", "7").unwrap();
        factory.set("know_policy", "8").unwrap();
        assert!(factory.set("know_policy", "nonsense").is_err());
        assert_eq!(boards.map(|shape| policy(&factory, shape)), ["8", "8"]);
        factory.choose_preset("strong").unwrap();
        assert_eq!(boards.map(|shape| policy(&factory, shape)), usual);
    }

    #[test]
    fn a_change_that_does_nothing_on_a_board_is_told() {
        let mut factory = SearchFactory::default();
        factory.choose_preset("strong-2026-11").unwrap();
        let boards = [Size::havannah(8).unwrap(), Size::hex(11).unwrap()].map(Shape::of);
        let told = |factory: &SearchFactory, shape| {
            factory.inert(shape).iter().map(|inert| inert.name).collect::<Vec<_>>()
        };
        factory.set("know_bridge", "7").unwrap();
        factory.set("solver_share", "0.2").unwrap();
        factory.set("gram_decay", "0").unwrap();
        assert_eq!(told(&factory, boards[0]), ["know_bridge", "solver_share"]);
        assert_eq!(told(&factory, boards[1]), ["solver_share"]);
        factory.set("know_policy", "0").unwrap();
        assert_eq!(told(&factory, boards[0]), ["solver_share"]);
        assert!(told(&factory, Shape::of(Size::havannah(4).unwrap())).is_empty());
    }

    #[test]
    fn a_reviewer_asks_no_solver_and_only_players_slip() {
        let mut factory = SearchFactory::default();
        let shape = Shape::of(Size::havannah(5).unwrap());
        let made = |factory: &SearchFactory, purpose| suited(factory.settings_on(shape), purpose);
        assert!(made(&factory, Purpose::Play).solver_share > 0.0);
        assert!(made(&factory, Purpose::Analyse).solver_share > 0.0);
        assert_eq!(made(&factory, Purpose::Review).solver_share, 0.0);
        factory.choose_preset("level-1").unwrap();
        assert!(made(&factory, Purpose::Play).slips > 0.0);
        assert_eq!(made(&factory, Purpose::Analyse).slips, 0.0);
    }
}
