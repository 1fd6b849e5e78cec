//! Not losing by pairs: a side that answers every stone on one cell of a pair by a stone on the other never lets its
//! opponent have both.
//!
//! Pairs are disjoint and of empty neighbours. So no chain of the opponent ever steps from one cell of a pair to the
//! other, and if no winning chain is left without such steps, whoever is to move, the side does not lose. A ring has to be
//! looked at from its middle: it surrounds no cell from which a walk off the board is left, over the side's stones and,
//! between two neighbours of both cells of a pair, or from one to the rim, over the cell that the opponent does not have.
//!
//! Which pairs there could be is guessed: gaps between stones of the side, or between one and the rim, then
//! cells that tie to the rim what might be surrounded. That they suffice is checked.

use crate::position::{Position, reaches_goal};
use crate::shape::{Cell, Shape, bits};

/// Disjoint pairs of empty neighbours.
pub struct Pairs<'s> {
    shape: &'s Shape,
    /// Stones of the side that answers.
    own: u64,
    /// The cells of all pairs.
    pub cells: u64,
    /// The other cell of the pair.
    other: [u8; 64],
}

/// Pairs by which the other side keeps a colour from winning, if they are found.
pub fn hold<'s>(shape: &'s Shape, position: &Position, colour: usize) -> Option<Pairs<'s>> {
    Pairs::find(shape, position.stones[1 - colour], position.free(shape))
}

/// The moves of the other side after which it keeps a colour from winning by pairs, with the pairs.
pub fn holds<'s>(
    shape: &'s Shape,
    position: &Position,
    colour: usize,
) -> impl Iterator<Item = (Cell, Pairs<'s>)> + use<'s> {
    let (own, free) = (position.stones[1 - colour], position.free(shape));
    let after = move |cell: Cell| Some((cell, Pairs::find(shape, own | 1 << cell, free & !(1 << cell))?));
    bits(free).filter_map(after)
}

/// Of those of its `moves`, one that leaves the fewest pairs.
pub fn best<'s>(
    shape: &'s Shape,
    position: &Position,
    colour: usize,
    moves: u64,
) -> Option<(Cell, Pairs<'s>)> {
    let legal = holds(shape, position, colour).filter(|(cell, _)| moves >> cell & 1 == 1);
    legal.min_by_key(|(_, pairs)| pairs.cells.count_ones())
}

impl<'s> Pairs<'s> {
    fn find(shape: &'s Shape, own: u64, free: u64) -> Option<Pairs<'s>> {
        let mut pairs = Pairs { shape, own, cells: 0, other: [0; 64] };
        pairs.close_gaps(free);
        let holds = !pairs.joins(shape.all & !own) && (!shape.has_rings || pairs.tie(free));
        holds.then_some(pairs)
    }

    /// The pairs one by one.
    pub fn list(&self) -> Vec<[Cell; 2]> {
        let pairs = bits(self.cells).map(|a| [a, self.other[a] as Cell]);
        pairs.filter(|[a, b]| a < b).collect()
    }

    fn add(&mut self, a: Cell, b: Cell) {
        self.cells |= 1 << a | 1 << b;
        self.other[a] = b as u8;
        self.other[b] = a as u8;
    }

    /// Pairs the cells of gaps: neighbours whose common neighbours are stones of the side, or off the board. Those
    /// that have no choice come first.
    fn close_gaps(&mut self, free: u64) {
        let shape = self.shape;
        let mut gaps = [(0u8, 0u8); 96];
        let (mut count, mut once, mut twice) = (0, 0u64, 0u64);
        let touched = shape.dilate(self.own) & free;
        for a in bits(touched) {
            for b in bits(shape.near[a] & touched & !((2 << a) - 1)) {
                if shape.near[a] & shape.near[b] & !self.own == 0 && count < gaps.len() {
                    gaps[count] = (a as u8, b as u8);
                    count += 1;
                    let both = 1 << a | 1 << b;
                    twice |= once & both;
                    once |= both;
                }
            }
        }
        for most in 0..3 {
            for &(a, b) in &gaps[..count] {
                let both = 1u64 << a | 1 << b;
                if self.cells & both == 0 && (twice & both).count_ones() <= most {
                    self.add(a as Cell, b as Cell);
                }
            }
        }
    }

    /// Does some part of the open cells, without steps within a pair, touch enough to win?
    fn joins(&self, open: u64) -> bool {
        let mut left = open;
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            let mut edge = region;
            while edge != 0 {
                let step = |grown: u64, a: Cell| grown | self.shape.near[a] & !(1 << self.other[a]);
                let grown = bits(edge & self.cells).fold(self.shape.dilate(edge & !self.cells), step);
                edge = grown & left & !region;
                region |= edge;
            }
            left &= !region;
            if reaches_goal(self.shape, region) {
                return true;
            }
        }
        false
    }

    /// Ties every cell to the rim, by more pairs if need be; says whether it could.
    fn tie(&mut self, free: u64) -> bool {
        let shape = self.shape;
        loop {
            let tied = self.tied();
            let loose = shape.all & !shape.rim & !tied;
            if loose == 0 {
                return true;
            }
            let tied_own = tied & self.own;
            let cell = loose.trailing_zeros() as Cell;
            let around = shape.near[cell] & free & !self.cells;
            let pair = bits(around).find_map(|a| {
                let ends = |&b: &Cell| self.leads_out(a, b, tied_own);
                bits(shape.near[a] & around & !((2 << a) - 1)).find(ends).map(|b| (a, b))
            });
            let Some((a, b)) = pair else { return false };
            self.add(a, b);
        }
    }

    /// Does a walk lead off the board from either cell of a pair?
    fn leads_out(&self, a: Cell, b: Cell, tied: u64) -> bool {
        let both = 1 << a | 1 << b;
        self.shape.rim & both == both || self.shape.near[a] & self.shape.near[b] & tied != 0
    }

    /// The cells from which a walk leads off the board that the opponent cannot interrupt; the rim aside, only if the
    /// walk's first step is not on a cell of the opponent's.
    fn tied(&self) -> u64 {
        let shape = self.shape;
        let mut tied = self.own & shape.rim;
        loop {
            let mut grown = tied | shape.dilate(tied & self.own);
            for a in bits(self.cells) {
                let b = self.other[a] as Cell;
                if a < b && self.leads_out(a, b, tied & self.own) {
                    grown |= shape.near[a] & shape.near[b];
                }
            }
            if grown == tied {
                return tied;
            }
            tied = grown;
        }
    }
}
