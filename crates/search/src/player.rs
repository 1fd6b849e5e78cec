//! What every player answers to, however it thinks: the seam between thinking and the table.
//!
//! A player gets a position, limits, a flag that tells it to stop and somebody who watches; it never prints, knows no protocol
//! and no clock but the limits that it is given. [`RandomPlayer`] is the simplest one.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Bits, Cell, Position};

use crate::random::Random;

/// The position type at the table: wide enough for every board.
pub type Moment = Position<10>;

/// How long a player may think. Whatever is reached first ends the thought; no limit at all means until told to stop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Simulations (or nodes) in all.
    pub visits: Option<u64>,
    /// Time from the call.
    pub time: Option<Duration>,
    /// The time is processor time of the calling thread: the same thought on a busy machine.
    pub cpu: bool,
    /// All of it is to be used, even when the move cannot change any more: for analyses.
    pub whole: bool,
    /// Only these cells may be chosen, if somebody says so; at least one of them is empty. A player that pays no heed is corrected by [`Limits::obey`].
    pub among: Option<Bits<10>>,
}

impl Limits {
    /// So many simulations.
    pub fn visits(visits: u64) -> Limits {
        Limits { visits: Some(visits), ..Limits::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Leaves out of a thought what may not be chosen.
    pub fn obey(&self, position: &Moment, thought: &mut Thought) {
        let Some(among) = self.among.filter(|_| position.outcome().is_none()) else { return };
        thought.candidates.retain(|candidate| among.has(candidate.cell));
        if thought.candidates.is_empty() {
            let cell = (among & position.empty_cells()).first_cell();
            thought.candidates.extend(cell.map(|cell| Candidate {
                cell,
                line: vec![cell],
                ..Candidate::default()
            }));
        }
    }

    /// So much processor time.
    pub fn cpu(time: Duration) -> Limits {
        Limits { time: Some(time), cpu: true, ..Limits::default() }
    }
}

/// What is proved about a position or a move, for the side that is to move or makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    /// Nothing yet.
    #[default]
    Unknown,
    /// It wins.
    Win,
    /// It draws with best play.
    Draw,
    /// It loses.
    Loss,
}

impl Verdict {
    /// The same fact seen from the other side.
    pub const fn flipped(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            other => other,
        }
    }

    /// `win`, `draw`, `loss` or `unknown`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Unknown => "unknown",
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        }
    }
}

/// What a player thinks of one move.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// The move.
    pub cell: Cell,
    /// How often it was tried.
    pub visits: u64,
    /// The share of wins for the mover, from 0 to 1.
    pub win_rate: f32,
    /// The same by all-moves-as-first counts.
    pub rave: f32,
    /// What knowledge alone says, from 0 to 1.
    pub prior: f32,
    /// What is proved, for the mover.
    pub verdict: Verdict,
    /// The line that is expected to follow, this move first.
    pub line: Vec<Cell>,
}

/// The state of a thought: told while it goes on, and as its result.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The moves, the best first.
    pub candidates: Vec<Candidate>,
    /// Simulations or nodes so far, those kept from earlier moves included.
    pub visits: u64,
    /// Simulations or nodes of this thought alone.
    pub new_visits: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// Memory that the thought holds, in bytes.
    pub memory: u64,
    /// The expected share of wins for the side to move.
    pub win_rate: f32,
    /// What is proved, for the side to move.
    pub verdict: Verdict,
}

impl Thought {
    /// The move to play; `None` only when there is no legal move.
    pub fn best(&self) -> Option<Cell> {
        self.candidates.first().map(|candidate| candidate.cell)
    }
}

/// Somebody who thinks about positions.
pub trait Player: Send {
    /// Thinks until a limit is reached, the matter is settled or `stop` becomes true, and returns at least one candidate if the
    /// position has a legal move. `watch` is called from time to time, at most about ten times a second.
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought;

    /// Forgets what was learned in the game so far.
    fn forget(&mut self) {}
}

/// Plays any legal move with equal chance.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A random player that plays the same moves for the same seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn think(
        &mut self,
        position: &Moment,
        _limits: &Limits,
        _stop: &AtomicBool,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Instant::now();
        let mut thought = Thought { win_rate: 0.5, ..Thought::default() };
        let cells = position.empty_cells();
        if position.outcome().is_none() {
            let chosen = cells
                .iter()
                .nth(self.random.below(cells.len()))
                .expect("a game that goes on has an empty cell");
            thought.candidates.push(Candidate {
                cell: chosen,
                visits: 1,
                win_rate: 0.5,
                rave: 0.5,
                prior: 0.5,
                verdict: Verdict::Unknown,
                line: vec![chosen],
            });
            thought.visits = 1;
            thought.new_visits = 1;
        }
        thought.elapsed = start.elapsed();
        thought
    }
}
