//! Solver queries: the time that a thought gives to a prover, who is asked about the principal variation.
//!
//! The line is followed down the tree. At each of its nodes the question is whether the side to move wins, and the
//! node that has most visits for each time it was asked about is asked about next: a yes refutes the move that
//! leads to it, and all that follows from that is drawn in the tree.

use std::collections::HashMap;
use std::time::Duration;

use game::Cell;

use super::bounds::Bounds;
use super::tree::{Block, Lane, Tree};
use super::worker::raise;
use crate::player::Moment;
use crate::prover::{Prover, Reply};
use crate::stopwatch::{Deadline, Stopwatch};

/// A question is worth asking once a stone stands for so many cells.
const CELLS_A_STONE: usize = 8;
/// What a question takes, before one was asked.
const GUESS: Duration = Duration::from_millis(4);
/// The line ends at nodes with fewer rollouts.
const LEAST_VISITS: u32 = 250;

/// The questions of one thought.
pub(super) struct SolverQueries<'a> {
    prover: &'a mut dyn Prover,
    position: &'a Moment,
    cpu: bool,
    /// The part of the time that is the prover's.
    share: f64,
    spent: Duration,
    last: Duration,
    /// How often a node was asked about; nothing more if the answer is known. Blocks are those of the tree with this root.
    asked: HashMap<Block, Option<u32>>,
    root: Option<Block>,
}

impl<'a> SolverQueries<'a> {
    /// Questions about a position, if it is far enough for any.
    pub fn new(
        prover: &'a mut dyn Prover,
        position: &'a Moment,
        share: f32,
        cpu: bool,
    ) -> Option<SolverQueries<'a>> {
        let board = position.board();
        (board.stone_count() * CELLS_A_STONE >= board.shape().len()).then_some(SolverQueries {
            prover,
            position,
            cpu,
            share: share.into(),
            spent: Duration::ZERO,
            last: GUESS,
            asked: HashMap::new(),
            root: None,
        })
    }

    /// Asks the next question if it is due after so much of the thought and there is time for it, and notes in the tree what it proves.
    /// Returns whether that is news about the root's moves.
    pub fn ask(&mut self, tree: &Tree, root: Block, elapsed: Duration, deadline: &Deadline) -> bool {
        self.is_due(elapsed, deadline) && self.next(tree, root).unwrap_or(false)
    }

    /// Uses up the prover's part of the whole time on a move that is as good as played. Returns whether there is news.
    pub fn ask_on(&mut self, tree: &Tree, root: Block, time: Duration, deadline: &Deadline) -> bool {
        while self.is_due(time, deadline) {
            match self.next(tree, root) {
                Some(false) => {}
                news => return news.is_some(),
            }
        }
        false
    }

    fn is_due(&self, elapsed: Duration, deadline: &Deadline) -> bool {
        self.spent < elapsed.mul_f64(self.share) && deadline.left().is_none_or(|left| left > 2 * self.last)
    }

    /// Whether the next question brought news; nothing if there is no question left.
    fn next(&mut self, tree: &Tree, root: Block) -> Option<bool> {
        let watch = Stopwatch::start(self.cpu);
        if self.root.replace(root) != Some(root) {
            self.asked.clear();
        }
        let (path, node) = self.choose(tree, root)?;
        let mut position = *self.position;
        path.iter().for_each(|&lane| position.play(tree.cell(lane)));
        let reply = self.prover.ask(&position);
        let times = self.asked.entry(node).or_insert(Some(0));
        *times = times.filter(|_| reply == Reply::Open).map(|times| times + 1);
        let is_news = match reply {
            Reply::Yes(cell) => self.note(tree, &path, node, cell),
            _ => false,
        };
        self.last = watch.elapsed();
        self.spent += self.last;
        Some(is_news)
    }

    /// The node to ask about, and the moves that lead to it.
    fn choose(&self, tree: &Tree, root: Block) -> Option<(Vec<Lane>, Block)> {
        let mut path: Vec<Lane> = Vec::new();
        let mut best: Option<(f32, usize, Block)> = None;
        let mut node = root;
        loop {
            let open = tree.lanes(node).filter(|&lane| !tree.link(lane).1.is_exact());
            let Some(lane) = open.max_by_key(|&lane| tree.count(lane).visits) else { break };
            let visits = tree.count(lane).visits;
            if let Some(times) = self.asked.get(&node).copied().unwrap_or(Some(0)) {
                let worth = visits as f32 / (1 + times) as f32;
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, path.len(), node));
                }
            }
            let next = tree.link(lane).0;
            if visits < LEAST_VISITS || !next.exists() {
                break;
            }
            path.push(lane);
            node = next;
        }
        let (_, length, node) = best?;
        path.truncate(length);
        Some((path, node))
    }

    /// Notes that the side to move at the end of the path wins, by this move if it is known. Returns whether that is news about the
    /// root's moves.
    fn note(&self, tree: &Tree, path: &[Lane], node: Block, cell: Option<Cell>) -> bool {
        // How long it takes to the end is not known: the end of the board is the end of all.
        let depth = self.position.empty_cells().len() as u16;
        let mut line = path.to_vec();
        let bounds = match tree.lanes(node).find(|&lane| Some(tree.cell(lane)) == cell) {
            Some(lane) => {
                line.push(lane);
                Bounds::WIN
            }
            None => Bounds::LOSS,
        };
        let Some(&last) = line.last() else { return false };
        if !tree.link(last).1.is_exact() {
            tree.set_depth(last, depth);
            tree.prove(last, bounds);
        }
        raise(tree, line.into_iter());
        path.len() < 2
    }
}
