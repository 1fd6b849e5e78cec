//! Hex has no draws: every full board has one winner, the one that Gale's path finds.

use proptest::prelude::*;
use referee::gale_winner;
use robusto_game::{Cell, Colour, Outcome, Position};

use crate::twin::{Twin, shape, slow_board, slow_colour, slow_shape};

/// Fills a board with the colours that these bits name and compares the winners.
fn check_full_board<const W: usize>(name: &str, colours: &[bool]) {
    let shape = shape(name);
    let stones: Vec<_> =
        shape.cells().zip(colours).map(|(cell, &black)| (cell, Colour::BOTH[usize::from(black)])).collect();
    let board = slow_board(&slow_shape(shape.size()).into(), &stones);
    let winner = gale_winner(&board).expect("a full Hex board");
    assert!(board.has_won(winner) && !board.has_won(winner.other()), "\n{}", board.picture());
    let position = Position::<W>::set_up(shape, stones, Colour::Black).expect("one stone a cell");
    let Some(Outcome::Win(found)) = position.outcome() else { panic!("a draw\n{}", board.picture()) };
    assert_eq!(slow_colour(found), winner, "\n{}", board.picture());
    assert!(position.can_win(found) && !position.can_win(found.other()));
}

#[test]
fn all_full_boards_of_small_sizes() {
    for name in ["hex 1", "hex 2", "hex 3", "hex 4x3", "hex 3x4", "hex 2x5", "hex 1x5", "hex 5x1"] {
        let cells = shape(name).len();
        for filling in 0..1u32 << cells {
            let colours: Vec<bool> = (0..cells).map(|cell| filling >> cell & 1 != 0).collect();
            check_full_board::<1>(name, &colours);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_full_board_of_size_11(colours in prop::collection::vec(any::<bool>(), 121)) {
        check_full_board::<2>("hex 11", &colours);
    }

    #[test]
    fn any_full_board_of_13_columns_and_9_rows(colours in prop::collection::vec(any::<bool>(), 117)) {
        check_full_board::<2>("hex 13x9", &colours);
    }
}

/// The winner of a game stays the winner whatever fills the rest of the board.
#[test]
fn a_won_game_is_won_on_the_full_board() {
    for name in ["hex 5", "hex 7x4", "hex 8"] {
        let shape = shape(name);
        for step in 1..shape.len() {
            // Cells in an order that visits each once when the step has no common divisor with their number.
            let order: Vec<Cell> = (0..shape.len()).map(|i| Cell::new(i * step % shape.len())).collect();
            let mut twin = Twin::<2>::start(shape);
            for &cell in &order {
                if twin.fast.is_legal(cell) {
                    twin.play(cell);
                }
            }
            let Some(Outcome::Win(winner)) = twin.fast.outcome() else { continue };
            for filler in Colour::BOTH {
                let full = twin.slow.board().filled_with(slow_colour(filler));
                assert_eq!(gale_winner(&full), Some(slow_colour(winner)));
            }
        }
    }
}
