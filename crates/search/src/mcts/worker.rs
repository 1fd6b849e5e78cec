//! One thread of the search: descend, expand, roll out, back up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::{Board, CELL_LIMIT, Cell, Colour, Outcome, Position};

use super::bounds::Bounds;
use super::expand::{Expander, Look};
use super::select::Formula;
use super::tree::{Block, Count, LANES, Lane, Tree};
use crate::rollout::{Empties, Rollouts};

/// What all threads of a search share.
pub(super) struct Shared<'a, const W: usize> {
    pub tree: &'a Tree,
    pub formula: &'a Formula,
    pub expander: &'a Expander,
    pub root: Block,
    pub position: &'a Position<W>,
    pub rollouts_each: u32,
    pub expand_after: u32,
    /// Simulations begun in this thought.
    pub begun: AtomicU64,
    /// No more than this.
    pub limit: u64,
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
    /// Looking at new nodes; measured on every one, and part of the descent where that is sampled.
    pub expansion: Duration,
    /// Playing to the end.
    pub rollout: Duration,
    /// Counting on the way up.
    pub backup: Duration,
}

/// How many simulations a sampled one stands for.
pub(super) const SAMPLE: u64 = 16;

/// The working memory of one thread; kept between thoughts for what its rollouts have learned.
pub(super) struct Worker {
    pub rollouts: Rollouts,
    path: Vec<Step>,
    empties: Empties,
    /// Visits and points by colour and cell of the stones at the end of rollouts.
    last_stones: Box<[[u64; CELL_LIMIT]; 2]>,
    moves: Vec<(Cell, f32)>,
    /// Present when the phases are measured.
    pub phases: Option<Phases>,
    simulations: u64,
}

impl Worker {
    pub fn new<const W: usize>(rollouts: Rollouts, position: &Position<W>) -> Worker {
        Worker {
            rollouts,
            path: Vec::with_capacity(64),
            empties: Empties::of(position.board()),
            last_stones: Box::new([[0; CELL_LIMIT]; 2]),
            moves: Vec::with_capacity(CELL_LIMIT),
            phases: None,
            simulations: 0,
        }
    }

    /// Runs up to `count` simulations. Returns false when the search is over for this thread.
    pub fn run<const W: usize>(&mut self, shared: &Shared<W>, root_empties: &Empties, count: u32) -> bool {
        for _ in 0..count {
            if shared.halt.load(Relaxed) || shared.begun.fetch_add(1, Relaxed) >= shared.limit {
                return false;
            }
            self.simulate(shared, root_empties);
        }
        true
    }

    fn simulate<const W: usize>(&mut self, shared: &Shared<W>, root_empties: &Empties) {
        self.simulations += 1;
        let sampled = self.phases.is_some() && self.simulations.is_multiple_of(SAMPLE);
        let clock = || sampled.then(Instant::now);
        let start = clock();
        let mut board = *shared.position.board();
        let mut before = shared.position.last_moves();
        let found = self.descend(shared, &mut board, &mut before);
        let descended = clock();
        let points = match found {
            Found::Proved(_) => None,
            Found::Leaf => {
                self.empties.copy_from(root_empties, board.shape().len());
                for step in &self.path {
                    self.empties.take(shared.tree.cell(step.lane));
                }
                Some(self.roll_out(shared, &board, before))
            }
        };
        let rolled = clock();
        match (found, points) {
            (Found::Proved(bounds), _) => self.back_up_proof(shared, bounds),
            (_, Some(points)) => self.back_up(shared, points),
            (Found::Leaf, None) => unreachable!("a leaf was rolled out"),
        }
        if let (Some(phases), Some(start), Some(descended), Some(rolled)) =
            (&mut self.phases, start, descended, rolled)
        {
            phases.descent += descended - start;
            phases.rollout += rolled - descended;
            phases.backup += rolled.elapsed();
        }
    }

    fn descend<const W: usize>(
        &mut self,
        shared: &Shared<W>,
        board: &mut Board<W>,
        before: &mut [Option<Cell>; 2],
    ) -> Found {
        let tree = shared.tree;
        let mut block = shared.root;
        self.path.clear();
        loop {
            let Some(index) = shared.formula.choose(tree, block, self.rollouts.random()) else {
                return Found::Proved(self.proof_of(shared, block));
            };
            let lane = Lane { block, index };
            let colour = board.turn();
            let cell = tree.cell(lane);
            self.path.push(Step { lane, colour });
            // The visit is counted now and its points later: meanwhile other threads see a loss.
            let visits = tree.count(lane).visits;
            tree.add_count(lane, Count { visits: shared.rollouts_each, points: 0 });
            tree.visit_node(block, shared.rollouts_each);
            board.play(cell);
            *before = [before[1], Some(cell)];
            if let Some(outcome) = board.outcome() {
                return self.end(shared, lane, outcome);
            }
            let (next, bounds) = tree.link(lane);
            if bounds.is_exact() {
                return Found::Proved(bounds);
            }
            block = if next.exists() {
                next
            } else if visits < shared.expand_after * shared.rollouts_each || !tree.claim(lane) {
                return Found::Leaf;
            } else {
                let begin = self.phases.is_some().then(Instant::now);
                let expanded = self.expand(shared, lane, board, *before);
                if let (Some(phases), Some(begin)) = (&mut self.phases, begin) {
                    phases.expansion += begin.elapsed();
                }
                match expanded {
                    Ok(block) => block,
                    Err(found) => return found,
                }
            };
        }
    }

