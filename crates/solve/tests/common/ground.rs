//! Positions as sets of stones, judged by the referee and remembered; and the truth about them by plain search.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use referee::{Cell, Colour, Shape};

/// White's place in pairs, and the number of the result that White wins; Black's is 1.
pub const WHITE: usize = 0;
/// The number of a draw.
pub const DRAW: u8 = 2;
const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// Stones, White's first, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    pub stones: [u64; 2],
    pub turn: usize,
}

impl Spot {
    /// The position after the side to move has put a stone on an empty cell.
    pub fn play(mut self, cell: usize) -> Spot {
        self.stones[self.turn] |= 1 << cell;
        self.turn = 1 - self.turn;
        self
    }
}

/// A board of at most 64 cells, and all that has been judged on it.
pub struct Ground {
    pub shape: Arc<Shape>,
    pub all: u64,
    pub symmetries: Vec<Vec<usize>>,
    won: RefCell<[HashMap<u64, bool>; 2]>,
    values: RefCell<HashMap<Spot, u8>>,
}

/// The cells of a set, in ascending order.
pub fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

impl Ground {
    /// The board of a shape; nothing if it has too many cells.
    pub fn new(shape: Shape) -> Option<Ground> {
        let count = shape.cell_count();
        let symmetries = shape.symmetries();
        let images =
            |symmetry: &referee::Symmetry| symmetry.images().iter().map(|cell| cell.index()).collect();
        (count <= 64).then(|| Ground {
            all: u64::MAX >> (64 - count),
            symmetries: symmetries.iter().map(images).collect(),
            shape: Arc::new(shape),
            won: RefCell::default(),
            values: RefCell::default(),
        })
    }

    /// The start of a game.
    pub fn start(&self) -> Spot {
        Spot { stones: [0; 2], turn: usize::from(self.shape.first_turn() == Colour::Black) }
    }

    pub fn free(&self, spot: Spot) -> u64 {
        self.all & !spot.stones[0] & !spot.stones[1]
    }

    /// Do these stones hold a winning shape? By the referee.
    pub fn has_won(&self, stones: u64, side: usize) -> bool {
        if let Some(&won) = self.won.borrow()[side].get(&stones) {
            return won;
        }
        let places = cells(stones).filter_map(|cell| self.shape.cell(cell)).collect::<Vec<Cell>>();
        let won = !referee::kinds_formed(&self.shape, places, COLOURS[side]).is_empty();
        self.won.borrow_mut()[side].insert(stones, won);
        won
    }

    /// Who has won.
    pub fn winner(&self, spot: Spot) -> Option<usize> {
        (0..2).find(|&side| self.has_won(spot.stones[side], side))
    }

    /// The empty cells on which a side would win at once.
    pub fn targets(&self, spot: Spot, side: usize) -> u64 {
        let wins = |&cell: &usize| self.has_won(spot.stones[side] | 1 << cell, side);
        cells(self.free(spot)).filter(wins).fold(0, |set, cell| set | 1 << cell)
    }

    /// Could a side win if it owned every empty cell?
    pub fn can_still_win(&self, spot: Spot, side: usize) -> bool {
        self.has_won(self.all & !spot.stones[1 - side], side)
    }

    /// Where a symmetry carries the stones.
    pub fn carried(&self, stones: [u64; 2], images: &[usize]) -> [u64; 2] {
        stones.map(|set| cells(set).fold(0, |carried, cell| carried | 1 << images[cell]))
    }

    /// The result under best play: 0 White, 1 Black, 2 a draw.
    pub fn value(&self, spot: Spot) -> u8 {
        if let Some(winner) = self.winner(spot) {
            return winner as u8;
        }
        self.open_value(spot)
    }

    fn open_value(&self, spot: Spot) -> u8 {
        if self.targets(spot, spot.turn) != 0 {
            return spot.turn as u8;
        }
        if self.free(spot) == 0 {
            return DRAW;
        }
        if let Some(&value) = self.values.borrow().get(&spot) {
            return value;
        }
        let mut best = 1 - spot.turn as u8;
        for cell in cells(self.free(spot)) {
            let value = self.open_value(spot.play(cell));
            if value == spot.turn as u8 {
                best = value;
                break;
            }
            best = if value == DRAW { DRAW } else { best };
        }
        self.values.borrow_mut().insert(spot, best);
        best
    }
}
