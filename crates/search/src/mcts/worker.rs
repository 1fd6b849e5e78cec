//! One thread of the search: descend, expand, roll out, back up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::{Board, CELL_LIMIT, Cell, Colour, Kind, Outcome, Position, wins};

use super::bounds::Bounds;
use super::budget::Budget;
use super::connections::Sight;
use super::evaluation::{Evaluation, Scratch};
use super::expand::{Expander, Look};
use super::rave::{Adder, Ending};
use super::select::Formula;
use super::threats;
use super::transpositions::Transpositions;
use super::tree::{Block, Bump, HotNodes, Lane, Tree};
use crate::rollout::{Empties, Rollouts};
use crate::stopwatch::Deadline;

/// What all threads of a search share.
pub(super) struct Shared<'a, const W: usize> {
    pub tree: &'a Tree,
    pub formula: &'a Formula,
    pub expander: &'a Expander,
    pub root: Block,
    pub position: &'a Position<W>,
    /// Where positions are in the tree, if orders of moves are to meet; and the key of the root.
    pub transpositions: Option<(&'a Transpositions, u128)>,
    pub rollouts_each: u32,
    pub expand_after: u32,
    pub adder: Adder,
    /// The simulations that may still be begun.
    pub budget: &'a Budget,
    /// Somebody outside wants the thought to end.
    pub stop: &'a AtomicBool,
    /// Rollouts after which a node is searched for a win by threats; 0 is never.
    pub threat_visits: u32,
    /// Moves that such a search may try.
    pub threat_moves: u32,
    /// The value network in the tree, if there is one.
    pub evaluation: Option<&'a Evaluation>,
    /// When the thought must end. Only the thread that has started it may ask.
    pub deadline: &'a Deadline,
    /// Everybody stops.
    pub halt: AtomicBool,
    /// The arena is full.
    pub full: AtomicBool,
    /// The root is proved.
    pub solved: AtomicBool,
}

/// A move on the way down, and who made it.
#[derive(Clone, Copy)]
struct Step {
    lane: Lane,
    cell: Cell,
    colour: Colour,
}

/// What a simulation found at its end.
enum Found {
    /// A leaf to roll out from.
    Leaf,
    /// A proved result of the last move on the way, for its mover.
    Proved(Bounds),
}

/// Where the time of simulations goes, measured on every sixteenth one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Phases {
    /// Choosing moves on the way down.
    pub descent: Duration,
    /// Looking at new nodes.
    pub expansion: Duration,
    /// Playing to the end.
    pub rollout: Duration,
    /// Counting on the way up.
    pub backup: Duration,
    /// Rollouts that ended in a fork, a bridge and a ring; one that made several shapes counts as the first of them.
    pub wins: [u64; 3],
}

impl Phases {
    fn count_win<const W: usize>(&mut self, end: &Board<W>) {
        let Some(winner) = end.outcome().and_then(Outcome::winner) else { return };
        let has = |kind: Kind| {
            end.stones(winner).iter().any(|cell| wins(end, cell).iter().any(|win| win.kind == kind))
        };
        let kind = [Kind::Fork, Kind::Bridge].into_iter().position(has).unwrap_or(2);
        self.wins[kind] += 1;
    }
}

/// How many simulations a sampled one stands for.
const SAMPLE: u64 = 16;

/// The working memory of one thread; kept between thoughts for what its rollouts have learned.
pub(super) struct Worker<const W: usize> {
    pub rollouts: Rollouts,
    path: Vec<Step>,
    empties: Empties,
    endings: Vec<Ending<W>>,
    moves: Vec<(Cell, f32)>,
    bump: Bump,
    scratch: Scratch,
    /// Who looks for connections, if anybody does.
    pub sight: Option<Sight<W>>,
    /// The value of the last evaluated node on the way, as the probability that White wins.
    value: Option<f32>,
    /// Copies of much visited nodes, if there are other threads.
    hot: Option<HotNodes>,
    /// Present when the phases are measured.
    pub phases: Option<Phases>,
    /// Whether this is the thread that has started the thought and reads the clock.
    pub is_first: bool,
    simulations: u64,
    /// Whether the present simulation is measured.
    sampled: bool,
}

