//! Clocks of a game: what was agreed and what is left, for each colour.

use std::time::{Duration, Instant};

use game::Colour;

use crate::plan::{Care, Stage, plan};

/// What the players agreed on about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// So much for the whole game, and more after each move.
    Game {
        /// For the game.
        main: Duration,
        /// Added after each move; zero for an absolute limit.
        increment: Duration,
    },
    /// After the main time, periods in which a number of stones must be played.
    Canadian {
        /// Before the periods.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The stones of a period.
        stones: u32,
    },
    /// After the main time, a number of periods; one is used up only when a move takes all of it.
    Japanese {
        /// Before the periods.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many periods there are.
        periods: u32,
    },
}

/// What a colour has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Time in this phase.
    pub time: Duration,
    /// Zero in the main time; then the stones still to play (Canadian) or the periods still there (Japanese).
    pub stones: u32,
}

impl TimeControl {
    /// What GTP's `time_settings` says: main time, byo-yomi time and byo-yomi stones.
    pub fn gtp(main: Duration, period: Duration, stones: u32) -> TimeControl {
        match (period.is_zero(), stones) {
            (true, _) if main.is_zero() => TimeControl::None,
            (true, _) => TimeControl::Game { main, increment: Duration::ZERO },
            (false, 0) => TimeControl::None,
            (false, _) => TimeControl::Canadian { main, period, stones },
        }
    }

    /// What each colour has at the start.
    pub fn start(&self) -> Left {
        let (main, first_period) = match *self {
            TimeControl::None => return Left::default(),
            TimeControl::Game { main, .. } => return Left { time: main, stones: 0 },
            TimeControl::Canadian { main, period, stones } => (main, Left { time: period, stones }),
            TimeControl::Japanese { main, period, periods } => (main, Left { time: period, stones: periods }),
        };
        if main.is_zero() { first_period } else { Left { time: main, stones: 0 } }
    }

    /// What is left after a move that took `spent`; `None` when the flag has fallen.
    pub fn after_move(&self, left: Left, spent: Duration) -> Option<Left> {
        match *self {
            TimeControl::None => Some(left),
            TimeControl::Game { increment, .. } => {
                Some(Left { time: left.time.checked_sub(spent)? + increment, stones: 0 })
            }
            TimeControl::Canadian { period, stones, .. } => {
                let (left, spent) = leave_main(left, spent, Left { time: period, stones })?;
                if left.stones == 0 {
                    return Some(Left { time: left.time - spent, stones: 0 });
                }
                let time = left.time.checked_sub(spent)?;
                let next = Left { time, stones: left.stones - 1 };
                Some(if next.stones == 0 { Left { time: period, stones } } else { next })
            }
            TimeControl::Japanese { period, periods, .. } => {
                let (left, spent) = leave_main(left, spent, Left { time: period, stones: periods })?;
                if left.stones == 0 {
                    return Some(Left { time: left.time - spent, stones: 0 });
                }
                let over = spent.checked_sub(left.time).map_or(0, |over| 1 + periods_in(over, period));
                let rest = left.stones.checked_sub(over).filter(|&rest| rest > 0)?;
                Some(Left { time: period, stones: rest })
            }
        }
    }

    /// What is left in the midst of a move that has taken `spent` so far; `None` when the flag has fallen.
    pub fn after_a_while(&self, left: Left, spent: Duration) -> Option<Left> {
        let running = |left: Left, spent: Duration| {
            let time = left.time.checked_sub(spent).filter(|time| !time.is_zero())?;
            Some(Left { time, ..left })
        };
        match *self {
            TimeControl::None => Some(left),
            TimeControl::Game { .. } => running(left, spent),
            TimeControl::Canadian { period, stones, .. } => {
                let (left, spent) = leave_main(left, spent, Left { time: period, stones })?;
                running(left, spent)
            }
            TimeControl::Japanese { period, periods, .. } => {
                let (left, spent) = leave_main(left, spent, Left { time: period, stones: periods })?;
                let Some(over) = spent.checked_sub(left.time).filter(|_| left.stones > 0) else {
                    return running(left, spent);
                };
                let used = 1 + periods_in(over, period);
                let stones = left.stones.checked_sub(used).filter(|&stones| stones > 0)?;
                running(Left { time: period, stones }, over.saturating_sub(period * (used - 1)))
            }
        }
    }
}

