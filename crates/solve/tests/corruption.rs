//! Broken certificates: whatever the checker accepts must prove its claim, by the word of a second,
//! plain checker and of exhaustive search; and no file costs more than its limits.

mod common;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use common::{Slow, accepted, certify, certify_with, drawish, put_together, random, take_apart};
use referee::{Colour, Outcome, Position};
use solve::answer::Verdict;
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::shape::Shape;
use verify::{Claim, Failure, Limits, Value};

/// Certificates of random positions: wins of both colours and draws.
fn samples() -> Vec<Vec<u8>> {
    let mut dice = Dice::new(23);
    let mut samples = Vec::new();
    let boards =
        [((2, 2, 2), 1, 2), ((2, 3, 3), 1, 2), ((2, 3, 3), 5, 3), ((3, 3, 3), 6, 3), ((3, 3, 3), 11, 8)];
    for (sides, plies, wanted) in boards {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let games = std::iter::from_fn(|| Some(random(&shape, plies, &mut dice))).flatten();
        samples.extend(games.take(wanted).map(|moves| certify(&shape, &moves, 1 << 20).0));
    }
    samples.extend(long_ones(&mut dice));
    samples.extend(zoned());
    samples.extend(draws(&mut dice));
    samples
}

/// Certificates that hold many records.
fn long_ones(dice: &mut Dice) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = Vec::new();
    let uneven = Shape::hexagon(3, 3, 4).unwrap();
    files.extend([0, 12].map(|cell| certify(&uneven, &[cell], 1 << 20).0));
    let shape = Shape::regular(4).unwrap();
    let games = std::iter::from_fn(|| Some(random(&shape, 12, dice))).flatten();
    let certified = games.map(|moves| certify(&shape, &moves, 1 << 20).0);
    files.extend(certified.filter(|file| (60..160).contains(&take_apart(file).1.len())).take(3));
    files
}

/// Certificates in which zones stand for replies, of games found at random.
fn zoned() -> Vec<Vec<u8>> {
    let games = [
        ((3, 3, 3), &[2, 0, 8, 17, 18][..]),
        ((3, 3, 3), &[14, 0, 7, 17, 1][..]),
        ((3, 3, 4), &[9, 8, 7, 10, 4, 21, 12, 3][..]),
        ((3, 3, 4), &[9, 7, 3, 13, 12, 6, 15, 22][..]),
        ((4, 4, 4), &[9, 18, 36, 28, 33, 8, 20, 29, 26, 1, 14, 21, 5][..]),
        ((4, 4, 4), &[23, 18, 29, 8, 7, 14, 16, 32, 6, 19, 9, 33, 1][..]),
        ((4, 4, 4), &[18, 25, 34, 19, 32, 36, 24, 9, 1, 11, 23, 6, 22][..]),
        ((4, 4, 4), &[5, 11, 25, 26, 14, 9, 17, 35, 1, 16, 18, 27, 24][..]),
        ((4, 4, 4), &[34, 8, 29, 18, 25, 1, 7, 14, 20, 21, 3, 2, 30][..]),
    ];
    let certified = games.map(|(sides, moves)| {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let (file, _, stats) = certify_with(&shape, moves, 1 << 20, Settings::ZONES);
        assert!(stats.dismissed > 0, "{moves:?}");
        file
    });
    certified.into()
}

/// Certificates of draws.
fn draws(dice: &mut Dice) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for (sides, left) in [((2, 3, 3), 3), ((3, 3, 4), 8)] {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let certified =
            (0..60).map(|round| certify(&shape, &drawish(&shape, left + round % 4, dice), 1 << 16));
        let drawn = certified.filter(|(_, verdict, _)| *verdict == Verdict::Draw).map(|(file, ..)| file);
        files.extend(drawn.filter(|file| take_apart(file).1.len() > 6).take(4));
    }
    files
}

/// The value of a claim's position by exhaustive search with the referee.
#[derive(Default)]
struct Truth(HashMap<String, Value>);