impl<const W: usize> Worker<W> {
    /// A thread of a search: alone, or one of several with so many bytes for copies of nodes.
    pub fn new(rollouts: Rollouts, position: &Position<W>, copies: Option<usize>) -> Worker<W> {
        Worker {
            bump: if copies.is_none() { Bump::alone() } else { Bump::shared() },
            hot: copies.map(|bytes| HotNodes::new(position.board().shape().len(), bytes)),
            rollouts,
            path: Vec::with_capacity(64),
            empties: Empties::of(position.board()),
            endings: Vec::new(),
            moves: Vec::with_capacity(CELL_LIMIT),
            scratch: Scratch::default(),
            sight: None,
            value: None,
            phases: None,
            is_first: false,
            simulations: 0,
            sampled: false,
        }
    }

    /// Runs up to `count` simulations. Returns false when the search is over for this thread.
    pub fn run(&mut self, shared: &Shared<W>, root_empties: &Empties, count: u64) -> bool {
        let granted = shared.budget.take(count);
        for done in 0..granted {
            if shared.halt.load(Relaxed) || shared.stop.load(Relaxed) {
                shared.budget.give_back(granted - done);
                return false;
            }
            self.simulate(shared, root_empties);
        }
        granted == count
    }

    /// Bytes of its copies of nodes.
    pub fn copied(&self) -> usize {
        self.hot.as_ref().map_or(0, HotNodes::bytes)
    }

    /// Brings all that was counted into the tree, when the thread has no more to do for now.
    pub fn settle(&mut self, tree: &Tree) {
        if let Some(hot) = &mut self.hot {
            hot.leave(tree);
        }
    }

    /// Gives back what was taken of the arena. Nobody else may use the tree meanwhile.
    pub fn close(&mut self, tree: &mut Tree) {
        self.bump.close(tree);
    }

    fn simulate(&mut self, shared: &Shared<W>, root_empties: &Empties) {
        self.simulations += 1;
        self.sampled = self.phases.is_some() && self.simulations.is_multiple_of(SAMPLE);
        let sampled = self.sampled;
        let clock = || sampled.then(Instant::now);
        let expanded = self.phases.map_or(Duration::ZERO, |phases| phases.expansion);
        let start = clock();
        let mut board = *shared.position.board();
        let mut before = shared.position.last_moves();
        let found = self.descend(shared, &mut board, &mut before);
        let descended = clock();
        if let Found::Leaf = found
            && !self.is_judged(shared)
        {
            self.empties.copy_from(root_empties, board.shape().len());
            for step in &self.path {
                self.empties.take(step.cell);
            }
            self.roll_out(shared, &mut board, before);
        }
        let rolled = clock();
        let is_leaf = matches!(found, Found::Leaf);
        match found {
            Found::Proved(bounds) => self.back_up_proof(shared, bounds),
            Found::Leaf => self.back_up(shared),
        }
        if let (Some(phases), Some(start), Some(descended), Some(rolled)) =
            (&mut self.phases, start, descended, rolled)
        {
            // What was spent on expansion meanwhile has been counted there.
            phases.descent += (descended - start).saturating_sub(phases.expansion - expanded);
            phases.rollout += rolled - descended;
            phases.backup += rolled.elapsed();
            if is_leaf && board.outcome().is_some() {
                phases.count_win(&board);
            }
        }
    }

