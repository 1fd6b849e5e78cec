//! Where a session and its engines meet: which players it has, what one of them is doing, and what becomes of
//! their thoughts.
//!
//! A worker of the [`crate::pool`] takes a [`Job`], thinks for a slice of time without holding any lock, and
//! brings it back. If others waited meanwhile, the slice is short and the job goes on later: the player keeps
//! its memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::review::Appraisal;
use game::{Cell, Colour, Move, Outcome};
use search::player::{Limits, Moment, Player, Thought, Verdict};

use crate::limits;
use crate::message::Seat;
use crate::options::{Options, PlayerSpec};
use crate::outbox::Slot;
use crate::outside;
use crate::session::{Inner, Session, stop};
use crate::swap::{self, Stage};
use crate::table::{Suggestion, Task, Work};
use crate::tree::Evaluation;
use crate::view;

/// Time for a hint.
const HINT_TIME: Duration = Duration::from_millis(1200);
/// How long a classical player thinks about a move when no clock runs.
const CLASSIC_TIME: Duration = Duration::from_secs(3);
/// Time for one moment of a review.
const REVIEW_TIME: Duration = Duration::from_millis(700);
/// Time that an engine ponders at most.
const PONDER_TIME: Duration = Duration::from_secs(120);
/// Engine against engine: no move comes faster than this, so that one can watch.
const PACE: Duration = Duration::from_millis(350);

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
struct Live {
    player: Box<dyn Player>,
    spec: PlayerSpec,
    ledger: Arc<Ledger>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.ledger.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A thought that is going on.
#[derive(Debug)]
struct Running {
    work: Work,
    stop: Arc<AtomicBool>,
}

/// The engines of a session.
#[derive(Default)]
pub struct Desk {
    /// White's, Black's and the analyst's.
    players: [Option<Live>; 3],
    running: Option<Running>,
    /// What an interrupted piece of work has used up.
    spent: Option<(Work, Duration, u64)>,
    last_update: Option<Instant>,
    last_move: Option<Instant>,
    solving: Option<(String, Arc<AtomicBool>)>,
}

/// A slice of work in a worker's hands.
pub struct Job {
    work: Work,
    position: Moment,
    limits: Limits,
    place: usize,
    live: Live,
    /// Ends the slice.
    pub stop: Arc<AtomicBool>,
}

impl Job {
    /// Whether somebody waits for it.
    pub fn is_urgent(&self) -> bool {
        matches!(self.work.task, Task::Move | Task::Hint)
    }