impl Truth {
    fn value(&mut self, position: &Position) -> Value {
        match position.outcome() {
            Outcome::Won { colour, .. } => return Value::Wins(colour),
            Outcome::Drawn => return Value::Draw,
            Outcome::Open => {}
        }
        let turn = position.turn();
        if !position.board().winning_cells(turn).is_empty() {
            return Value::Wins(turn);
        }
        let key = format!("{}{:?}", position.shape(), position.board().stones());
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let mut best = Value::Wins(turn.other());
        for cell in position.legal_moves() {
            let mut after = position.clone();
            after.play(cell).expect("a legal move");
            match self.value(&after) {
                Value::Wins(colour) if colour == turn => {
                    best = Value::Wins(turn);
                    break;
                }
                Value::Draw => best = Value::Draw,
                Value::Wins(_) => {}
            }
        }
        self.0.insert(key, best);
        best
    }
}

/// One random change of a body.
fn alter(body: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut body = body.to_vec();
    let at = dice.below(body.len());
    let most = (body.len() - at).min(6);
    match dice.below(7) {
        0 => body[at] ^= 1 << dice.below(8),
        1 => body[at] = dice.below(40) as u8,
        2 => drop(body.drain(at..at + 1 + dice.below(most))),
        3 => body.insert(at, dice.below(40) as u8),
        4 => {
            let other = dice.below(body.len());
            body.swap(at, other);
        }
        5 => {
            let copy = body[at..at + most].to_vec();
            let to = dice.below(body.len());
            body.splice(to..to, copy);
        }
        _ => body[at] = body[at].wrapping_add(1),
    }
    body
}

#[test]
fn altered_bodies_prove_or_are_rejected() {
    let mut dice = Dice::new(99);
    let (mut kept, mut rejected) = (0, 0);
    for sample in samples() {
        assert!(accepted(&sample));
        let (header, body) = take_apart(&sample);
        for _ in 0..80 {
            let altered = alter(&body, &mut dice);
            let file = put_together(&header, &altered);
            if !accepted(&file) {
                rejected += 1;
                continue;
            }
            kept += 1;
            assert!(Slow::accepts(&file), "{header:?} {altered:?}");
        }
    }
    assert!(rejected > 1000 && kept > 0, "{rejected} rejected, {kept} still proofs");
}

/// Without its zones a certificate is no proof any more.
#[test]
fn zones_count() {
    for sample in zoned() {
        assert!(accepted(&sample) && Slow::accepts(&sample));
        let (mut header, body) = take_apart(&sample);
        header[8] = 0;
        assert!(!accepted(&put_together(&header, &body)));
    }
}

#[test]
fn altered_headers_state_the_truth_or_are_rejected() {
    let mut dice = Dice::new(5);
    let mut truth = Truth::default();
    let (mut kept, mut rejected) = (0, 0);
    for sample in samples() {
        let (header, body) = take_apart(&sample);
        for _ in 0..60 {
            let mut altered = header.clone();
            let at = dice.below(altered.len());
            altered[at] = dice.below(20) as u8;
            let file = put_together(&altered, &body);
            if altered == header || !accepted(&file) {
                rejected += 1;
                continue;
            }
            kept += 1;
            let claim = Claim::read(&altered[..], &Limits::default()).expect("it was accepted");
            if claim.shape.cell_count() > 37 {
                continue; // The plain checker is too slow for larger boards, and knows none beyond 64 cells.
            }
            assert!(Slow::accepts(&file), "{altered:?}");
            let position = claim.position().expect("it was accepted");
            if position.legal_moves().len() <= 8 {
                assert_eq!(truth.value(&position), claim.value, "{altered:?}");
            }
        }
    }
    assert!(rejected > 400, "{rejected} rejected, {kept} true claims");
}

