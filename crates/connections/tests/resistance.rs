//! Resistance over virtual connections is what a physicist would expect.

use connections::{Board, Connections, Effort, Flow};

fn found(board: &Board<u64>, own: u64, other: u64, colour: usize, effort: Effort) -> Connections<u64> {
    let mut found = Connections::new(effort);
    found.run(board, own, other, colour);
    found
}

#[test]
fn two_bridges_and_the_pattern_of_the_third_row_are_found() {
    let board = Board::<u64>::new(7, 7).unwrap();
    let stones = ["d3", "c5"].iter().fold(0, |set, name| set | 1 << board.parse(name).unwrap());
    // A stone on the third row from each side, a two-bridge between them.
    assert!(found(&board, stones, 0, 1, Effort::LARGE).won().is_some());
    let other = found(&board, 0, stones, 0, Effort::LARGE);
    assert!(other.won().is_none() && other.threat().is_none());
}

#[test]
fn resistance_is_the_same_for_both_on_the_empty_board_and_falls_with_every_own_stone() {
    let board = Board::<u64>::new(5, 5).unwrap();
    let flow = |own: u64, other: u64, colour: usize| {
        Flow::of(&found(&board, own, other, colour, Effort::SMALL), &board)
    };
    let [white, black] = [0, 1].map(|colour| flow(0, 0, colour));
    assert!((white.total - black.total).abs() < 1e-6);
    // The current through the middle is the largest.
    let middle = board.parse("c3").unwrap();
    assert!(black.through.iter().all(|&current| current <= black.through[middle] + 1e-9));
    assert!(flow(1 << middle, 0, 1).total > black.total);
    assert!(flow(0, 1 << middle, 0).total < white.total);
}
