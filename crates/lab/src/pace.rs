//! How long players may think: simulations a move, time a move, processor time a move, or time for the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use engine::{Care, Left, Stage, TimeControl, plan};
use game::Record;
use search::player::Limits;
use serde::{Deserialize, Serialize};

/// How long players may think. As text: `1000` (visits), `0.5s` (a move), `0.5cpu` (of processor time), `60s+0.5s` (a game, with an increment).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pace {
    /// So many simulations a move.
    Visits(u64),
    /// So many seconds a move.
    Move(f64),
    /// So many seconds of processor time a move.
    Cpu(f64),
    /// Seconds for the game and more after each move.
    Game(f64, f64),
}

impl FromStr for Pace {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Pace> {
        let wrong = || format!("{text:?} is no pace (1000 visits, 0.5s or 0.5cpu a move, 60s+0.5s a game)");
        let seconds = |part: &str| -> Result<f64> {
            let number = part.trim().strip_suffix('s').unwrap_or(part.trim());
            let value: f64 = number.parse().with_context(wrong)?;
            ensure!((0.0..1e6).contains(&value), wrong());
            Ok(value)
        };
        if let Some((main, increment)) = text.split_once('+') {
            return Ok(Pace::Game(seconds(main)?, seconds(increment)?));
        }
        if let Some(number) = text.trim().strip_suffix("cpu") {
            return Ok(Pace::Cpu(seconds(number)?));
        }
        if text.trim().ends_with('s') {
            return Ok(Pace::Move(seconds(text)?));
        }
        let visits: u64 = text.trim().parse().with_context(wrong)?;
        ensure!(visits > 0, wrong());
        Ok(Pace::Visits(visits))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Visits(visits) => write!(f, "{visits}"),
            Pace::Move(seconds) => write!(f, "{seconds}s"),
            Pace::Cpu(seconds) => write!(f, "{seconds}cpu"),
            Pace::Game(main, increment) => write!(f, "{main}s+{increment}s"),
        }
    }
}

impl TryFrom<String> for Pace {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Pace> {
        text.parse()
    }
}

impl From<Pace> for String {
    fn from(pace: Pace) -> String {
        pace.to_string()
    }
}

impl Pace {
    /// The same in the engine's words. A fixed time a move is Canadian time with one stone a period, as all
    /// programs know it.
    pub fn control(self) -> TimeControl {
        let seconds = Duration::from_secs_f64;
        match self {
            Pace::Visits(_) => TimeControl::None,
            // Another program cannot be held to processor time: it gets as much time by the clock.
            Pace::Move(time) | Pace::Cpu(time) => {
                TimeControl::Canadian { main: Duration::ZERO, period: seconds(time), stones: 1 }
            }
            Pace::Game(main, increment) => {
                TimeControl::Game { main: seconds(main), increment: seconds(increment) }
            }
        }
    }

    /// The same pace on a machine that is `factor` times as slow: times grow, visits stay.
    pub fn scaled(self, factor: f64) -> Pace {
        match self {
            Pace::Visits(visits) => Pace::Visits(visits),
            Pace::Move(seconds) => Pace::Move(seconds * factor),
            Pace::Cpu(seconds) => Pace::Cpu(seconds * factor),
            Pace::Game(main, increment) => Pace::Game(main * factor, increment * factor),
        }
    }
}

/// One player's clock in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    pace: Pace,
    /// What is left of a game's time.
    left: Left,
    /// Seconds beyond the limit that are forgiven.
    margin: f64,
}

impl Clock {
    /// A clock at its start.
    pub fn new(pace: Pace, margin: f64) -> Clock {
        Clock { pace, left: pace.control().start(), margin }
    }

    /// The pace that the clock was made for.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// What is left of the game's time, if the game is timed.
    pub fn left(&self) -> Option<Duration> {
        matches!(self.pace, Pace::Game(..)).then_some(self.left.time)
    }

    /// What to ask of a player of ours: in a timed game what the engine's plan says.
    pub fn limits(&self, record: &Record) -> Limits {
        match self.pace {
            Pace::Visits(visits) => Limits::visits(visits),
            Pace::Cpu(seconds) => Limits::cpu(Duration::from_secs_f64(seconds)),
            Pace::Move(seconds) => Limits::time(Duration::from_secs_f64(seconds)),
            Pace::Game(..) => Limits {
                time: plan(&self.pace.control(), self.left, Stage::of(record), Care::default()),
                ..Limits::default()
            },
        }
    }

    /// The latest moment at which an answer still counts, in seconds from the question; `None` without a time limit.
    pub fn deadline(&self) -> Option<f64> {
        match self.pace {
            Pace::Visits(_) | Pace::Cpu(_) => None,
            Pace::Move(seconds) => Some(seconds + self.margin),
            Pace::Game(..) => Some(self.left.time.as_secs_f64() + self.margin),
        }
    }

    /// A move took so long; false when it came too late.
    pub fn spend(&mut self, seconds: f64) -> bool {
        let in_time = self.deadline().is_none_or(|deadline| seconds <= deadline);
        if let Pace::Game(..) = self.pace {
            // Within the margin a move counts as having taken all that was left.
            let spent = Duration::from_secs_f64(seconds).min(self.left.time);
            self.left = self.pace.control().after_move(self.left, spent).unwrap_or_default();
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Shape, Size};

    #[test]
    fn paces_read_as_they_are_written() {
        for (text, pace) in [
            ("1000", Pace::Visits(1000)),
            ("0.5s", Pace::Move(0.5)),
            ("0.5cpu", Pace::Cpu(0.5)),
            ("60s+0.5s", Pace::Game(60.0, 0.5)),
        ] {
            assert_eq!(text.parse::<Pace>().unwrap(), pace);
            assert_eq!(pace.to_string(), text);
        }
        for text in ["", "0", "-1", "s", "1.5", "x+1", "1e9s"] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_clock_runs_down_and_a_late_move_is_noticed() {
        let mut clock = Clock::new(Pace::Game(10.0, 1.0), 0.1);
        let record = Record::new(Shape::of(Size::havannah(5).unwrap()));
        // It is planned as the engine plans it.
        let agreed = TimeControl::Game { main: Duration::from_secs(10), increment: Duration::from_secs(1) };
        let engine = engine::Clock::new(agreed);
        let planned = engine.budget(record.turn(), Stage::of(&record), Care::default());
        assert_eq!(clock.limits(&record).time, planned);
        assert!(clock.spend(4.0));
        assert_eq!(clock.left(), Some(Duration::from_secs(7)));
        assert!(!clock.spend(7.5));
        let mut clock = Clock::new(Pace::Move(1.0), 0.5);
        assert!(clock.spend(1.4) && !clock.spend(1.6));
        let mut clock = Clock::new(Pace::Visits(5), 0.0);
        assert!(clock.spend(1e9));
        assert_eq!(clock.limits(&record), Limits::visits(5));
    }
}
