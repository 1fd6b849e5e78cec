//! The plain rollout: uniformly random moves to the end of the game under full rules.

use game::{Board, CELL_LIMIT, Cell, Colour, Outcome};

use super::Empties;
use crate::random::Random;

/// Plays random moves on `board` until the game ends. `empties` are its empty cells before and after; their places are not kept.
pub fn play_out<const W: usize>(board: &mut Board<W>, empties: &mut Empties, random: &mut Random) -> Outcome {
    let (cells, left) = empties.raw();
    let mut filling = Filling { board, left, cells };
    // Two copies of the loop, in which the colours are known when it is compiled.
    match filling.board.turn() {
        Colour::White => filling.run(random, Colour::White),
        Colour::Black => filling.run(random, Colour::Black),
    }
}

/// A board that is being filled; the first `left` cells of the list are still empty.
struct Filling<'a, const W: usize> {
    board: &'a mut Board<W>,
    cells: &'a mut [Cell; CELL_LIMIT],
    left: usize,
}

impl<const W: usize> Filling<'_, W> {
    #[inline(always)]
    fn run(&mut self, random: &mut Random, first: Colour) -> Outcome {
        loop {
            let bits = random.bits();
            if self.is_last(bits >> 32, first) || self.is_last(bits & 0xFFFF_FFFF, first.other()) {
                return self.board.outcome().expect("a win or a full board ends the game");
            }
        }
    }

    /// Plays the cell that a random number of 32 bits stands for. Returns whether the game has ended.
    #[inline(always)]
    fn is_last(&mut self, number: u64, colour: Colour) -> bool {
        let chosen = ((number * self.left as u64) >> 32) as usize;
        self.left -= 1;
        self.cells.swap(chosen, self.left);
        let wins = self.board.place(self.cells[self.left], colour).wins();
        let ends = wins || self.left == 0;
        if ends {
            self.board.set_turn(colour.other());
            self.board.settle(wins.then_some(colour));
        }
        ends
    }
}
