//! Stones and chains: what a rollout needs and nothing more.
//!
//! Each cell carries the six-bit pattern of own-coloured neighbours for both colours, a link of a union-find forest
//! and the marks that its chain touches (at the root). A stone wins when the chains that it joins
//! touch enough, or when it closes a ring; both are decided by looking at its six neighbours only:
//!
//! * the pattern of own neighbours falls into *runs* around the cell, and each run belongs to one chain;
//! * two runs of one chain close a ring around whatever lies between them;
//! * a run of three or more may complete the six stones around its middle one: the filled ring.
//!
//! [`crate::Position`] adds what a tree needs: keys and the cells that win at once.

use crate::bits::Bits;
use crate::shape::{Cell, Marks, Shape, is_complete};
use crate::{Colour, Outcome};

/// One cell of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spot {
    /// Towards the root of the chain; the root points to itself.
    parent: Cell,
    /// The next stone of the same chain, in a circle.
    next: Cell,
    /// What the chain touches (kept at its root).
    marks: Marks,
    /// Which of the six neighbours are white, and which are black.
    around: [u8; 2],
}

/// The runs of a pattern: how many, and a direction into each of the first three.
#[derive(Clone, Copy)]
struct Runs {
    count: u8,
    heads: [u8; 3],
    /// Directions whose both neighbours in the circle are in the pattern, too.
    middles: u8,
}

const RUNS: [Runs; 64] = {
    let mut table = [Runs { count: 0, heads: [0; 3], middles: 0 }; 64];
    let mut pattern = 0usize;
    while pattern < 64 {
        let mut runs = Runs { count: 0, heads: [0; 3], middles: 0 };
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
        }
        table[pattern] = runs;
        pattern += 1;
    }
    table
};

/// Stones and chains on a board with fewer than `64 * W` cells. `Copy`, flat, without heap.
#[derive(Clone, Copy, Debug)]
pub struct Board<const W: usize> {
    shape: &'static Shape,
    spots: [[Spot; 64]; W],
    stones: [Bits<W>; 2],
    turn: Colour,
    empty: u16,
    outcome: Option<Outcome>,
}

impl<const W: usize> Board<W> {
    /// The empty board. Panics when the shape has `64 * W` cells or more.
    pub fn new(shape: &'static Shape) -> Board<W> {
        assert!(shape.len() < 64 * W, "{} cells do not fit {W} words", shape.len());
        let mut spots = [[Spot::default(); 64]; W];
        for (i, spot) in spots.as_flattened_mut().iter_mut().enumerate() {
            *spot = Spot { parent: Cell::new(i), next: Cell::new(i), ..Spot::default() };
        }
        let turn = shape.first_colour();
        Board { shape, spots, stones: [Bits::EMPTY; 2], turn, empty: shape.len() as u16, outcome: None }
    }

    /// The empty board that this one is played on.
    #[inline(always)]
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The colour to move.
    #[inline(always)]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Gives the move to `colour`: for set-ups, swaps and passes in proofs.
    pub fn set_turn(&mut self, colour: Colour) {
        self.turn = colour;
    }

    /// How the game ended, if it did.
    #[inline(always)]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The stones of a colour.
    #[inline(always)]
    pub fn stones(&self, colour: Colour) -> Bits<W> {
        self.stones[colour.index()]
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty_cells(&self) -> Bits<W> {
        Bits::first(self.shape.len()) - (self.stones[0] | self.stones[1])
    }

    /// How many cells have no stone.
    #[inline(always)]
    pub fn empty_count(&self) -> usize {
        self.empty as usize
    }

    /// How many stones are on the board.
    pub fn stone_count(&self) -> usize {
        self.shape.len() - self.empty_count()
    }

    /// The stone on a cell.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|colour| self.stones[colour.index()].has(cell))
    }

    /// Which of the six neighbours (clockwise, one bit each) are stones of `colour`.
    #[inline(always)]
    pub fn pattern(&self, cell: Cell, colour: Colour) -> u8 {
        self.spot(cell).around[colour.index()]
    }

