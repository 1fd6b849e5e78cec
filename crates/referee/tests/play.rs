//! Whole games: refusals, endings, winning cells, dead positions and counts of all games.

mod common;

use std::collections::BTreeMap;

use common::{Chance, board, havannah, hex};
use robusto_referee::{
    Board, Cell, Colour, Kind, Kinds, Outcome, Perft, Position, Refusal, Shape, forms, kinds_formed, perft,
};

fn cells(shape: &Shape, names: &str) -> Vec<Cell> {
    names.split_whitespace().map(|name| shape.parse(name).expect("a cell")).collect()
}

fn white_by(kind: Kind) -> Outcome {
    Outcome::Won { colour: Colour::White, kinds: kind.into() }
}

#[test]
fn a_game_runs_from_start_to_win() {
    let shape = havannah(4);
    let moves = cells(&shape, "c3 d4 c4 a1 d5 a3 e5 g7 e4 g5");
    let mut position = Position::after(shape.clone(), moves).unwrap();
    assert_eq!(position.outcome(), Outcome::Open);
    assert_eq!(position.turn(), Colour::White);
    position.play_named("d3").unwrap();
    assert_eq!(position.outcome(), white_by(Kind::Ring));
    assert_eq!(position.turn(), Colour::Black);
}

#[test]
fn each_illegal_move_has_its_refusal() {
    let mut position = Position::start(havannah(2));
    let (a1, b2) = (cells(position.shape(), "a1")[0], cells(position.shape(), "b2")[0]);
    let before = position.clone();
    assert_eq!(position.play_as(Colour::Black, a1), Err(Refusal::WrongTurn { turn: Colour::White }));
    assert_eq!(position.play_named("a3"), Err(Refusal::OffBoard { name: "a3".into() }));
    let foreign = havannah(3).cell(18).unwrap();
    assert_eq!(position.play(foreign), Err(Refusal::OffBoard { name: "cell 18".into() }));
    assert_eq!(position, before, "a refused move changes nothing");

    position.play_as(Colour::White, a1).unwrap();
    let occupied = position.play_as(Colour::Black, a1).unwrap_err();
    assert_eq!(occupied.to_string(), "a1 holds a white stone already");

    position.play_named("c3").unwrap();
    position.play_named("a2").unwrap();
    assert_eq!(position.outcome(), white_by(Kind::Bridge));
    assert_eq!(position.outcome().to_string(), "white won by bridge");
    assert_eq!(position.play(b2), Err(Refusal::GameOver { name: "b2".into() }));
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn hex_begins_with_black_and_white_joins_left_and_right() {
    let mut position = Position::start(hex(3, 2));
    assert_eq!(position.turn(), Colour::Black);
    for name in ["b1", "a2", "c2", "b2", "c1"] {
        position.play_named(name).unwrap();
    }
    let crossing = Kinds::from(Kind::Crossing);
    assert_eq!(position.outcome(), Outcome::Won { colour: Colour::Black, kinds: crossing });
}

#[test]
fn positions_can_be_set_up() {
    let stones = board(hex(2, 2), "B .\n . W");
    let position = Position::set_up(stones.clone(), Colour::White).unwrap();
    assert_eq!((position.turn(), position.outcome()), (Colour::White, Outcome::Open));
    let both = board(havannah(2), "W W\n. . .\nB B");
    assert_eq!(Position::set_up(both, Colour::White), Err(Refusal::BothWon));
    let won = board(havannah(2), "W W\n. . .\nB .");
    let outcome = Position::set_up(won, Colour::Black).unwrap().outcome();
    assert_eq!(outcome.winner(), Some(Colour::White));
}

#[test]
fn a_full_board_without_a_winner_is_drawn() {
    let mut last_move = board(
        havannah(3),
        "  B W B
          B B W W
         W B . W B
          B W B B
           W B W",
    );
    let mut position = Position::set_up(last_move.clone(), Colour::White).unwrap();
    assert_eq!(position.outcome(), Outcome::Open, "a dead position is open until the board is full");
    position.play_named("c3").unwrap();
    assert_eq!(position.outcome(), Outcome::Drawn);
    assert_eq!(position.outcome().winner(), None);
    last_move.place(cells(last_move.shape(), "c3")[0], Colour::White);
    assert_eq!(position.board(), &last_move);
}

#[test]
fn winning_cells_are_those_where_the_game_ends() {
    let mut chance = Chance(3);
    for shape in [havannah(4), hex(5, 4)] {
        for _ in 0..200 {
            let board = chance.board(&shape, [2, 2, 3]);
            for colour in Colour::BOTH {
                if board.has_won(colour) {
                    continue;
                }
                let expected: Vec<Cell> = board
                    .empty_cells()
                    .into_iter()
                    .filter(|&cell| {
                        let mut next = board.clone();
                        next.place(cell, colour);
                        next.has_won(colour)
                    })
                    .collect();
                assert_eq!(board.winning_cells(colour), expected, "\n{board}");
            }
        }
    }
}

#[test]
fn winning_cells_of_a_picture() {
    let board = board(
        havannah(4),
        "   . W . W
           . . . . .
          . . W W . .
         . . W . . B .
          . . W W . .
           . . . . .
            . . . .",
    );
    let white = board.winning_cells(Colour::White);
    assert_eq!(white, cells(board.shape(), "d5"));
    assert!(board.winning_cells(Colour::Black).is_empty());
}

/// Does this colour win in some continuation, with the colours moving in any order?
fn some_filling_wins(board: &Board, colour: Colour) -> bool {
    let empty = board.empty_cells();
    (0..1u32 << empty.len()).any(|taken| {
        let mut next = board.clone();
        for (place, &cell) in empty.iter().enumerate() {
            let own = taken >> place & 1 == 1;
            next.place(cell, if own { colour } else { colour.other() });
        }
        next.has_won(colour)
    })
}

#[test]
fn a_colour_can_still_win_iff_some_filling_wins() {
    let mut chance = Chance(4);
    let mut lost_hopes = 0;
    for shape in [havannah(3), hex(4, 4)] {
        for _ in 0..300 {
            let board = chance.board(&shape, [4, 4, 3]);
            if board.empty_cells().len() > 8 {
                continue;
            }
            for colour in Colour::BOTH {
                let can = board.can_still_win(colour);
                assert_eq!(can, some_filling_wins(&board, colour), "\n{board}");
                lost_hopes += usize::from(!can);
            }
        }
    }
    assert!(lost_hopes > 20, "{lost_hopes}");
}

#[test]
fn reported_winning_cells_are_checked_alone() {
    let shape = havannah(3);
    let ring = cells(&shape, "b2 b3 c2 c4 d3 d4");
    assert!(forms(&shape, ring.iter().copied(), Colour::Black, Kind::Ring));
    assert!(!forms(&shape, ring.iter().copied(), Colour::Black, Kind::Fork));
    for missing in &ring {
        let rest = ring.iter().copied().filter(|cell| cell != missing);
        assert!(kinds_formed(&shape, rest, Colour::Black).is_empty());
    }
    let square = hex(3, 3);
    let column = cells(&square, "b1 b2 b3");
    assert!(forms(&square, column.iter().copied(), Colour::Black, Kind::Crossing));
    assert!(!forms(&square, column, Colour::White, Kind::Crossing));
}

/// On side 2 all cells but the centre are corners: a colour wins iff it holds two corners that are
/// neighbours, or two corners and the centre.
fn side_2_is_won(own: &[usize]) -> bool {
    const AROUND: [usize; 6] = [0, 1, 4, 6, 5, 2];
    let beside = (0..6).any(|k| own.contains(&AROUND[k]) && own.contains(&AROUND[(k + 1) % 6]));
    beside || (own.contains(&3) && own.len() >= 3)
}

/// Plays out all games of side 2 on lists of numbers: wins of White and of Black, and draws.
fn count_side_2_games(moves: &[usize], wins: &mut [u64; 3]) {
    let mover = (moves.len() + 1) % 2;
    let own: Vec<usize> = moves.iter().copied().skip(mover).step_by(2).collect();
    if side_2_is_won(&own) {
        wins[mover] += 1;
    } else if moves.len() == 7 {
        wins[2] += 1;
    } else {
        for cell in (0..7).filter(|cell| !moves.contains(cell)) {
            count_side_2_games(&[moves, &[cell]].concat(), wins);
        }
    }
}

#[test]
fn all_games_of_size_2() {
    let mut wins = [0; 3];
    count_side_2_games(&[], &mut wins);
    let black = Outcome::Won { colour: Colour::Black, kinds: Kind::Bridge.into() };
    let expected = BTreeMap::from([(white_by(Kind::Bridge), wins[0]), (black, wins[1])]);
    assert_eq!(wins, [1284, 384, 0], "side 2 knows no draw");
    let counted = perft(&Position::start(havannah(2)), 7);
    assert_eq!(counted.endings, expected);
}

#[test]
fn perft_counts_leaves() {
    let start = Position::start(havannah(3));
    let leaves: Vec<u64> = (0..4).map(|depth| perft(&start, depth).leaves).collect();
    assert_eq!(leaves, [1, 19, 19 * 18, 19 * 18 * 17]);
    assert!(perft(&start, 3).endings.is_empty(), "nobody wins with two stones on side 3");

    // Hex 2x2: after Black's first stone and White's, 6 of Black's 12 ordered pairs cross; in all
    // other games White's second stone does.
    let start = Position::start(hex(2, 2));
    assert_eq!(perft(&start, 3).leaves, 24);
    let games = perft(&start, 4);
    assert_eq!(games.leaves, 12);
    assert_eq!(games.endings.into_values().collect::<Vec<u64>>(), [12, 12]);
}

#[test]
fn perft_counts_endings_by_kind() {
    // White to move wins in three ways: a2 makes a bridge, e4 a ring and f4 a fork.
    let late = board(
        havannah(4),
        "   W . W W
           . . B . .
          W W W . . .
         . W . W . . .
          . W . . . .
           W . . . .
            B W . .",
    );
    let position = Position::set_up(late, Colour::White).unwrap();
    let expected: BTreeMap<Outcome, u64> =
        [Kind::Bridge, Kind::Fork, Kind::Ring].map(|kind| (white_by(kind), 1)).into();
    assert_eq!(perft(&position, 1), Perft { leaves: 24, endings: expected.clone() });
    assert_eq!(perft(&position, 2), Perft { leaves: 21 * 23, endings: expected });
    assert_eq!(position.board().winning_cells(Colour::White), cells(position.shape(), "a2 e4 f4"));
}