/// A move that outlasts the main time goes on in the first period.
fn leave_main(left: Left, spent: Duration, first_period: Left) -> Option<(Left, Duration)> {
    match spent.checked_sub(left.time) {
        Some(over) if left.stones == 0 && !over.is_zero() => Some((first_period, over)),
        _ => Some((left, spent)),
    }
}

fn periods_in(time: Duration, period: Duration) -> u32 {
    if period.is_zero() {
        return u32::MAX - 1;
    }
    u32::try_from(time.as_nanos() / period.as_nanos()).unwrap_or(u32::MAX - 1)
}

/// The clocks of both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    control: TimeControl,
    left: [Left; 2],
}

impl Clock {
    /// Both clocks at their start.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: [control.start(); 2] }
    }

    /// What was agreed.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What a colour has left.
    pub fn left(&self, colour: Colour) -> Left {
        self.left[colour.index()]
    }

    /// Somebody who knows better says what is left. Without an agreement this becomes one for the whole game.
    pub fn set_left(&mut self, colour: Colour, left: Left) {
        if self.control == TimeControl::None && left.stones == 0 {
            *self = Clock::new(TimeControl::Game { main: left.time, increment: Duration::ZERO });
        } else if self.control == TimeControl::None {
            let (period, stones) = (left.time, left.stones);
            *self = Clock::new(TimeControl::Canadian { main: Duration::ZERO, period, stones });
        }
        self.left[colour.index()] = left;
    }

    /// A move of `colour` took so long; false when its flag has fallen, and then nothing is left.
    pub fn spend(&mut self, colour: Colour, spent: Duration) -> bool {
        let left = self.control.after_move(self.left(colour), spent);
        let out_of_time = Left { time: Duration::ZERO, stones: self.left(colour).stones };
        self.left[colour.index()] = left.unwrap_or(out_of_time);
        left.is_some()
    }

    /// Both clocks back to their start.
    pub fn restart(&mut self) {
        *self = Clock::new(self.control);
    }

    /// How long `colour` should think about its move; `None` without a clock.
    pub fn budget(&self, colour: Colour, stage: Stage, care: Care) -> Option<Duration> {
        plan(&self.control, self.left(colour), stage, care)
    }
}

/// Clocks that run by themselves: for a table at which people sit.
#[derive(Clone, Debug)]
pub struct RunningClock {
    /// As they stood when the running one began to run.
    clock: Clock,
    since: Option<(Colour, Instant)>,
}

impl RunningClock {
    /// The clocks, none of which runs.
    pub fn new(clock: Clock) -> RunningClock {
        RunningClock { clock, since: None }
    }

    /// What was agreed.
    pub fn control(&self) -> TimeControl {
        self.clock.control
    }

