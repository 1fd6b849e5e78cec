//! df-pn against plain exhaustive search: small boards, and late positions of size 4.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use solve::dfpn::{Search, Settings, Shared};
use solve::key::Places;
use solve::position::Position;
use solve::shape::{Shape, bits};
use solve::table::Table;
use solve::zones::Zones;

/// Exhaustive value for the side to move: 1 win, 0 draw, -1 loss.
struct Brute<'a> {
    shape: &'a Shape,
    known: HashMap<([u64; 2], usize), i8>,
}

impl Brute<'_> {
    fn value(&mut self, position: &Position) -> i8 {
        if position.wins[position.turn] != 0 {
            return 1;
        }
        let key = (position.stones, position.turn);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut best = if position.free(self.shape) == 0 { 0 } else { -1 };
        for cell in bits(position.free(self.shape)) {
            best = best.max(-self.value(&position.played(self.shape, cell)));
            if best == 1 {
                break;
            }
        }
        self.known.insert(key, best);
        best
    }
}

fn value(shape: &Shape, position: &Position, settings: Settings) -> i8 {
    let places = Places::<u128>::new(shape);
    let table = Table::new(1 << 20);
    let zones = Zones::new(1 << 20);
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared {
        shape,
        places: &places,
        table: &table,
        zones: &zones,
        stop: &stop,
        nodes: &nodes,
        node_limit: u64::MAX,
        busy: &[],
        settings,
    };
    let mut answers = [false; 2];
    for (attacker, answer) in answers.iter_mut().enumerate() {
        let numbers = Search::new(&shared, attacker).run(position);
        assert!(numbers.phi == 0.0 || numbers.delta == 0.0, "an answer: {numbers:?}");
        *answer = (numbers.phi == 0.0) == (position.turn == attacker);
    }
    assert!(answers != [true, true], "both cannot win");
    i8::from(answers[position.turn]) - i8::from(answers[1 - position.turn])
}

fn configurations() -> Vec<Settings> {
    let plain = Settings { chain_budget: 0, ..Settings::default() };
    vec![
        Settings::default(),
        plain,
        Settings { width: 1, widen: 0.0, ..Settings::default() },
        Settings { width: 2, ..plain },
        Settings { others: 0.4, epsilon: 0.1, ..plain },
        Settings { chain_budget: 20, chains: 1, epsilon: 1.0, ..Settings::default() },
        Settings::ZONES,
        Settings { race: 8, ..plain },
        Settings { imitate: 100, ..plain },
    ]
}

#[test]
fn small_boards_agree() {
    for (sides, plies) in [((2, 2, 2), 0), ((2, 3, 3), 2), ((3, 3, 3), 6)] {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        compare(&shape, plies, 60, 11);
    }
}

#[test]
fn late_positions_of_size_4_agree() {
    let shape = Shape::regular(4).unwrap();
    compare(&shape, 22, 60, 5);
}

#[test]
fn late_positions_of_an_uneven_board_agree() {
    let shape = Shape::hexagon(3, 4, 4).unwrap();
    compare(&shape, 15, 60, 3);
}

fn compare(shape: &Shape, plies: usize, games: usize, seed: u64) {
    let mut dice = seed;
    let mut values = [0; 3];
    for _ in 0..games {
        let Some(position) = random(shape, plies, &mut dice) else { continue };
        let right = Brute { shape, known: HashMap::new() }.value(&position);
        values[(right + 1) as usize] += 1;
        for settings in configurations() {
            assert_eq!(value(shape, &position, settings), right, "{:?} {settings:?}", position.stones);
        }
    }
    assert!(values.iter().filter(|&&count| count > 0).count() >= 1, "{values:?}");
}

fn random(shape: &Shape, plies: usize, dice: &mut u64) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..plies {
        let open = position.free(shape) & !position.wins[position.turn];
        if open == 0 {
            return None;
        }
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let nth = (*dice >> 33) as usize % open.count_ones() as usize;
        position.play(shape, bits(open).nth(nth)?);
    }
    Some(position)
}
