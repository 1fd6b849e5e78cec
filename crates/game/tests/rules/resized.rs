//! Law: a position is the same in more or fewer words.

use proptest::prelude::*;
use robusto_game::{Bits, Cell, Colour, Position};

use crate::twin::shape;

fn indices<const W: usize>(cells: Bits<W>) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

fn assert_same<const V: usize, const W: usize>(a: &Position<V>, b: &Position<W>) {
    assert_eq!((a.turn(), a.outcome(), a.keys()), (b.turn(), b.outcome(), b.keys()));
    for colour in Colour::BOTH {
        assert_eq!(indices(a.board().stones(colour)), indices(b.board().stones(colour)));
        assert_eq!(indices(a.winning_cells(colour)), indices(b.winning_cells(colour)));
        assert_eq!(a.can_win(colour), b.can_win(colour));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn resized_positions_are_equal(
        name in prop::sample::select(vec!["havannah 3", "havannah 4", "havannah 3x4x5", "hex 6"]),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut position = Position::<1>::new(shape(name));
        for choice in choices {
            if position.outcome().is_some() {
                break;
            }
            let empty: Vec<Cell> = position.empty_cells().iter().collect();
            position.play(*choice.get(&empty));
            let wide = position.resized::<10>();
            assert_same(&position, &wide);
            assert_same(&position, &position.resized::<3>());
            prop_assert_eq!(wide.resized::<1>(), position);
        }
    }
}
