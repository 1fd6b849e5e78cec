//! Work for engines: a worker of the [`crate::pool`] takes a [`Job`] from a session, thinks for a slice of time
//! without holding any lock, and brings it back; what becomes of its thought is decided here.
//!
//! If others waited meanwhile, the slice is short and the job goes on later: the player keeps its memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::review::Appraisal;
use engine::swap::{self, Stage};
use engine::{Care, Choice, Offer, Purpose, Rules, decide};
use game::{Colour, End, Outcome, Record};
use search::player::{Limits, Moment, Thought, Verdict};

use crate::engines::{Chair, Ledger, Live, Spent, Thinker};
use crate::limits;
use crate::message::Seat;
use crate::options::{Options, PlayerSpec};
use crate::outbox::Slot;
use crate::outside;
use crate::session::{Inner, Session};
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

/// A slice of work in a worker's hands.
pub struct Job {
    work: Work,
    position: Moment,
    limits: Limits,
    /// The opening to be offered, when the work is to find one.
    offer: Option<Offer>,
    thinker: Thinker,
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
        let (work, thinker) = (self.work, &self.thinker);
        if let Some(offer) = &mut self.offer {
            return offer.go_on(&mut *self.live.player, &self.limits, &self.stop);
        }
        let shows = matches!(work.task, Task::Analysis | Task::Hint);
        self.live.player.think(&self.position, &self.limits, &self.stop, &mut |thought| {
            if shows {
                session.lock().update(work, thinker, thought);
            }
        })
    }
}

impl Inner {
    /// The next slice of work, if any is wanted and none is going on.
    pub fn take_job(&mut self, options: &Options, ledger: &Arc<Ledger>, threads: usize) -> Option<Job> {
        let work = self.wanted()?;
        if self.engines.is_running() {
            return None;
        }
        // Only engines of the owner's file are ever asked.
        self.table.analyst.take_if(|analyst| outside::name(&options.engines, analyst).is_none());
        let mut record = None;
        let position = if work.task == Task::Batch {
            self.table.batch.moment()?
        } else if work.task == Task::Opening {
            self.table.chart.as_ref()?.moment()?
        } else {
            let game = self.table.tree.record_at(work.node);
            if game.is_over() {
                self.note_end(work, game.result());
                self.show();
                return self.take_job(options, ledger, threads);
            }
            *record.insert(game).position()
        };
        let thinker = self.thinker(work.task);
        let spec = thinker.spec(options.player(position.shape().size(), threads));
        let record = record.filter(|_| work.task == Task::Move);
        let mut limits = self.limits_for(work, options, &spec, record.as_ref());
        let mut offer = record.and_then(|record| Offer::of(&record, self.table.swap_rule));
        if offer.is_some() {
            // Each opening is a thought of its own, which the level itself limits.
            limits.visits = None;
        }
        if let Some(spent) =
            self.engines.spent.take_if(|spent| spent.work == work && spent.thinker == thinker)
        {
            if offer.is_some() {
                offer = spent.offer;
            } else {
                limits.time =
                    limits.time.map(|all| all.saturating_sub(spent.time).max(Duration::from_millis(5)));
                limits.visits = limits.visits.map(|all| all.saturating_sub(spent.visits).max(1));
                self.engines.spent = Some(spent);
            }
        }
        let live = self.engines.take(thinker.chair, spec, options, ledger);
        let stop = self.engines.start(work, thinker.clone());
        Some(Job { work, position, limits, offer, thinker, live, stop })
    }

    /// Who does a piece of work: the engine whose turn it is, an analyst, or somebody who compares.
    pub fn thinker(&self, task: Task) -> Thinker {
        let turn = self.table.tree.record().turn();
        let colour = if task == Task::Ponder { turn.other() } else { turn };
        let of = |chair, purpose| Thinker { chair, level: None, preset: None, purpose };
        match (task, self.table.seats()[colour.index()]) {
            (Task::Move | Task::Ponder, Seat::Engine { level, preset }) => {
                let chair = if colour == Colour::White { Chair::White } else { Chair::Black };
                Thinker { chair, level: *level, preset: preset.clone(), purpose: Purpose::Play }
            }
            (Task::Review | Task::Batch, _) => of(Chair::Reviewer, Purpose::Review),
            (Task::Analysis, _) if self.analyst() == Chair::Adviser => {
                Thinker { preset: self.table.analyst.clone(), ..of(Chair::Adviser, Purpose::Play) }
            }
            _ => of(Chair::Analyst, Purpose::Analyse),
        }
    }

