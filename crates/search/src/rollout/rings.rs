//! Ring rules for rollouts (thesis 4.9.4): which rings count. They never change the rules of the game itself.

use game::{Bits, Board, CELL_LIMIT, Cell, Colour, Shape};

use crate::random::Random;
use crate::settings::Settings;

/// The ring rules of one rollout.
#[derive(Clone, Debug)]
pub struct RingRules {
    /// No ring counts.
    ignore_all: bool,
    /// Rings count while at least so many cells are empty.
    least_empty: usize,
    /// The least length grows by one each time so many cells are filled; 0 is off.
    growth: usize,
    /// Stones that must have stood before the rollout.
    permanent: u32,
    empty_at_start: usize,
}

impl RingRules {
    /// The settings without ring rules where there are no rings.
    pub fn kept_where_rings_count(settings: &Settings, shape: &Shape) -> Settings {
        if shape.has_rings() {
            return settings.clone();
        }
        let Settings { ring_share, ring_depth, ring_growth, ring_permanent, .. } = Settings::default();
        Settings { ring_share, ring_depth, ring_growth, ring_permanent, ..settings.clone() }
    }

    /// Whether the settings ask for any rule at all.
    pub fn are_on(settings: &Settings) -> bool {
        settings.ring_share < 1.0
            || settings.ring_depth < 1.0
            || settings.ring_growth > 0.0
            || settings.ring_permanent > 0
    }

    /// The rules for a rollout that begins with so many empty cells.
    pub fn start(settings: &Settings, empty: usize, random: &mut Random) -> RingRules {
        RingRules {
            ignore_all: settings.ring_share < 1.0 && random.unit() >= settings.ring_share,
            least_empty: (empty as f32 * (1.0 - settings.ring_depth)) as usize,
            growth: (empty as f32 * settings.ring_growth) as usize,
            permanent: settings.ring_permanent,
            empty_at_start: empty,
        }
    }

    /// Whether the ring that the stone on `last` has just closed counts.
    pub fn counts<const W: usize>(
        &self,
        board: &Board<W>,
        last: Cell,
        colour: Colour,
        permanent: &Bits<W>,
    ) -> bool {
        if self.ignore_all || board.empty_count() < self.least_empty {
            return false;
        }
        let filled = self.empty_at_start - board.empty_count();
        let least = 6 + filled.checked_div(self.growth).unwrap_or(0);
        if least <= 6 && self.permanent == 0 {
            return true;
        }
        // The stones of a ring are all of one chain.
        let standing = || board.chain_cells(last).filter(|&cell| permanent.has(cell));
        if standing().take(self.permanent as usize).count() < self.permanent as usize {
            return false;
        }
        let ring = ring_through(board, last, colour, permanent);
        ring.length >= least && ring.permanent >= self.permanent
    }
}

/// A ring through a stone.
struct Ring {
    length: usize,
    permanent: u32,
}

/// The ring through `last` with the fewest stones that are not permanent, found by walking from one neighbouring run to another
/// through the chain without `last`.
fn ring_through<const W: usize>(board: &Board<W>, last: Cell, colour: Colour, permanent: &Bits<W>) -> Ring {
    let shape = board.shape();
    let own = board.stones(colour);
    let around = shape.around(last);
    let pattern = board.pattern(last, colour);
    let mut best = Ring { length: 0, permanent: 0 };
    let mut best_cost = u32::MAX;
    // From each run but the last one to the runs after it; a filled ring has a single run, walked around its middle.
    let mut heads: Vec<usize> =
        (0..6).filter(|&d| pattern >> d & 1 != 0 && pattern >> ((d + 5) % 6) & 1 == 0).collect();
    if heads.len() < 2 {
        return filled_ring(board, last, colour, permanent);
    }
    heads.pop();
    for head in heads {
        // The run itself is where the walk begins; it must come back by another run.
        let run: Vec<Cell> = (0..6)
            .map(|step| (head + step) % 6)
            .take_while(|&d| pattern >> d & 1 != 0)
            .map(|d| around[d].expect("a stone is on the board"))
            .collect();
        let mut cost = [u32::MAX; CELL_LIMIT];
        let mut from = [Cell::default(); CELL_LIMIT];
        let price = |cell: Cell| if permanent.has(cell) { 1 } else { 1000 };
        let mut open = std::collections::BinaryHeap::new();
        for &cell in &run {
            cost[cell.index()] = price(cell);
            from[cell.index()] = cell;
            open.push(std::cmp::Reverse((price(cell), cell)));
        }
        while let Some(std::cmp::Reverse((at, cell))) = open.pop() {
            if at > cost[cell.index()] || at >= best_cost {
                continue;
            }
            if shape.distance(cell, last) == 1 && !run.contains(&cell) {
                best_cost = at;
                best = measure(&from, cell, permanent, last);
                break;
            }
            for next in shape.neighbours(cell).filter(|&next| next != last && own.has(next)) {
                let there = at + price(next);
                if there < cost[next.index()] {
                    cost[next.index()] = there;
                    from[next.index()] = cell;
                    open.push(std::cmp::Reverse((there, next)));
                }
            }
        }
    }
    best
}

fn measure<const W: usize>(from: &[Cell; CELL_LIMIT], end: Cell, permanent: &Bits<W>, last: Cell) -> Ring {
    let mut ring = Ring { length: 1, permanent: u32::from(permanent.has(last)) };
    let mut cell = end;
    loop {
        ring.length += 1;
        ring.permanent += u32::from(permanent.has(cell));
        if from[cell.index()] == cell {
            return ring;
        }
        cell = from[cell.index()];
    }
}

/// The six stones around a neighbour of `last`.
fn filled_ring<const W: usize>(board: &Board<W>, last: Cell, colour: Colour, permanent: &Bits<W>) -> Ring {
    let shape = board.shape();
    let own = board.stones(colour);
    shape
        .neighbours(last)
        .filter(|&middle| own.has(middle) && board.pattern(middle, colour) == 63)
        .map(|middle| shape.neighbours(middle).filter(|&cell| permanent.has(cell)).count() as u32)
        .max()
        .map_or(Ring { length: 0, permanent: 0 }, |permanent| Ring { length: 6, permanent })
}