    /// Goes down the tree to a move without a node or with a known result. The board and the last two moves follow.
    fn descend(&mut self, shared: &Shared<W>, board: &mut Board<W>, before: &mut [Option<Cell>; 2]) -> Found {
        let tree = shared.tree;
        let mut block = shared.root;
        self.path.clear();
        self.value = None;
        loop {
            let Some((step, visits)) = self.choose(shared, block, board) else {
                return Found::Proved(self.proof_of(shared, block));
            };
            let (next, bounds) = tree.link(step.lane);
            tree.expect(next);
            board.play(step.cell);
            *before = [before[1], Some(step.cell)];
            if bounds.is_exact() {
                return Found::Proved(bounds);
            }
            if let Some(outcome) = board.outcome() {
                return self.end(shared, step.lane, outcome);
            }
            block = if next.exists() {
                if let Some(bounds) = self.settle_node(shared, step.lane, next, visits, board) {
                    return Found::Proved(bounds);
                }
                next
            } else if visits < shared.expand_after * shared.rollouts_each || !tree.claim(step.lane) {
                return Found::Leaf;
            } else {
                match self.expand_timed(shared, step.lane, board, *before) {
                    Ok(block) => block,
                    Err(found) => return found,
                }
            };
            if self.is_evaluated(shared, block, visits, board, *before) {
                return Found::Leaf;
            }
        }
    }

    /// Chooses a move of a node and counts the visit; with the visits that it had before. Nothing if the node is proved.
    #[inline]
    fn choose(&mut self, shared: &Shared<W>, block: Block, board: &Board<W>) -> Option<(Step, u32)> {
        let tree = shared.tree;
        if shared.evaluation.is_some()
            && let Some(win) = tree.value_of(block)
        {
            self.value = Some(if board.turn() == Colour::White { win } else { 1.0 - win });
        }
        // Here the node is chosen at and counted: itself or this thread's copy of it.
        let (hot, here) = match &mut self.hot {
            Some(hot) => hot.enter(tree, block),
            None => (tree, block),
        };
        let index = shared.formula.choose(hot, here, self.rollouts.random())?;
        let lane = Lane { block, index };
        let step = Step { lane, cell: tree.cell(lane), colour: board.turn() };
        // The visit is counted now and its points later: meanwhile other threads see a loss.
        let counted = Lane { block: here, index };
        let visits = hot.count(counted).visits;
        if self.path.is_empty() {
            hot.visit_exactly(counted, shared.rollouts_each);
        } else {
            hot.visit(counted, shared.rollouts_each);
        }
        self.path.push(step);
        Some((step, visits))
    }

    /// The result of a move whose node is settled: already, by connections, or by threats, which are looked at once the move was
    /// visited often enough.
    #[inline]
    fn settle_node(
        &mut self,
        shared: &Shared<W>,
        lane: Lane,
        node: Block,
        visits: u32,
        board: &Board<W>,
    ) -> Option<Bounds> {
        let tree = shared.tree;
        if shared.transpositions.is_some()
            && let Some((bounds, depth)) = tree.settled(node)
        {
            tree.set_depth(lane, depth + 1);
            tree.prove(lane, bounds.flipped());
            return Some(bounds.flipped());
        }
        if let Some(sight) = &mut self.sight
            && visits >= sight.after
            && tree.is_first_look(node)
            && sight.look(tree, node, board)
        {
            return Some(self.proof_of(shared, node));
        }
        if shared.threat_visits > 0
            && visits >= shared.threat_visits
            && tree.is_first_look(node)
            && threats::look(tree, node, board, shared.threat_moves, &|| self.must_end(shared))
        {
            return Some(self.proof_of(shared, node));
        }
        None
    }

    /// Asks the network about a node if it is time. Returns whether its value is the end of the simulation.
    #[inline]
    fn is_evaluated(
        &mut self,
        shared: &Shared<W>,
        block: Block,
        visits: u32,
        board: &Board<W>,
        before: [Option<Cell>; 2],
    ) -> bool {
        if let Some(evaluation) = shared.evaluation
            && visits >= evaluation.after
            && let Some(win) = evaluation.evaluate(shared.tree, block, board, before, &mut self.scratch)
            && evaluation.is_alone()
        {
            self.value = Some(if board.turn() == Colour::White { win } else { 1.0 - win });
            return true;
        }
        false
    }

    /// Whether the network's value stands for the end of the present simulation.
    fn is_judged(&mut self, shared: &Shared<W>) -> bool {
        let is_judged = self.value.is_some() && shared.evaluation.is_some_and(Evaluation::is_alone);
        if is_judged {
            self.endings.clear();
        }
        is_judged
    }

