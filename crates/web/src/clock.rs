//! Clocks as people agree on them, as they are kept and as they are shown; the clocks themselves are the
//! engine's.

use std::time::Duration;

use engine::{Clock, Left, RunningClock, TimeControl as Agreed};
use game::Colour;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::message::TimeControl;

/// The longest time for a game, in milliseconds: a day.
const LONGEST: u64 = 86_400_000;

/// Full clocks, not running; they start with the second move of the game. Times are kept within a day.
pub fn agreed(control: TimeControl) -> RunningClock {
    RunningClock::new(Clock::new(Agreed::Game {
        main: Duration::from_millis(control.main.clamp(1000, LONGEST)),
        increment: Duration::from_millis(control.increment.min(LONGEST / 24)),
    }))
}

/// What was agreed, in the words of the page.
fn control(clock: &RunningClock) -> TimeControl {
    let (main, increment) = match clock.control() {
        Agreed::Game { main, increment } => (main, increment),
        _ => Default::default(),
    };
    TimeControl { main: main.as_millis() as u64, increment: increment.as_millis() as u64 }
}

fn left(clock: &RunningClock, colour: Colour) -> u64 {
    clock.left(colour).time.as_millis() as u64
}

/// What clients see.
pub fn view(clock: &RunningClock) -> Value {
    let TimeControl { main, increment } = control(clock);
    json!({
        "white": left(clock, Colour::White),
        "black": left(clock, Colour::Black),
        "running": clock.running().map(Colour::word),
        "main": main,
        "increment": increment,
    })
}

/// Clocks as they are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    control: TimeControl,
    left: [u64; 2],
}

impl From<&RunningClock> for Kept {
    fn from(clock: &RunningClock) -> Kept {
        Kept { control: control(clock), left: Colour::BOTH.map(|colour| left(clock, colour)) }
    }
}

impl From<Kept> for RunningClock {
    fn from(kept: Kept) -> RunningClock {
        let mut clock = Clock::new(agreed(kept.control).control());
        for colour in Colour::BOTH {
            let time = Duration::from_millis(kept.left[colour.index()].min(LONGEST));
            clock.set_left(colour, Left { time, stones: 0 });
        }
        RunningClock::new(clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_kept_as_they_are() {
        let mut clock = agreed(TimeControl { main: 60_000, increment: 5000 });
        clock.press(Colour::White);
        clock.stop();
        let kept = Kept::from(&clock);
        let text = serde_json::to_string(&kept).unwrap();
        assert!(text.starts_with(r#"{"control":{"main":60000,"increment":5000},"left":[60000,"#), "{text}");
        let again = RunningClock::from(serde_json::from_str::<Kept>(&text).unwrap());
        assert_eq!(view(&again), view(&clock));
        assert_eq!(view(&again)["running"], Value::Null);
    }
}
