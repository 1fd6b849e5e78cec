//! Monte-Carlo tree search: one search for every game of the project.
//!
//! Reading order: `tree` (memory), `select` (the formula), `expand` (what a node knows at its birth), `rave` (what a rollout tells
//! the moves above it), `worker` (one simulation), and here the thought as a whole: where in the kept tree it begins, rounds of simulations on all threads, making room, what
//! is told and when it ends.

mod atoms;
mod bounds;
mod budget;
mod connections;
mod course;
mod evaluation;
mod expand;
mod rave;
mod report;
mod select;
mod solver_queries;
mod threats;
mod transpositions;
mod tree;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::{Bits, Cell, Colour, Position, Shape, with_width};

use self::connections::Sight;
use crate::player::{Limits, Moment, Player, Thought, Verdict};
use crate::prover::Prover;
use crate::random::Random;
use crate::resist;
use crate::rollout::{Empties, Rollouts, Weights};
use crate::settings::Settings;
use crate::stopwatch::{Deadline, Stopwatch};
use bounds::Bounds;
use budget::Budget;
use course::{Control, Course, View};
use evaluation::{Evaluation, Scratch};
use expand::{Expander, Look};
use rave::Adder;
use select::Formula;
use solver_queries::SolverQueries;
use transpositions::Transpositions;
use tree::{Block, Bump, Tree};
use worker::{Phases, Shared, Worker};

/// What a search may use of the machine.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Threads that think together.
    pub threads: usize,
    /// Bytes for the tree.
    pub memory: usize,
    /// With one thread and a limit of visits, the same seed gives the same thought.
    pub seed: u64,
    /// Weights for drawing rollout moves; the hand-made ones if absent.
    pub weights: Option<Arc<Weights>>,
    /// Measures where the time goes.
    pub profile: bool,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 1 << 30, seed: 1, weights: None, profile: false }
    }
}

/// The Monte-Carlo player.
pub struct Mcts {
    settings: Settings,
    resources: Resources,
    shape: Option<&'static Shape>,
    search: Option<Box<dyn Think>>,
    prover: Option<Box<dyn Prover>>,
    /// For slips only.
    random: Random,
}

impl Mcts {
    /// A player with these settings. Memory is taken when it first thinks.
    pub fn new(settings: Settings, resources: Resources) -> Mcts {
        let random = Random::new(resources.seed);
        Mcts { settings, resources, shape: None, search: None, prover: None, random }
    }

    /// The same player, who gives a share of its time (`solver_share`) to a prover.
    pub fn with_solver(self, prover: Box<dyn Prover>) -> Mcts {
        Mcts { prover: Some(prover), ..self }
    }

    /// Changes the settings; what was thought so far is forgotten.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.search = None;
    }

    /// Where the time of the simulations so far went, and how large the tree is; if it was to be measured.
    pub fn profile(&self) -> Option<Profile> {
        self.search.as_ref()?.profile()
    }

    fn search_for(&mut self, shape: &'static Shape) -> &mut Box<dyn Think> {
        if !self.shape.is_some_and(|known| std::ptr::eq(known, shape)) {
            self.search = None;
            self.shape = Some(shape);
        }
        let (settings, resources) = (&self.settings, &self.resources);
        self.search.get_or_insert_with(
            || with_width!(shape, W => Box::new(Search::<W>::new(settings, resources, shape))),
        )
    }
}

impl Player for Mcts {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let cap = u64::from(self.settings.visit_limit);
        let visits =
            if cap == 0 { limits.visits } else { Some(limits.visits.map_or(cap, |given| given.min(cap))) };
        let limits = Limits { visits, ..limits.clone() };
        let mut prover = self.prover.take();
        let search = self.search_for(position.shape());
        let asked = prover.as_mut().map(|prover| prover.as_mut() as &mut dyn Prover);
        let mut thought = search.think(position, asked, Control { limits: &limits, stop, watch });
        self.prover = prover;
        if self.settings.slips > 0.0
            && self.random.unit() < self.settings.slips
            && !thought.candidates.is_empty()
        {
            let slip = self.random.below(thought.candidates.len());
            thought.candidates[..=slip].rotate_right(1);
        }
        thought
    }

    fn forget(&mut self) {
        self.search = None;
        if let Some(prover) = &mut self.prover {
            prover.forget();
        }
    }
}

/// A search on boards of one shape, whatever their width in words.
trait Think: Send {
    fn think<'a>(
        &mut self,
        position: &'a Moment,
        prover: Option<&'a mut dyn Prover>,
        control: Control<'a>,
    ) -> Thought;

    fn profile(&self) -> Option<Profile>;
}

