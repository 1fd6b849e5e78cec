//! Shared by the tests of certificates: making them, taking them apart, and a second checker.
#![allow(dead_code, unused_imports)] // Each test uses some of it.

pub mod ground;
pub mod paper;
mod sha;
mod slow;

use std::sync::atomic::AtomicBool;

pub use slow::Slow;

use solve::answer::{Limits, Verdict};
use solve::certificate::{self, Stats};
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::prover::Prover;
use solve::shape::{Shape, bits};

/// Solves the position after these moves and writes its certificate.
pub fn certify(shape: &Shape, moves: &[usize], memory: usize) -> (Vec<u8>, Verdict, Stats) {
    certify_with(shape, moves, memory, Settings::default())
}

/// The same with other settings.
pub fn certify_with(
    shape: &Shape,
    moves: &[usize],
    memory: usize,
    settings: Settings,
) -> (Vec<u8>, Verdict, Stats) {
    let prover = Prover::<u128>::new(shape, memory, 1, settings);
    let stop = AtomicBool::new(false);
    let position = solve::position::Position::after(shape, moves).expect("an open position");
    let answer = prover.solve(&position, Limits::NONE, &stop, &mut |_| {});
    let mut bytes = Vec::new();
    let written = certificate::write(&prover, shape, moves, answer.verdict, &mut bytes, &stop, &mut |_| {});
    (bytes, answer.verdict, written.expect("a certificate"))
}

/// Moves of a random game in which nobody wins at once and cells to win on are blocked, so that some
/// games fill the board; nothing if it ends too early.
pub fn random(shape: &Shape, plies: usize, dice: &mut Dice) -> Option<Vec<usize>> {
    let mut position = solve::position::Position::empty();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let quiet = position.free(shape) & !position.wins[position.turn];
        let blocks = quiet & position.wins[1 - position.turn];
        let open = if blocks != 0 { blocks } else { quiet };
        if open == 0 {
            return None;
        }
        let cell = bits(open).nth(dice.below(open.count_ones() as usize))?;
        position.play(shape, cell);
        moves.push(cell);
    }
    Some(moves)
}

/// Moves of a game that could end in a draw, `left` moves before that end.
pub fn drawish(shape: &Shape, left: usize, dice: &mut Dice) -> Vec<usize> {
    loop {
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        let moves: Vec<usize> =
            (0..cells.len()).map(|_| cells.swap_remove(dice.below(cells.len()))).collect();
        if solve::position::Position::after(shape, &moves).is_some() {
            return moves[..moves.len() - left].to_vec();
        }
    }
}

/// The header and the decompressed body.
pub fn take_apart(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (header, packed) = paper::Header::read(bytes).expect("a header");
    (header.write(), zstd::decode_all(packed).expect("a compressed body"))
}

/// A certificate of these parts.
pub fn put_together(header: &[u8], body: &[u8]) -> Vec<u8> {
    paper::seal(header, body)
}

/// Does the checker accept it?
pub fn accepted(bytes: &[u8]) -> bool {
    let limits = verify::Limits { audit: 1, bound: 500, ..verify::Limits::default() };
    verify::check(bytes, &limits, &mut |_| true).is_ok()
}
