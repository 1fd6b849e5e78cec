//! The settings of the table itself; how the player thinks is the factory's matter.

use std::time::Duration;

use search::player::Limits;

use crate::plan::Care;

/// How the table behaves.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Resign when the expected share of wins is below this; zero for never.
    pub resign: f32,
    /// Whether the swap rule is played: whether we may swap, and open with that in mind.
    pub swap: bool,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// The longest thought for a move.
    pub move_time: Option<Duration>,
    /// The most simulations for a move.
    pub visits: Option<u64>,
    /// What a move may take beyond thinking, kept free on the clock.
    pub lag: Duration,
    /// How many even shares of the rest of the clock one move may take: see [`crate::Care`].
    pub stretch: f32,
    /// Threads of the player.
    pub threads: usize,
    /// Memory of the player, in bytes.
    pub memory: u64,
    /// The seed of the player's random numbers; `None` for another one each time.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        let Care { lag, stretch } = Care::default();
        Options {
            resign: 0.0,
            swap: false,
            ponder: false,
            move_time: None,
            visits: None,
            lag,
            stretch,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 512 << 20,
            seed: None,
        }
    }
}

impl Options {
    /// The time for a move when neither a clock nor a setting says otherwise.
    pub const USUAL_MOVE_TIME: Duration = Duration::from_secs(2);

    /// The limits of a thought for which the clock allows `budget`.
    pub fn limits(&self, budget: Option<Duration>) -> Limits {
        let time = match (budget, self.move_time) {
            (Some(budget), Some(move_time)) => Some(budget.min(move_time)),
            (None, None) if self.visits.is_none() => Some(Options::USUAL_MOVE_TIME),
            (budget, move_time) => budget.or(move_time),
        };
        Limits { visits: self.visits, time, ..Limits::default() }
    }

    /// The seed to use: the one that was set, or one from the time of day.
    pub fn seed(&self) -> u64 {
        let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        self.seed.unwrap_or_else(|| now().as_nanos() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_limit_holds() {
        let second = Duration::from_secs(1);
        let mut options = Options::default();
        assert_eq!(options.limits(None), Limits::time(Options::USUAL_MOVE_TIME));
        assert_eq!(options.limits(Some(second * 9)), Limits::time(second * 9));
        options.visits = Some(10);
        assert_eq!(options.limits(None), Limits::visits(10));
        options.move_time = Some(second);
        assert_eq!(options.limits(Some(second * 9)), Limits { visits: Some(10), ..Limits::time(second) });
    }
}
