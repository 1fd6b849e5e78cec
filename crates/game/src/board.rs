//! Stones, chains, whose turn it is and how the game ended: what a rollout needs and nothing more.
//!
//! [`crate::Position`] adds what a tree needs: keys and the cells that win at once.

use crate::bits::Bits;
use crate::chains::{Chains, Made};
use crate::shape::{Cell, Marks, Shape};
use crate::{Colour, Outcome};

/// Stones and chains on a board with fewer than `64 * W` cells. `Copy`, flat, without heap.
#[derive(Clone, Copy, Debug)]
pub struct Board<const W: usize> {
    shape: &'static Shape,
    chains: Chains<W>,
    stones: [Bits<W>; 2],
    turn: Colour,
    empty: u16,
    outcome: Option<Outcome>,
}

impl<const W: usize> Board<W> {
    /// The empty board. Panics when the shape has `64 * W` cells or more.
    pub fn new(shape: &'static Shape) -> Board<W> {
        assert!(shape.len() < 64 * W, "{} cells do not fit {W} words", shape.len());
        let turn = shape.first_colour();
        Board {
            shape,
            chains: Chains::new(),
            stones: [Bits::EMPTY; 2],
            turn,
            empty: shape.len() as u16,
            outcome: None,
        }
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
        self.chains.pattern(cell, colour)
    }

    /// Whether a move may be made there: the game goes on and the cell is empty.
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.outcome.is_none() && cell.index() < self.shape.len() && self.stone(cell).is_none()
    }

    /// A stone that stands for the whole chain of the stone on `cell`: the same for all its stones.
    #[inline(always)]
    pub fn chain(&self, cell: Cell) -> Cell {
        self.chains.label(cell)
    }

    /// What the chain of the stone on `cell` touches.
    #[inline(always)]
    pub fn chain_marks(&self, cell: Cell) -> Marks {
        self.chains.marks(self.chain(cell))
    }

    /// How many stones the chain of the stone on `cell` has.
    #[inline(always)]
    pub fn chain_size(&self, cell: Cell) -> usize {
        usize::from(self.chains.size_of(self.chain(cell)))
    }

    /// The stones of the chain of the stone on `cell`, that one first.
    pub fn chain_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let mut at = Some(cell);
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.chains.next(here);
            at = (next != cell).then_some(next);
            Some(here)
        })
    }

    /// The empty cells beside the chain of the stone on `cell`.
    #[inline]
    pub fn beside_chain(&self, cell: Cell) -> Bits<W> {
        let mut beside = Bits::EMPTY;
        for stone in self.chain_cells(cell) {
            self.shape.around_and_self(stone).iter().for_each(|&next| beside.insert(next));
        }
        beside & self.empty_cells()
    }

    /// Empty cells among which are all that `colour` can win at because of its stone on `cell`, the last one that it put down.
    ///
    /// A stone that joins several chains, or brings marks to one, may let any cell beside its chain win. Else it changes nothing but
    /// what its neighbours see, and it may be the fifth stone around one of them, so that the sixth fills a ring.
    #[inline]
    fn fresh_cells(&self, cell: Cell, colour: Colour) -> Bits<W> {
        let pattern = self.pattern(cell, colour);
        if Chains::<W>::has_several_runs(pattern) || pattern != 0 && self.shape.marks(cell, colour) != 0 {
            return self.beside_chain(cell);
        }
        let mut fresh = Bits::EMPTY;
        for (direction, &next) in self.shape.around_and_self(cell)[..6].iter().enumerate() {
            fresh.insert(next);
            if pattern >> direction & 1 != 0 {
                let gaps = !self.pattern(next, colour) & 63;
                if gaps.is_power_of_two() {
                    fresh.insert(self.shape.around_and_self(next)[gaps.trailing_zeros() as usize]);
                }
            }
        }
        fresh & self.empty_cells()
    }

    /// The cells at which `colour` would win at once because of its stone on `cell`, the last one that it put down: all there are
    /// if there was none before.
    ///
    /// A chain that touches nothing joins nothing, and with one stone more a ring has at least six.
    #[inline]
    pub fn fresh_wins(&self, cell: Cell, colour: Colour) -> Bits<W> {
        let chain = self.chain(cell);
        let mut wins = Bits::EMPTY;
        if self.chains.marks(chain) == 0 && (self.chains.size_of(chain) < 5 || !self.shape.has_rings()) {
            return wins;
        }
        for next in self.fresh_cells(cell, colour) {
            if self.wins_at(next, colour) {
                wins.insert(next);
            }
        }
        wins
    }

    /// Plays a legal move of the colour to move. Returns whether it wins.
    #[inline(always)]
    pub fn play(&mut self, cell: Cell) -> bool {
        debug_assert!(self.is_legal(cell), "the move {cell:?} is not legal");
        let colour = self.turn;
        let wins = self.place(cell, colour).wins();
        self.turn = colour.other();
        self.settle(wins.then_some(colour));
        wins
    }

    /// Ends the game if somebody won or the board is full: after stones were put down with [`Board::place`].
    #[inline(always)]
    pub fn settle(&mut self, winner: Option<Colour>) {
        if let Some(colour) = winner {
            self.outcome = Some(Outcome::Win(colour));
        } else if self.empty == 0 {
            self.outcome = Some(Outcome::Draw);
        }
    }

    /// Puts a stone on an empty cell and tells what it completes. Turn and outcome are left to
    /// the caller: a rollout sets them once at its end (`set_turn`, `settle`).
    #[inline(always)]
    pub fn place(&mut self, cell: Cell, colour: Colour) -> Made {
        self.stones[colour.index()].insert(cell);
        self.empty -= 1;
        self.chains.place(self.shape, cell, colour)
    }

    /// Whether `colour` could still win if every empty cell were its own: exact, rings included.
    pub fn can_win(&self, colour: Colour) -> bool {
        crate::hope::can_win(self, colour)
    }

    /// Whether `colour`, which has not won yet, would win at once by a stone on the empty `cell`.
    #[inline]
    pub fn wins_at(&self, cell: Cell, colour: Colour) -> bool {
        self.chains.wins_at(self.shape, cell, colour)
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
