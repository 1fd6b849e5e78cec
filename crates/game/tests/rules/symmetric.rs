//! Law: a turned or mirrored game has the turned or mirrored outcome.

use proptest::prelude::*;
use robusto_game::{Cell, Kind, Position, Shape, wins};

use crate::twin::shape;
use crate::with_words;

/// Plays the cells that are still legal, in this order, on the board and on its image; the games must stay alike.
fn play_both<const W: usize>(shape: &'static Shape, map: &[Cell], order: &[usize]) {
    let mut original = Position::<W>::new(shape);
    let mut image = original;
    for cell in order.iter().map(|&index| Cell::new(index)) {
        if original.outcome().is_some() {
            break;
        }
        original.play(cell);
        image.play(map[cell.index()]);
        assert_eq!(image.outcome(), original.outcome());
        assert_eq!(image.canonical_key(), original.canonical_key());
        let kinds = |position: &Position<W>, last| -> Vec<(Kind, usize)> {
            wins(position.board(), last).iter().map(|win| (win.kind, win.cells.len())).collect()
        };
        assert_eq!(kinds(&image, map[cell.index()]), kinds(&original, cell), "kinds and numbers of stones");
    }
}

fn boards() -> impl Strategy<Value = &'static Shape> {
    let names =
        ["havannah 3", "havannah 4", "havannah 6", "havannah 3x4x5", "havannah 4x4x5", "hex 4", "hex 5x3"];
    prop::sample::select(names.map(shape).to_vec())
}

fn games() -> impl Strategy<Value = (&'static Shape, Vec<usize>, prop::sample::Index)> {
    let order = |shape: &'static Shape| Just((0..shape.len()).collect::<Vec<_>>()).prop_shuffle();
    boards().prop_flat_map(move |shape| (Just(shape), order(shape), any::<prop::sample::Index>()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn symmetric_games_have_symmetric_outcomes((shape, order, which) in games()) {
        let map = which.get(shape.symmetries());
        with_words!(shape, play_both(shape, map, &order));
    }
}
