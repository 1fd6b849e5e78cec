//! Stones on a board and the empty cells at which each colour would win at once.
//!
//! The set of winning cells is kept from move to move by one observation: a stone changes the chain
//! it joins and no other, so a cell can begin to win only if it is beside that chain, and it stops
//! to be a winning cell only by being filled. The tests hold it against the referee's own
//! `winning_cells`, and the checker can do so while it works ([`Position::agrees`]).

use referee::Colour;

use crate::board::{Board, place};
use crate::set::Set;

/// Stones, and where the next one would win. Nobody has won yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize> {
    stones: [Set<N>; 2],
    wins: [Set<N>; 2],
}

impl<const N: usize> Position<N> {
    /// The empty board.
    pub fn empty(board: &Board<N>) -> Position<N> {
        let alone = |colour| board.all().cells().filter(|&cell| board.wins(Set::one(cell), colour)).collect();
        Position { stones: [Set::EMPTY; 2], wins: [Colour::White, Colour::Black].map(alone) }
    }

    /// These stones, of which nobody has won.
    pub fn of(board: &Board<N>, stones: &referee::Board) -> Position<N> {
        let mut position = Position::empty(board);
        for colour in Colour::BOTH {
            for cell in stones.cells_of(colour) {
                position.put(board, cell.index(), colour);
            }
        }
        position
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> Set<N> {
        self.stones[place(colour)]
    }

    /// The stones of White and of Black.
    #[inline]
    pub(crate) fn both(&self) -> [Set<N>; 2] {
        self.stones
    }

    /// The empty cells at which a colour would win at once.
    #[inline]
    pub fn wins(&self, colour: Colour) -> Set<N> {
        self.wins[place(colour)]
    }

    /// The empty cells.
    #[inline]
    pub fn free(&self, board: &Board<N>) -> Set<N> {
        board.all().minus(self.stones[0]).minus(self.stones[1])
    }

    /// This position with one stone more, on an empty cell at which its colour does not win.
    #[must_use]
    pub fn with(&self, board: &Board<N>, cell: usize, colour: Colour) -> Position<N> {
        let mut next = *self;
        next.put(board, cell, colour);
        next
    }

    /// Puts a stone on an empty cell at which its colour does not win.
    pub fn put(&mut self, board: &Board<N>, cell: usize, colour: Colour) {
        debug_assert!(self.free(board).contains(cell) && !self.wins(colour).contains(cell));
        self.stones[place(colour)].insert(cell);
        self.wins[0].remove(cell);
        self.wins[1].remove(cell);
        let own = self.stones(colour);
        let beside = board.beside(board.chain(cell, own));
        for at in beside.and(self.free(board)).minus(self.wins(colour)).cells() {
            if would_win(board, own, at, colour) {
                self.wins[place(colour)].insert(at);
            }
        }
    }

    /// Would a colour hold a winning shape if it owned every empty cell?
    pub fn can_still_win(&self, board: &Board<N>, colour: Colour) -> bool {
        let mut left = board.all().minus(self.stones(colour.other()));
        while let Some(cell) = left.first() {
            let chain = board.chain(cell, left);
            if board.wins(chain, colour) {
                return true;
            }
            left = left.minus(chain);
        }
        false
    }

    /// Does the referee, judging these stones from scratch, see the same winning cells?
    pub fn agrees(&self, board: &Board<N>) -> bool {
        let mut judged = referee::Board::empty(board.shape().clone());
        for colour in Colour::BOTH {
            for cell in self.stones(colour).cells() {
                judged.place(board.shape().cell(cell).expect("a stone is on the board"), colour);
            }
        }
        Colour::BOTH.into_iter().all(|colour| {
            let cells: Set<N> = judged.winning_cells(colour).iter().map(|cell| cell.index()).collect();
            cells == self.wins(colour) && !judged.has_won(colour)
        })
    }
}

/// Would a stone on this empty cell win, where no chain of `own` stones does yet?
///
/// A new ring has a loop through the new stone, and so two of its neighbours.
#[inline]
fn would_win<const N: usize>(board: &Board<N>, own: Set<N>, cell: usize, colour: Colour) -> bool {
    let chain = board.chain(cell, own);
    board.joins(chain, colour) || board.near(cell).and(own).count() >= 2 && board.is_ring(chain)
}