    /// Whether a move may be made there: the game goes on and the cell is empty.
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.outcome.is_none() && cell.index() < self.shape.len() && self.stone(cell).is_none()
    }

    #[inline(always)]
    fn spot(&self, cell: Cell) -> &Spot {
        &self.spots.as_flattened()[cell.index()]
    }

    #[inline(always)]
    fn spot_mut(&mut self, cell: Cell) -> &mut Spot {
        &mut self.spots.as_flattened_mut()[cell.index()]
    }

    /// A stone that stands for the whole chain of the stone on `cell`: the same for all its stones.
    #[inline(always)]
    pub fn chain(&self, mut cell: Cell) -> Cell {
        loop {
            let parent = self.spot(cell).parent;
            if parent == cell {
                return cell;
            }
            cell = parent;
        }
    }

    /// The same, shortening the path on the way.
    #[inline(always)]
    fn find(&mut self, mut cell: Cell) -> Cell {
        loop {
            let parent = self.spot(cell).parent;
            if parent == cell {
                return cell;
            }
            let above = self.spot(parent).parent;
            self.spot_mut(cell).parent = above;
            cell = above;
        }
    }

    /// What the chain of the stone on `cell` touches.
    #[inline(always)]
    pub fn chain_marks(&self, cell: Cell) -> Marks {
        self.spot(self.chain(cell)).marks
    }

    /// The stones of the chain of the stone on `cell`, that one first.
    pub fn chain_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let mut at = Some(cell);
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.spot(here).next;
            at = (next != cell).then_some(next);
            Some(here)
        })
    }

    /// Plays a legal move of the colour to move. Returns whether it wins.
    #[inline(always)]
    pub fn play(&mut self, cell: Cell) -> bool {
        debug_assert!(self.is_legal(cell), "the move {cell:?} is not legal");
        let colour = self.turn;
        let wins = self.place(cell, colour);
        self.turn = colour.other();
        self.settle(wins.then_some(colour));
        wins
    }

    /// Ends the game if somebody won or the board is full.
    #[inline(always)]
    pub(crate) fn settle(&mut self, winner: Option<Colour>) {
        if let Some(colour) = winner {
            self.outcome = Some(Outcome::Win(colour));
        } else if self.empty == 0 {
            self.outcome = Some(Outcome::Draw);
        }
    }

    /// Puts a stone on an empty cell, joins chains, and tells whether it completes a winning shape.
    #[inline(always)]
    pub(crate) fn place(&mut self, cell: Cell, colour: Colour) -> bool {
        let side = colour.index();
        let around = self.shape.neighbours[cell.index()];
        let pattern = self.spot(cell).around[side];
        for (direction, &next) in around.iter().enumerate() {
            self.spot_mut(next).around[side] |= 1 << ((direction + 3) % 6);
        }
        self.stones[side].insert(cell);
        self.empty -= 1;
        let runs = RUNS[pattern as usize];
        let mut marks = self.shape.marks[side][cell.index()];
        if runs.count == 0 {
            self.spot_mut(cell).marks = marks;
            return is_complete(marks);
        }
        let root = self.find(around[runs.heads[0] as usize]);
        marks |= self.spot(root).marks;
        self.spot_mut(cell).parent = root;
        self.link(cell, root);
        let mut ring = false;
        for run in 1..runs.count {
            let other = self.find(around[runs.heads[run as usize] as usize]);
            if other == root {
                ring = true;
            } else {
                marks |= self.spot(other).marks;
                self.spot_mut(other).parent = root;
                self.link(other, root);
            }
        }
        self.spot_mut(root).marks = marks;
        is_complete(marks) || self.shape.has_rings() && (ring || self.fills_ring(&around, runs.middles, side))
    }

    /// Joins the circles of two chains.
    #[inline(always)]
    fn link(&mut self, a: Cell, b: Cell) {
        let (after_a, after_b) = (self.spot(a).next, self.spot(b).next);
        self.spot_mut(a).next = after_b;
        self.spot_mut(b).next = after_a;
    }

    /// Whether one of the neighbours in `middles` has six own neighbours, the stone in their midst counted.
    #[inline(always)]
    fn fills_ring(&self, around: &[Cell; 6], middles: u8, side: usize) -> bool {
        let mut left = middles;
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.spot(around[direction]).around[side] | 1 << ((direction + 3) % 6) == 63 {
                return true;
            }
        }
        false
    }

    /// Whether `colour` would win at once by a stone on the empty `cell`.
    #[inline]
    pub fn wins_at(&self, cell: Cell, colour: Colour) -> bool {
        let side = colour.index();
        let runs = RUNS[self.spot(cell).around[side] as usize];
        let around = &self.shape.neighbours[cell.index()];
        let mut marks = self.shape.marks[side][cell.index()];
        let mut roots = [Cell::new(usize::MAX); 3];
        for run in 0..runs.count as usize {
            roots[run] = self.chain(around[runs.heads[run] as usize]);
            marks |= self.spot(roots[run]).marks;
        }
        if is_complete(marks) {
            return true;
        }
        if !self.shape.has_rings() {
            return false;
        }
        let closes = runs.count >= 2
            && (roots[0] == roots[1] || runs.count == 3 && (roots[2] == roots[0] || roots[2] == roots[1]));
        closes || self.fills_ring(around, runs.middles, side)
    }
}

/// Equal boards have the same stones, turn and outcome; how their chains are linked inside does not matter.
impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.shape, other.shape)
            && self.stones == other.stones
            && self.turn == other.turn
            && self.outcome == other.outcome
    }
}

impl<const W: usize> Eq for Board<W> {}
