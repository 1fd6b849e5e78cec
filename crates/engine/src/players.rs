//! All players of the program behind one factory: Monte-Carlo tree search and the classical ones, chosen by preset, with a book
//! if the setting `book` names one.

use std::sync::Arc;

use classic::presets::{NAMES, Preset, Resources};
use game::Shape;
use search::player::Player;
use search::recipe::Inert;

use crate::EngineError;
use crate::book::Book;
use crate::book::player::BookPlayer;
use crate::factory::{PlayerFactory, Seating};
use crate::searching::SearchFactory;

/// The setting that names the book.
const BOOK: &str = "book";

/// Makes whatever player the chosen preset names: the one constructor of players, for every front end.
#[derive(Clone, Default)]
pub struct AllPlayers {
    search: SearchFactory,
    /// The classical player that was chosen, with its name; none while a search preset is.
    classic: Option<(String, Preset)>,
    /// The book with the name of its file.
    book: Option<(String, Arc<Book>)>,
}

impl AllPlayers {
    /// The factory with the default preset chosen.
    pub fn new() -> AllPlayers {
        AllPlayers::default()
    }

    fn setting_names(&self) -> Vec<String> {
        let own: &[&str] = match &self.classic {
            None => search::settings::Settings::NAMES,
            Some((_, Preset::AlphaBeta(_))) => classic::settings::Settings::NAMES,
            Some((_, Preset::Rogers(_))) => &[],
        };
        own.iter().copied().chain([BOOK]).map(String::from).collect()
    }

    fn without_book(&self, seating: &Seating) -> Box<dyn Player> {
        match &self.classic {
            None => self.search.make(seating),
            Some((_, preset)) => {
                let memory = usize::try_from(seating.memory).unwrap_or(usize::MAX);
                preset.player(Resources { memory, seed: seating.seed })
            }
        }
    }
}

/// The book in a file.
fn read_book(file: &str) -> Result<Book, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    Book::read(&text)
}

impl PlayerFactory for AllPlayers {
    fn make(&self, seating: &Seating) -> Box<dyn Player> {
        let player = self.without_book(seating);
        match &self.book {
            None => player,
            Some((_, book)) => Box::new(BookPlayer::new(book.clone(), player)),
        }
    }

    fn duplicate(&self) -> Box<dyn PlayerFactory> {
        Box::new(self.clone())
    }

    fn presets(&self) -> Vec<String> {
        let classic = NAMES.iter().map(|&name| name.into());
        self.search.presets().into_iter().chain(classic).collect()
    }

    fn preset(&self) -> String {
        self.classic.as_ref().map_or_else(|| self.search.preset(), |(name, _)| name.clone())
    }

    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        match Preset::named(name) {
            Some(preset) => self.classic = Some((name.into(), preset)),
            None => {
                let known = self.presets();
                self.search.choose_preset(name).map_err(|_| EngineError::unknown_preset(name, known))?;
                self.classic = None;
            }
        }
        Ok(())
    }

    fn settings(&self, shape: &Shape) -> Vec<(String, String, String)> {
        let mut settings = match &self.classic {
            None => self.search.settings(shape),
            Some((_, preset)) => preset.settings(),
        };
        let file = self.book.as_ref().map_or(String::new(), |(file, _)| file.clone());
        settings.push((BOOK.into(), file, "The file of the opening book; empty is none.".into()));
        settings
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if name == BOOK {
            let read = |file: &str| Ok((file.into(), Arc::new(read_book(file)?)));
            let book = (!value.is_empty()).then(|| read(value)).transpose();
            self.book = book.map_err(|error: String| EngineError::bad_setting(BOOK, value, error))?;
            return Ok(());
        }
        let set = match &mut self.classic {
            None => self.search.set(name, value),
            Some((_, preset)) => preset.set(name, value).map_err(EngineError::from),
        };
        set.map_err(|error| match error {
            EngineError::UnknownSetting(_) => EngineError::unknown_setting(name, self.setting_names()),
            other => other,
        })
    }

    fn inert(&self, shape: &Shape) -> Vec<Inert> {
        if self.classic.is_none() { self.search.inert(shape) } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factory::Purpose;
    use game::Size;
    use search::player::{Limits, Moment};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn every_preset_makes_a_player_and_takes_its_own_settings() {
        let mut factory = AllPlayers::new();
        let position = Moment::new(Shape::of(Size::havannah(3).unwrap()));
        for name in factory.presets() {
            factory.choose_preset(&name).unwrap();
            assert_eq!(factory.preset(), name);
            for (name, value, help) in factory.settings(position.shape()) {
                factory.set(&name, &value).unwrap();
                assert!(!help.is_empty(), "{name}");
            }
            let seating = Seating {
                shape: position.shape(),
                threads: 1,
                memory: 1 << 20,
                seed: 1,
                purpose: Purpose::Play,
            };
            let mut player = factory.make(&seating);
            let stop = AtomicBool::new(false);
            assert!(player.think(&position, &Limits::visits(20), &stop, &mut |_| {}).best().is_some());
        }
        assert!(factory.choose_preset("none").is_err());
        assert!(factory.set("none", "1").is_err());
        let sentence = factory.choose_preset("quenbee").unwrap_err().to_string();
        assert_eq!(sentence, "there is no preset \"quenbee\"; did you mean \"queenbee\"?");
        factory.choose_preset("strong").unwrap();
        let sentence = factory.set("raev", "1").unwrap_err().to_string();
        assert_eq!(sentence, "there is no setting \"raev\"; did you mean \"rave\"?");
    }
}
