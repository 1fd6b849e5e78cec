//! Known positions as pictures: each winning kind, and the near misses.

mod common;

use common::{board, havannah, hex, hexagon};
use robusto_referee::{Board, Colour};

/// Checks which kinds White holds, and that Black with the same stones is judged alike.
#[track_caller]
fn white_holds(board: &Board, kinds: &str) {
    assert_eq!(board.kinds(Colour::White).to_string(), kinds, "\n{board}");
    let exchanged = board.with_colours_exchanged();
    assert_eq!(exchanged.kinds(Colour::Black), board.kinds(Colour::White), "\n{board}");
}

#[track_caller]
fn size_4(picture: &str, kinds: &str) {
    white_holds(&board(havannah(4), picture), kinds);
}

#[track_caller]
fn size_5(picture: &str, kinds: &str) {
    white_holds(&board(havannah(5), picture), kinds);
}

#[test]
fn bridge_along_the_edge() {
    size_4(
        "   W W W W
           . . . . .
          . B . . . .
         . . B B . . .
          . . . . . .
           . . . . .
            . . . .",
        "bridge",
    );
}

#[test]
fn bridge_through_the_middle() {
    size_4(
        "   W . . .
           W . . . .
          . W B . . .
         . . W B . . .
          . W B . . .
           . W . . .
            . W W W",
        "bridge",
    );
}

#[test]
fn two_corners_of_two_chains_are_no_bridge() {
    size_4(
        "   W W B W
           . . B . .
          . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .
            . . . .",
        "none",
    );
}

#[test]
fn fork_of_three_edges() {
    size_4(
        "   . W . .
           . W . . .
          . W . . . .
         . . W W W . .
          . W . B W .
           W . . . W
            . . . .",
        "fork",
    );
}

#[test]
fn fork_along_the_border_with_a_bridge() {
    size_4(
        "   . . W W
           . . . . W
          . . . . . W
         . . . . . . W
          . . . . . W
           . . . . .
            . . . .",
        "bridge+fork",
    );
}

#[test]
fn a_corner_is_no_edge() {
    // Top edge, upper right edge, and the corners at both ends: two edges, one corner.
    size_4(
        "   . W W W
           . . . . W
          . . . . . W
         . . . . . . .
          . . . . . .
           . . . . .
            . . . .",
        "none",
    );
    // Two edges joined to a corner of a third side.
    size_4(
        "   . W . .
           . W . . .
          . W . . . .
         . . W W . . .
          . W . W . .
           W . . W .
            . . . W",
        "none",
    );
}

#[test]
fn two_edges_are_no_fork() {
    size_4(
        "   . W W .
           . . W . .
          . . W . . .
         . . W . . . .
          . W . . . .
           W . . . .
            . . . .",
        "none",
    );
}

#[test]
fn three_edges_of_two_chains_are_no_fork() {
    size_4(
        "   . W . .
           . W . . .
          . W . . . .
         . . W B W . .
          . W B . W .
           W . . . W
            . . . .",
        "none",
    );
}

#[test]
fn ring_around_an_empty_cell() {
    size_4(
        "   . . . .
           . . . . .
          . . W W . .
         . . W . W . .
          . . W W . .
           . . . . .
            . . . .",
        "ring",
    );
}

#[test]
fn ring_around_an_enemy_stone() {
    size_4(
        "   . . . .
           . W W . .
          . W B W . .
         . . W W . . .
          . . . . . .
           . . . . .
            . . . .",
        "ring",
    );
}

#[test]
fn ring_around_an_own_stone() {
    size_4(
        "   . . . .
           . . . . .
          . . W W . .
         . . W W W . .
          . . W W . .
           . . . . .
            . . . .",
        "ring",
    );
}

#[test]
fn ring_around_two_own_stones() {
    size_4(
        "   . . . .
           . . . . .
          . W W W . .
         . W W W W . .
          . W W W . .
           . . . . .
            . . . .",
        "ring",
    );
}

