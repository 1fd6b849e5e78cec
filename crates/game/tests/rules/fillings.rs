//! All 524,288 ways to fill the board of size 3 with stones of both colours.

use std::sync::Arc;

use referee::Kinds;
use robusto_game::{Board, Cell, Colour, Outcome, Position, Shape, wins};

use crate::twin::{shape, slow_board, slow_colour, slow_kind, slow_shape};

/// The first stones of a filling, cell by cell, with the kinds that each colour has completed so far.
#[derive(Clone)]
struct Filling {
    board: Board<1>,
    slow: referee::Board,
    kinds: [Kinds; 2],
    won: [bool; 2],
}

impl Filling {
    fn place(&mut self, cell: Cell, colour: Colour) {
        if self.board.place(cell, colour).wins() {
            self.won[colour.index()] = true;
            let new: Kinds = wins(&self.board, cell).iter().map(|win| slow_kind(win.kind)).collect();
            self.kinds[colour.index()] = self.kinds[colour.index()].union(new);
        }
        let same = self.slow.shape().cell(cell.index()).expect("both have 19 cells");
        self.slow.place(same, slow_colour(colour));
    }

    /// Tries both colours on every cell from `cell` on, and counts the full boards.
    fn fill_from(&self, cell: usize) -> usize {
        if cell == self.board.shape().len() {
            self.compare();
            return 1;
        }
        let with = |colour| {
            let mut next = self.clone();
            next.place(Cell::new(cell), colour);
            next.fill_from(cell + 1)
        };
        with(Colour::White) + with(Colour::Black)
    }

    fn compare(&self) {
        for colour in Colour::BOTH {
            let expected = self.slow.kinds(slow_colour(colour));
            let found = self.kinds[colour.index()];
            assert_eq!(found, expected, "{colour}\n{}", self.slow.picture());
            assert_eq!(self.won[colour.index()], !expected.is_empty(), "{colour}\n{}", self.slow.picture());
        }
    }
}

/// The fillings whose first stones are the bits of `first`, a part of the work for one test.
fn fill(first: usize, bits: usize) -> usize {
    let shape: &'static Shape = shape("havannah 3");
    let slow = referee::Board::empty(slow_shape(shape.size()));
    let mut filling = Filling { board: Board::new(shape), slow, kinds: [Kinds::NONE; 2], won: [false; 2] };
    for cell in 0..bits {
        filling.place(Cell::new(cell), Colour::BOTH[first >> cell & 1]);
    }
    filling.fill_from(bits)
}

#[test]
fn first_quarter_of_the_fillings_of_size_3() {
    assert_eq!(fill(0, 2), 1 << 17);
}

#[test]
fn second_quarter_of_the_fillings_of_size_3() {
    assert_eq!(fill(1, 2), 1 << 17);
}

#[test]
fn third_quarter_of_the_fillings_of_size_3() {
    assert_eq!(fill(2, 2), 1 << 17);
}

#[test]
fn fourth_quarter_of_the_fillings_of_size_3() {
    assert_eq!(fill(3, 2), 1 << 17);
}

/// Positions that are set up with all their stones end as the referee says; White is asked first.
#[test]
fn every_seventh_filling_set_up_at_once() {
    let shape = shape("havannah 3");
    let slow = Arc::new(slow_shape(shape.size()));
    for filling in (0..1usize << 19).step_by(7) {
        let stones: Vec<_> =
            shape.cells().map(|cell| (cell, Colour::BOTH[filling >> cell.index() & 1])).collect();
        let board = slow_board(&slow, &stones);
        let winner = Colour::BOTH.into_iter().find(|&colour| board.has_won(slow_colour(colour)));
        let position = Position::<1>::set_up(shape, stones, Colour::White).expect("one stone a cell");
        assert_eq!(position.outcome(), Some(winner.map_or(Outcome::Draw, Outcome::Win)));
    }
}
