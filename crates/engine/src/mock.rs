//! A player that does not think, and time that does not pass: for tests of everything above the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use game::Shape;
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};

use crate::factory::{PlayerFactory, Seating};
use crate::{EngineError, TimeSource};

/// Time that passes only when somebody says so; copies show the same time.
#[derive(Clone, Debug, Default)]
pub struct FakeTime(Arc<AtomicU64>);

impl FakeTime {
    /// Lets time pass.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_micros() as u64, Ordering::SeqCst);
    }

    /// The time since the start.
    pub fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::SeqCst))
    }

    /// The same as a source for a session.
    pub fn source(&self) -> TimeSource {
        let time = self.clone();
        Box::new(move || time.now())
    }
}

/// What a mock player believes: the share of wins for the side to move.
pub type Belief = Arc<dyn Fn(&Moment) -> f32 + Send + Sync>;

/// Makes players that answer the first legal cell: at once when there is a limit (fake time then passes as if they had
/// used it up), and only when told to stop when there is none.
#[derive(Clone)]
pub struct MockFactory {
    /// What the players believe.
    pub belief: Belief,
    /// Time that their thoughts use up.
    pub time: FakeTime,
    /// The limits of all thoughts so far.
    pub thoughts: Arc<Mutex<Vec<Limits>>>,
    /// Whether the players panic instead of thinking.
    pub fails: Arc<AtomicBool>,
    /// Whether the players think until they are told to stop, whatever the limits.
    pub waits: Arc<AtomicBool>,
    parameter: u32,
}

impl Default for MockFactory {
    fn default() -> MockFactory {
        MockFactory::believing(|_| 0.5)
    }
}

impl MockFactory {
    /// Players with this belief.
    pub fn believing(belief: impl Fn(&Moment) -> f32 + Send + Sync + 'static) -> MockFactory {
        MockFactory {
            belief: Arc::new(belief),
            time: FakeTime::default(),
            thoughts: Arc::default(),
            fails: Arc::default(),
            waits: Arc::default(),
            parameter: 500,
        }
    }
}

impl PlayerFactory for MockFactory {
    fn make(&self, _seating: &Seating) -> Box<dyn Player> {
        Box::new(FirstCell { mock: self.clone() })
    }

    fn duplicate(&self) -> Box<dyn PlayerFactory> {
        Box::new(self.clone())
    }

    fn presets(&self) -> Vec<String> {
        vec!["first".into(), "other".into()]
    }

    fn preset(&self) -> String {
        if self.parameter == 7 { "other".into() } else { "first".into() }
    }

    fn choose_preset(&mut self, name: &str) -> Result<(), EngineError> {
        self.parameter = match name {
            "first" => 500,
            "other" => 7,
            _ => return Err(EngineError::unknown_preset(name, self.presets())),
        };
        Ok(())
    }

    fn settings(&self, _shape: &Shape) -> Vec<(String, String, String)> {
        vec![("mock_k".into(), self.parameter.to_string(), "a number without meaning".into())]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if name != "mock_k" {
            return Err(EngineError::unknown_setting(name, ["mock_k"]));
        }
        let number = value.parse().map_err(|_| EngineError::bad_setting(name, value, "it is a whole number"));
        self.parameter = number?;
        Ok(())
    }
}

/// Answers the first legal cell.
struct FirstCell {
    mock: MockFactory,
}

impl FirstCell {
    fn thought(&self, position: &Moment, visits: u64) -> Thought {
        let win_rate = (self.mock.belief)(position);
        let candidate = |(order, cell)| Candidate {
            cell,
            visits: visits >> order,
            win_rate,
            rave: win_rate,
            prior: 0.5,
            verdict: Verdict::Unknown,
            line: vec![cell],
        };
        let cells: Vec<_> = position.empty_cells().iter().take(3).collect();
        let going_on = if position.outcome().is_some() { 0 } else { cells.len() };
        Thought {
            candidates: cells.into_iter().take(going_on).enumerate().map(candidate).collect(),
            visits,
            new_visits: visits,
            elapsed: Duration::ZERO,
            memory: 0,
            win_rate,
            verdict: Verdict::Unknown,
        }
    }
}

impl Player for FirstCell {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        assert!(!self.mock.fails.load(Ordering::SeqCst), "the mock player fails on purpose");
        self.mock.thoughts.lock().unwrap_or_else(PoisonError::into_inner).push(limits.clone());
        let mut visits = 8;
        if *limits == Limits::default() || self.mock.waits.load(Ordering::SeqCst) {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
                watch(&self.thought(position, visits));
                visits += 1;
            }
        }
        self.mock.time.advance(limits.time.unwrap_or_default());
        self.thought(position, limits.visits.unwrap_or(8))
    }
}