#[test]
fn large_ring_around_a_mixture() {
    size_5(
        "    . . . . .
            . . W W W .
           . . W . B W .
          . . W B . . W .
         . . W . W W B W .
          . . W . W . W .
           . . W B . W .
            . . W W W .
             . . . . .",
        "ring",
    );
}

#[test]
fn ring_along_the_border() {
    // The loop uses two border cells, and still the cell inside has six neighbours.
    size_4(
        "   . W W .
           . W B W .
          . . W W . .
         . . . . . . .
          . . . . . .
           . . . . .
            . . . .",
        "ring",
    );
}

#[test]
fn loop_with_a_gap_is_no_ring() {
    size_4(
        "   . . . .
           . . . . .
          . W W W . .
         . W . . W . .
          . W W B . .
           . . . . .
            . . . .",
        "none",
    );
}

#[test]
fn all_neighbours_of_a_border_cell_are_no_ring() {
    // The four neighbours of an edge cell, and the three of a corner.
    size_4(
        "   . W . W
           . . W W .
          . . . . . .
         . . . . . . .
          . . . . . .
           W W . . .
            . W . .",
        "none",
    );
    // The same with the cell itself taken.
    size_4(
        "   . W W W
           . . W W .
          . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .
            . . . .",
        "none",
    );
}

#[test]
fn half_circle_against_the_border_is_no_ring() {
    size_4(
        "   . . . .
           . . . . .
          W W W . . .
         . . . W . . .
          . . W . . .
           . W . . .
            W . . .",
        "none",
    );
}

#[test]
fn triangles_and_rhombi_are_no_ring() {
    size_4(
        "   . . . .
           . W W . .
          . . W W . .
         . . W W . . .
          . . . W W .
           . . . W .
            . . . .",
        "none",
    );
}

#[test]
fn two_chains_around_a_cell_are_no_ring() {
    size_4(
        "   . . . .
           . . . . .
          . . W W . .
         . . W . W . .
          . B W B . .
           . . . W .
            . . . .",
        "none",
    );
}

#[test]
fn two_kinds_in_one_chain() {
    size_4(
        "   W W . .
           W . W . .
          W W W . . .
         . . . W . . .
          . . . W . .
           . . . W .
            . . . W",
        "bridge+ring",
    );
    size_4(
        "   . W . .
           . W . . .
          . W W . . .
         . W . W W . .
          . W W . W W
           . . . W .
            . . W .",
        "fork+ring",
    );
}

#[test]
fn uneven_hexagons() {
    let shape = hexagon(2, 3, 4);
    white_holds(
        &board(
            shape.clone(),
            "   . .
               . W W
              . W . W
               . W W W
                W . .
                 . .",
        ),
        "fork+ring",
    );
    white_holds(
        &board(
            shape,
            "   W .
               . W .
              . W . .
               W W . .
                . W .
                 . W",
        ),
        "bridge",
    );
}

#[test]
fn hex_crossings() {
    let crossing = board(
        hex(4, 3),
        ". . B .
          W B . W
           B W W W",
    );
    assert_eq!(crossing.kinds(Colour::Black).to_string(), "crossing");
    assert_eq!(crossing.kinds(Colour::White).to_string(), "none");
    let along = board(
        hex(4, 3),
        ". W . W
          W . W B
           B B B B",
    );
    assert_eq!(along.kinds(Colour::Black).to_string(), "none", "Black lies along its own side");
    assert_eq!(along.kinds(Colour::White).to_string(), "none");
    let left_right = board(
        hex(4, 3),
        ". . W W
          W W B B
           B . . .",
    );
    assert_eq!(left_right.kinds(Colour::White).to_string(), "crossing");
}

#[test]
fn hex_chains_do_not_cross_the_long_diagonal() {
    // (0,0) and (1,1) are no neighbours in Hex, (1,0) and (0,1) are.
    let apart = board(hex(2, 2), "B .\n . B");
    assert_eq!(apart.kinds(Colour::Black).to_string(), "none");
    let joined = board(hex(2, 2), ". B\n B .");
    assert_eq!(joined.kinds(Colour::Black).to_string(), "crossing");
    assert_eq!(joined.with_colours_exchanged().kinds(Colour::White).to_string(), "crossing");
}
