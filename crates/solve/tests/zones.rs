//! Race-safe zones against exhaustive search: whatever the rule dismisses loses, and broken rules are found out.

use std::collections::HashMap;

use referee::Colour;
use solve::dice::Dice;
use solve::pairs;
use solve::position::Position;
use solve::shape::{Shape, SmallCell, bits};
use solve::zone::{Zone, dismissed};

/// Exhaustive search for the question "does this side reach its aim?": it wins or, with `draws`, does not lose.
struct Brute<'a> {
    shape: &'a Shape,
    prover: usize,
    draws: bool,
    known: HashMap<([u64; 2], usize), bool>,
}

impl Brute<'_> {
    fn reaches(&mut self, position: &Position) -> bool {
        let side = position.turn;
        if position.wins[side] != 0 {
            return side == self.prover;
        }
        if position.free(self.shape) == 0 {
            return self.draws;
        }
        let key = (position.stones, side);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let own = side == self.prover;
        let mut cells = bits(position.free(self.shape));
        let found = cells.any(|cell| self.reaches(&position.played(self.shape, cell)) == own);
        self.known.insert(key, found == own);
        found == own
    }

    /// The zone of a proof of a position in which the aim is reached: random moves that reach it against every reply, no
    /// reply left out.
    fn zone(&mut self, position: &Position, dice: &mut Dice) -> Zone {
        let free = position.free(self.shape);
        let wins = position.wins[self.prover];
        if position.turn == self.prover && wins != 0 {
            return Zone::EMPTY.after(wins.trailing_zeros() as usize);
        }
        if wins & wins.wrapping_sub(1) != 0 {
            return Zone::of(wins);
        }
        if self.draws && !position.can_win(self.shape, 1 - self.prover) {
            return Zone::EMPTY;
        }
        if position.turn != self.prover {
            let replies = if wins == 0 { free } else { wins };
            let zones = bits(replies).map(|cell| self.zone(&position.played(self.shape, cell), dice));
            return zones.fold(Zone::EMPTY, Zone::or).before(wins);
        }
        let good: Vec<usize> =
            bits(free).filter(|&cell| self.reaches(&position.played(self.shape, cell))).collect();
        let cell = good[dice.below(good.len())];
        self.zone(&position.played(self.shape, cell), dice).after(cell)
    }
}

/// Rules for dismissing replies, right and wrong ones.
const RULES: usize = 5;

/// What each rule dismisses.
fn rules(shape: &Shape, position: &Position, zone: &Zone, moves: u64) -> [u64; RULES] {
    let short = Zone { unforced: 0, ..*zone };
    let unforced = Zone { forced: 0, ..*zone };
    let small = Zone { cells: zone.cells & zone.cells.wrapping_sub(1), ..*zone };
    [
        dismissed(shape, position, zone, moves),
        moves & !zone.cells,
        dismissed(shape, position, &short, moves),
        dismissed(shape, position, &unforced, moves),
        dismissed(shape, position, &small, moves),
    ]
}

/// How often each rule dismissed a reply, and how often wrongly.
#[derive(Default, Debug)]
struct Count([[u64; 2]; RULES]);

impl Count {
    fn add(&mut self, brute: &mut Brute<'_>, position: &Position, zone: &Zone, moves: u64) {
        for (count, lost) in self.0.iter_mut().zip(rules(brute.shape, position, zone, moves)) {
            for cell in bits(lost) {
                count[0] += 1;
                count[1] += u64::from(!brute.reaches(&position.played(brute.shape, cell)));
            }
        }
    }
}

fn random(shape: &Shape, plies: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..plies {
        let open = position.free(shape) & !position.wins[position.turn];
        let cell = bits(open).nth(dice.below(open.count_ones().max(1) as usize))?;
        position.play(shape, cell);
    }
    Some(position)
}

