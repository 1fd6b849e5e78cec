//! The course of a thought: what is told of it, what a prover is asked meanwhile, and when it ends before its limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::report;
use super::solver_queries::SolverQueries;
use super::tree::{Block, Tree};
use super::worker;
use crate::player::{Limits, Thought};
use crate::settings::Settings;
use crate::stopwatch::{Deadline, Stopwatch};

/// How often it asks whether more thinking can change anything, in looks at the clock.
const LOOKS: u64 = 4;
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// What bounds a thought, what ends it from outside, and who hears of it.
pub(super) struct Control<'a> {
    pub limits: &'a Limits,
    pub stop: &'a AtomicBool,
    pub watch: &'a mut dyn FnMut(&Thought),
}

/// What there is to see of a thought.
pub(super) struct View<'a> {
    pub tree: &'a Tree,
    pub root: Block,
    pub settings: &'a Settings,
}

impl View<'_> {
    fn is_proved(&self) -> bool {
        worker::node_bounds(self.tree, self.root).0.is_exact()
    }
}

/// A thought under way.
pub(super) struct Course<'a> {
    pub control: Control<'a>,
    start: Stopwatch,
    pub deadline: Deadline,
    queries: Option<SolverQueries<'a>>,
    last_watch: Duration,
    looks: u64,
}

impl<'a> Course<'a> {
    /// A thought that began at `start` and asks these queries.
    pub fn new(control: Control<'a>, start: Stopwatch, queries: Option<SolverQueries<'a>>) -> Course<'a> {
        let deadline = Deadline::new(start, control.limits.time);
        Course { control, start, deadline, queries, last_watch: Duration::ZERO, looks: 0 }
    }

    /// Looks at the thought after so many simulations, in the thread that began it. Returns whether it is to end.
    pub fn look(&mut self, view: &View, done: u64) -> bool {
        let elapsed = self.start.elapsed();
        self.tell(view, done, elapsed);
        self.looks += 1;
        if let Some(queries) = &mut self.queries
            && queries.ask(view.tree, view.root, elapsed, &self.deadline)
            && view.is_proved()
        {
            return true;
        }
        let limits = self.control.limits;
        let is_decided = view.settings.early_stop
            && !limits.whole
            && self.looks.is_multiple_of(LOOKS)
            && is_decided(view, limits, done, elapsed);
        // A move that is as good as played leaves the prover's part of the time to the prover.
        if is_decided
            && let (Some(queries), Some(time)) = (&mut self.queries, limits.time)
            && queries.ask_on(view.tree, view.root, time, &self.deadline)
        {
            return view.is_proved();
        }
        is_decided || self.deadline.is_over()
    }

    /// Tells how the thought stands, if that is due.
    fn tell(&mut self, view: &View, done: u64, elapsed: Duration) {
        if elapsed.saturating_sub(self.last_watch) >= WATCH_EVERY {
            self.last_watch = elapsed;
            (self.control.watch)(&report::thought(view.tree, view.root, view.settings, done, elapsed));
        }
    }
}

/// Whether the most visited move stays so whatever the rest of the thought brings, or is the only one left.
fn is_decided(view: &View, limits: &Limits, done: u64, elapsed: Duration) -> bool {
    let tree = view.tree;
    let mut open = 0;
    let (mut most, mut second) = (0, 0);
    for lane in tree.lanes(view.root) {
        if tree.link(lane).1.is_exact() {
            continue;
        }
        open += 1;
        let visits = u64::from(tree.count(lane).visits);
        if visits > most {
            (most, second) = (visits, most);
        } else {
            second = second.max(visits);
        }
    }
    let bounded = limits.visits.is_some() || limits.time.is_some();
    if !bounded || open == 0 {
        return false;
    }
    if open == 1 && tree.len(view.root) == 1 {
        return true;
    }
    let by_visits = limits.visits.map_or(u64::MAX, |limit| limit.saturating_sub(done));
    let by_time = limits.time.map_or(u64::MAX, |time| {
        let rate = done as f64 / elapsed.as_secs_f64().max(1e-6);
        (rate * time.saturating_sub(elapsed).as_secs_f64()) as u64
    });
    // Without a time limit the answer must not depend on the clock; with one, a little slack for an uneven rate.
    let rest = by_visits.min(by_time.saturating_add(by_time / 8));
    // Every simulation counts as many visits as it has rollouts.
    most > second.saturating_add(rest.saturating_mul(view.settings.rollouts.into()))
}
