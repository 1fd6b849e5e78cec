//! Virtual connections are true, and resistance is what a physicist would expect.

use classic::connections::{Connections, Effort};
use classic::resistance::Flow;
use game::{Board, Colour, Outcome, Position, Shape, Size};
use search::random::Random;

fn hex(n: usize) -> &'static Shape {
    Shape::of(Size::hex(n).unwrap())
}

/// Whether the side to move wins, by looking at everything.
fn wins(position: &Position<1>) -> bool {
    let turn = position.turn();
    if !position.winning_cells(turn).is_empty() {
        return true;
    }
    let threats = position.winning_cells(turn.other());
    let cells = if threats.is_empty() { position.empty_cells() } else { threats };
    cells.iter().any(|cell| {
        let mut after = *position;
        after.play(cell);
        after.outcome() == Some(Outcome::Win(turn)) || (after.outcome().is_none() && !wins(&after))
    })
}

#[test]
fn what_the_rules_find_between_the_sides_is_true() {
    let mut random = Random::new(11);
    let (mut decided, mut all) = (0, 0);
    for round in 0..60 {
        let shape = hex(4);
        let mut position = Position::<1>::new(shape);
        let stones = 2 + round % 7;
        while position.outcome().is_none() && position.board().stone_count() < stones {
            let empty = position.empty_cells();
            position.play(empty.iter().nth(random.below(empty.len())).unwrap());
        }
        if position.outcome().is_some() {
            continue;
        }
        let turn = position.turn();
        let truth = wins(&position);
        for effort in [Effort::SMALL, Effort::LARGE] {
            let own = Connections::find(position.board(), turn, effort);
            let other = Connections::find(position.board(), turn.other(), effort);
            assert!(!own.wins_moving() || truth, "{:?}", position.board().stones(turn));
            assert!(!other.wins() || !truth);
            decided += u32::from(own.wins_moving() || other.wins());
            all += 1;
        }
    }
    // On such a small board nearly everything is found.
    assert!(decided * 10 > all * 8, "{decided} of {all} decided");
}

#[test]
fn two_bridges_and_the_pattern_of_the_third_row_are_found() {
    let shape = hex(7);
    let mut board = Board::<1>::new(shape);
    for (x, y) in [(3, 2), (2, 4)] {
        board.place(shape.cell_at(x, y).unwrap(), Colour::Black);
    }
    // A stone on the third row from each side, a two-bridge between them.
    let connections = Connections::find(&board, Colour::Black, Effort::LARGE);
    assert!(connections.wins());
    assert!(!Connections::find(&board, Colour::White, Effort::LARGE).wins_moving());
}

#[test]
fn resistance_is_the_same_for_both_on_the_empty_board_and_falls_with_every_own_stone() {
    let shape = hex(5);
    let flow =
        |board: &Board<1>, colour| Flow::of(&Connections::find(board, colour, Effort::SMALL), shape.len());
    let mut board = Board::<1>::new(shape);
    let (white, black) = (flow(&board, Colour::White), flow(&board, Colour::Black));
    assert!((white.total - black.total).abs() < 1e-6);
    // The current through the middle is the largest.
    let middle = shape.cell_at(2, 2).unwrap();
    assert!(shape.cells().all(|cell| black.through[cell.index()] <= black.through[middle.index()] + 1e-9));
    board.place(middle, Colour::Black);
    assert!(flow(&board, Colour::Black).total > black.total);
    assert!(flow(&board, Colour::White).total < white.total);
}