/// What a measured search has found about itself.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Shares of descent (without expansion), expansion, rollout and backup, together 1.
    pub shares: [f64; 4],
    /// Of every sixteenth rollout: those that ended in a fork, a bridge and a ring.
    pub wins: [u64; 3],
    /// Moves in the tree.
    pub children: u64,
    /// Bytes of the tree.
    pub bytes: u64,
}

/// A search on boards of one shape.
struct Search<const W: usize> {
    settings: Settings,
    tree: Tree,
    transpositions: Option<Transpositions>,
    formula: Formula,
    expander: Expander,
    evaluation: Option<Evaluation>,
    workers: Vec<Worker<W>>,
    /// Where the kept tree begins.
    base: Option<Base<W>>,
    /// The number of stones at the last thought, to see that the game has moved on.
    stones: usize,
    /// Nodes below so many visits are given up when room is needed.
    least_visits: u32,
    /// Seconds a byte that the last collection took.
    collect_cost: f64,
}

/// The root of the kept tree: an earlier position of the game, or the present one.
struct Base<const W: usize> {
    position: Position<W>,
    block: Block,
}

/// How often a thought looks at the clock, in simulations.
const SLICE: u64 = 16;
/// The same when there is little time, which is less than this.
const SHORT_SLICE: u64 = 1;
const SHORT: Duration = Duration::from_millis(50);
/// The least time in which the value network is asked: an evaluation takes up to a thousandth of a second.
const TIME_TO_EVALUATE: Duration = Duration::from_millis(10);
/// The part of the time that the search for threats at the root may take.
const ROOT_SHARE: u32 = 4;
/// The part of the memory that the threads may have for copies of nodes.
const COPIES: usize = 8;
/// Simulations that are worth more than a new tree.
const FEW: u64 = 50;
/// What a collection costs, in seconds a byte, before one was seen.
const COLLECT_COST: f64 = 1e-9;

impl<const W: usize> Search<W> {
    fn new(settings: &Settings, resources: &Resources, shape: &'static Shape) -> Search<W> {
        let position = Position::<W>::new(shape);
        let copies = (resources.threads > 1).then(|| resources.memory / COPIES / resources.threads);
        let worker = |number: usize| {
            let seed = resources.seed.wrapping_mul(1000).wrapping_add(number as u64);
            let rollouts = Rollouts::new(settings, shape, resources.weights.clone(), seed);
            let mut worker = Worker::new(rollouts, &position, copies);
            worker.phases = resources.profile.then(Phases::default);
            worker.is_first = number == 0;
            worker.sight = Sight::new(settings, shape);
            worker
        };
        let transpositions =
            settings.transpositions.then(|| Transpositions::new(shape.len(), resources.memory));
        let table = transpositions.as_ref().map_or(0, Transpositions::bytes);
        let workers: Vec<Worker<W>> = (0..resources.threads.max(1)).map(worker).collect();
        let copied: usize = workers.iter().map(Worker::copied).sum();
        Search {
            settings: settings.clone(),
            tree: Tree::new(resources.memory.saturating_sub(table + copied)),
            transpositions,
            formula: Formula::new(settings, settings.has_priors(shape)),
            expander: Expander::new(settings, position.board()),
            evaluation: Evaluation::new(settings, shape),
            workers,
            base: None,
            stones: 0,
            least_visits: 4,
            collect_cost: COLLECT_COST,
        }
    }

    /// The block to think at: with some of the moves, or all of them; or that the result is plain.
    fn begin(&mut self, position: &Position<W>, among: Option<Bits<W>>) -> Result<Block, Bounds> {
        match among {
            Some(among) => Ok(self.root_among(position, among)),
            None => self.root_for(position),
        }
    }

    /// The block of `position` in the kept tree, or a new one; or that its result is plain.
    fn root_for(&mut self, position: &Position<W>) -> Result<Block, Bounds> {
        if self.settings.keep_tree
            && let Some(base) = &self.base
            && let Some(block) = find(&self.tree, base, position)
        {
            return Ok(block);
        }
        self.clear();
        let mut moves = Vec::new();
        match self.expander.look_at_root(position, &mut moves) {
            Look::Proved(bounds, _) => Err(bounds),
            Look::Moves(_) => {
                let block =
                    self.tree.add(&moves, &mut Bump::alone()).expect("an empty tree has room for one node");
                self.base = Some(Base { position: *position, block });
                Ok(block)
            }
        }
    }

    /// A root with some of the moves only. It is no node of the kept tree, and what is proved of it holds for these moves.
    fn root_among(&mut self, position: &Position<W>, among: Bits<W>) -> Block {
        self.clear();
        let mut moves = Vec::new();
        self.expander.list_among(position, among, &mut moves);
        self.tree.add(&moves, &mut Bump::alone()).expect("an empty tree has room for one node")
    }

