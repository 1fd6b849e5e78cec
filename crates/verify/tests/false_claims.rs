//! False claims that must never be accepted, one kind of gap each: full boards, empty lists, games that are
//! over.

mod common;

use std::sync::Arc;

use common::{file, havannah, hex, moves, old_file, place, refused, wins};
use referee::{Colour, Shape};
use robusto_verify::{Claim, Value};

/// White is to move and has one cell left, e5: a draw.
const LAST: &str = "a2 d2 c4 b2 b3 d5 e3 a1 c1 c5 d3 e4 b1 c2 c3 a3 b4 d4";

/// A strategy that plays the last cell and finds no reply to answer.
#[test]
fn a_full_board_is_no_win() {
    let shape = havannah(3);
    let last = place(&shape, "e5") as u8;
    for colour in Colour::BOTH {
        let claim = wins(&shape, LAST, colour);
        assert_eq!(claim.position().unwrap().board().empty_cells().len(), 1);
        // Whoever moves: the answer by a move with its node, or the node alone. With zones replies and chains
        // change places.
        for body in
            [&[1, last, 0, 0, 0xE5, 1][..], &[0, 0xE5, 0], &[0, 0, 0xE5, 1], &[0, 1, last, 0, 0xE5, 1]]
        {
            refused(&old_file(1, &claim, body));
            refused(&file(&claim, body));
            refused(&old_file(3, &claim, body));
            refused(&file(&Claim { zones: true, ..claim.clone() }, body));
        }
    }
    let claim = wins(&shape, LAST, Colour::White);
    let forged = &[1, last, 0, 0, 0xE5, 1];
    let full = "the board is full: a draw";
    assert!(refused(&old_file(1, &claim, forged)).contains(full));
    assert!(refused(&old_file(3, &claim, forged)).contains(full));
    assert!(refused(&file(&claim, forged)).contains(full));
    assert!(refused(&file(&Claim { zones: true, ..claim.clone() }, forged)).contains(full));
    // And by an ending that the checker searches: with any bound there is none.
    let searched = Claim { bound: 100, ..claim };
    assert!(refused(&file(&searched, &[0, 0xE5, 0])).contains("no proof within 100 positions"));
}

/// The same board is a draw by the same moves.
#[test]
fn a_full_board_is_a_draw() {
    let shape = havannah(3);
    let last = place(&shape, "e5") as u8;
    let claim = Claim { bound: 1, ..Claim::after(Arc::clone(&shape), moves(&shape, LAST), Value::Draw) };
    let half = |answer: &[u8], nodes| [answer, &[0xE5, nodes]].concat();
    // White plays the last cell, which would have won for Black; Black has nothing to fear after it.
    let body = [half(&[1, last, 0, 0], 1), half(&[0, 1, last, 0], 1)].concat();
    common::check(&file(&claim, &body)).expect("a draw");
}

/// The published proof that 3x4x4 after d3 is a draw, its half of Black rewritten into a claim that Black
/// wins.
#[test]
fn the_half_of_a_draw_is_no_win() {
    let draw = include_bytes!("../../../proofs/havannah-3x4x4-d3.proof");
    let mut rest = &draw[..];
    let claim = Claim::read(&mut rest, &robusto_verify::Limits::default()).unwrap();
    assert_eq!(claim.value, Value::Draw);
    let body = zstd::decode_all(rest).unwrap();
    let halves = halves(&claim, rest, &body);
    for (colour, half) in [(Colour::White, &halves[0]), (Colour::Black, &halves[1])] {
        let claim = Claim { value: Value::Wins(colour), ..claim.clone() };
        refused(&old_file(1, &claim, half));
        refused(&file(&claim, half));
    }
}

/// The two halves of a body, parted by walking its records.
fn halves(claim: &Claim, packed: &[u8], body: &[u8]) -> [Vec<u8>; 2] {
    let mut source = robusto_verify::Source::new(packed, claim, 1 << 30).unwrap();
    let board = robusto_verify::Board::<1>::new(Arc::clone(&claim.shape)).unwrap();
    let root = robusto_verify::Position::of(&board, claim.position().unwrap().board());
    walk(&mut source, &board, &root, claim.turn(), Colour::White);
    source.end().unwrap();
    let (white, black) = body.split_at(source.read() as usize);
    [white.to_vec(), black.to_vec()]
}

