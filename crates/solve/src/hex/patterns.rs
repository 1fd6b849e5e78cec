//! Proved threat patterns (Queenbee 8.5), kept to be recognised in other positions.
//!
//! A pattern is what a proof needs: some stones of the winner and a carrier of cells that are empty or the winner's. Wherever both are at hand
//! the proof holds, whatever stands elsewhere.

use super::board::{Board, Cells};
use super::rows::Needs;
use super::standing::{Seen, Slices};

/// Patterns remembered for a colour and a side to move; later ones take the place of the oldest.
const MOST: usize = 1 << 12;

/// What a proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Stones of the winner.
    pub stones: Cells,
    /// Cells where the loser has no stone.
    pub carrier: Cells,
    /// The winner's move; beyond the board if it is not to move.
    pub best: u8,
}

impl Pattern {
    /// The same pattern of the other colour on a square board.
    pub fn mirrored(&self, board: &Board) -> Pattern {
        let best = usize::from(self.best);
        Pattern {
            stones: board.mirrored(self.stones),
            carrier: board.mirrored(self.carrier),
            best: if best < board.cells() { board.mirrored_cell(best) as u8 } else { self.best },
        }
    }
}

/// Patterns of one winner with one side to move.
#[derive(Clone, Debug)]
pub struct Patterns {
    slices: Slices,
    best: Vec<u8>,
    next: usize,
}

impl Patterns {
    /// None yet.
    pub fn new(board: &Board) -> Patterns {
        Patterns { slices: Slices::new(board.cells()), best: Vec::new(), next: 0 }
    }

    /// Adds a pattern and its half turn.
    pub fn add(&mut self, board: &Board, pattern: Pattern) {
        self.push(pattern);
        let turned = Pattern {
            stones: board.turned(pattern.stones),
            carrier: board.turned(pattern.carrier),
            best: board.turned_cell(pattern.best),
        };
        if turned != pattern {
            self.push(turned);
        }
    }

    fn push(&mut self, Pattern { stones, carrier, best }: Pattern) {
        let needs = Needs { stones, carrier };
        if self.slices.len() < MOST {
            self.slices.add(needs);
            self.best.push(best);
        } else {
            self.slices.replace(self.next, needs);
            self.best[self.next] = best;
            self.next = (self.next + 1) % MOST;
        }
    }

    /// The patterns that hold for these stones of the winner and empty cells.
    pub fn holding(&self, seen: Seen) -> impl Iterator<Item = Pattern> + '_ {
        self.slices.standing(seen).map(|number| {
            let Needs { stones, carrier } = self.slices.needs(number);
            Pattern { stones, carrier, best: self.best[number] }
        })
    }
}

/// The stones that a proof with this carrier can use: those of chains beside it. A chain that touches no cell of the carrier is linked to
/// nothing by it, and alone it does not win.
pub fn used(board: &Board, own: Cells, carrier: Cells) -> Cells {
    board.flood(board.beside(carrier) & own, own)
}