    fn clear(&mut self) {
        self.base = None;
        self.tree.clear();
        self.forget_places();
    }

    fn forget_places(&mut self) {
        if let Some(transpositions) = &mut self.transpositions {
            transpositions.clear();
        }
    }

    /// How long it takes to make room, from how long it took.
    fn time_to_collect(&self) -> Duration {
        Duration::from_secs_f64(self.collect_cost * self.tree.used() as f64)
    }

    /// Makes room in a full tree: first what lies outside the present position, then rarely visited nodes.
    fn make_room(&mut self, root: Block, position: &Position<W>) -> Block {
        let before = self.tree.used();
        let begin = Instant::now();
        let root = self.tree.collect(root, self.least_visits);
        self.forget_places();
        self.collect_cost = begin.elapsed().as_secs_f64() / before as f64;
        self.base = Some(Base { position: *position, block: root });
        let left = self.tree.used();
        if left > before / 2 {
            self.least_visits = self.least_visits.saturating_mul(2);
        } else if left < before / 4 {
            self.least_visits = (self.least_visits / 2).max(2);
        }
        root
    }

    /// The thought as it is told in the end: a lost position is defended.
    fn answer(&mut self, position: &Position<W>, mut thought: Thought, limits: &Limits) -> Thought {
        if thought.verdict == Verdict::Loss {
            let worker = self.workers.first_mut().expect("there is at least one worker");
            resist::order(&mut thought, position, worker.rollouts.random(), limits);
        }
        thought
    }

    fn age(&mut self, position: &Position<W>) {
        let stones = position.board().stone_count();
        if stones != self.stones {
            self.stones = stones;
            self.workers.iter_mut().for_each(|worker| worker.rollouts.age());
        }
    }
}

impl<const W: usize> Think for Search<W> {
    fn think<'a>(
        &mut self,
        moment: &'a Moment,
        prover: Option<&'a mut dyn Prover>,
        control: Control<'a>,
    ) -> Thought {
        let limits = control.limits;
        let start = Stopwatch::start(limits.cpu);
        if moment.outcome().is_some() {
            return Thought::default();
        }
        let position: Position<W> = moment.resized();
        self.age(&position);
        let among = limits.among.map(|cells| moment.empty_cells() & cells).filter(|cells| !cells.is_empty());
        let among: Option<Bits<W>> = among.map(|cells| cells.iter().collect());
        // A thought of so many visits must not depend on the clock.
        let queries = prover
            .filter(|_| limits.visits.is_none() && among.is_none())
            .and_then(|prover| SolverQueries::new(prover, moment, self.settings.solver_share, limits.cpu));
        let mut course = Course::new(control, start, queries);
        let thought = self
            .ponder(&position, among, start, &mut course)
            .unwrap_or_else(|bounds| report::plain(&position, bounds, start.elapsed()));
        self.answer(&position, thought, limits)
    }

    fn profile(&self) -> Option<Profile> {
        let (mut sums, mut wins) = ([0.0; 4], [0; 3]);
        for worker in &self.workers {
            let Phases { descent, expansion, rollout, backup, wins: won } = worker.phases?;
            wins.iter_mut().zip(won).for_each(|(sum, part)| *sum += part);
            let parts = [descent, expansion, rollout, backup];
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part.as_secs_f64());
        }
        let all: f64 = sums.iter().sum();
        let shares = sums.map(|part| part / all.max(1e-12));
        Some(Profile { shares, wins, children: self.tree.lane_count(), bytes: self.tree.used() as u64 })
    }
}

impl<const W: usize> Search<W> {
    /// Rounds of simulations until the thought is over; or that the result is plain.
    fn ponder(
        &mut self,
        position: &Position<W>,
        among: Option<Bits<W>>,
        start: Stopwatch,
        course: &mut Course,
    ) -> Result<Thought, Bounds> {
        let mut root = self.begin(position, among)?;
        self.look_at_root(position, root, start, course);
        let budget = Budget::new(course.control.limits.visits.unwrap_or(u64::MAX));
        while let Round::Full = self.round(position, root, &budget, course) {
            if course.deadline.left().is_none_or(|left| left > self.time_to_collect()) {
                root = self.make_room(root, position);
                continue;
            }
            // There is no time to make room. What was thought now is the answer; before that, a new tree is better than none.
            if budget.begun() >= FEW {
                break;
            }
            self.base = None;
            root = self.begin(position, among)?;
        }
        self.tree.halve_large(root);
        if among.is_some() {
            self.base = None;
        }
        Ok(report::thought(&self.tree, root, &self.settings, budget.begun(), start.elapsed()))
    }