    /// Whether a piece of work is wanted of somebody: seats and analysts may have changed since it began.
    fn is_wanted(&self, work: Work, thinker: &Thinker) -> bool {
        self.wanted() == Some(work) && self.thinker(work.task) == *thinker
    }

    /// Whose chair the one has who analyses.
    fn analyst(&self) -> Chair {
        if self.table.analyst.is_some() { Chair::Adviser } else { Chair::Analyst }
    }

    /// How long to think; a game in which the work is to move is given, for its clock.
    fn limits_for(&self, work: Work, options: &Options, spec: &PlayerSpec, game: Option<&Record>) -> Limits {
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
        if let (Some(game), Some(clock)) = (game, &self.table.clock) {
            let planned = clock.budget(game.turn(), engine::Stage::of(game), Care::default());
            limits.time = limits.time.into_iter().chain(planned).min();
        }
        if limits == Limits::default() {
            limits = Limits::time(Duration::from_secs(5));
        }
        limits
    }

    /// Takes a job back with its thought (none if the player broke). Returns whether more is wanted.
    pub fn give_back(&mut self, job: Job, thought: Option<Thought>, used: Duration) -> bool {
        let Job { work, offer, thinker, live, stop, .. } = job;
        let Some(thought) = thought else {
            self.engines.give_back(thinker.chair, None);
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
        self.engines.give_back(thinker.chair, Some(live));
        if !self.is_wanted(work, &thinker) {
            return self.wanted().is_some();
        }
        let is_open = match &offer {
            Some(offer) => !offer.is_done(),
            None => thought.verdict == Verdict::Unknown,
        };
        if stop.load(Ordering::Relaxed) && is_open {
            let before =
                self.engines.spent.take().filter(|spent| spent.work == work && spent.thinker == thinker);
            let (time, visits) = before.map_or_else(Default::default, |spent| (spent.time, spent.visits));
            let (time, visits) = (time + used, visits + thought.new_visits);
            if work.task == Task::Analysis {
                self.update(work, &thinker, &thought);
            }
            self.engines.spent = Some(Spent { work, thinker, time, visits, offer });
            return true;
        }
        self.engines.spent = None;
        self.conclude(work, &thought);
        self.is_dirty = true;
        self.changed()
    }

    /// A piece of work is done.
    fn conclude(&mut self, work: Work, thought: &Thought) {
        match work.task {
            Task::Batch | Task::Opening => {}
            Task::Review => {
                let evaluation = self.evaluation(work.node, thought);
                self.table.tree.compare(work.node, evaluation);
            }
            _ if self.is_others(work, thought) => {}
            _ => self.note(work.node, thought),
        }
        match work.task {
            Task::Move => self.make_move(thought),
            Task::Hint => {
                self.table.hint_at = None;
                self.table.hint = self.suggestion(work.node, thought).map(|found| (work.node, found));
                self.show_thought(work, thought, false);
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
                let batch = &mut self.table.batch;
                let appraisal = batch.moment().map(|moment| Appraisal::of(&moment, thought));
                if appraisal.is_some_and(|appraisal| batch.take(appraisal)) {
                    self.show_batch();
                }
            }
            Task::Ponder => self.table.pondered = Some(work.node),
            Task::Analysis => {
                self.table.settled = Some(work.node);
                if let Some(analyst) = self.table.analyst.as_deref().filter(|_| thought.candidates.is_empty())
                {
                    let said = format!("{} says nothing about this position.", outside::plain_name(analyst));
                    return self.send(Slot::Notice, &view::notice("error", &said));
                }
                self.show_thought(work, thought, false);
            }
        }
    }

    /// Whether a thought is another engine's: a bare move, its resignation or its analysis. Those are shown, but the game's own
    /// evaluations are Robusto's.
    fn is_others(&self, work: Work, thought: &Thought) -> bool {
        let is_analysis = work.task == Task::Analysis && self.analyst() == Chair::Adviser;
        is_analysis || outside::is_bare(thought) || outside::resigns(thought)
    }

    /// What people call the engine that has a colour.
    fn engine_name(&self, colour: Colour) -> String {
        match self.table.seats()[colour.index()] {
            Seat::Engine { preset: Some(preset), .. } => outside::plain_name(preset).into(),
            Seat::Engine { level: Some(level), .. } => format!("Level {level}"),
            _ => "The engine".into(),
        }
    }

    /// Does what follows from an engine's thought about its move.
    fn make_move(&mut self, thought: &Thought) {
        let rules = Rules { swap: self.table.swap_rule, resign: 0.0 };
        let (record, turn) = (self.table.tree.record(), self.table.tree.record().turn());
        let choice =
            if outside::resigns(thought) { Some(Choice::Resign) } else { decide(record, thought, &rules) };
        let done = match choice {
            Some(Choice::Play(mv)) => self.table.play(mv).is_ok(),
            Some(Choice::Resign) => self.table.end(End::Resigned(turn)).is_ok(),
            None => false,
        };
        let name = self.engine_name(turn);
        if !done {
            self.table.engine_due = false;
            self.send(Slot::Notice, &view::notice("error", &format!("{name} made no legal move.")));
        } else if choice == Some(Choice::Resign) {
            self.send(Slot::Notice, &view::notice("info", &format!("{name} resigns.")));
        }
        self.engines.last_move = Some(Instant::now());
    }

    /// How long an engine should wait before its move so that one can watch.
    pub fn pause(&self) -> Duration {
        let both = self.table.first_seats().iter().all(|seat| matches!(seat, Seat::Engine { .. }))
            && self.wanted().is_some_and(|work| work.task == Task::Move);
        let since = self.engines.last_move.map_or(PACE, |at| at.elapsed());
        if both { PACE.saturating_sub(since) } else { Duration::ZERO }
    }

    /// Shows a thought, at most a few times a second.
    fn update(&mut self, work: Work, thinker: &Thinker, thought: &Thought) {
        // Another engine may not have said anything yet.
        if work.task == Task::Analysis && thought.candidates.is_empty() {
            return;
        }
        let pace = Duration::from_secs(1) / limits::UPDATES_PER_SECOND;
        let is_due = self.engines.last_update.is_none_or(|at| at.elapsed() >= pace);
        if !is_due || !self.is_wanted(work, thinker) {
            return;
        }
        self.engines.last_update = Some(Instant::now());
        if !self.is_others(work, thought) {
            self.note(work.node, thought);
        }
        self.show_thought(work, thought, true);
        self.show();
    }

    /// Sends what is thought of a node, the swap included.
    fn show_thought(&mut self, work: Work, thought: &Thought, is_live: bool) {
        let node = work.node;
        let about = self.table.about(node);
        let by = self.table.analyst.as_deref().filter(|_| work.task == Task::Analysis);
        let has_share = about.stage == Stage::Reply && !outside::is_bare(thought);
        let swap_win = has_share.then_some(1.0 - thought.win_rate);
        let seen = swap::included(thought, about.stage, &self.table.tree.game_at(node));
        self.send_analysis(&about, &view::thought(&about, &seen, swap_win, by, is_live));
    }

    /// What to suggest after a thought, the swap included.
    fn suggestion(&self, node: usize, thought: &Thought) -> Option<Suggestion> {
        let stage = self.table.about(node).stage;
        if stage == Stage::Reply && swap::is_better(thought) {
            return Some(Suggestion::Swap);
        }
        let seen = swap::included(thought, stage, &self.table.tree.game_at(node));
        seen.best().map(|cell| Suggestion::Cell(cell.index()))
    }

    /// Keeps what a thought says about a node.
    fn note(&mut self, node: usize, thought: &Thought) {
        let evaluation = self.evaluation(node, thought);
        self.table.tree.evaluate(node, evaluation);
    }

    /// What a thought says about a node, the swap included.
    fn evaluation(&self, node: usize, thought: &Thought) -> Evaluation {
        let about = self.table.about(node);
        let thought = swap::included(thought, about.stage, &self.table.tree.game_at(node));
        let is_white = about.turn == Colour::White;
        let rate = match thought.verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
            Verdict::Unknown => thought.win_rate.clamp(0.0, 1.0),
        };
        Evaluation {
            white: if is_white { rate } else { 1.0 - rate },
            visits: thought.visits,
            verdict: if is_white { thought.verdict } else { thought.verdict.flipped() },
            line: thought.candidates.first().map(view::line).unwrap_or_default(),
        }
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