/// Random positions: the proofs after a pass and after each reply, against all other replies.
fn examine(sides: (usize, usize, usize), plies: usize, games: usize, draws: bool, count: &mut Count) {
    let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
    let mut dice = Dice::new(17);
    for _ in 0..games {
        let Some(position) = random(&shape, plies, &mut dice) else { continue };
        let prover = 1 - position.turn;
        if position.wins != [0, 0] {
            continue;
        }
        let mut brute = Brute { shape: &shape, prover, draws, known: HashMap::new() };
        let free = position.free(&shape);
        let mut passed = position;
        passed.turn = prover;
        if brute.reaches(&passed) {
            let zone = brute.zone(&passed, &mut dice);
            count.add(&mut brute, &position, &zone, free);
        }
        for cell in bits(free) {
            let after = position.played(&shape, cell);
            if brute.reaches(&after) {
                let zone = brute.zone(&after, &mut dice);
                count.add(&mut brute, &position, &zone, free & !(1 << cell));
            }
        }
    }
}

#[test]
fn what_the_rule_dismisses_loses_and_broken_rules_are_found_out() {
    for draws in [false, true] {
        let mut count = Count::default();
        examine((2, 2, 2), 2, 40, draws, &mut count);
        examine((2, 3, 3), 4, 60, draws, &mut count);
        examine((2, 3, 4), 5, 400, draws, &mut count);
        examine((2, 3, 5), 10, 600, draws, &mut count);
        examine((3, 3, 3), 9, 400, draws, &mut count);
        examine((3, 3, 4), 13, 1000, draws, &mut count);
        examine((4, 4, 4), 27, 300, draws, &mut count);
        println!("{draws} {count:?}");
        let [right, broken @ ..] = count.0;
        assert!(right[0] > 1000 && right[1] == 0, "{draws} {count:?}");
        // That somebody does not lose is hardly ever spoiled by the second of two unforced moves on these boards.
        let found_out = |(number, rule): (usize, &[u64; 2])| rule[1] > 0 || draws && number == 1;
        assert!(broken.iter().enumerate().all(found_out), "{draws} {count:?}");
    }
}

/// A position in which one side has some two thirds of the stones, nobody having won.
fn uneven(shape: &Shape, stones: usize, more: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..stones {
        position.turn = if dice.below(3) > 0 { more } else { 1 - more };
        let open = position.free(shape) & !position.wins[position.turn];
        let cell = bits(open).nth(dice.below(open.count_ones().max(1) as usize))?;
        position.play(shape, cell);
    }
    Some(position)
}

/// Whoever holds by pairs does not lose, whoever is to move; nor after a move by which it then does.
#[test]
fn a_side_that_holds_by_pairs_does_not_lose() {
    let mut dice = Dice::new(23);
    let (mut held, mut moved, mut open) = (0, 0, 0);
    let boards =
        [((2, 2, 4), 4), ((2, 3, 3), 5), ((3, 3, 3), 9), ((2, 3, 5), 12), ((3, 3, 4), 14), ((4, 4, 4), 27)];
    for (sides, stones) in boards {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        for round in 0..800 {
            let (side, colour) = (round % 2, 1 - round % 2);
            let Some(mut position) = uneven(&shape, stones, side, &mut dice) else { continue };
            if !position.can_win(&shape, colour) {
                continue;
            }
            let mut brute = Brute { shape: &shape, prover: side, draws: true, known: HashMap::new() };
            if let Some(pairs) = pairs::hold(&shape, &position, colour) {
                assert_eq!(pairs.cells & !position.free(&shape), 0);
                assert_eq!(pairs.list().len() * 2, pairs.cells.count_ones() as usize, "no cell is in two");
                for turn in [0, 1] {
                    position.turn = turn;
                    assert!(brute.reaches(&position), "{:?} {colour} {turn}", position.stones);
                }
                held += 1;
            }
            position.turn = side;
            for (cell, _) in pairs::holds(&shape, &position, colour) {
                if position.wins[side] >> cell & 1 == 0 {
                    assert!(brute.reaches(&position.played(&shape, cell)), "{:?} {cell}", position.stones);
                    moved += 1;
                }
            }
            position.turn = colour;
            open += usize::from(!brute.reaches(&position));
        }
    }
    println!("{held} {moved} {open}");
    assert!(held > 100 && moved > 300 && open > 300, "{held} {moved} {open}");
}

