//! How far both sides are from winning: how many stones are missing to a win through each cell, if bridges hold.
//!
//! A way to a corner, an edge or a side leads over neighbouring cells and over bridges whose two cells between are empty; it
//! costs the stones that are still to be placed. The distances of both colours to all goals are found together, one byte
//! each: sweeps over the board, forwards and backwards, until nothing changes. An estimate, not a bound: ways may share
//! cells, and rings are not seen.

use game::{Board, Cell, Colour, Marks, Shape};

use crate::local::Local;

/// Goals that a board can have for one colour, up to half a register.
const GOALS: usize = 16;
/// Farther than any goal is.
const FAR: u8 = 60;
/// Neighbours and bridges of a cell, at the most.
const LINKS: usize = 12;

/// Distances to all goals, White's first.
type Ways = [u8; 2 * GOALS];

/// A bridge from a cell: its far end and the two cells between.
type Bridge = (u16, [Cell; 2]);
/// Two cells beside a cell that join it to goals.
type ToGoal = ([Cell; 2], [Marks; 2]);

/// A cell in all positions of a shape.
struct Place {
    near: Vec<u16>,
    bridges: Vec<Bridge>,
    to_goals: Vec<ToGoal>,
    /// Nothing to go to the goals that it is on.
    on: Ways,
}

/// What is the same in all positions of a shape.
pub struct Goals {
    places: Vec<Place>,
    twos: std::ops::Range<usize>,
    threes: std::ops::Range<usize>,
}

/// The stones that are missing to a win through each cell, for both colours.
pub struct Missing {
    through: [Vec<u8>; 2],
    least: [u8; 2],
}

/// Ways on from the cells of a position.
struct Links {
    /// Nowhere is the place after the last cell.
    ends: Vec<[u16; LINKS]>,
    /// What a stone on the cell costs each colour.
    costs: Vec<[u8; 2]>,
}

impl Links {
    /// No ways yet between so many cells.
    fn new(cells: usize) -> Links {
        Links { ends: vec![[cells as u16; LINKS]; cells], costs: vec![[1; 2]; cells] }
    }
}

impl Goals {
    /// The goals of a shape.
    pub fn new(shape: &Shape, local: &Local) -> Goals {
        let place = |cell: Cell| {
            let on = |at: usize| {
                let (colour, goal) = (Colour::BOTH[at / GOALS], at % GOALS);
                if goal < Marks::BITS as usize && shape.marks(cell, colour) >> goal & 1 != 0 {
                    0
                } else {
                    FAR
                }
            };
            let mut to_goals: Vec<ToGoal> = Vec::new();
            for colour in Colour::BOTH {
                for &(between, marks) in local.edge_bridges(cell, colour) {
                    let mut both = [0; 2];
                    both[colour.index()] = marks;
                    to_goals.push((between, both));
                }
            }
            let bridges = local.bridges(cell).iter();
            Place {
                near: shape.neighbours(cell).map(|next| next.index() as u16).collect(),
                bridges: bridges.map(|bridge| (bridge.end.index() as u16, bridge.between)).collect(),
                to_goals,
                on: std::array::from_fn(on),
            }
        };
        let places = shape.cells().map(place).collect();
        Goals { places, twos: shape.game().twos(), threes: shape.game().threes() }
    }

    /// Counts what is missing in a position.
    pub fn missing<const W: usize>(&self, board: &Board<W>) -> Missing {
        let cells = self.places.len();
        let mut links = Links::new(cells);
        let mut ways = vec![[FAR; 2 * GOALS]; cells + 1];
        self.begin(board, &mut links, &mut ways);
        sweep(&links, &mut ways);
        let through = [0, 1].map(|colour| {
            let through = |cell: usize| {
                let ways = &ways[cell][colour * GOALS..][..GOALS];
                self.through(ways, links.costs[cell][colour])
            };
            (0..cells).map(through).collect::<Vec<u8>>()
        });
        let least = [0, 1].map(|colour: usize| through[colour].iter().copied().min().unwrap_or(FAR));
        Missing { through, least }
    }

    /// Where ways begin, and from where to where they lead.
    fn begin<const W: usize>(&self, board: &Board<W>, links: &mut Links, ways: &mut [Ways]) {
        let empty = board.empty_cells();
        for colour in Colour::BOTH {
            for stone in board.stones(colour) {
                links.costs[stone.index()][colour.index()] = 0;
                links.costs[stone.index()][colour.other().index()] = FAR;
            }
        }
        for (cell, place) in self.places.iter().enumerate() {
            let ends = &mut links.ends[cell];
            ends[..place.near.len()].copy_from_slice(&place.near);
            for (to, &(end, between)) in ends[place.near.len()..].iter_mut().zip(&place.bridges) {
                if empty.has(between[0]) & empty.has(between[1]) {
                    *to = end;
                }
            }
            let way = &mut ways[cell];
            *way = place.on;
            for &(between, marks) in &place.to_goals {
                if empty.has(between[0]) && empty.has(between[1]) {
                    for (colour, marks) in marks.into_iter().enumerate() {
                        let goals =
                            (0..GOALS.min(Marks::BITS as usize)).filter(|goal| marks >> goal & 1 != 0);
                        goals.for_each(|goal| way[colour * GOALS + goal] = 0);
                    }
                }
            }
            for (at, way) in way.iter_mut().enumerate() {
                *way = (*way + links.costs[cell][at / GOALS]).min(FAR);
            }
        }
    }

