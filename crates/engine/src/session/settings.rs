//! Settings by name: the table's own and the player's.

use search::recipe::Inert;

use super::{Session, seating};
use crate::EngineError;
use crate::params::{ROWS, Row};
use crate::seat::Seat;

impl Session {
    /// All settings in order, the table's first: name, value, one line of help.
    pub fn settings(&self) -> Vec<(String, String, String)> {
        let table = ROWS.iter().map(|row| (row.name.into(), row.value(&self.options), row.help.into()));
        table.chain(self.factory.settings(self.record.shape())).collect()
    }

    /// The value of one setting.
    pub fn setting(&self, name: &str) -> Result<String, EngineError> {
        let found = self.settings().into_iter().find(|setting| setting.0 == name);
        found.map(|setting| setting.1).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> EngineError {
        EngineError::unknown_setting(name, self.settings().into_iter().map(|setting| setting.0))
    }

    /// Changes one setting, of the table or of the player.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let row = Row::named(name);
        match row {
            Some(row) => row.set(&mut self.options, value)?,
            None => self.factory.set(name, value).map_err(|error| match error {
                EngineError::UnknownSetting(_) => self.unknown(name),
                other => other,
            })?,
        }
        if row.is_none_or(|row| row.reseats) {
            self.seat_anew();
        }
        if name == "ponder" && !self.options.ponder && self.is_pondering() {
            self.stop_analysis();
        }
        Ok(())
    }

    /// The settings that were changed and have no effect on the board while the others are as they are.
    pub fn inert(&self) -> Vec<Inert> {
        self.factory.inert(self.record.shape())
    }

    /// The presets and the one chosen last.
    pub fn presets(&self) -> (Vec<String>, String) {
        (self.factory.presets(), self.factory.preset())
    }

    /// Takes the player's settings from a preset.
    pub fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        self.factory.choose_preset(name)?;
        self.seat_anew();
        Ok(())
    }

    fn seat_anew(&mut self) {
        self.pause();
        self.reseat();
        self.resume();
    }

    pub(super) fn reseat(&mut self) {
        self.seat = Seat::new(self.factory.make(&seating(self.record.shape(), &self.options)));
    }

    /// Seats a new player for one that failed, and says so.
    pub(crate) fn replace_player(&mut self) -> EngineError {
        self.reseat();
        EngineError::PlayerFailed(self.record.turn())
    }
}
