//! Clocks as people agree on them, as they are kept and as they are shown; the clocks themselves are the
//! engine's.

use std::time::Duration;

use engine::{Clock, Left, RunningClock, TimeControl as Agreed};
use game::Colour;
use serde::{Deserialize, Serialize};

use crate::message::TimeControl;
use crate::wire;

/// The longest time for a game, in milliseconds: a day.
const LONGEST: u64 = 86_400_000;
/// The most periods of byo-yomi.
const PERIODS: u32 = 100;

/// Full clocks, not running; they start with the second move of the game. Times are kept within a day.
pub fn agreed(control: TimeControl) -> RunningClock {
    let hour = |time: u64| Duration::from_millis(time.min(LONGEST / 24));
    let main = control.main.min(LONGEST);
    RunningClock::new(Clock::new(if control.periods > 0 && control.period > 0 {
        let period = hour(control.period.max(1000));
        Agreed::Japanese { main: Duration::from_millis(main), period, periods: control.periods.min(PERIODS) }
    } else {
        Agreed::Game { main: Duration::from_millis(main.max(1000)), increment: hour(control.increment) }
    }))
}

/// What was agreed, in the words of the page.
fn control(clock: &RunningClock) -> TimeControl {
    let time = |time: Duration| time.as_millis() as u64;
    match clock.control() {
        Agreed::Game { main, increment } => {
            TimeControl { main: time(main), increment: time(increment), ..TimeControl::default() }
        }
        Agreed::Japanese { main, period, periods } => {
            TimeControl { main: time(main), period: time(period), periods, ..TimeControl::default() }
        }
        _ => TimeControl::default(),
    }
}

fn left(clock: &RunningClock, colour: Colour) -> u64 {
    clock.left(colour).time.as_millis() as u64
}

/// What clients see.
pub fn view(clock: &RunningClock) -> wire::Clock {
    let TimeControl { main, increment, period, periods } = control(clock);
    let periods_left = |colour| clock.left(colour).stones;
    wire::Clock {
        white: left(clock, Colour::White),
        black: left(clock, Colour::Black),
        running: clock.running().map(Into::into),
        main,
        increment,
        period,
        periods,
        periods_left: wire::Both { white: periods_left(Colour::White), black: periods_left(Colour::Black) },
    }
}

/// Clocks as they are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    control: TimeControl,
    left: [u64; 2],
    /// Periods of byo-yomi that are left; none before they have begun.
    #[serde(default)]
    periods: [u32; 2],
}

impl From<&RunningClock> for Kept {
    fn from(clock: &RunningClock) -> Kept {
        Kept {
            control: control(clock),
            left: Colour::BOTH.map(|colour| left(clock, colour)),
            periods: Colour::BOTH.map(|colour| clock.left(colour).stones),
        }
    }
}

impl From<Kept> for RunningClock {
    fn from(kept: Kept) -> RunningClock {
        let mut clock = Clock::new(agreed(kept.control).control());
        for colour in Colour::BOTH {
            let time = Duration::from_millis(kept.left[colour.index()].min(LONGEST));
            let stones = kept.periods[colour.index()].min(PERIODS);
            clock.set_left(colour, Left { time, stones });
        }
        RunningClock::new(clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_kept_as_they_are() {
        let mut clock = agreed(TimeControl { main: 60_000, increment: 5000, ..TimeControl::default() });
        clock.press(Colour::White);
        clock.stop();
        let kept = Kept::from(&clock);
        let text = serde_json::to_string(&kept).unwrap();
        let again = RunningClock::from(serde_json::from_str::<Kept>(&text).unwrap());
        assert_eq!(view(&again), view(&clock));
        assert_eq!(view(&again).running, None);
        // As they were kept before there was byo-yomi.
        let old = r#"{"control":{"main":60000,"increment":5000},"left":[30000,20000]}"#;
        let old = RunningClock::from(serde_json::from_str::<Kept>(old).unwrap());
        assert_eq!((view(&old).white, view(&old).increment, view(&old).periods), (30_000, 5000, 0));
    }

    #[test]
    fn byo_yomi_is_agreed_on_and_kept() {
        let control = TimeControl { main: 0, increment: 0, period: 20_000, periods: 3 };
        let clock = agreed(control);
        let seen = view(&clock);
        assert_eq!((seen.white, seen.period, seen.periods), (20_000, 20_000, 3));
        assert_eq!((seen.periods_left.white, seen.periods_left.black), (3, 3));
        assert_eq!(view(&RunningClock::from(Kept::from(&clock))), seen);
    }
}
