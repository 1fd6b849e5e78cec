//! All solvers behind the interface agree with brute force and with each other.

use std::sync::atomic::AtomicBool;

use game::{Cell, Coords, Game, Outcome, Record, Shape, Size};
use solve::answer::{Answer, Budget, Limits, Moment, Task, Verdict};
use solve::dice::Dice;
use solve::method::{Method, Unfit, prove};

const ALL: [Method; 5] = [Method::Dfpn, Method::Zones, Method::Pns, Method::Mcts, Method::AlphaBeta];
/// The solvers that take boards of every kind.
const WIDE: [Method; 4] = [Method::Pns, Method::PnsPotential, Method::Mcts, Method::AlphaBeta];

fn ask(method: Method, threads: usize, position: &Moment) -> Answer {
    let budget = Budget { memory: 16 << 20, threads, ..Budget::default() };
    prove(&Task::at(position), method, &budget, &AtomicBool::new(false), &mut |_| {}).expect("it fits")
}

fn at(game: Game, size: &str, moves: &str) -> Moment {
    Task::read(game, size, moves).expect("a position").position
}

/// The value by trying everything, for the side to move.
fn brute(position: &Moment) -> Verdict {
    match position.outcome() {
        Some(Outcome::Draw) => return Verdict::Draw,
        Some(Outcome::Win(colour)) if colour == position.turn() => return Verdict::Win,
        Some(Outcome::Win(_)) => return Verdict::Loss,
        None => {}
    }
    let mut best = Verdict::Loss;
    for cell in position.empty_cells() {
        let mut after = *position;
        after.play(cell);
        match brute(&after).flipped() {
            Verdict::Win => return Verdict::Win,
            Verdict::Draw => best = Verdict::Draw,
            _ => {}
        }
    }
    best
}

/// Every position of a board in which the game goes on, up to so many stones.
fn positions(position: &Moment, plies: usize, into: &mut Vec<Moment>) {
    if position.outcome().is_some() {
        return;
    }
    into.push(*position);
    if plies > 0 {
        for cell in position.empty_cells() {
            let mut after = *position;
            after.play(cell);
            positions(&after, plies - 1, into);
        }
    }
}

/// A random position with so many stones in which nobody can win at once, if the dice find one.
fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<Moment> {
    let mut position = Moment::new(shape);
    for _ in 0..stones {
        let quiet = game::Colour::BOTH
            .iter()
            .fold(position.empty_cells(), |cells, &colour| cells - position.winning_cells(colour));
        let cells: Vec<Cell> = quiet.iter().collect();
        if cells.is_empty() {
            return None;
        }
        position.play(cells[dice.below(cells.len())]);
    }
    position.outcome().is_none().then_some(position)
}

/// The move that a solver names keeps the value that it names.
fn keeps(position: &Moment, answer: &Answer) {
    let best = answer.best.expect("a move");
    let mut after = *position;
    after.play(best);
    let value = match after.outcome() {
        Some(Outcome::Win(_)) => Verdict::Win,
        Some(Outcome::Draw) => Verdict::Draw,
        None => ask(Method::Auto, 1, &after).verdict.flipped(),
    };
    assert_eq!(value, answer.verdict, "{best:?}");
}

#[test]
fn size_2_by_brute_force() {
    let shape = Shape::of(Size::parse(Game::Havannah, "2").unwrap());
    let mut all = Vec::new();
    positions(&Moment::new(shape), 3, &mut all);
    for position in all {
        let value = brute(&position);
        for method in ALL {
            let answer = ask(method, 1, &position);
            assert_eq!(answer.verdict, value, "{method} {position:?}");
            keeps(&position, &answer);
        }
    }
}

#[test]
fn size_3_openings() {
    let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
    for cell in shape.cells() {
        let mut position = Moment::new(shape);
        position.play(cell);
        let value = ask(Method::Dfpn, 1, &position).verdict;
        assert_eq!(value == Verdict::Loss, shape.neighbours(cell).count() == 3, "{cell:?}");
        for method in WIDE {
            assert_eq!(ask(method, 1, &position).verdict, value, "{method} {cell:?}");
        }
        assert_eq!(ask(Method::Pns, 2, &position).verdict, value, "{cell:?}");
    }
}