    fn end<const W: usize>(&self, shared: &Shared<W>, lane: Lane, outcome: Outcome) -> Found {
        let bounds = if outcome == Outcome::Draw { Bounds::DRAW } else { Bounds::WIN };
        shared.tree.set_depth(lane, 1);
        shared.tree.prove(lane, bounds);
        Found::Proved(bounds)
    }

    /// Adds the replies to a claimed move, or finds that its result is known.
    fn expand<const W: usize>(
        &mut self,
        shared: &Shared<W>,
        lane: Lane,
        board: &Board<W>,
        before: [Option<Cell>; 2],
    ) -> Result<Block, Found> {
        let tree = shared.tree;
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
                let Some(block) = tree.add(&self.moves) else {
                    tree.set_link(lane, Block::NONE);
                    shared.full.store(true, Relaxed);
                    shared.halt.store(true, Relaxed);
                    return Err(Found::Leaf);
                };
                tree.set_link(lane, block);
                Ok(block)
            }
        }
    }

    /// Plays from the leaf to the end and returns the half points of both colours.
    fn roll_out<const W: usize>(
        &mut self,
        shared: &Shared<W>,
        leaf: &Board<W>,
        before: [Option<Cell>; 2],
    ) -> [u32; 2] {
        let mut points = [0u32; 2];
        for sides in self.last_stones.iter_mut() {
            sides[..leaf.shape().len()].fill(0);
        }
        for _ in 0..shared.rollouts_each {
            let mut board = *leaf;
            let outcome = self.rollouts.run(&mut board, &mut self.empties, before);
            for colour in Colour::BOTH {
                let won = half_points(outcome, colour);
                points[colour.index()] += won;
                let count = Count { visits: 1, points: won }.pack();
                for cell in board.stones(colour) {
                    self.last_stones[colour.index()][cell.index()] += count;
                }
            }
        }
        points
    }

    fn back_up<const W: usize>(&self, shared: &Shared<W>, points: [u32; 2]) {
        for step in &self.path {
            let side = step.colour.index();
            shared.tree.add_count(step.lane, Count { visits: 0, points: points[side] });
            add_rave(shared.tree, step.lane.block, &self.last_stones[side]);
        }
    }

    /// Counts a proved result on the way up, and draws what follows from it.
    fn back_up_proof<const W: usize>(&mut self, shared: &Shared<W>, bounds: Bounds) {
        let each = shared.rollouts_each;
        let mut points = u32::from(bounds.least) * each;
        for step in self.path.iter().rev() {
            shared.tree.add_count(step.lane, Count { visits: 0, points });
            points = 2 * each - points;
        }
        // Every node on the way may be settled by the news below it.
        for at in (0..self.path.len()).rev() {
            let (bounds, depth) = node_bounds(shared.tree, self.path[at].lane.block);
            if at == 0 {
                if bounds.is_exact() {
                    shared.solved.store(true, Relaxed);
                    shared.halt.store(true, Relaxed);
                }
                return;
            }
            let lane = self.path[at - 1].lane;
            if bounds.is_exact() && !shared.tree.link(lane).1.is_exact() {
                shared.tree.set_depth(lane, depth + 1);
            }
            if !shared.tree.prove(lane, bounds.flipped()) {
                return;
            }
        }
    }

    /// A node without an open move is settled; its last move's bounds follow.
    fn proof_of<const W: usize>(&self, shared: &Shared<W>, block: Block) -> Bounds {
        let (bounds, depth) = node_bounds(shared.tree, block);
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

/// Two for a win of `colour`, one for a draw.
fn half_points(outcome: Outcome, colour: Colour) -> u32 {
    match outcome.winner() {
        Some(winner) => 2 * u32::from(winner == colour),
        None => 1,
    }
}

/// Adds to each move of a node what came of rollouts that ended with its stone on the board.
#[inline]
fn add_rave(tree: &Tree, block: Block, stones: &[u64; CELL_LIMIT]) {
    for chunk in 0..tree.len(block).div_ceil(LANES) {
        let words = tree.chunk_words(block, chunk);
        for i in 0..LANES {
            let cell = (words.move_word(i) & 0xFFFF) as usize;
            let pair = words.rave_pair(i);
            pair.store(pair.load(Relaxed) + stones[cell % CELL_LIMIT], Relaxed);
        }
    }
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
