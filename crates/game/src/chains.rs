//! Chains of stones, and whether a stone completes a winning shape: the hottest code of the project.
//!
//! Each cell carries the six-bit pattern of own-coloured neighbours for both colours, the label of its chain (one of
//! the chain's stones, where the marks that the chain touches are kept) and the next stone of the chain, in a circle.
//! When chains join, the smaller one is labelled anew: measured faster than a union-find forest, whose
//! walks to the root the processor cannot foresee. A stone wins when the chains that it joins
//! touch enough, or when it closes a ring; both are decided by looking at its six neighbours only:
//!
//! * the pattern of own neighbours falls into *runs* around the cell, and each run belongs to one chain;
//! * two runs of one chain close a ring around whatever lies between them;
//! * a run of three or more may complete the six stones around its middle one: the filled ring.
//!
//! **Unsafe code.** Indexing without bounds checks made random playouts about a third faster (`robusto bench playouts`), so the small
//! accessors (`spot`, `spot_mut`, `size`, `grow`) do without. Their argument: every cell that reaches them is below `64 * W`.
//! Cells from callers are checked against the shape on entry; neighbours are at most `shape.len()`, which is checked to be
//! below `64 * W` in the same place; labels and links are copies of such cells and start as the cell's own number.
//! Debug builds check every access, and the tests compare all of it with the slow referee.

use crate::Colour;
use crate::shape::{Cell, Marks, Shape, Surroundings, is_complete};

/// One cell of a board.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// The stone that stands for the chain; an empty cell stands for itself.
    label: Cell,
    /// The next stone of the same chain, in a circle.
    next: Cell,
    /// What the chain touches (kept at its label).
    marks: Marks,
    /// Which of the six neighbours are white, and which are black.
    around: [u8; 2],
}

/// The runs of a pattern: how many, and a direction into each (the cell itself where there is none).
#[derive(Clone, Copy)]
struct Runs {
    count: u8,
    heads: [u8; 4],
    /// Directions whose both neighbours in the circle are in the pattern, too.
    middles: u8,
}

/// The place of the cell itself among its neighbours.
const SELF: u8 = 6;

static RUNS: [Runs; 64] = {
    let mut table = [Runs { count: 0, heads: [SELF; 4], middles: 0 }; 64];
    let mut pattern = 0usize;
    while pattern < 64 {
        let mut runs = Runs { count: 0, heads: [SELF; 4], middles: 0 };
        let mut d = 0;
        while d < 6 {
            let here = pattern >> d & 1 != 0;
            let before = pattern >> ((d + 5) % 6) & 1 != 0;
            let after = pattern >> ((d + 1) % 6) & 1 != 0;
            if here && !before {
                runs.heads[runs.count as usize] = d as u8;
                runs.count += 1;
            }
            if here && before && after {
                runs.middles |= 1 << d;
            }
            d += 1;
        }
        if pattern == 63 {
            runs.count = 1;
            runs.heads[0] = 0;
        }
        table[pattern] = runs;
        pattern += 1;
    }
    table
};

/// What a stone completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// No winning shape.
    Nothing,
    /// A bridge, a fork or a chain between own sides, and perhaps a ring, too.
    Connection,
    /// A ring and nothing else.
    Ring,
}

impl Made {
    /// Whether it is a winning shape.
    #[inline(always)]
    pub fn wins(self) -> bool {
        self != Made::Nothing
    }
}

/// The chains on a board with fewer than `64 * W` cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chains<const W: usize> {
    spots: [[Spot; 64]; W],
    /// The number of stones of a chain, at its label.
    sizes: [[u16; 64]; W],
}

impl<const W: usize> Chains<W> {
    /// No stone anywhere.
    pub fn new() -> Chains<W> {
        let mut spots = [[Spot::default(); 64]; W];
        for (i, spot) in spots.as_flattened_mut().iter_mut().enumerate() {
            *spot = Spot { label: Cell::new(i), next: Cell::new(i), ..Spot::default() };
        }
        Chains { spots, sizes: [[1; 64]; W] }
    }

    #[inline(always)]
    fn check(shape: &Shape, cell: Cell) {
        assert!(shape.len() < 64 * W && cell.index() < shape.len(), "the cell is not on this board");
    }

    #[inline(always)]
    fn spot(&self, cell: Cell) -> &Spot {
        debug_assert!(cell.index() < 64 * W);
        // SAFETY: see the head of this module.
        unsafe { self.spots.as_flattened().get_unchecked(cell.index()) }
    }

    #[inline(always)]
    fn spot_mut(&mut self, cell: Cell) -> &mut Spot {
        debug_assert!(cell.index() < 64 * W);
        // SAFETY: see the head of this module.
        unsafe { self.spots.as_flattened_mut().get_unchecked_mut(cell.index()) }
    }

    /// The stone that stands for the chain of the stone on `cell`.
    #[inline(always)]
    pub fn label(&self, cell: Cell) -> Cell {
        self.spots.as_flattened()[cell.index()].label
    }

    /// What the chain with this label touches.
    #[inline(always)]
    pub fn marks(&self, label: Cell) -> Marks {
        self.spots.as_flattened()[label.index()].marks
    }

    /// The number of stones of the chain with this label.
    #[inline(always)]
    pub fn size_of(&self, label: Cell) -> u16 {
        self.sizes.as_flattened()[label.index()]
    }