    /// What a colour has left now; nothing when its flag has fallen.
    pub fn left(&self, colour: Colour) -> Left {
        let left = self.clock.left(colour);
        match self.since {
            Some((running, start)) if running == colour => {
                self.clock.control.after_a_while(left, start.elapsed()).unwrap_or_default()
            }
            _ => left,
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Colour> {
        self.since.map(|since| since.0)
    }

    /// The colour has moved: its clock stops, the other's runs.
    pub fn press(&mut self, colour: Colour) {
        if let Some((running, start)) = self.since
            && running == colour
        {
            self.clock.spend(colour, start.elapsed());
        }
        self.since = Some((colour.other(), Instant::now()));
    }

    /// Lets a colour's clock run, as after a move was taken back.
    pub fn run(&mut self, colour: Colour) {
        self.stop();
        self.since = Some((colour, Instant::now()));
    }

    /// Stops both clocks.
    pub fn stop(&mut self) {
        if let Some(colour) = self.running() {
            self.clock.left[colour.index()] = self.left(colour);
            self.since = None;
        }
    }

    /// The colour whose time is up.
    pub fn fallen(&self) -> Option<Colour> {
        self.running().filter(|&colour| self.left(colour).time.is_zero())
    }

    /// How long a colour should think about its move; `None` without a clock.
    pub fn budget(&self, colour: Colour, stage: Stage, care: Care) -> Option<Duration> {
        plan(&self.clock.control, self.left(colour), stage, care)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn gtp_settings_mean_what_the_protocol_says() {
        assert_eq!(TimeControl::gtp(secs(0), secs(0), 0), TimeControl::None);
        assert_eq!(TimeControl::gtp(secs(9), secs(5), 0), TimeControl::None);
        let absolute = TimeControl::Game { main: secs(9), increment: secs(0) };
        assert_eq!(TimeControl::gtp(secs(9), secs(0), 0), absolute);
        let canadian = TimeControl::Canadian { main: secs(9), period: secs(5), stones: 2 };
        assert_eq!(TimeControl::gtp(secs(9), secs(5), 2), canadian);
    }

    #[test]
    fn a_canadian_clock_runs_through_its_phases() {
        let control = TimeControl::gtp(secs(10), secs(6), 2);
        let mut left = control.start();
        for (spent, time, stones) in [(4, 6, 0), (8, 4, 1), (4, 6, 2), (1, 5, 1)] {
            left = control.after_move(left, secs(spent)).unwrap();
            assert_eq!(left, Left { time: secs(time), stones });
        }
        assert_eq!(control.after_move(left, secs(6)), None);
    }

    #[test]
    fn a_japanese_clock_keeps_periods_that_were_not_used_up() {
        let control = TimeControl::Japanese { main: secs(2), period: secs(3), periods: 3 };
        let mut left = control.start();
        for (spent, time, stones) in [(2, 0, 0), (2, 3, 3), (2, 3, 3), (4, 3, 2)] {
            left = control.after_move(left, secs(spent)).unwrap();
            assert_eq!(left, Left { time: secs(time), stones }, "after {spent}");
        }
        assert_eq!(control.after_move(left, secs(6)), None);
    }

    #[test]
    fn increments_are_added_and_flags_fall() {
        let mut clock = Clock::new(TimeControl::Game { main: secs(5), increment: secs(2) });
        assert!(clock.spend(Colour::White, secs(4)));
        assert_eq!(clock.left(Colour::White).time, secs(3));
        assert!(!clock.spend(Colour::White, secs(4)));
        assert_eq!((clock.left(Colour::White).time, clock.left(Colour::Black).time), (secs(0), secs(5)));
        clock.restart();
        assert_eq!(clock.left(Colour::White).time, secs(5));
    }

    #[test]
    fn a_clock_in_the_midst_of_a_move_agrees_with_the_move() {
        let controls = [
            TimeControl::Game { main: secs(10), increment: secs(2) },
            TimeControl::gtp(secs(4), secs(6), 2),
            TimeControl::Japanese { main: secs(3), period: secs(2), periods: 3 },
        ];
        for control in controls {
            for millis in (1..12_000).step_by(250) {
                let spent = Duration::from_millis(millis);
                let (meanwhile, after) = (
                    control.after_a_while(control.start(), spent),
                    control.after_move(control.start(), spent),
                );
                assert_eq!(meanwhile.is_some(), after.is_some(), "{control:?} {millis}");
                assert!(meanwhile.is_none_or(|left| !left.time.is_zero()));
            }
        }
        let japanese = TimeControl::Japanese { main: secs(3), period: secs(2), periods: 3 };
        let left = japanese.after_a_while(japanese.start(), Duration::from_millis(5500));
        assert_eq!(left, Some(Left { time: Duration::from_millis(1500), stones: 2 }));
    }

    #[test]
    fn pressing_gives_the_increment_and_the_turn() {
        let control = TimeControl::Game { main: secs(60), increment: secs(5) };
        let mut clock = RunningClock::new(Clock::new(control));
        clock.press(Colour::White);
        assert_eq!((clock.running(), clock.left(Colour::White).time), (Some(Colour::Black), secs(60)));
        clock.press(Colour::Black);
        assert!(clock.left(Colour::Black).time > secs(64));
        assert_eq!(clock.fallen(), None);
        clock.stop();
        assert_eq!(clock.running(), None);
    }
}
