//! "Straight fork/bridge" (3.4, 4.3): a corner and its two neighbours on the edges, then a chain straight away from it, around
//! whatever stands in its way, until it touches a third edge or a second corner.

use game::{Cell, Shape};
use search::player::{Moment, Verdict};
use search::random::Random;
use search::resist;

use super::{Choice, Decide};

/// Steps in Rogers' six directions; number d leads away from corner d.
const STEPS: [(i32, i32); 6] = [(1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0)];
/// Straight on, then deflected by one, by two, and backwards.
const TURNS: [usize; 6] = [0, 1, 5, 2, 4, 3];

/// The cell one step from `cell` in a direction.
fn step(shape: &Shape, cell: Cell, direction: usize) -> Option<Cell> {
    let ((x, y), (dx, dy)) = (shape.place(cell), STEPS[direction % 6]);
    shape.cell_at(x + dx, y + dy)
}

/// The cell in corner number `corner`, where the board has corners.
fn corner_cell(shape: &Shape, corner: usize) -> Option<Cell> {
    let marked =
        |cell: &Cell| shape.is_corner(*cell) && shape.marks(*cell, game::Colour::White) == 1 << corner;
    shape.cells().find(marked)
}

/// The player, with what it remembers of its game.
pub struct Straight {
    random: Random,
    /// Corners not tried yet, the next one last; the one in use is not among them.
    corners: Vec<usize>,
    direction: Option<usize>,
    /// The stones of the chain in the order of play: the last is its head.
    chain: Vec<Cell>,
}

impl Straight {
    /// A player that tries the corners in the order that the seed gives.
    pub fn new(seed: u64) -> Straight {
        let mut straight =
            Straight { random: Random::new(seed), corners: Vec::new(), direction: None, chain: Vec::new() };
        straight.shuffle();
        straight
    }

    /// A player that tries the corners in this order, numbered as Rogers does: 0 bottom left, then anticlockwise.
    pub fn with_corners(order: [usize; 6]) -> Straight {
        let mut straight = Straight::new(0);
        straight.corners = order.into_iter().rev().collect();
        straight
    }

    fn shuffle(&mut self) {
        self.corners = (0..6).collect();
        for i in (1..6).rev() {
            self.corners.swap(i, self.random.below(i + 1));
        }
    }

    /// The corner with its two neighbours on the edges, in the order in which they are occupied.
    fn foundation(shape: &Shape, corner: usize) -> Option<[Cell; 3]> {
        let cell = corner_cell(shape, corner)?;
        Some([cell, step(shape, cell, corner + 1)?, step(shape, cell, corner + 5)?])
    }

    /// The next stone of the chain away from the corner in use, if that corner is still worth it.
    fn next(&mut self, position: &Moment) -> Option<Cell> {
        let (shape, own) = (position.shape(), position.turn());
        let direction = self.direction?;
        let foundation = Self::foundation(shape, direction)?;
        for cell in foundation {
            match position.stone(cell) {
                None => return Some(cell),
                Some(colour) if colour != own => return None,
                Some(_) => {}
            }
        }
        for cell in foundation {
            if !self.chain.contains(&cell) {
                self.chain.push(cell);
            }
        }
        let head = *self.chain.last()?;
        if shape.is_border(head) && !foundation.contains(&head) {
            return None;
        }
        let free = |&cell: &Cell| position.stone(cell).is_none();
        // A head that is shut in is given up: on from the stone before it.
        while let Some(&head) = self.chain.last() {
            let around = TURNS.iter().filter_map(|turn| step(shape, head, direction + turn));
            if let Some(cell) = around.into_iter().find(free) {
                return Some(cell);
            }
            self.chain.pop();
        }
        None
    }

    /// Whether the remembered stones stand where they were put.
    fn remembers(&self, position: &Moment) -> bool {
        self.chain.iter().all(|&cell| position.stone(cell) == Some(position.turn()))
    }
}

impl Decide for Straight {
    fn decide(&mut self, position: &Moment) -> Choice {
        if !self.remembers(position) {
            self.forget();
        }
        loop {
            if let Some(cell) = self.next(position) {
                self.chain.push(cell);
                return Choice::open(cell);
            }
            self.chain.clear();
            self.direction = self.corners.pop();
            if self.direction.is_none() {
                // Here Rogers' program resigns: a player of ours has to answer with a move, and resists.
                let cell = resist::hardest(position, position.empty_cells(), &mut self.random);
                return Choice { cell, hope: 0.0, verdict: Verdict::Unknown };
            }
        }
    }

    fn forget(&mut self) {
        self.shuffle();
        self.direction = None;
        self.chain.clear();
    }
}
