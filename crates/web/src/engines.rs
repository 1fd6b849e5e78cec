//! The engines of a session: which players it has, which of them thinks, and whether the solver works for it.
//!
//! Players are kept from move to move, so that they keep what they have learned, and made anew when another
//! one is wanted or when memory must be shared with more sessions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::{Offer, Purpose};
use search::player::Player;

use crate::options::{Options, PlayerSpec};
use crate::outside;
use crate::table::Work;

/// Counts the players alive, so that their memory can be shared out.
#[derive(Debug)]
pub struct Ledger {
    memory: u64,
    alive: AtomicUsize,
}

impl Ledger {
    /// A ledger of so many bytes.
    pub fn new(memory: u64) -> Ledger {
        Ledger { memory, alive: AtomicUsize::new(0) }
    }

    /// What each player may hold while so many are alive. Halved in steps, so that a player is remade seldom.
    pub fn share(&self) -> u64 {
        let alive = self.alive.load(Ordering::Relaxed).max(1);
        (self.memory / alive.next_power_of_two() as u64).max(1 << 20)
    }
}

/// A player with its part of the memory.
pub struct Live {
    /// The player.
    pub player: Box<dyn Player>,
    spec: PlayerSpec,
    ledger: Arc<Ledger>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.ledger.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whose chair a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chair {
    /// White's.
    White,
    /// Black's.
    Black,
    /// The one who analyses.
    Analyst,
    /// The one who compares the moves of finished games.
    Reviewer,
    /// An engine of somebody else that analyses.
    Adviser,
}

/// Who thinks: a chair and who sits on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinker {
    /// The chair.
    pub chair: Chair,
    /// A graded level, or full strength.
    pub level: Option<u8>,
    /// A player of another kind, by its preset.
    pub preset: Option<String>,
    /// What it is to do.
    pub purpose: Purpose,
}

impl Thinker {
    /// The player that it takes, when all else is as usual.
    pub fn spec(&self, usual: PlayerSpec) -> PlayerSpec {
        PlayerSpec { level: self.level, preset: self.preset.clone(), purpose: self.purpose, ..usual }
    }
}

/// A thought that is going on.
#[derive(Debug)]
struct Running {
    work: Work,
    thinker: Thinker,
    stop: Arc<AtomicBool>,
}

/// What an interrupted piece of work has come to.
#[derive(Debug)]
pub struct Spent {
    /// The work.
    pub work: Work,
    /// Whose it was.
    pub thinker: Thinker,
    /// Time that it has used.
    pub time: Duration,
    /// Simulations that it has used.
    pub visits: u64,
    /// The opening to be offered, in the making.
    pub offer: Option<Offer>,
}

/// The engines of a session.
#[derive(Default)]
pub struct Engines {
    chairs: [Option<Live>; 5],
    running: Option<Running>,
    /// The work that was interrupted last.
    pub spent: Option<Spent>,
    /// When a thought was shown last.
    pub last_update: Option<Instant>,
    /// When an engine moved last.
    pub last_move: Option<Instant>,
    solving: Option<(String, Arc<AtomicBool>)>,
}

impl Engines {
    /// The player for a chair, taken from it; made anew when it is another or holds too much.
    pub fn take(&mut self, chair: Chair, spec: PlayerSpec, options: &Options, ledger: &Arc<Ledger>) -> Live {
        let share = ledger.share();
        if let Some(live) = self.chairs[chair as usize].take()
            && live.spec.memory <= share
            && live.spec == (PlayerSpec { memory: live.spec.memory, seed: live.spec.seed, ..spec.clone() })
        {
            return live;
        }
        ledger.alive.fetch_add(1, Ordering::Relaxed);
        // Half is kept back for players that are being remade.
        let spec = PlayerSpec { memory: ledger.share() / 2, ..spec };
        let outside = outside::player(&options.engines, spec.preset.as_deref());
        let player = outside.unwrap_or_else(|| (options.make_player)(&spec));
        Live { player, spec, ledger: ledger.clone() }
    }

    /// Notes that somebody thinks, and returns the flag that ends the thought.
    pub fn start(&mut self, work: Work, thinker: Thinker) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        self.running = Some(Running { work, thinker, stop: stop.clone() });
        stop
    }

    /// Takes back a player that has thought; none when it broke.
    pub fn give_back(&mut self, chair: Chair, live: Option<Live>) {
        self.running = None;
        self.chairs[chair as usize] = live;
    }

    /// Stops the running thought if it is not what is wanted, or of somebody else.
    pub fn stop_unless(&self, wanted: Option<(Work, Thinker)>) {
        let is_other = |running: &&Running| {
            wanted.as_ref().is_none_or(|(work, who)| running.work != *work || running.thinker != *who)
        };
        if let Some(running) = self.running.as_ref().filter(is_other) {
            stop(&running.stop);
        }
    }

    /// Whether a player is thinking.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Stops everything and lets the players go.
    pub fn clear(&mut self) {
        self.stop_unless(None);
        self.stop_solving();
        self.chairs = Default::default();
        self.spent = None;
    }

    /// Lets go of idle players that hold more than their share.
    pub fn trim(&mut self, share: u64) {
        for chair in &mut self.chairs {
            if chair.as_ref().is_some_and(|live| live.spec.memory > share) {
                *chair = None;
            }
        }
    }

    /// The identity of the position that the solver works on.
    pub fn solving(&self) -> Option<&str> {
        self.solving.as_ref().map(|solving| solving.0.as_str())
    }

    /// Notes that the solver works on a position until its flag is raised.
    pub fn start_solving(&mut self, key: String, flag: Arc<AtomicBool>) {
        self.stop_solving();
        self.solving = Some((key, flag));
    }

    /// Tells the solver to stop.
    pub fn stop_solving(&mut self) {
        if let Some((_, flag)) = self.solving.take() {
            stop(&flag);
        }
    }

    /// Forgets a solver that has stopped.
    pub fn end_solving(&mut self, flag: &Arc<AtomicBool>) {
        if self.solving.as_ref().is_some_and(|solving| Arc::ptr_eq(&solving.1, flag)) {
            self.solving = None;
        }
    }
}

/// Stops a flag's thought.
pub fn stop(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}