    /// Whether a longer step within a simulation is to be broken off.
    fn must_end(&self, shared: &Shared<W>) -> bool {
        shared.halt.load(Relaxed) || shared.stop.load(Relaxed) || self.is_first && shared.deadline.is_over()
    }

    fn end(&self, shared: &Shared<W>, lane: Lane, outcome: Outcome) -> Found {
        let bounds = if outcome == Outcome::Draw { Bounds::DRAW } else { Bounds::WIN };
        shared.tree.set_depth(lane, 1);
        shared.tree.prove(lane, bounds);
        Found::Proved(bounds)
    }

    /// Expands, and measures it in simulations that are measured.
    fn expand_timed(
        &mut self,
        shared: &Shared<W>,
        lane: Lane,
        board: &Board<W>,
        before: [Option<Cell>; 2],
    ) -> Result<Block, Found> {
        let begin = self.sampled.then(Instant::now);
        let expanded = self.expand(shared, lane, board, before);
        if let (Some(phases), Some(begin)) = (&mut self.phases, begin) {
            phases.expansion += begin.elapsed();
        }
        expanded
    }

    /// Adds the replies to a claimed move, or finds that its result is known.
    fn expand(
        &mut self,
        shared: &Shared<W>,
        lane: Lane,
        board: &Board<W>,
        before: [Option<Cell>; 2],
    ) -> Result<Block, Found> {
        let tree = shared.tree;
        let twin = shared.transpositions.map(|(table, root)| {
            let key = self.path.iter().fold(root, |key, step| table.with(key, step.cell, step.colour));
            (table, key)
        });
        if let Some(block) = twin.and_then(|(table, key)| table.find(key)) {
            tree.set_link(lane, block);
            return Ok(block);
        }
        match shared.expander.look(board, before, &mut self.moves) {
            Look::Proved(bounds, depth) => {
                tree.set_link(lane, Block::NONE);
                tree.set_depth(lane, depth + 1);
                tree.prove(lane, bounds.flipped());
                Err(Found::Proved(bounds.flipped()))
            }
            Look::Moves(bounds) => {
                if bounds != Bounds::OPEN {
                    tree.prove(lane, bounds.flipped());
                }
                let Some(block) = tree.add(&self.moves, &mut self.bump) else {
                    tree.set_link(lane, Block::NONE);
                    shared.full.store(true, Relaxed);
                    shared.halt.store(true, Relaxed);
                    return Err(Found::Leaf);
                };
                tree.set_link(lane, block);
                if let Some((table, key)) = twin {
                    table.put(key, block);
                }
                Ok(block)
            }
        }
    }

    /// Plays from the leaf to the end, as often as the settings say.
    fn roll_out(&mut self, shared: &Shared<W>, leaf: &mut Board<W>, before: [Option<Cell>; 2]) {
        self.endings.clear();
        for _ in 1..shared.rollouts_each {
            self.roll_out_once(&mut leaf.clone(), before);
        }
        // The last one may spoil the board.
        self.roll_out_once(leaf, before);
    }

    #[inline(always)]
    fn roll_out_once(&mut self, board: &mut Board<W>, before: [Option<Cell>; 2]) {
        let outcome = self.rollouts.run(board, &mut self.empties, before);
        self.endings.push(Ending::new(Colour::BOTH.map(|colour| board.stones(colour)), outcome));
    }

    fn back_up(&mut self, shared: &Shared<W>) {
        let points = self.points(shared);
        let mut empty = shared.position.board().empty_cells();
        for step in &self.path {
            let Lane { block, index } = step.lane;
            let (hot, here) = match &self.hot {
                Some(hot) => hot.find(shared.tree, block),
                None => (shared.tree, block),
            };
            hot.add_points(Lane { block: here, index }, points[step.colour.index()]);
            for ending in &self.endings {
                shared.adder.add(hot, here, &empty, ending, step.colour);
            }
            if let Some(hot) = &mut self.hot {
                hot.count(shared.tree, block);
            }
            empty.remove(step.cell);
        }
    }