    /// The stones of a win through a cell that costs `cost` itself.
    #[inline(always)]
    fn through(&self, ways: &[u8], cost: u8) -> u8 {
        if cost == FAR {
            return FAR;
        }
        let [first, second, _] = least(&ways[self.twos.clone()]);
        let two = (first + second).saturating_sub(cost);
        let [first, second, third] = least(&ways[self.threes.clone()]);
        two.min((first + second + third).saturating_sub(2 * cost)).min(FAR)
    }
}

/// The three least of some distances.
#[inline(always)]
fn least(ways: &[u8]) -> [u8; 3] {
    let mut least = [FAR; 3];
    for &way in ways {
        least = [least[0].min(way), least[1].min(way.max(least[0])), least[2].min(way.max(least[1]))];
    }
    least
}

/// Goes over the cells until no way becomes shorter. The last way is that of nowhere.
fn sweep(links: &Links, ways: &mut [Ways]) {
    let cells = ways.len() - 1;
    assert!(links.ends.len() == cells && links.costs.len() == cells);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        assert!(links.ends.iter().flatten().all(|&end| usize::from(end) <= cells));
        // SAFETY: the processor has what the function was compiled for, and all ends are indices of the ways.
        return unsafe { wide::sweep(links, ways) };
    }
    sweep_plain(links, ways);
}

fn sweep_plain(links: &Links, ways: &mut [Ways]) {
    let cells = ways.len() - 1;
    // All cells are gone over each time, whatever has changed before.
    while (0..cells).filter(|&cell| relax(links, cell, ways)).count() > 0
        && (0..cells).rev().filter(|&cell| relax(links, cell, ways)).count() > 0
    {}
}

/// Shortens the ways of a cell by those of the cells it is linked with. Returns whether any became shorter.
fn relax(links: &Links, cell: usize, ways: &mut [Ways]) -> bool {
    let old = ways[cell];
    let way = |goal: usize| {
        let best = links.ends[cell].iter().map(|&end| ways[usize::from(end)][goal]).min();
        old[goal].min(best.unwrap_or(FAR) + links.costs[cell][goal / GOALS])
    };
    let new: Ways = std::array::from_fn(way);
    ways[cell] = new;
    new != old
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::{LINKS, Links, Ways};

    /// # Safety
    /// The processor must have AVX2, and all ends of the cells must be indices of the ways.
    #[target_feature(enable = "avx2")]
    pub unsafe fn sweep(links: &Links, ways: &mut [Ways]) {
        let cells = ways.len() - 1;
        let mut changed = true;
        while changed {
            changed = false;
            for cell in 0..cells {
                // SAFETY: as the caller says.
                changed |= unsafe { relax(links, cell, ways) };
            }
            if changed {
                changed = false;
                for cell in (0..cells).rev() {
                    // SAFETY: as the caller says.
                    changed |= unsafe { relax(links, cell, ways) };
                }
            }
        }
    }

    /// # Safety
    /// The processor must have AVX2, and the cell and all its ends must be indices of the ways.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn relax(links: &Links, cell: usize, ways: &mut [Ways]) -> bool {
        let all = ways.as_mut_ptr().cast::<__m256i>();
        let ends = &links.ends[cell];
        // SAFETY: an index of the ways, which are as large as a register.
        let load = |at: usize| unsafe { _mm256_loadu_si256(all.add(at)) };
        let mut best = [load(usize::from(ends[0])), load(usize::from(ends[1]))];
        for two in 1..LINKS / 2 {
            best[0] = _mm256_min_epu8(best[0], load(usize::from(ends[2 * two])));
            best[1] = _mm256_min_epu8(best[1], load(usize::from(ends[2 * two + 1])));
        }
        let [white, black] = links.costs[cell].map(|cost| _mm_set1_epi8(cost as i8));
        let old = load(cell);
        let there = _mm256_add_epi8(_mm256_min_epu8(best[0], best[1]), _mm256_set_m128i(black, white));
        let new = _mm256_min_epu8(old, there);
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(all.add(cell), new) };
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(new, old)) != -1
    }
}

impl Missing {
    /// Stones missing to a win of `colour` through a cell; many where the enemy has a stone.
    pub fn through(&self, cell: Cell, colour: Colour) -> usize {
        self.through[colour.index()][cell.index()].into()
    }