/// No set of stones within the bound completes a win through a cell that the rule takes for too far.
#[test]
fn the_bound_is_a_lower_bound() {
    let mut dice = Dice::new(4);
    let (mut far, mut near) = (0, 0);
    for (sides, plies) in [((3, 3, 3), 5), ((2, 3, 4), 4), ((3, 3, 4), 10), ((4, 4, 4), 18), ((3, 4, 5), 16)]
    {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        for _ in 0..60 {
            let Some(position) = random(&shape, plies, &mut dice) else { continue };
            let free = position.free(&shape);
            let forced = free & dice.word() & dice.word() & dice.word();
            let zone = Zone { cells: 0, forced, unforced: dice.below(3) as u8, first: None };
            let late = Zone {
                unforced: 3 + dice.below(4) as u8,
                cells: forced,
                first: bits(free).next().map(SmallCell::new),
                ..zone
            };
            assert_eq!(dismissed(&shape, &position, &late, free), checkers(&shape, &position, &late, free));
            let lost = dismissed(&shape, &position, &zone, free & !forced);
            assert_eq!(lost, checkers(&shape, &position, &zone, free & !forced));
            let start = position.stones[position.turn] | forced;
            for cell in bits(free & !forced) {
                let others = free & !forced & !(1 << cell);
                let spare = zone.stones() as usize - 1;
                let reached = completes(&shape, start, 1 << cell, others, spare);
                assert!(!reached || lost >> cell & 1 == 0, "{:?} {zone:?} {cell}", position.stones);
                far += lost >> cell & 1;
                near += u64::from(reached);
            }
        }
    }
    assert!(far > 500 && near > 1000, "{far} {near}");
}

/// The same rule by the checker of certificates, which shares no code with the solver.
fn checkers(shape: &Shape, position: &Position, zone: &Zone, moves: u64) -> u64 {
    let slow = std::sync::Arc::new(shape.referee());
    let board = verify::Board::<1>::new(slow).unwrap();
    let mut same = verify::Position::empty(&board);
    for (side, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
        bits(position.stones[side]).for_each(|cell| same.put(&board, cell, colour));
    }
    let prover = [Colour::Black, Colour::White][position.turn];
    let zone = verify::Zone {
        cells: bits(zone.cells).collect(),
        forced: bits(zone.forced).collect(),
        unforced: u32::from(zone.unforced),
        first: zone.first.map(SmallCell::index),
    };
    let lost = verify::dismissed(&board, &same, prover, &zone, bits(moves).collect());
    lost.cells().fold(0, |set, cell| set | 1 << cell)
}

/// Does `start` win with the cell and at most `spare` of the others, but not without the cell?
fn completes(shape: &Shape, start: u64, cell: u64, others: u64, spare: usize) -> bool {
    (holds(shape, start | cell) && !holds(shape, start))
        || spare > 0
            && bits(others).any(|other| {
                let later = others & !((2 << other) - 1);
                completes(shape, start | 1 << other, cell, later, spare - 1)
            })
}

/// Do these stones hold a bridge, a fork or a ring? By the slow referee.
fn holds(shape: &Shape, stones: u64) -> bool {
    let slow = std::sync::Arc::new(shape.referee());
    let mut board = referee::Board::empty(slow.clone());
    for cell in bits(stones) {
        let (x, y) = shape.coords(cell);
        board.place(slow.at(x, y).unwrap(), Colour::White);
    }
    board.has_won(Colour::White)
}
