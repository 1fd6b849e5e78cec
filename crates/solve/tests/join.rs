//! Certificates of parts, turned and mirrored at random, make one certificate of the whole.

mod common;
#[path = "forger/python.rs"]
mod python;

use std::collections::HashMap;
use std::sync::Arc;

use common::{Slow, certify, certify_with, drawish};
use referee::Colour;
use solve::answer::Verdict;
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::proof::join::{self, Join, Trouble, WORDS};
use solve::shape::Shape;
use verify::{Board, Claim, Limits, Position, Value};

/// The side that proves, and the key of a position.
type Side = (Colour, Box<[u8]>);

/// A whole that is proved by parts some moves below it.
struct Whole {
    shape: Shape,
    board: Board<WORDS>,
    dice: Dice,
    /// What the parts are made with, at random.
    settings: Vec<Settings>,
    /// Certificates of parts.
    parts: Vec<Vec<u8>>,
    /// Moves of the proving sides above the parts, by side, stones and frame.
    moves: HashMap<Side, (u8, usize)>,
}

impl Whole {
    fn new(sides: (usize, usize, usize), settings: &[Settings], seed: u64) -> Whole {
        let (p, q, r) = sides;
        let board = Board::new(Arc::new(referee::Shape::hexagon(p, q, r).unwrap())).unwrap();
        let shape = Shape::hexagon(p, q, r).unwrap();
        let (dice, settings) = (Dice::new(seed), settings.to_vec());
        Whole { shape, board, dice, settings, parts: Vec::new(), moves: HashMap::new() }
    }

    /// The value of an open position, by the solver.
    fn value(&self, moves: &[usize]) -> Value {
        let turn = [Colour::White, Colour::Black][moves.len() % 2];
        match certify(&self.shape, moves, 1 << 20).1 {
            Verdict::Win => Value::Wins(turn),
            Verdict::Loss => Value::Wins(turn.other()),
            _ => Value::Draw,
        }
    }

    fn position(&self, moves: &[usize]) -> Position<WORDS> {
        let mut position = Position::empty(&self.board);
        let mut turn = Colour::White;
        for &cell in moves {
            position.put(&self.board, cell, turn);
            turn = turn.other();
        }
        position
    }

    /// Proves by parts that `prover` wins (or does not lose) after these moves, `depth` moves above the parts.
    fn split(&mut self, moves: &mut Vec<usize>, prover: Colour, draws: bool, depth: usize) {
        if moves.len() == self.shape.cells() {
            return;
        }
        let position = self.position(moves);
        let turn = [Colour::White, Colour::Black][moves.len() % 2];
        if !position.wins(turn).is_empty() || position.wins(turn.other()).count() > 1 {
            return;
        }
        if depth == 0 {
            return self.part(moves);
        }
        let free: Vec<usize> = position.free(&self.board).cells().collect();
        if turn != prover {
            for cell in free {
                moves.push(cell);
                self.split(moves, prover, draws, depth - 1);
                moves.pop();
            }
            return;
        }
        for cell in free {
            moves.push(cell);
            let full = self.position(moves).free(&self.board).is_empty();
            let value = if full { Value::Draw } else { self.value(moves) };
            let good = value == Value::Wins(prover) || draws && value == Value::Draw;
            if good {
                self.split(moves, prover, draws, depth - 1);
            }
            moves.pop();
            if good {
                let (key, frame) = join::key(&self.board, &position);
                self.moves.insert((prover, key), (frame, cell));
                return;
            }
        }
        panic!("the value is reached by some move");
    }

    /// A part, its moves carried by some symmetry.
    fn part(&mut self, moves: &[usize]) {
        let symmetries = self.board.symmetries();
        let images = &symmetries[self.dice.below(symmetries.len())];
        let turned: Vec<usize> = moves.iter().map(|&cell| usize::from(images[cell])).collect();
        let settings = self.settings[self.dice.below(self.settings.len())];
        self.parts.push(certify_with(&self.shape, &turned, 1 << 20, settings).0);
    }

    /// The same, and by the slow checker.
    #[track_caller]
    fn check(&mut self, moves: &[usize], depth: usize) -> Value {
        let (value, bytes) = self.joined(moves, depth);
        assert!(Slow::accepts(&bytes), "{moves:?}");
        value
    }

    /// Splits, joins, and has the whole checked by `verify`.
    #[track_caller]
    fn joined(&mut self, moves: &[usize], depth: usize) -> (Value, Vec<u8>) {
        let value = self.value(moves);
        let halves = match value {
            Value::Wins(prover) => vec![(prover, false)],
            Value::Draw => vec![(Colour::White, true), (Colour::Black, true)],
        };
        for (prover, draws) in halves {
            self.split(&mut moves.to_vec(), prover, draws, depth);
        }
        let bytes = self.join(moves, value).unwrap_or_else(|trouble| panic!("{moves:?}: {trouble}"));
        let limits = Limits { audit: 1, ..Limits::default() };
        let report = verify::check(&bytes[..], &limits, &mut |_| true)
            .unwrap_or_else(|failure| panic!("{moves:?}: {failure}"));
        let zones = |part: &Vec<u8>| Claim::read(&part[..], &limits).unwrap().zones;
        let any = self.parts.iter().any(zones);
        assert_eq!(report.claim.zones, any && value != Value::Draw, "{moves:?}");
        assert_eq!(report.claim.value, value);
        assert_eq!(report.claim.moves.iter().map(|&cell| usize::from(cell)).collect::<Vec<_>>(), moves);
        (value, bytes)
    }

