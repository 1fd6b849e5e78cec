//! One table: a game, a player, clocks and settings, and what they do together.
//!
//! Every change of the game goes through [`Session::change`]: thinking in the background is broken off, the change is made, and
//! an analysis goes on from the new position.

mod background;
mod game;
mod moves;
mod proofs;
mod settings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::game::{Bits, Record, Shape, Undone};
use search::player::Thought;

use crate::Options;
use crate::clock::Clock;
use crate::factory::{PlayerFactory, Purpose, Seating};
use crate::seat::Seat;
use crate::solver::SolveJob;
use background::Background;

/// Tells the time since some start; tests give their own.
pub type TimeSource = Box<dyn Fn() -> Duration + Send>;

/// A table. See the module's head.
pub struct Session {
    record: Record,
    undone: Vec<Undone>,
    factory: Box<dyn PlayerFactory>,
    options: Options,
    seat: Seat,
    clock: Clock,
    background: Background,
    last_thought: Option<Arc<Thought>>,
    proof: Option<SolveJob>,
    /// The cells that may be chosen, when not all may.
    among: Option<Bits<10>>,
    now: TimeSource,
}

impl Session {
    /// A table with an empty board.
    pub fn new(shape: &'static Shape, factory: Box<dyn PlayerFactory>, options: Options) -> Session {
        let seat = Seat::new(factory.make(&seating(shape, &options)));
        let start = Instant::now();
        Session {
            record: Record::new(shape),
            undone: Vec::new(),
            factory,
            options,
            seat,
            clock: Clock::default(),
            background: Background::Nothing,
            last_thought: None,
            proof: None,
            among: None,
            now: Box::new(move || start.elapsed()),
        }
    }

    /// The same table with another source of time.
    pub fn with_time(mut self, now: TimeSource) -> Session {
        self.now = now;
        self
    }

    /// Lets the player choose among these cells only, in analyses and moves that are begun from now on; `None` is all.
    pub fn choose_among(&mut self, cells: Option<Bits<10>>) {
        self.among = cells;
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The settings of the table.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The last thought about the game: the one under way, else the last one that ended.
    pub fn thought(&self) -> Option<Arc<Thought>> {
        self.seat.latest().or_else(|| self.last_thought.clone())
    }
}

fn seating(shape: &'static Shape, options: &Options) -> Seating {
    let (threads, memory, seed) = (options.threads, options.memory, options.seed());
    Seating { shape, threads, memory, seed, purpose: Purpose::Play }
}