/// `ROBUSTO_TRIES` asks for more than the tests have time for.
#[test]
fn random_positions_of_size_4() {
    let tries = std::env::var("ROBUSTO_TRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(120);
    let shape = Shape::of(Size::parse(Game::Havannah, "4").unwrap());
    let mut dice = Dice::new(4);
    let mut seen = [0; 4];
    for round in 0..tries {
        let stones = 12 + round % 19;
        let Some(position) = random(shape, stones, &mut dice) else { continue };
        let answer = ask(Method::Dfpn, 1, &position);
        seen[answer.verdict as usize] += 1;
        keeps(&position, &answer);
        for (method, threads) in
            [(Method::Pns, 1), (Method::Pns, 2), (Method::Mcts, 1), (Method::AlphaBeta, 1)]
        {
            let most = match method {
                Method::AlphaBeta => stones >= 20,
                Method::Mcts => stones >= 16,
                _ => true,
            };
            if most {
                let other = ask(method, threads, &position);
                assert_eq!(other.verdict, answer.verdict, "{method} {position:?}");
                keeps(&position, &other);
            }
        }
    }
    println!("{} positions solved by all: {seen:?}", seen.iter().sum::<usize>());
    assert!(seen[Verdict::Win as usize] > 5 && seen[Verdict::Loss as usize] > 5, "{seen:?}");
}

/// A position so many moves before a full board without a winner.
fn drawish(shape: &'static Shape, left: usize, dice: &mut Dice) -> Moment {
    loop {
        let mut cells: Vec<Cell> = shape.cells().collect();
        let mut position = Moment::new(shape);
        let mut early = position;
        while position.outcome().is_none() {
            if cells.len() == left {
                early = position;
            }
            position.play(cells.swap_remove(dice.below(cells.len())));
        }
        if position.outcome() == Some(Outcome::Draw) {
            return early;
        }
    }
}

#[test]
fn draws() {
    let mut dice = Dice::new(3);
    let mut seen = [0; 4];
    for size in ["3", "3x3x4", "4"] {
        let shape = Shape::of(Size::parse(Game::Havannah, size).unwrap());
        for round in 0..20 {
            let position = drawish(shape, 2 + round % 6, &mut dice);
            let value = brute(&position);
            seen[value as usize] += 1;
            for method in ALL {
                let answer = ask(method, 1, &position);
                assert_eq!(answer.verdict, value, "{method} {position:?}");
                keeps(&position, &answer);
            }
        }
    }
    assert!(seen[Verdict::Draw as usize] > 5, "{seen:?}");
}

#[test]
fn late_positions_of_large_boards() {
    let mut dice = Dice::new(9);
    let mut seen = [0; 4];
    for size in ["5", "6", "8", "10"] {
        let shape = Shape::of(Size::parse(Game::Havannah, size).unwrap());
        for _ in 0..6 {
            let Some(position) = random(shape, shape.len() - 13, &mut dice) else { continue };
            let values = WIDE.map(|method| ask(method, 1, &position).verdict);
            assert_eq!(values, [values[0]; WIDE.len()], "{position:?}");
            assert_eq!(ask(Method::Pns, 2, &position).verdict, values[0]);
            seen[values[0] as usize] += 1;
        }
    }
    assert!(seen[Verdict::Win as usize] > 1, "{seen:?}");
}

#[test]
fn hex_by_brute_force_and_all_openings_of_3() {
    for (size, plies) in [("2", 2), ("3", 1)] {
        let shape = Shape::of(Size::parse(Game::Hex, size).unwrap());
        let mut all = Vec::new();
        positions(&Moment::new(shape), plies, &mut all);
        for position in all {
            let value = brute(&position);
            for method in WIDE {
                assert_eq!(ask(method, 1, &position).verdict, value, "{method} {position:?}");
            }
        }
    }
}

#[test]
fn uneven_boards() {
    let shape = Shape::of(Size::parse(Game::Havannah, "2x3x3").unwrap());
    for cell in shape.cells() {
        let mut position = Moment::new(shape);
        position.play(cell);
        let value = ask(Method::Dfpn, 1, &position).verdict;
        for method in WIDE {
            assert_eq!(ask(method, 1, &position).verdict, value, "{method} {cell:?}");
        }
    }
}

#[test]
fn limits_and_misfits_are_honest() {
    let position = at(Game::Havannah, "6", "");
    let limits = Limits { nodes: Some(2000), time: None };
    for method in WIDE {
        let budget = Budget { limits, memory: 4 << 20, ..Budget::default() };
        let answer =
            prove(&Task::at(&position), method, &budget, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(answer.verdict, Verdict::Unknown, "{method}");
        assert!(answer.memory <= budget.memory, "{method} {}", answer.memory);
        let stopped =
            prove(&Task::at(&position), method, &Budget::default(), &AtomicBool::new(true), &mut |_| {});
        assert_eq!(stopped.unwrap().verdict, Verdict::Unknown, "{method}");
    }
    let refused = |task: &Task, method, certify| {
        let budget = Budget { certify, ..Budget::default() };
        prove(task, method, &budget, &AtomicBool::new(false), &mut |_| {}).unwrap_err()
    };
    assert_eq!(refused(&Task::at(&position), Method::Dfpn, false), Unfit::Board);
    assert_eq!(refused(&Task::at(&at(Game::Havannah, "3", "")), Method::Dfpn, true), Unfit::Moves);
    assert_eq!(refused(&Task::at(&at(Game::Havannah, "2", "a1 c3 a2")), Method::Auto, false), Unfit::Over);
}

#[test]
fn certificates_come_through_the_interface() {
    let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
    for moves in ["a1", "c3", "a1 c3 a2 a3"] {
        let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
        let budget = Budget { certify: true, memory: 1 << 20, ..Budget::default() };
        let answer =
            prove(&Task::of(&record), Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let bytes = answer.certificate.expect("a certificate");
        verify::check(&bytes[..], &verify::Limits::default(), &mut |_| true).expect("a proof");
    }
}

/// The plies in which best play ends, by trying everything: the winner hurries, the loser and a drawer delay.
fn plies(position: &Moment) -> (Verdict, usize) {
    let value = brute(position);
    if position.outcome().is_some() {
        return (value, 0);
    }
    let mut lengths = Vec::new();
    for cell in position.empty_cells() {
        let mut after = *position;
        after.play(cell);
        let (reply, length) = plies(&after);
        if reply.flipped() == value {
            lengths.push(1 + length);
        }
    }
    let length = if value == Verdict::Win { lengths.iter().min() } else { lengths.iter().max() };
    (value, *length.expect("some move keeps the value"))
}

fn shortest(position: &Moment) -> (Verdict, usize) {
    let answer = ask(Method::Shortest, 1, position);
    (answer.verdict, answer.depth.expect("it deepens by steps"))
}

#[test]
fn shortest_proofs_by_brute_force() {
    let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
    let mut dice = Dice::new(31);
    for _ in 0..60 {
        let Some(position) = random(shape, 13, &mut dice) else { continue };
        let (value, length) = plies(&position);
        if value != Verdict::Draw {
            assert_eq!(shortest(&position), (value, length), "{position:?}");
        }
    }
}

/// Thesis 5.2.2 gives a minimal proof of size 3 a depth of 10: nine stones, and the empty board above them.
#[test]
fn the_shortest_proof_of_size_3() {
    let empty = at(Game::Havannah, "3", "");
    assert_eq!(shortest(&empty), (Verdict::Win, 9));
    assert_eq!(shortest(&at(Game::Havannah, "3", "a1")), (Verdict::Loss, 8));
}

#[test]
fn the_suite_is_right() {
    let limits = Limits { nodes: Some(3_000), time: None };
    let budget = Budget { limits, memory: 16 << 20, ..Budget::default() };
    let mut solved = 0;
    for case in solve::suite::cases() {
        for method in [Method::Auto, Method::Pns] {
            let answer = prove(&case.task, method, &budget, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let turn = case.task.position.turn();
            let result = match answer.verdict {
                Verdict::Unknown => continue,
                Verdict::Draw => "draw",
                Verdict::Win => turn.word(),
                Verdict::Loss => turn.other().word(),
            };
            assert_eq!(result, case.result, "{} by {method}", case.name);
            solved += 1;
        }
    }
    assert!(solved > 35, "{solved}");
}