fn walk(
    source: &mut robusto_verify::Source<&[u8]>,
    board: &robusto_verify::Board<1>,
    position: &robusto_verify::Position<1>,
    turn: Colour,
    prover: Colour,
) {
    let cells = board.shape().cell_count();
    if turn == prover {
        if let robusto_verify::Answer::Move { cell } = source.answer(cells).unwrap()
            && !position.wins(prover).contains(cell)
        {
            walk(source, board, &position.with(board, cell, prover), prover.other(), prover);
        }
        return;
    }
    source.chains(cells, &mut Vec::new()).unwrap();
    let mut left = source.replies(cells).unwrap();
    while let Some(cell) = source.reply(cells, &mut left).unwrap() {
        walk(source, board, &position.with(board, cell, turn), prover, prover);
    }
}

/// Nodes without replies prove something only where two cells win or nothing can be lost.
#[test]
fn empty_nodes_prove_nothing() {
    for shape in [havannah(2), havannah(3), hex(2), hex(3)] {
        for colour in Colour::BOTH {
            let claim = wins(&shape, "", colour);
            for body in [&[0, 0, 0xE5, 1][..], &[0, 0xE5, 0], &[0xE5, 0], &[], &[1, 0, 0, 0xE5, 1]] {
                refused(&file(&claim, body));
                refused(&old_file(1, &claim, body));
            }
        }
    }
}

/// An answer that refers to the node it stands at, to one that is not there, or to a symmetry that is not
/// there.
#[test]
fn references_run_to_nodes_that_are_there() {
    let shape = havannah(3);
    let claim = wins(&shape, "c3", Colour::White);
    for (symmetry, back) in [(0, 1), (0, 0), (0, 2), (200, 1)] {
        let body = [0, 1, 0, 2, 3, symmetry, back, 0xE5, 1];
        let told = refused(&file(&claim, &body));
        let named =
            ["another one", "does not exist", "no such symmetry"].iter().any(|word| told.contains(word));
        assert!(named, "{told}");
    }
    // A reference by a move that wins: the game is over and there is no such node.
    let shape = havannah(2);
    let won = wins(&shape, "a1 c2", Colour::White);
    let bridge = place(&shape, "a2") as u8;
    assert!(refused(&file(&won, &[2, bridge, 0, 1, 0xE5, 0])).contains("the game is over"));
}

/// Chains without moves, with moves on stones, with one move again and again.
#[test]
fn hanging_chains_refute_nothing() {
    let shape = havannah(3);
    let claim = wins(&shape, "c3", Colour::White);
    let middle = place(&shape, "c3") as u8;
    for chain in [&[][..], &[middle], &[0, 0, 0, 0], &[0, 1, 2, 3, 4, 5]] {
        let body = [&[1, chain.len() as u8][..], chain, &[0, 0xE5, 1]].concat();
        assert!(refused(&file(&claim, &body)).contains("nothing answers"));
    }
}

/// Rows of connections that are empty in some way.
#[test]
fn empty_rows_join_nothing() {
    let shape = hex(3);
    let claim = Claim { connections: true, ..wins(&shape, "b2", Colour::Black) };
    let (top, bottom) = (9, 10);
    let end = [3];
    let lists: [(&[u8], &str); 12] = [
        (&[], "there is no row"),
        (&[0, 0], "a gap"),
        (&[0, 1, 4], "a gap"),
        (&[0, 1, top], "a gap"),
        (&[0, 2, top, bottom], "a gap"),
        (&[0, 2, top, top], "a gap"),
        (&[0, 3, top, 1, top], "leaves the board"),
        (&[0, 4, top, 1, 4, 11], "a gap"),
        (&[0, 2, 4, 4], "a gap"),
        (&[1, 0], "an empty series"),
        (&[2, 0], "all moves fail"),
        (&[1, 1, 0], "does not exist"),
    ];
    for (rows, told) in lists {
        let complaint = refused(&file(&claim, &[rows, &end].concat()));
        assert!(complaint.contains(told), "{rows:?}: {complaint}");
    }
}

