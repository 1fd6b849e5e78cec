//! The clocks of a game: main time and an increment for each move.

use std::time::{Duration, Instant};

use game::Colour;
use serde::{Deserialize, Serialize};

use crate::message::TimeControl;

/// Both players' clocks; they start with the second move of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    left: [u64; 2],
    #[serde(skip)]
    since: Option<(usize, Instant)>,
}

impl Clock {
    /// Full clocks, not running. Times are kept within a day.
    pub fn new(control: TimeControl) -> Clock {
        let day = 86_400_000;
        let control =
            TimeControl { main: control.main.clamp(1000, day), increment: control.increment.min(day / 24) };
        Clock { control, left: [control.main; 2], since: None }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Milliseconds left for a colour.
    pub fn left(&self, colour: Colour) -> u64 {
        let used = match self.since {
            Some((running, start)) if running == colour.index() => start.elapsed().as_millis() as u64,
            _ => 0,
        };
        self.left[colour.index()].saturating_sub(used)
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Colour> {
        self.since.map(|(index, _)| Colour::BOTH[index])
    }

    /// The colour has moved: its clock stops and gains the increment, the other's runs.
    pub fn press(&mut self, colour: Colour) {
        if self.running() == Some(colour) {
            self.left[colour.index()] = self.left(colour) + self.control.increment;
        }
        self.since = Some((colour.other().index(), Instant::now()));
    }

    /// Lets a colour's clock run, as after a move was taken back.
    pub fn run(&mut self, colour: Colour) {
        self.stop();
        self.since = Some((colour.index(), Instant::now()));
    }

    /// Stops both clocks.
    pub fn stop(&mut self) {
        if let Some(colour) = self.running() {
            self.left[colour.index()] = self.left(colour);
            self.since = None;
        }
    }

    /// The colour whose time is up.
    pub fn fallen(&self) -> Option<Colour> {
        self.running().filter(|&colour| self.left(colour) == 0)
    }

    /// What a player may spend on one move.
    pub fn share(&self, colour: Colour) -> Duration {
        let left = self.left(colour);
        Duration::from_millis((left / 20 + self.control.increment * 4 / 5).min(left / 2).max(20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressing_gives_the_increment_and_the_turn() {
        let mut clock = Clock::new(TimeControl { main: 60_000, increment: 5000 });
        clock.press(Colour::White);
        assert_eq!((clock.running(), clock.left(Colour::White)), (Some(Colour::Black), 60_000));
        clock.press(Colour::Black);
        assert!(clock.left(Colour::Black) > 64_000);
        assert_eq!(clock.fallen(), None);
        clock.stop();
        assert_eq!(clock.running(), None);
    }
}
