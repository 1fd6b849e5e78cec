//! Whether a colour can still win when the only hope left is a narrow ring around several enemy stones: random games
//! hardly ever come to it.

use std::sync::Arc;

use robusto_game::{Cell, Colour, Position, Shape};

use crate::twin::{shape, slow_board, slow_colour, slow_shape};

/// The cells around a group of cells.
fn around(shape: &Shape, group: &[Cell]) -> Vec<Cell> {
    let beside = |cell: &Cell| shape.neighbours(*cell).any(|next| group.contains(&next));
    shape.cells().filter(|cell| !group.contains(cell) && beside(cell)).collect()
}

/// Whether White can still win when all cells are Black's but these; both rules must agree.
fn can_win(shape: &'static Shape, hopeful: &[Cell]) -> bool {
    let enemies = shape.cells().filter(|cell| !hopeful.contains(cell));
    let stones: Vec<_> = enemies.map(|cell| (cell, Colour::Black)).collect();
    let board = slow_board(&Arc::new(slow_shape(shape.size())), &stones);
    let expected = board.can_still_win(slow_colour(Colour::White));
    let position = Position::<2>::set_up(shape, stones, Colour::White).expect("one stone a cell");
    assert_eq!(position.can_win(Colour::White), expected, "\n{}", board.picture());
    expected
}

/// Connected groups of up to three cells with the given one as their least.
fn groups(shape: &Shape, first: Cell) -> Vec<Vec<Cell>> {
    let mut groups = vec![vec![first]];
    for at in 0.. {
        let Some(group) = groups.get(at).cloned() else { break };
        let larger = around(shape, &group).into_iter().filter(|&cell| cell > first && group.len() < 3);
        groups.extend(larger.map(|cell| [&group[..], &[cell]].concat()));
    }
    groups
}

#[test]
fn a_ring_around_a_group_is_hope_unless_it_has_a_gap() {
    for name in ["havannah 4", "havannah 5", "havannah 3x4x5"] {
        let shape = shape(name);
        for group in shape.cells().flat_map(|first| groups(shape, first)) {
            let mut ring = around(shape, &group);
            let closed = !group.iter().any(|&cell| shape.is_border(cell));
            assert!(!closed || can_win(shape, &ring));
            ring.pop();
            can_win(shape, &ring);
        }
    }
}
