//! The plain rollout: uniformly random moves to the end of the game under full rules.

use game::{Board, CELL_LIMIT, Cell, Colour, Outcome};

use crate::random::Random;

/// The empty cells of a board in a list from which random ones are taken.
#[derive(Clone, Copy)]
pub struct EmptyList {
    cells: [Cell; CELL_LIMIT],
    len: usize,
}

impl EmptyList {
    /// The empty cells of `board`.
    pub fn of<const W: usize>(board: &Board<W>) -> EmptyList {
        let mut list = EmptyList { cells: [Cell::default(); CELL_LIMIT], len: 0 };
        for cell in board.empty_cells() {
            list.cells[list.len] = cell;
            list.len += 1;
        }
        list
    }
}

/// Plays random moves on `board` until the game ends. `list` holds its empty cells in any order and holds them again afterwards.
pub fn play_out<const W: usize>(board: &mut Board<W>, list: &mut EmptyList, random: &mut Random) -> Outcome {
    let mut filling = Filling { board, left: list.len, cells: &mut list.cells };
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
        let chosen = (number * self.left as u64 >> 32) as usize;
        self.left -= 1;
        self.cells.swap(chosen, self.left);
        let wins = self.board.place(self.cells[self.left], colour);
        let ends = wins || self.left == 0;
        if ends {
            self.board.set_turn(colour.other());
            self.board.settle(wins.then_some(colour));
        }
        ends
    }
}