    /// Thinks for the slice.
    pub fn think(&mut self, session: &Session) -> Thought {
        let work = self.work;
        let shows = matches!(work.task, Task::Analysis | Task::Hint);
        self.live.player.think(&self.position, &self.limits, &self.stop, &mut |thought| {
            if shows {
                session.lock().update(work, thought, true);
            }
        })
    }
}

impl Desk {
    /// Stops the running thought if it is not what is wanted.
    pub fn stop_unless(&self, wanted: Option<Work>) {
        if let Some(running) = self.running.as_ref().filter(|running| Some(running.work) != wanted) {
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
        self.players = Default::default();
        self.spent = None;
    }

    /// Lets go of idle players that hold more than their share.
    pub fn trim(&mut self, share: u64) {
        for place in &mut self.players {
            if place.as_ref().is_some_and(|live| live.spec.memory > share) {
                *place = None;
            }
        }
    }

    /// The identity of the position that the solver works on.
    pub fn solving(&self) -> Option<&str> {
        self.solving.as_ref().map(|solving| solving.0.as_str())
    }

    /// Notes that the solver works on a position, and returns its flag.
    pub fn start_solving(&mut self, key: String) -> Arc<AtomicBool> {
        self.stop_solving();
        let flag = Arc::new(AtomicBool::new(false));
        self.solving = Some((key, flag.clone()));
        flag
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

impl Inner {
    /// The next slice of work, if any is wanted and none is going on.
    pub fn take_job(&mut self, options: &Options, ledger: &Arc<Ledger>, threads: usize) -> Option<Job> {
        let work = self.wanted()?;
        if self.desk.running.is_some() {
            return None;
        }
        let position = if work.task == Task::Batch {
            self.table.batch.moment()?
        } else if work.task == Task::Opening {
            self.table.chart.as_ref()?.moment()?
        } else {
            let record = self.table.tree.record_at(work.node);
            if record.is_over() {
                self.note_end(work, record.result());
                self.show();
                return self.take_job(options, ledger, threads);
            }
            *record.position()
        };
        let turn = position.turn();
        let thinker = if work.task == Task::Ponder { turn.other() } else { turn };
        let (place, level, preset) = match (self.table.seats()[thinker.index()], work.task) {
            (Seat::Engine { level, preset }, Task::Move | Task::Ponder) => {
                (thinker.index(), *level, preset.clone())
            }
            _ => (2, None, None),
        };
        let board = position.shape().size();
        let spec = PlayerSpec { board, level, preset, threads, memory: 0 };
        let limits = self.limits_for(work, options, &spec, turn);
        let live = self.desk.player(place, spec, options, ledger);
        let flag = Arc::new(AtomicBool::new(false));
        self.desk.running = Some(Running { work, stop: flag.clone() });
        Some(Job { work, position, limits, place, live, stop: flag })
    }

    fn limits_for(&self, work: Work, options: &Options, spec: &PlayerSpec, turn: Colour) -> Limits {
        let mut limits = match work.task {
            Task::Move if spec.preset.is_some() => Limits::time(CLASSIC_TIME),
            Task::Move => {
                let found = options.levels.iter().find(|known| known.number == spec.level);
                found.or(options.levels.last()).map(|known| known.limits.clone()).unwrap_or_default()
            }
            Task::Hint => Limits::time(HINT_TIME),
            Task::Review | Task::Opening => Limits::time(REVIEW_TIME),
            Task::Batch => Limits::time(self.table.batch.time),
            Task::Ponder => Limits::time(PONDER_TIME),
            Task::Analysis => return Limits::default(),
        };
        if let (Task::Move, Some(clock)) = (work.task, &self.table.clock) {
            let share = clock.share(turn);
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        if limits == Limits::default() {
            limits = Limits::time(Duration::from_secs(5));
        }
        if let Some((_, time, visits)) = self.desk.spent.filter(|spent| spent.0 == work) {
            limits.time = limits.time.map(|all| all.saturating_sub(time).max(Duration::from_millis(5)));
            limits.visits = limits.visits.map(|all| all.saturating_sub(visits).max(1));
        }
        limits
    }

    /// Takes a job back with its thought (none if the player broke). Returns whether more is wanted.
    pub fn give_back(&mut self, job: Job, thought: Option<Thought>, used: Duration) -> bool {
        let Job { work, place, live, stop, .. } = job;
        self.desk.running = None;
        let Some(thought) = thought else {
            drop(live);
            self.send(
                Slot::Notice,
                &view::notice("error", "The engine stopped unexpectedly; it starts afresh."),
            );
            self.table.engine_due = false;
            self.table.analysing = false;
            self.table.review.clear();
            self.table.batch.is_on = false;
            self.table.chart = None;
            self.table.ponder = false;
            return self.changed();
        };
        self.desk.players[place] = Some(live);
        if self.wanted() != Some(work) {
            return self.wanted().is_some();
        }
        let was_interrupted = stop.load(Ordering::Relaxed);
        if was_interrupted && thought.verdict == Verdict::Unknown {
            let (time, visits) = match self.desk.spent {
                Some((of, time, visits)) if of == work => (time, visits),
                _ => Default::default(),
            };
            self.desk.spent = Some((work, time + used, visits + thought.new_visits));
            if work.task == Task::Analysis {
                self.update(work, &thought, true);
            }
            return true;
        }
        self.desk.spent = None;
        self.conclude(work, &thought);
        self.is_dirty = true;
        self.changed()
    }

    /// A piece of work is done.
    fn conclude(&mut self, work: Work, thought: &Thought) {
        if !matches!(work.task, Task::Batch | Task::Opening) {
            self.note(work.node, thought);
        }
        match work.task {
            Task::Move => self.make_move(thought),
            Task::Hint => {
                self.table.hint_at = None;
                self.table.hint = self.suggestion(work.node, thought).map(|found| (work.node, found));
                self.show_thought(work.node, thought, false);
            }
            Task::Review => {
                self.table.review.pop_front();
            }
            Task::Opening => {
                if let Some(chart) = &mut self.table.chart {
                    chart.take(thought);
                }
                self.show_chart();
            }
            Task::Batch => {
                if self.table.batch.take(Appraisal::of(thought)) {
                    self.show_batch();
                }
            }
            Task::Ponder => self.table.pondered = Some(work.node),
            Task::Analysis => {
                self.table.settled = Some(work.node);
                self.show_thought(work.node, thought, false);
            }
        }
    }

    /// Plays the engine's move, which may be a swap.
    fn make_move(&mut self, thought: &Thought) {
        let record = self.table.tree.record();
        let opens = record.is_empty() && self.table.swap_rule && record.set_up_stones().is_empty();
        let mv = match self.table.swap_move() {
            Some(swap) if self.table.swap_rule && swap::is_better_to_swap(thought) => Some(swap),
            _ if opens => even_opening(thought).map(Move::Cell),
            _ => thought.best().map(Move::Cell),
        };
        let played = mv.map(|mv| self.table.play(mv));
        if !matches!(played, Some(Ok(()))) {
            self.table.engine_due = false;
            self.send(Slot::Notice, &view::notice("error", "The engine found no move."));
        }
        self.desk.last_move = Some(Instant::now());
    }

    /// How long an engine should wait before its move so that one can watch.
    pub fn pause(&self) -> Duration {
        let both = self.table.first_seats().iter().all(|seat| matches!(seat, Seat::Engine { .. }))
            && self.wanted().is_some_and(|work| work.task == Task::Move);
        let since = self.desk.last_move.map_or(PACE, |at| at.elapsed());
        if both { PACE.saturating_sub(since) } else { Duration::ZERO }
    }

    /// Shows a thought, at most a few times a second.
    fn update(&mut self, work: Work, thought: &Thought, is_live: bool) {
        let pace = Duration::from_secs(1) / limits::UPDATES_PER_SECOND;
        let is_due = self.desk.last_update.is_none_or(|at| at.elapsed() >= pace);
        if !is_due || self.wanted() != Some(work) {
            return;
        }
        self.desk.last_update = Some(Instant::now());
        self.note(work.node, thought);
        self.show_thought(work.node, thought, is_live);
        self.show();
    }

    /// Sends what is thought of a node, the swap included.
    fn show_thought(&mut self, node: usize, thought: &Thought, is_live: bool) {
        let about = self.table.about(node);
        let swap_win = (about.stage == Stage::Reply).then_some(1.0 - thought.win_rate);
        let seen = swap::included(thought, about.stage, &self.table.tree.game_at(node));
        self.send_analysis(&about, &view::thought(&about, &seen, swap_win, is_live));
    }

    /// What to suggest after a thought, the swap included.
    fn suggestion(&self, node: usize, thought: &Thought) -> Option<Suggestion> {
        let stage = self.table.about(node).stage;
        if stage == Stage::Reply && swap::is_better_to_swap(thought) {
            return Some(Suggestion::Swap);
        }
        let seen = swap::included(thought, stage, &self.table.tree.game_at(node));
        seen.best().map(|cell| Suggestion::Cell(cell.index()))
    }

    /// Keeps what a thought says about a node.
    fn note(&mut self, node: usize, thought: &Thought) {
        let about = self.table.about(node);
        let thought = swap::included(thought, about.stage, &self.table.tree.game_at(node));
        let is_white = about.turn == Colour::White;
        let rate = match thought.verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
            Verdict::Unknown => thought.win_rate.clamp(0.0, 1.0),
        };
        let evaluation = Evaluation {
            white: if is_white { rate } else { 1.0 - rate },
            visits: thought.visits,
            verdict: if is_white { thought.verdict } else { thought.verdict.flipped() },
            line: thought.candidates.first().map(view::line).unwrap_or_default(),
        };
        self.table.tree.evaluate(node, evaluation);
    }

    /// A finished game needs no engine to be evaluated.
    fn note_end(&mut self, work: Work, result: Option<Outcome>) {
        let (white, verdict) = match result {
            Some(Outcome::Win(Colour::White)) => (1.0, Verdict::Win),
            Some(Outcome::Win(Colour::Black)) => (0.0, Verdict::Loss),
            _ => (0.5, Verdict::Draw),
        };
        self.table.tree.evaluate(work.node, Evaluation { white, visits: 0, verdict, line: Vec::new() });
        self.table.review.retain(|&node| node != work.node);
    }
}

impl Desk {
    /// The player at a place, made anew when it is another or holds too much.
    fn player(&mut self, place: usize, spec: PlayerSpec, options: &Options, ledger: &Arc<Ledger>) -> Live {
        let share = ledger.share();
        if let Some(live) = self.players[place].take()
            && live.spec.memory <= share
            && live.spec == (PlayerSpec { memory: live.spec.memory, ..spec.clone() })
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
}

/// With the swap rule the best opening is the most even one among those that were looked at.
fn even_opening(thought: &Thought) -> Option<Cell> {
    let most = thought.candidates.iter().map(|candidate| candidate.visits).max()?;
    let known = thought.candidates.iter().filter(|candidate| candidate.visits * 20 >= most);
    let unevenness = |win_rate: f32| ((win_rate - 0.5).abs() * 1000.0) as i64;
    known.min_by_key(|candidate| unevenness(candidate.win_rate)).map(|candidate| candidate.cell)
}