    /// Stones missing to any win of `colour`.
    pub fn least(&self, colour: Colour) -> usize {
        self.least[colour.index()].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local;
    use crate::random::Random;
    use game::{Bits, Game, Size};

    fn positions(size: Size, seed: u64) -> Vec<Board<2>> {
        let mut random = Random::new(seed);
        let mut board = Board::<2>::new(Shape::of(size));
        let mut positions = vec![board];
        while board.outcome().is_none() {
            let cells: Vec<Cell> = board.empty_cells().iter().collect();
            board.play(cells[random.below(cells.len())]);
            positions.push(board);
        }
        positions
    }

    /// The stones to be placed from a cell to a goal, the cell's own included: found step by step, one stone more each time.
    fn distance(board: &Board<2>, from: Cell, goal: usize, colour: Colour) -> u8 {
        let (shape, own, empty) = (board.shape(), board.stones(colour), board.empty_cells());
        let is_there = |cell: Cell| {
            let on = |cell: Cell| shape.marks(cell, colour) >> goal & 1 != 0;
            let open = shape.neighbours(cell).filter(|&next| on(next) && empty.has(next));
            let open: Vec<Cell> = open.collect();
            // Two free cells of an edge that adjoin each other; a corner is one cell only.
            let pair = |a: &Cell| open.iter().any(|&b| shape.distance(*a, b) == 1);
            on(cell) || open.iter().any(pair)
        };
        let near = |a: Cell, b: Cell| {
            let between: Vec<Cell> = shape.neighbours(a).filter(|&c| shape.distance(b, c) == 1).collect();
            shape.distance(a, b) == 1
                || shape.distance(a, b) == 2
                    && between.len() == 2
                    && between.iter().all(|&cell| empty.has(cell))
        };
        let mut reached: Bits<2> = std::iter::once(from).collect();
        let mut stones = u8::from(empty.has(from));
        loop {
            while let Some(next) = (own - reached).iter().find(|&a| reached.iter().any(|b| near(a, b))) {
                reached.insert(next);
            }
            if reached.iter().any(is_there) {
                return stones;
            }
            let next: Bits<2> =
                (empty - reached).iter().filter(|&a| reached.iter().any(|b| near(a, b))).collect();
            if next.is_empty() {
                return FAR;
            }
            reached = reached | next;
            stones += 1;
        }
    }

    #[test]
    fn missing_stones_are_those_of_the_shortest_ways() {
        let sizes = [Size::havannah(4).unwrap(), Size::hex(5).unwrap(), Size::parse(Game::Y, "6").unwrap()];
        for (seed, size) in sizes.into_iter().enumerate() {
            let shape = Shape::of(size);
            let goals = Goals::new(shape, local::of(shape));
            for board in positions(size, seed as u64).into_iter().step_by(3) {
                let missing = goals.missing(&board);
                for colour in Colour::BOTH {
                    let mut least = FAR;
                    for cell in board.empty_cells() | board.stones(colour) {
                        let cost = u8::from(board.empty_cells().has(cell));
                        let sum = |goals: std::ops::Range<usize>, count: usize| {
                            let mut ways: Vec<u8> =
                                goals.map(|goal| distance(&board, cell, goal, colour)).collect();
                            ways.sort_unstable();
                            ways.resize(ways.len().max(count), FAR);
                            ways[..count].iter().sum::<u8>().saturating_sub((count as u8 - 1) * cost)
                        };
                        let expected =
                            sum(shape.game().twos(), 2).min(sum(shape.game().threes(), 3)).min(FAR);
                        assert_eq!(
                            missing.through(cell, colour),
                            usize::from(expected),
                            "{board:?} {cell:?}"
                        );
                        least = least.min(expected);
                    }
                    assert_eq!(missing.least(colour), usize::from(least));
                }
            }
        }
    }

    #[test]
    fn wide_registers_say_what_plain_numbers_say() {
        let size = Size::havannah(5).unwrap();
        let shape = Shape::of(size);
        let goals = Goals::new(shape, local::of(shape));
        for board in positions(size, 7) {
            let mut links = Links::new(shape.len());
            let mut ways = vec![[FAR; 2 * GOALS]; shape.len() + 1];
            goals.begin(&board, &mut links, &mut ways);
            let mut plain = ways.clone();
            sweep(&links, &mut ways);
            sweep_plain(&links, &mut plain);
            assert_eq!(ways, plain);
        }
    }

    #[test]
    fn ways_lead_over_bridges() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut board = Board::<2>::new(shape);
        for x in [0, 1, 4] {
            board.place(shape.cell_at(x, 0).unwrap(), Colour::White);
        }
        let goals = Goals::new(shape, local::of(shape));
        let missing = goals.missing(&board);
        // Two cells of the edge are free, but a stone on the second row joins the corners by a bridge.
        assert_eq!(missing.through(shape.cell_at(2, 0).unwrap(), Colour::White), 2);
        assert_eq!(missing.least(Colour::White), 1);
        board.place(shape.cell_at(2, 0).unwrap(), Colour::White);
        let missing = goals.missing(&board);
        assert_eq!(missing.through(shape.cell_at(3, 0).unwrap(), Colour::White), 1);
        assert!(missing.least(Colour::Black) > 2);
    }
}