    /// The next stone of the same chain, in a circle.
    #[inline(always)]
    pub fn next(&self, cell: Cell) -> Cell {
        self.spots.as_flattened()[cell.index()].next
    }

    /// Which of the six neighbours are stones of `colour`.
    #[inline(always)]
    pub fn pattern(&self, cell: Cell, colour: Colour) -> u8 {
        self.spots.as_flattened()[cell.index()].around[colour.index()]
    }

    /// Whether a stone with this pattern of own neighbours lies between several runs of them.
    #[inline(always)]
    pub fn has_several_runs(pattern: u8) -> bool {
        RUNS[pattern as usize & 63].count > 1
    }

    /// Puts a stone on an empty cell, joins chains, and tells what it completes.
    #[inline(always)]
    pub fn place(&mut self, shape: &Shape, cell: Cell, colour: Colour) -> Made {
        Self::check(shape, cell);
        let side = colour.index();
        let Surroundings { around, marks: touched } = shape.surroundings(cell);
        let pattern = self.spot(cell).around[side];
        for (direction, &next) in around[..6].iter().enumerate() {
            self.spot_mut(next).around[side] |= 1 << ((direction + 3) % 6);
        }
        let runs = &RUNS[pattern as usize & 63];
        // Without own neighbours the head is the cell itself, and joining it to itself changes nothing.
        let mut label = self.spot(around[runs.heads[0] as usize & 7]).label;
        let mut marks = touched[side] | self.spot(label).marks;
        self.spot_mut(cell).label = label;
        self.link(cell, label);
        self.grow(label, 1);
        let mut ring = false;
        if runs.count > 1 {
            for run in 1..runs.count {
                let other = self.spot(around[runs.heads[run as usize & 3] as usize & 7]).label;
                if other == label {
                    ring = true;
                } else {
                    marks |= self.spot(other).marks;
                    label = self.join(label, other);
                }
            }
        }
        self.spot_mut(label).marks = marks;
        if is_complete(marks) {
            Made::Connection
        } else if (ring || self.fills_ring(around, runs.middles, side)) && shape.has_rings() {
            Made::Ring
        } else {
            Made::Nothing
        }
    }

    /// Joins two chains and returns the label of the larger one, which both now have.
    #[inline(always)]
    fn join(&mut self, a: Cell, b: Cell) -> Cell {
        let (size_a, size_b) = (self.size(a), self.size(b));
        let (large, small) = if size_a < size_b { (b, a) } else { (a, b) };
        self.grow(large, size_a.min(size_b));
        let mut stone = small;
        loop {
            let spot = self.spot_mut(stone);
            spot.label = large;
            stone = spot.next;
            if stone == small {
                break;
            }
        }
        self.link(small, large);
        large
    }

    #[inline(always)]
    fn size(&self, label: Cell) -> u16 {
        debug_assert!(label.index() < 64 * W);
        // SAFETY: see the head of this module.
        unsafe { *self.sizes.as_flattened().get_unchecked(label.index()) }
    }

    #[inline(always)]
    fn grow(&mut self, label: Cell, by: u16) {
        debug_assert!(label.index() < 64 * W);
        // SAFETY: see the head of this module.
        let size = unsafe { self.sizes.as_flattened_mut().get_unchecked_mut(label.index()) };
        *size += by;
    }

    /// Joins two circles of stones into one; a stone with itself stays as it is.
    #[inline(always)]
    fn link(&mut self, a: Cell, b: Cell) {
        let (after_a, after_b) = (self.spot(a).next, self.spot(b).next);
        self.spot_mut(a).next = after_b;
        self.spot_mut(b).next = after_a;
    }

    /// Whether one of the neighbours in `middles` has six own neighbours, the stone in their midst counted.
    #[inline(always)]
    fn fills_ring(&self, around: &[Cell; 8], middles: u8, side: usize) -> bool {
        let mut left = middles;
        while left != 0 {
            let direction = left.trailing_zeros() as usize & 7;
            left &= left - 1;
            if self.spot(around[direction]).around[side] | 1 << ((direction + 3) % 6) == 63 {
                return true;
            }
        }
        false
    }

    /// Whether `colour`, which has not won yet, would win at once by a stone on the empty `cell`.
    #[inline]
    pub fn wins_at(&self, shape: &Shape, cell: Cell, colour: Colour) -> bool {
        Self::check(shape, cell);
        let side = colour.index();
        let runs = &RUNS[self.spot(cell).around[side] as usize & 63];
        let touched = shape.marks(cell, colour);
        // Inside the board, a stone that joins nothing and fills nothing changes nothing.
        if runs.count < 2 && runs.middles == 0 && touched == 0 {
            return false;
        }
        let around = shape.around_and_self(cell);
        let label = |run: usize| self.spot(around[runs.heads[run] as usize & 7]).label;
        let (first, second, third) = (label(0), label(1), label(2));
        let marks = self.spot(first).marks | self.spot(second).marks | self.spot(third).marks;
        if is_complete(touched | marks) {
            return true;
        }
        if !shape.has_rings() {
            return false;
        }
        let closes =
            runs.count >= 2 && (first == second || runs.count == 3 && (third == first || third == second));
        closes || self.fills_ring(around, runs.middles, side)
    }
}
