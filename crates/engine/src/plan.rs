//! How long to think about a move: pure functions of the clock and the stage of the game.
//!
//! A plan never uses a clock up: what the player takes, plus the lag of one move, fits what is left, and under an absolute
//! limit every move that the board could still ask for has some of it set aside.

use std::time::Duration;

use game::Record;

use crate::clock::{Left, TimeControl};

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The cells of the board.
    pub cells: usize,
    /// Those without a stone.
    pub empty: usize,
}

impl Stage {
    /// How far a game has come.
    pub fn of(record: &Record) -> Stage {
        Stage { cells: record.shape().len(), empty: record.position().empty_cells().len() }
    }

    /// The most moves that one side may still have to make.
    fn most_moves(self) -> u32 {
        self.empty.div_ceil(2).max(1) as u32
    }

    /// The moves that one side will probably make: games between good players fill about a third of the board.
    fn likely_moves(self) -> u32 {
        let filled = self.cells.saturating_sub(self.empty);
        let rest = (self.cells * 36 / 100).saturating_sub(filled) / 2;
        (rest as u32).max(LEAST_MOVES).min(self.most_moves())
    }
}

/// However late it is, so many moves are expected to follow, so that time runs out by halves and never at once.
const LEAST_MOVES: u32 = 8;

/// How a player goes about its clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Care {
    /// What a move may take beyond thinking.
    pub lag: Duration,
    /// How many even shares of the rest one move may take. More than one suits players that stop when their
    /// move is decided: what easy moves save is there for hard ones.
    pub stretch: f32,
}

impl Default for Care {
    fn default() -> Care {
        Care { lag: Duration::from_millis(100), stretch: 2.0 }
    }
}

/// How long to think at the most; `None` without a clock.
pub fn plan(control: &TimeControl, left: Left, stage: Stage, care: Care) -> Option<Duration> {
    let time = match *control {
        TimeControl::None => return None,
        TimeControl::Game { increment, .. } => whole_game(left.time, increment, stage, care),
        TimeControl::Canadian { period, stones, .. } => {
            overtime(left, period / stones.max(1), left.time / left.stones.max(1), stage, care)
        }
        TimeControl::Japanese { period, .. } => overtime(left, period, left.time, stage, care),
    };
    Some(time.max(LEAST))
}

/// No thought is shorter: a player needs a moment to find any move.
const LEAST: Duration = Duration::from_micros(200);

/// `time` less the lag, or half of it when the lag is longer than that.
fn safe(time: Duration, lag: Duration) -> Duration {
    time.saturating_sub(lag).max(time / 2)
}

/// An absolute limit with increments. Set aside are the lag of one move and a quarter of it for every move that the board
/// may still ask for.
fn whole_game(left: Duration, increment: Duration, stage: Stage, care: Care) -> Duration {
    let (lag, most) = (care.lag, stage.most_moves());
    let reserve = lag + (lag / 4).saturating_sub(increment).saturating_mul(most);
    let share = left.saturating_sub(reserve) / stage.likely_moves() + increment.saturating_sub(lag);
    // However far it is stretched, most of what is free stays for the moves that follow.
    let longest = share.max(left.saturating_sub(reserve) / 3);
    let share = share.mul_f32(care.stretch.max(1.0)).min(longest);
    (share + left / (20 * most)).min(safe(left, lag)).min(left * 2 / 3)
}

/// Main time followed by periods: `next` is what a move may take in the first period, `now` in this one.
fn overtime(left: Left, next: Duration, now: Duration, stage: Stage, care: Care) -> Duration {
    let lag = care.lag;
    if left.stones > 0 {
        return safe(now, lag);
    }
    let share = (left.time / stage.likely_moves()).mul_f32(care.stretch.max(1.0)).min(left.time / 3);
    share.max(safe(next, lag)).min(safe(left.time + next, lag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn care(lag: u64, stretch: f32) -> Care {
        Care { lag: millis(lag), stretch }
    }

    /// Plays a game to the last cell and asks that no flag falls, when each move takes its plan and up to `lag`.
    fn survives(control: TimeControl, cells: usize, care: Care, delay: Duration) -> bool {
        let mut left = control.start();
        for empty in (1..=cells).rev().step_by(2) {
            let think = plan(&control, left, Stage { cells, empty }, care).expect("there is a clock");
            match control.after_move(left, think + delay) {
                Some(next) => left = next,
                None => return false,
            }
        }
        true
    }

    #[test]
    fn a_game_uses_much_of_its_time_but_not_all() {
        let control = TimeControl::Game { main: millis(60_000), increment: millis(0) };
        let mut left = control.start();
        for empty in (109..=169).rev().step_by(2) {
            let think = plan(&control, left, Stage { cells: 169, empty }, care(50, 1.0)).unwrap();
            assert!(think < millis(6_000), "{think:?}");
            left = control.after_move(left, think + millis(5)).unwrap();
        }
        assert!(left.time < millis(20_000), "{left:?}");
    }

    #[test]
    fn a_period_is_used_but_for_the_lag() {
        let control = TimeControl::gtp(Duration::ZERO, millis(5_000), 1);
        let stage = Stage { cells: 37, empty: 30 };
        assert_eq!(plan(&control, control.start(), stage, care(100, 2.0)), Some(millis(4_900)));
        let main = TimeControl::gtp(millis(1_000), millis(5_000), 1);
        assert_eq!(plan(&main, main.start(), stage, care(100, 2.0)), Some(millis(4_900)));
        assert_eq!(plan(&TimeControl::None, Left::default(), stage, care(100, 2.0)), None);
    }

    proptest! {
        #[test]
        fn no_flag_falls(
            main in 0u64..100_000,
            other in 0u64..20_000,
            stones in 1u32..30,
            cells in 7usize..632,
            stretch in 1f32..8.0,
        ) {
            let (lag, delay) = (millis(100), millis(90));
            let (main, other) = (millis(main), millis(other));
            let care = Care { lag, stretch };
            let absolute = TimeControl::Game { main, increment: Duration::ZERO };
            // A clock that does not even hold the lag of every move cannot be kept by anybody.
            if main >= lag * (cells as u32 / 8 + 4) {
                prop_assert!(survives(absolute, cells, care, lag / 5));
            }
            if main >= lag * 8 && other >= lag * 2 {
                let fischer = TimeControl::Game { main, increment: other };
                prop_assert!(survives(fischer, cells, care, delay));
            }
            if other / stones >= lag * 2 {
                prop_assert!(survives(TimeControl::gtp(main, other, stones), cells, care, delay));
                let japanese = TimeControl::Japanese { main, period: other, periods: stones };
                prop_assert!(survives(japanese, cells, care, delay));
            }
        }

        #[test]
        fn tiny_clocks_still_get_a_plan(left in 0u64..50, empty in 1usize..631) {
            let control = TimeControl::Game { main: millis(1), increment: Duration::ZERO };
            let left = Left { time: millis(left), stones: 0 };
            let think = plan(&control, left, Stage { cells: 631, empty }, care(100, 2.0)).unwrap();
            prop_assert!(think <= left.time.max(LEAST));
        }
    }
}
