//! "Straight fork/bridge with defence" (3.5, 4.4): before the chain is extended, a look at the opponent's last stone.
//!
//! As published, a bridge or fork is blocked between stones that are one gap apart, and a "ring" wherever two stones of the
//! chain are two steps apart: it blocks much that is no ring and misses every last move on an edge. The repair (6.5) blocks
//! where the opponent would really win at once, edges included.

use game::{Cell, Colour, EDGES, Marks, Shape};
use search::player::Moment;

use super::straight::Straight;
use super::{Choice, Decide};

/// The player.
pub struct Defence {
    attack: Straight,
    repaired: bool,
}

impl Defence {
    /// The defence as it was published.
    pub fn as_published(seed: u64) -> Defence {
        Defence { attack: Straight::new(seed), repaired: false }
    }

    /// The defence with the repair that section 6.5 proposes.
    pub fn repaired(seed: u64) -> Defence {
        Defence { attack: Straight::new(seed), repaired: true }
    }

    /// The published defence, attacking from the corners in this order.
    pub fn with_corners(order: [usize; 6]) -> Defence {
        Defence { attack: Straight::with_corners(order), repaired: false }
    }
}

impl Decide for Defence {
    fn decide(&mut self, position: &Moment) -> Choice {
        let block = if self.repaired {
            position.winning_cells(position.turn().other()).first_cell()
        } else {
            block(position)
        };
        block.map_or_else(|| self.attack.decide(position), Choice::open)
    }

    fn forget(&mut self) {
        self.attack.forget();
    }
}

/// The published block: a bridge first, then a fork, then a ring.
fn block(position: &Moment) -> Option<Cell> {
    let enemy = position.turn().other();
    let last = position.last_moves()[1]?;
    if position.stone(last) != Some(enemy) {
        return None;
    }
    let shape = position.shape();
    let stones: Vec<Cell> = position.board().stones(enemy).iter().collect();
    let chain = reach(shape, &stones, last, 1);
    let near = reach(shape, &stones, last, 2);
    let apart: Vec<Cell> = near.into_iter().filter(|cell| !chain.contains(cell)).collect();
    let (chain_marks, apart_marks) = (marks(shape, &chain, enemy), marks(shape, &apart, enemy));
    let all = chain_marks | apart_marks;
    let corners = |marks: Marks| (marks & !EDGES).count_ones();
    let edges = |marks: Marks| (marks & EDGES).count_ones();
    let bridge = corners(chain_marks) >= 1 && corners(all) > 1;
    let fork = edges(chain_marks) >= 2 && edges(all) > 2;
    let gap = (bridge || fork).then(|| find_gap(position, &chain, &apart)).flatten();
    gap.or_else(|| ring_block(position, &chain))
}

/// The stones that are joined to `start` by steps of at most `tolerance`, the last found first: Rogers' lists grow at the front,
/// and which of several blocks is chosen follows from that.
fn reach(shape: &Shape, stones: &[Cell], start: Cell, tolerance: i32) -> Vec<Cell> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        let close = |&&cell: &&Cell| !found.contains(&cell) && shape.distance(from, cell) <= tolerance;
        let more: Vec<Cell> = stones.iter().filter(close).copied().collect();
        found.extend(more);
        next += 1;
    }
    found.reverse();
    found
}

fn marks(shape: &Shape, cells: &[Cell], colour: Colour) -> Marks {
    cells.iter().fold(0, |marks, &cell| marks | shape.marks(cell, colour))
}

/// An empty cell beside both the chain and a stone apart from it.
fn find_gap(position: &Moment, chain: &[Cell], apart: &[Cell]) -> Option<Cell> {
    let shape = position.shape();
    let joins =
        |&cell: &Cell| position.is_legal(cell) && apart.iter().any(|&stone| shape.distance(cell, stone) == 1);
    chain.iter().flat_map(|&stone| shape.neighbours(stone)).find(joins)
}

/// The middle between two stones of the chain that are two steps apart, where it is empty.
fn ring_block(position: &Moment, chain: &[Cell]) -> Option<Cell> {
    let shape = position.shape();
    let middle = |a: Cell, b: Cell| {
        let ((ax, ay), (bx, by)) = (shape.place(a), shape.place(b));
        shape.cell_at((ax + bx).div_euclid(2), (ay + by).div_euclid(2))
    };
    let pairs = chain.iter().flat_map(|&a| chain.iter().map(move |&b| (a, b)));
    pairs
        .filter(|&(a, b)| shape.distance(a, b) == 2)
        .filter_map(|(a, b)| middle(a, b))
        .find(|&cell| position.is_legal(cell))
}
