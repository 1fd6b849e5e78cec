//! The complete game tree with minimax (3.2, 4.2): every line of play is laid out in memory, then the tree is walked.
//!
//! It fits where few cells are empty; before that the player moves at random. Perfect from then on.

use game::{Cell, Outcome};
use search::player::{Moment, Verdict};
use search::random::Random;

use super::{Choice, Decide};

/// The most empty cells for which a tree is laid out: about a million nodes.
pub const FITS: usize = 9;

/// The player.
pub struct CompleteTree {
    random: Random,
    tree: Option<Node>,
}

/// A move with all that can follow. `value` is 1 where the side that moved wins, -1 where it loses; `plies` follow, if the winner
/// hurries and the loser resists.
struct Node {
    cell: Cell,
    key: u64,
    value: i8,
    plies: u8,
    next: Vec<Node>,
}

impl Node {
    /// How good the move is, larger for better ones: a win soon, a loss late and with few moves that bring it about.
    fn rank(&self) -> (i8, i8, i8) {
        let refutations = self.next.iter().filter(|reply| reply.value == 1).count() as i8;
        (self.value, -self.value * self.plies as i8, -refutations)
    }
}

/// The best of some moves, the first of several that are as good.
fn best(moves: &[Node]) -> &Node {
    moves.iter().rev().max_by_key(|node| node.rank()).expect("the game goes on")
}

impl CompleteTree {
    /// A player that makes the same random moves for the same seed.
    pub fn new(seed: u64) -> CompleteTree {
        CompleteTree { random: Random::new(seed), tree: None }
    }

    /// The node of the position: at the top, one level down (the opponent has moved) or two (we have moved before).
    fn find(&mut self, position: &Moment) -> Option<Node> {
        let top = self.tree.take()?;
        let key = position.key();
        if top.key == key {
            return Some(top);
        }
        let level = top.next;
        if let Some(at) = level.iter().position(|node| node.key == key) {
            return level.into_iter().nth(at);
        }
        level.into_iter().flat_map(|node| node.next).find(|node| node.key == key)
    }
}

/// Lays out the tree below the position that `cell` led to.
fn build(position: &Moment, cell: Cell) -> Node {
    let key = position.key();
    if let Some(outcome) = position.outcome() {
        let value = if outcome == Outcome::Draw { 0 } else { 1 };
        return Node { cell, key, value, plies: 0, next: Vec::new() };
    }
    let next: Vec<Node> = position
        .empty_cells()
        .iter()
        .map(|cell| {
            let mut after = *position;
            after.play(cell);
            build(&after, cell)
        })
        .collect();
    let (value, plies) = (-best(&next).value, 1 + best(&next).plies);
    Node { cell, key, value, plies, next }
}

impl Decide for CompleteTree {
    fn decide(&mut self, position: &Moment) -> Choice {
        let empty = position.empty_cells();
        if empty.len() > FITS {
            let at = self.random.below(empty.len());
            return Choice::open(empty.iter().nth(at).expect("the game goes on"));
        }
        let top = self.find(position).unwrap_or_else(|| build(position, Cell::default()));
        let child = best(&top.next);
        let (hope, verdict) = match child.value {
            1 => (1.0, Verdict::Win),
            0 => (0.5, Verdict::Draw),
            _ => (0.0, Verdict::Loss),
        };
        let cell = child.cell;
        self.tree = Some(top);
        Choice { cell, hope, verdict }
    }

    fn forget(&mut self) {
        self.tree = None;
    }
}
