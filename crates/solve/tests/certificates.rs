//! Solve, write, check: small boards, all openings, late positions, draws, and tables too small to
//! remember the proof.

mod common;

use common::{Slow, certify, certify_with, drawish, random};
use solve::answer::Verdict;
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::shape::Shape;
use verify::Value;

/// Makes certificates without and with zones and checks them; the reports must agree with the verdict.
fn checked(shape: &Shape, moves: &[usize], memory: usize) -> Verdict {
    let verdict = checked_with(shape, moves, memory, Settings::default());
    assert_eq!(checked_with(shape, moves, memory, Settings::ZONES), verdict);
    verdict
}

fn checked_with(shape: &Shape, moves: &[usize], memory: usize, settings: Settings) -> Verdict {
    let (bytes, verdict, stats) = certify_with(shape, moves, memory, settings);
    let limits = verify::Limits { audit: 1, ..verify::Limits::default() };
    let report = verify::check(&bytes[..], &limits, &mut |_| true)
        .unwrap_or_else(|failure| panic!("{moves:?} on {}: {failure}", shape.size()));
    assert_eq!(report.checked.positions, stats.nodes);
    assert_eq!(report.checked.audited, stats.nodes);
    assert_eq!(report.checked.dismissed, stats.dismissed);
    assert_eq!(report.claim.moves.iter().map(|&cell| usize::from(cell)).collect::<Vec<_>>(), moves);
    let turn = [referee::Colour::White, referee::Colour::Black][moves.len() % 2];
    let value = match verdict {
        Verdict::Win => Value::Wins(turn),
        Verdict::Loss => Value::Wins(turn.other()),
        _ => Value::Draw,
    };
    assert_eq!(report.claim.value, value);
    verdict
}

#[test]
fn all_openings_of_sizes_2_and_3() {
    for size in [2, 3] {
        let shape = Shape::regular(size).unwrap();
        assert_eq!(checked(&shape, &[], 1 << 20), Verdict::Win);
        for cell in 0..shape.cells() {
            checked(&shape, &[cell], 1 << 20);
        }
    }
}

#[test]
fn all_second_moves_of_2x3x3() {
    let shape = Shape::hexagon(2, 3, 3).unwrap();
    for first in 0..shape.cells() {
        for second in (0..shape.cells()).filter(|&second| second != first) {
            checked(&shape, &[first, second], 1 << 20);
        }
    }
}

#[test]
fn openings_of_3x3x4() {
    let shape = Shape::hexagon(3, 3, 4).unwrap();
    // The other half are half turns of these.
    for cell in (0..shape.cells() / 2).step_by(2) {
        checked(&shape, &[cell], 1 << 22);
    }
}

#[test]
fn late_positions_of_size_4() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(7);
    let mut seen = [0; 4];
    for round in 0..160 {
        let Some(moves) = random(&shape, 16 + round % 18, &mut dice) else { continue };
        seen[checked(&shape, &moves, 1 << 20) as usize] += 1;
    }
    assert!(seen[Verdict::Win as usize] > 9 && seen[Verdict::Loss as usize] > 9, "{seen:?}");
}

#[test]
fn draws() {
    let mut dice = Dice::new(13);
    let mut seen = [0; 4];
    for (p, q, r) in [(2, 3, 3), (3, 3, 3), (3, 3, 4)] {
        let shape = Shape::hexagon(p, q, r).unwrap();
        for round in 0..30 {
            let moves = drawish(&shape, 1 + round % 8, &mut dice);
            seen[checked(&shape, &moves, 1 << 20) as usize] += 1;
        }
    }
    assert!(seen[Verdict::Draw as usize] > 10, "{seen:?}");
}

/// A table of one bucket forgets nearly everything: the prover is asked again and again.
#[test]
fn a_table_that_forgets() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(3);
    let mut asked = 0;
    for round in 0..40 {
        let Some(moves) = random(&shape, 17 + round % 6, &mut dice) else { continue };
        let settings = Settings { chain_budget: 20, chains: 1, ..Settings::default() };
        let (bytes, _, stats) = certify_with(&shape, &moves, 1, settings);
        verify::check(&bytes[..], &verify::Limits::default(), &mut |_| true).expect("a valid certificate");
        asked += stats.asked;
    }
    assert!(asked > 0);
}

#[test]
fn a_middle_game_of_size_4() {
    let shape = Shape::regular(4).unwrap();
    let moves: Vec<usize> =
        "g4 a4 g7 f5 a1 d2 c3 d7 b5 c4 b4 b3".split(' ').map(|name| shape.parse(name).unwrap()).collect();
    assert_eq!(checked(&shape, &moves, 1 << 24), Verdict::Win);
}

#[test]
fn the_slow_checker_accepts_them_too() {
    for (sides, plies) in [((2, 2, 2), 0), ((2, 3, 3), 2), ((3, 3, 3), 8), ((3, 3, 4), 14)] {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let mut dice = Dice::new(11);
        for _ in 0..6 {
            let Some(moves) = random(&shape, plies, &mut dice) else { continue };
            let (bytes, ..) = certify(&shape, &moves, 1 << 20);
            assert!(Slow::accepts(&bytes), "{moves:?} on {sides:?}");
        }
    }
}
