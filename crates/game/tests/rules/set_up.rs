//! Law: a position set up from its stones, in any order, is the one that was played; and any stones at all are judged
//! as the slow referee judges them.

use std::sync::Arc;

use proptest::prelude::*;
use robusto_game::{Cell, Colour, Outcome, Position, Shape};

use crate::twin::{Twin, shape, slow_board, slow_colour, slow_shape, stones};

fn orders(name: &'static str) -> impl Strategy<Value = Vec<usize>> {
    Just((0..shape(name).len()).collect::<Vec<_>>()).prop_shuffle()
}

/// A board and a shuffled order of its cells, twice: one to play, one to set up.
fn games() -> impl Strategy<Value = (&'static str, Vec<usize>, Vec<usize>)> {
    prop::sample::select(vec!["havannah 3", "havannah 4", "havannah 2x4x3", "hex 5"])
        .prop_flat_map(|name| (Just(name), orders(name), orders(name)))
}

/// A board, some of its cells in any order, and a colour for each.
fn any_stones() -> impl Strategy<Value = (&'static str, Vec<(usize, bool)>)> {
    prop::sample::select(vec!["havannah 3", "havannah 4", "havannah 5", "havannah 3x3x4", "hex 4x5"])
        .prop_flat_map(|name| {
            let cells = shape(name).len();
            let stones = (orders(name), prop::collection::vec(any::<bool>(), 0..=cells));
            (Just(name), stones.prop_map(|(order, colours)| order.into_iter().zip(colours).collect()))
        })
}

fn set_up(shape: &'static Shape, stones: &[(Cell, Colour)], turn: Colour) -> Position<1> {
    Position::set_up(shape, stones.iter().copied(), turn).expect("stones on empty cells")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn set_up_is_as_played((name, played, placed) in games(), moves in 0..40usize) {
        let mut position = Position::<1>::new(shape(name));
        for &index in played.iter().take(moves) {
            if position.outcome().is_none() {
                position.play(Cell::new(index));
            }
        }
        let mut stones = stones(&position);
        stones.sort_by_key(|(cell, _)| placed[cell.index()]);
        let found = set_up(position.shape(), &stones, position.turn());
        prop_assert_eq!(found, position);
        prop_assert_eq!(found.keys(), position.keys());
        for colour in Colour::BOTH {
            prop_assert_eq!(found.winning_cells(colour), position.winning_cells(colour));
            prop_assert_eq!(found.can_win(colour), position.can_win(colour));
        }
    }

    #[test]
    fn any_stones_are_judged_as_by_the_referee((name, stones) in any_stones()) {
        let shape = shape(name);
        let stones: Vec<(Cell, Colour)> =
            stones.iter().map(|&(cell, black)| (Cell::new(cell), Colour::BOTH[usize::from(black)])).collect();
        let fast = set_up(shape, &stones, Colour::Black);
        let board = slow_board(&Arc::new(slow_shape(shape.size())), &stones);
        let winner = Colour::BOTH.into_iter().find(|&colour| board.has_won(slow_colour(colour)));
        let draw = board.is_full().then_some(Outcome::Draw);
        prop_assert_eq!(fast.outcome(), winner.map(Outcome::Win).or(draw), "\n{}", board.picture());
        if winner.is_none() {
            let slow = referee::Position::set_up(board, referee::Colour::Black).expect("nobody has won");
            Twin { fast, slow }.compare_in_depth();
        }
    }

    #[test]
    fn stones_on_stones_and_beyond_the_board_are_refused(
        (name, stones) in any_stones(),
        beyond in 0..2000usize,
    ) {
        let shape = shape(name);
        let mut stones: Vec<(Cell, Colour)> =
            stones.iter().map(|&(cell, _)| (Cell::new(cell), Colour::White)).collect();
        if let Some(&(first, _)) = stones.first() {
            stones.push((first, Colour::Black));
            prop_assert_eq!(
                Position::<1>::set_up(shape, stones.iter().copied(), Colour::White).unwrap_err(),
                robusto_game::Illegal::Occupied
            );
            stones.pop();
        }
        stones.push((Cell::new(shape.len() + beyond), Colour::Black));
        prop_assert_eq!(
            Position::<1>::set_up(shape, stones, Colour::White).unwrap_err(),
            robusto_game::Illegal::OffBoard
        );
    }
}
