//! The game of Y: df-pn against plain exhaustive search by the slow referee, and certificates of every opening.

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::certify_with;
use game::Size;
use referee::{Board, Colour};
use solve::answer::Verdict;
use solve::dfpn::Settings;
use solve::shape::Shape;

/// Whether the colour to move wins, by trying everything on the referee's own board. There are no draws.
fn wins(board: &Board, turn: Colour, known: &mut HashMap<String, bool>) -> bool {
    let key = format!("{turn}{}", board.picture());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let value = board.empty_cells().into_iter().any(|cell| {
        let mut next = board.clone();
        next.place(cell, turn);
        next.has_won(turn) || !wins(&next, turn.other(), known)
    });
    known.insert(key, value);
    value
}

/// The verdict for the side to move, with a certificate that the checker accepts.
fn proved(shape: &Shape, moves: &[usize], settings: Settings) -> Verdict {
    let (bytes, verdict, _) = certify_with(shape, moves, 1 << 22, settings);
    let limits = verify::Limits { audit: 1, ..verify::Limits::default() };
    let report = verify::check(&bytes[..], &limits, &mut |_| true)
        .unwrap_or_else(|failure| panic!("{moves:?} on {}: {failure}", shape.size()));
    assert_eq!((report.claim.game(), report.claim.size()), ("y", shape.size().to_string()));
    let turn = [Colour::White, Colour::Black][moves.len() % 2];
    let winner = if verdict == Verdict::Win { turn } else { turn.other() };
    assert_eq!(report.claim.value, verify::Value::Wins(winner));
    verdict
}

#[test]
fn positions_of_small_boards_agree_with_exhaustive_search() {
    for n in 2..=4 {
        let shape = Shape::new(Size::Triangle(n)).unwrap();
        let mut known = HashMap::new();
        for first in 0..shape.cells() {
            for second in (0..shape.cells()).filter(|&second| second != first) {
                let mut board = Board::empty(Arc::new(shape.referee()));
                for (cell, colour) in [(first, Colour::White), (second, Colour::Black)] {
                    board.place(board.shape().cell(cell).unwrap(), colour);
                }
                // On two cells a side the second stone may leave a win at once, which is an answer, too.
                let right = wins(&board, Colour::White, &mut known);
                for settings in [Settings::default(), Settings::ZONES] {
                    let verdict = proved(&shape, &[first, second], settings);
                    assert_eq!(verdict == Verdict::Win, right, "{n} {first} {second}");
                    assert_ne!(verdict, Verdict::Draw);
                }
            }
        }
    }
}

#[test]
fn every_opening_of_size_5_has_a_certificate_with_and_without_zones() {
    let shape = Shape::new(Size::Triangle(5)).unwrap();
    for cell in 0..shape.cells() {
        let verdict = proved(&shape, &[cell], Settings::ZONES);
        assert_eq!(proved(&shape, &[cell], Settings::default()), verdict, "{cell}");
        assert_ne!(verdict, Verdict::Draw);
    }
    assert_eq!(proved(&shape, &[], Settings::ZONES), Verdict::Win);
}