    fn join(&self, moves: &[usize], value: Value) -> Result<Vec<u8>, Trouble> {
        let mut join = Join::new(Arc::clone(self.board.shape()), value).unwrap();
        for part in &self.parts {
            // A half of a draw may need parts that the other half cannot use.
            let Claim { .. } = join.add(&part[..], &Limits::default())?;
        }
        let moves: Vec<u16> = moves.iter().map(|&cell| cell as u16).collect();
        join.write(&moves, Vec::new(), &mut |position, prover| {
            let (key, here) = join::key(&self.board, position);
            let &(frame, cell) = self.moves.get(&(prover, key))?;
            let image = self.board.symmetries()[usize::from(frame)][cell];
            self.board.symmetries()[usize::from(here)].iter().position(|&at| at == image)
        })
    }
}

/// Parts without zones, with zones, and both.
const KINDS: [&[Settings]; 3] =
    [&[Settings::DEFAULT], &[Settings::ZONES], &[Settings::DEFAULT, Settings::ZONES]];

#[test]
fn openings_are_joined_from_parts_below_them() {
    for (sides, depth) in [((2, 3, 3), 2), ((3, 3, 3), 1), ((3, 3, 3), 2), ((2, 3, 4), 3)] {
        for (kind, settings) in KINDS.into_iter().enumerate() {
            for cell in [0, 3, 5] {
                Whole::new(sides, settings, (cell + 10 * kind) as u64).check(&[cell], depth);
            }
            Whole::new(sides, settings, 9).check(&[], depth.min(2));
        }
    }
}

#[test]
fn draws_are_joined() {
    let mut draws = 0;
    for seed in 0..60 {
        let mut whole = Whole::new((3, 3, 4), KINDS[seed as usize % 3], seed);
        let moves = drawish(&whole.shape, 1 + seed as usize % 8, &mut whole.dice);
        draws += u32::from(whole.check(&moves, 2) == Value::Draw);
    }
    assert!(draws > 10, "{draws}");
}

/// Parts large enough to have zones at many depths, met in every frame. The slow checker would take minutes for them.
#[test]
fn middle_games_are_joined_with_zones() {
    let mut dice = Dice::new(3);
    let mut dismissed = 0;
    for seed in 0..12 {
        let mut whole = Whole::new((4, 4, 4), KINDS[1 + seed as usize % 2], seed);
        let moves = loop {
            let Some(moves) = common::random(&whole.shape, 14, &mut dice) else { continue };
            if whole.value(&moves) != Value::Draw {
                break moves;
            }
        };
        let (_, bytes) = whole.joined(&moves, 2);
        let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true).unwrap();
        dismissed += report.checked.dismissed;
    }
    assert!(dismissed > 100, "{dismissed}");
}

#[test]
fn the_checker_in_another_language_accepts_them() {
    let Some(mut python) = python::Python::start() else { return };
    let mut values = Vec::new();
    for (sides, cell, depth) in [((3, 3, 3), 3, 2), ((2, 3, 3), 0, 2), ((2, 3, 4), 3, 3), ((2, 3, 4), 5, 3)] {
        let (value, bytes) = Whole::new(sides, KINDS[1], cell as u64).joined(&[cell], depth);
        assert!(python.accepts(&bytes), "{sides:?} {cell}");
        values.push(value);
    }
    assert!(values.iter().any(|value| matches!(value, Value::Wins(_))), "{values:?}");
}

#[test]
fn a_missing_part_is_noticed() {
    for settings in KINDS {
        let mut whole = Whole::new((3, 3, 3), settings, 1);
        let value = whole.check(&[0], 2);
        whole.parts.clear();
        assert!(matches!(whole.join(&[0], value), Err(Trouble::Missing { .. })));
    }
}

#[test]
fn parts_of_other_boards_and_results_are_refused() {
    let shape = Arc::new(referee::Shape::hexagon(3, 3, 3).unwrap());
    let other = certify(&Shape::regular(2).unwrap(), &[0], 1 << 20).0;
    let won = certify(&Shape::regular(3).unwrap(), &[], 1 << 20).0;
    let limits = Limits::default();
    let mut join = Join::new(shape, Value::Wins(Colour::Black)).unwrap();
    assert!(matches!(join.add(&other[..], &limits), Err(Trouble::Stranger)));
    assert!(matches!(join.add(&won[..], &limits), Err(Trouble::Stranger)));
    assert!(matches!(join.add(&won[..won.len() - 5], &limits), Err(Trouble::Part(_) | Trouble::Stranger)));
}