/// Series that meet in a side, in no point or in both; carriers that overlap; moves of which one reply meets
/// all.
#[test]
fn rows_that_do_not_fit_join_nothing() {
    let shape = hex(3);
    let claim = Claim { connections: true, ..wins(&shape, "b2", Colour::Black) };
    let (top, bottom) = (9, 10);
    // a1 b1 c1 / a2 b2 c2 / a3 b3 c3 are 0 to 8.
    let lists: [(Vec<u8>, &str); 5] = [
        (vec![0, 2, top, 1, 0, 2, top, 2, 1, 2, 2, 1], "do not meet in a stone"),
        (vec![0, 2, top, 1, 1, 2, 1, 1], "do not meet in a stone"),
        (vec![0, 3, top, 1, 4, 0, 3, top, 2, 4, 2, 1, 1, 1], "all moves fail"),
        (vec![0, 3, top, 1, 4, 0, 3, 4, 7, bottom, 2, 2, 1, 2, 7, 1], "different ends"),
        (vec![0, 3, top, 1, 4, 2, 2, 1, 1, 4, 1], "is an end"),
    ];
    for (rows, told) in lists {
        let complaint = refused(&file(&claim, &[&rows[..], &[3]].concat()));
        assert!(complaint.contains(told), "{rows:?}: {complaint}");
    }
}

/// Stones that matter are not dead, and cells are captured only by what kills them.
#[test]
fn rows_do_without_dead_and_captured_cells_only() {
    let shape = hex(3);
    let claim = Claim { connections: true, ..wins(&shape, "b2", Colour::Black) };
    let (top, bottom) = (9, 10);
    let path = [0, 5, top, 1, 4, 7, bottom];
    // Black gets b1 or c1, and b3 or a3.
    let bytes = file(&claim, &[&path[..], &[6, 5, 1, 1, 2, 7, 6], &[3]].concat());
    assert!(robusto_verify::check(&bytes[..], &robusto_verify::Limits::default(), &mut |_| true).is_ok());
    let lists: [(&[u8], &str); 13] = [
        (&[6, 5, 1, 1, 0, 7, 6], "b1 is not dead"),
        (&[6, 5, 1, 1, 2, 7, 8], "b3 is not dead"),
        (&[6, 3, 1, 1, 2], "needs other stones"),
        (&[6, 5, 1, 1, 2, 7, 2], "the same or in the carrier"),
        (&[6, 3, 1, 1, 1], "the same or in the carrier"),
        (&[6, 4, 1, 1, 2, 7], "has no other"),
        (&[6, 0], "no row is named"),
        (&[5, 2, 1, 1], "b1 is not dead"),
        (&[5, 2, 1, 8], "is not needed"),
        (&[5, 2, 1, 9], "there is no such cell"),
        (&[5, 2, 2, 1], "does not exist"),
        (&[4, 3, 1, 0, 2], "needs other stones"),
        (&[0, 3, top, 1, 4, 5, 2, 1, 1], "does not join the two sides"),
    ];
    for (rows, told) in lists {
        let complaint = refused(&file(&claim, &[&path[..], rows, &[3]].concat()));
        assert!(complaint.contains(told), "{rows:?}: {complaint}");
    }
}

/// Kinds of proofs in the wrong game, and draws by a kind that knows none.
#[test]
fn kinds_keep_to_their_games() {
    let draw = |shape: Arc<Shape>| Claim::after(shape, vec![], Value::Draw);
    for claim in [
        Claim { connections: true, ..draw(hex(2)) },
        Claim { connections: true, ..wins(&havannah(2), "", Colour::White) },
        Claim { zones: true, ..draw(havannah(2)) },
        Claim { zones: true, ..wins(&hex(2), "", Colour::Black) },
    ] {
        assert!(refused(&file(&claim, &[])).contains("the header is wrong"));
    }
    // Hex has no draw: neither half can be proved, with any bound.
    let claim = Claim { bound: 100_000, ..draw(hex(2)) };
    refused(&file(&claim, &[0, 0xE5, 0, 0, 0, 0xE5, 1]));
}