    /// What is found out about the moves of the root before they are simulated: threats, connections, the network's word.
    fn look_at_root(&mut self, position: &Position<W>, root: Block, start: Stopwatch, course: &Course) {
        let Control { limits, stop, .. } = course.control;
        let board = position.board();
        if self.settings.threat_visits > 0 {
            // Longer than in the tree, so that whatever was proved there is found again.
            let moves = self.settings.threat_moves.saturating_mul(4);
            let deadline = Deadline::new(start, limits.time.map(|time| time / ROOT_SHARE));
            let must_end = || deadline.is_over() || stop.load(Relaxed);
            threats::look(&self.tree, root, board, moves, &must_end);
        }
        if let Some(sight) = &mut self.workers[0].sight {
            sight.look(&self.tree, root, board);
            sight.hurry(&self.tree, root, board);
        }
        if let Some(evaluation) = in_time(&self.evaluation, &course.deadline) {
            evaluation.evaluate(&self.tree, root, board, position.last_moves(), &mut Scratch::default());
            evaluation.disturb(&self.tree, root, self.workers[0].rollouts.random());
        }
    }
}

/// How a round of simulations ended.
#[derive(PartialEq, Eq)]
enum Round {
    Done,
    Full,
}

impl<const W: usize> Search<W> {
    /// Simulates on all threads until the course of the thought says so, the limit is reached, the root is proved or the tree is full.
    fn round(&mut self, position: &Position<W>, root: Block, budget: &Budget, course: &mut Course) -> Round {
        let deadline = course.deadline;
        let shared = Shared {
            tree: &self.tree,
            formula: &self.formula,
            expander: &self.expander,
            root,
            position,
            transpositions: self.transpositions.as_ref().map(|table| (table, table.key(position.board()))),
            rollouts_each: self.settings.rollouts,
            expand_after: self.settings.expand,
            adder: Adder::new(self.settings.widen_factor == 0.0),
            budget,
            stop: course.control.stop,
            threat_visits: self.settings.threat_visits * self.settings.rollouts,
            threat_moves: self.settings.threat_moves,
            evaluation: in_time(&self.evaluation, &deadline),
            deadline: &deadline,
            halt: AtomicBool::new(worker::node_bounds(&self.tree, root).0.is_exact()),
            full: AtomicBool::new(false),
            solved: AtomicBool::new(false),
        };
        let empties = Empties::of(position.board());
        let (first, others) = self.workers.split_first_mut().expect("there is at least one worker");
        let view = View { tree: shared.tree, root, settings: &self.settings };
        let others_count = others.len() as u64;
        std::thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| {
                    while worker.run(&shared, &empties, SLICE) {}
                    worker.settle(shared.tree);
                });
            }
            let slice = if deadline.left().is_some_and(|left| left < SHORT) { SHORT_SLICE } else { SLICE };
            while first.run(&shared, &empties, slice) {
                // Not all that the other threads were granted is done.
                let done = budget.begun().saturating_sub(SLICE * others_count);
                if course.look(&view, done) {
                    shared.halt.store(true, Relaxed);
                }
            }
            first.settle(shared.tree);
        });
        let is_full = shared.full.load(Relaxed) && !shared.solved.load(Relaxed);
        self.workers.iter_mut().for_each(|worker| worker.close(&mut self.tree));
        if is_full { Round::Full } else { Round::Done }
    }
}

/// The value network, if there is one and time to ask it.
fn in_time<'a>(evaluation: &'a Option<Evaluation>, deadline: &Deadline) -> Option<&'a Evaluation> {
    let has_time = || deadline.left().is_none_or(|left| left >= TIME_TO_EVALUATE);
    evaluation.as_ref().filter(|evaluation| evaluation.is_needed() || has_time())
}

/// Looks for a later position of the same game in the tree: the stones that were added since, in any order that the tree knows.
fn find<const W: usize>(tree: &Tree, base: &Base<W>, position: &Position<W>) -> Option<Block> {
    let missing = |colour: Colour| position.board().stones(colour) - base.position.board().stones(colour);
    let gone = |colour: Colour| base.position.board().stones(colour) - position.board().stones(colour);
    if Colour::BOTH.iter().any(|&colour| !gone(colour).is_empty()) {
        return None;
    }
    let added = Colour::BOTH.map(missing);
    let count = added[0].len() + added[1].len();
    let mut open = vec![(base.block, base.position.turn(), added, count)];
    while let Some((block, turn, left, count)) = open.pop() {
        if count == 0 {
            return (turn == position.turn()).then_some(block);
        }
        for lane in tree.lanes(block) {
            let cell: Cell = tree.cell(lane);
            let (next, _) = tree.link(lane);
            if left[turn.index()].has(cell) && next.exists() {
                let mut rest = left;
                rest[turn.index()].remove(cell);
                open.push((next, turn.other(), rest, count - 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