#[test]
fn every_other_result_is_rejected() {
    let results = 13;
    let mut seen = [0; 3];
    for sample in samples() {
        let (header, body) = take_apart(&sample);
        seen[usize::from(header[results])] += 1;
        for other in (0..3).filter(|&result| result != header[results]) {
            let mut altered = header.clone();
            altered[results] = other;
            assert!(!accepted(&put_together(&altered, &body)));
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn truncated_and_lengthened_files_are_refused() {
    let (shape, moves) = (Shape::regular(3).unwrap(), [0usize]);
    let file = certify(&shape, &moves, 1 << 20).0;
    for length in 0..file.len() {
        assert!(!accepted(&file[..length]), "{length} of {} bytes", file.len());
    }
    let mut longer = file.clone();
    longer.push(0);
    assert!(matches!(check(&longer), Failure::Damaged));
    let (header, mut body) = take_apart(&file);
    body.push(0);
    assert!(matches!(check(&put_together(&header, &body)), Failure::Trailing));
    body.truncate(body.len() - 4);
    assert!(matches!(check(&put_together(&header, &body)), Failure::Truncated | Failure::Malformed { .. }));
}

fn check(file: &[u8]) -> Failure {
    verify::check(file, &Limits::default(), &mut |_| true).expect_err("a bad file")
}

#[test]
fn hostile_files_end_soon_with_a_sentence() {
    let begin = Instant::now();
    assert_eq!(check(b"").to_string(), "the certificate ends in the middle");
    assert_eq!(check(b"(;FF[4]EV[a game])").to_string(), "this is not a certificate");
    let shape = Shape::regular(3).unwrap();
    let (header, _) = take_apart(&certify(&shape, &[0], 1 << 20).0);
    // Gigabytes of nothing behind a few bytes.
    let bomb = |byte: u8| put_together(&header, &vec![byte; 64 << 20]);
    for byte in [0, 1, 2, 5, 0x80, 0xff] {
        assert!(!accepted(&bomb(byte)));
    }
    let mut version = header.clone();
    version[7] = 9;
    assert_eq!(check(&version).to_string(), "certificates of version 9 are not known here");
    let mut large = header.clone();
    large[10..13].copy_from_slice(&[32, 32, 32]);
    assert!(matches!(check(&put_together(&large, &[0])), Failure::Limit { what: "cells", .. }));
    let mut bound = header.clone();
    bound[14..18].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(check(&put_together(&bound, &[0])), Failure::Limit { .. }));
    let mut moves = header.clone();
    moves[21..23].copy_from_slice(&u16::MAX.to_le_bytes());
    assert!(matches!(check(&put_together(&moves, &[0])), Failure::Header(_)));
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn limits_are_kept() {
    let shape = Shape::hexagon(3, 3, 4).unwrap();
    let file = certify(&shape, &[12], 1 << 22).0;
    let plain = Limits::default();
    let refused = |limits: Limits| verify::check(&file[..], &limits, &mut |_| true).expect_err("too little");
    assert!(matches!(refused(Limits { bytes: 3, ..plain }), Failure::Limit { what: "bytes", .. }));
    assert!(matches!(refused(Limits { memory: 3, ..plain }), Failure::Limit { .. }));
    assert!(matches!(refused(Limits { bound: 3, ..plain }), Failure::Limit { .. }));
    assert!(matches!(refused(Limits { cells: 3, ..plain }), Failure::Limit { .. }));
}

#[test]
fn colours_of_the_claim_follow_the_game() {
    let shape = Shape::regular(2).unwrap();
    let (header, _) = take_apart(&certify(&shape, &[0], 1 << 20).0);
    let claim = Claim::read(&header[..], &Limits::default()).unwrap();
    assert_eq!(claim.position().unwrap().turn(), Colour::Black);
    assert_eq!((claim.game(), claim.size(), claim.names()), ("havannah", "2".into(), vec!["a1".to_string()]));
}

/// A win that ends on a full board without a winner: there is no reply left to answer, and nothing is won.
#[test]
fn a_full_board_is_no_win() {
    let shape = std::sync::Arc::new(referee::Shape::havannah(3).unwrap());
    let names = "a2 d2 c4 b2 b3 d5 e3 a1 c1 c5 d3 e4 b1 c2 c3 a3 b4 d4 e5";
    let cell = |name: &str| shape.parse(name).unwrap().index() as u16;
    let mut moves: Vec<u16> = names.split(' ').map(cell).collect();
    let last = moves.pop().unwrap() as u8;
    for version in [1, 3] {
        let header = common::paper::Header {
            version,
            kind: if version == 3 { 2 } else { 0 },
            game: 0,
            sides: vec![3, 3, 3],
            result: 0,
            bound: 0,
            set_up: Vec::new(),
            turn: 0,
            moves: moves.clone(),
        };
        // The move, a node without chains and replies, and the end.
        let body = [1, last, 0, 0, 0xE5, 1];
        let file = put_together(&header.write(), &body);
        assert!(!Slow::accepts(&file) && !accepted(&file), "version {version}");
        // As two halves of a draw it is a proof: on the full board Black has nothing to hope for, nor has White.
        let drawn = common::paper::Header { version: 1, kind: 0, result: 2, bound: 1, ..header };
        let halves = [&body[..], &[0, 1, last, 0, 0xE5, 1]].concat();
        let file = put_together(&drawn.write(), &halves);
        assert!(Slow::accepts(&file) && accepted(&file));
    }
}