    /// The half points of the rollouts for each colour, with the value mixed in.
    #[inline(always)]
    fn points(&mut self, shared: &Shared<W>) -> [u32; 2] {
        let sum =
            |colour: Colour| self.endings.iter().map(|ending| ending.points[colour.index()]).sum::<u32>();
        let rolled = sum(Colour::White);
        let (Some(evaluation), Some(value)) = (shared.evaluation, self.value) else {
            return [rolled, sum(Colour::Black)];
        };
        let all = 2 * shared.rollouts_each;
        let mixed = (1.0 - evaluation.share) * rolled as f32 + evaluation.share * value * all as f32;
        // Rounded up as often as it should be.
        let white = ((mixed + self.rollouts.random().unit()) as u32).min(all);
        [white, all - white]
    }

    /// Counts a proved result on the way up, and draws what follows from it.
    fn back_up_proof(&mut self, shared: &Shared<W>, bounds: Bounds) {
        let each = shared.rollouts_each;
        let mut points = u32::from(bounds.least) * each;
        for step in self.path.iter().rev() {
            let Lane { block, index } = step.lane;
            match &mut self.hot {
                Some(hot) => {
                    let (place, here) = hot.find(shared.tree, block);
                    place.add_points(Lane { block: here, index }, points);
                    hot.count(shared.tree, block);
                }
                None => shared.tree.add_points(step.lane, points),
            }
            points = 2 * each - points;
        }
        if raise(shared.tree, self.path.iter().map(|step| step.lane)) {
            shared.solved.store(true, Relaxed);
            shared.halt.store(true, Relaxed);
        }
    }

    /// A node without an open move is settled; its last move's bounds follow.
    fn proof_of(&self, shared: &Shared<W>, block: Block) -> Bounds {
        let (bounds, depth) = node_bounds(shared.tree, block);
        if bounds.is_exact() {
            shared.tree.settle(block, bounds, depth);
        }
        if let Some(step) = self.path.last() {
            shared.tree.set_depth(step.lane, depth + 1);
            shared.tree.prove(step.lane, bounds.flipped());
        } else {
            shared.solved.store(true, Relaxed);
            shared.halt.store(true, Relaxed);
        }
        bounds.flipped()
    }
}

/// Carries news about the last move of a path up to the root: every node on the way may be settled by what is below it.
/// Returns whether the root is.
pub(super) fn raise(tree: &Tree, path: impl DoubleEndedIterator<Item = Lane>) -> bool {
    let mut below: Option<(Bounds, u16)> = None;
    for lane in path.rev() {
        if let Some((bounds, depth)) = below {
            if bounds.is_exact() && !tree.link(lane).1.is_exact() {
                tree.set_depth(lane, depth + 1);
            }
            if !tree.prove(lane, bounds.flipped()) {
                return false;
            }
        }
        let (bounds, depth) = node_bounds(tree, lane.block);
        if bounds.is_exact() {
            tree.settle(lane.block, bounds, depth);
        }
        below = Some((bounds, depth));
    }
    below.is_some_and(|(bounds, _)| bounds.is_exact())
}

/// What is proved of a node for the side to move, with the number of moves to the end: the fastest win, the longest resistance.
pub(super) fn node_bounds(tree: &Tree, block: Block) -> (Bounds, u16) {
    let mut bounds = Bounds::LOSS;
    let mut win_depth = u16::MAX;
    let mut long_depth = 0;
    for lane in tree.lanes(block) {
        let lane_bounds = tree.link(lane).1;
        bounds = bounds.best(lane_bounds);
        if lane_bounds == Bounds::WIN {
            win_depth = win_depth.min(tree.depth(lane));
        } else if lane_bounds.is_exact() {
            long_depth = long_depth.max(tree.depth(lane));
        }
    }
    (bounds, if bounds == Bounds::WIN { win_depth } else { long_depth })
}
