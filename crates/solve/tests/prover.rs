//! The df-pn prover: verdicts, threads, limits and lines of play.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solve::answer::{Answer, Limits, Verdict};
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::{Shape, bits};

const MEMORY: usize = 1 << 22;

fn solve(threads: usize, shape: &Shape, position: &Position) -> Answer {
    solve_with(threads, Settings::default(), Limits::NONE, shape, position)
}

fn solve_with(
    threads: usize,
    settings: Settings,
    limits: Limits,
    shape: &Shape,
    position: &Position,
) -> Answer {
    let stop = AtomicBool::new(false);
    Prover::<u128>::new(shape, MEMORY, threads, settings).solve(position, limits, &stop, &mut |_| {})
}

fn after(shape: &Shape, moves: &str) -> Position {
    let cells: Vec<usize> = moves.split_whitespace().map(|name| shape.parse(name).unwrap()).collect();
    Position::after(shape, &cells).unwrap()
}

#[test]
fn openings_of_sizes_2_and_3() {
    let two = Shape::regular(2).unwrap();
    assert_eq!(solve(1, &two, &after(&two, "a1")).verdict, Verdict::Loss);
    assert_eq!(solve(1, &two, &after(&two, "b2")).verdict, Verdict::Win);
    let three = Shape::regular(3).unwrap();
    let values = ["a1", "a2", "b2", "c3"].map(|opening| solve(1, &three, &after(&three, opening)).verdict);
    assert_eq!(values, [Verdict::Loss, Verdict::Win, Verdict::Win, Verdict::Win]);
    assert_eq!(solve(2, &three, &Position::empty()).verdict, Verdict::Win);
}

#[test]
fn middle_games_of_size_4() {
    let shape = Shape::regular(4).unwrap();
    for (moves, verdict) in [
        ("a4 g4 a1 b3 g7 d1 d7 f3 e2 d2", Verdict::Win),
        ("g4 a4 g7 f5 a1 d2 c3 d7 b5 c4 b4 b3", Verdict::Win),
        ("g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3", Verdict::Win),
    ] {
        for threads in [1, 2] {
            let answer = solve(threads, &shape, &after(&shape, moves));
            assert_eq!(answer.verdict, verdict, "{moves}");
            let best = answer.best.expect("a winning move");
            let reply = after(&shape, moves).played(&shape, best.index());
            assert_eq!(solve(1, &shape, &reply).verdict, Verdict::Loss, "{moves}");
        }
    }
}

#[test]
fn threads_and_settings_agree_on_random_positions_of_size_4() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(17);
    let plain = Settings { chain_budget: 0, ..Settings::default() };
    let mut seen = [0; 4];
    for _ in 0..40 {
        let Some(position) = random(&shape, 18, &mut dice) else { continue };
        let verdict = solve(1, &shape, &position).verdict;
        seen[verdict as usize] += 1;
        assert_eq!(solve(2, &shape, &position).verdict, verdict);
        assert_eq!(solve_with(1, plain, Limits::NONE, &shape, &position).verdict, verdict);
    }
    assert!(seen[Verdict::Win as usize] > 0 && seen[Verdict::Loss as usize] > 0, "{seen:?}");
}

#[test]
fn large_boards_and_limits() {
    let shape = Shape::regular(5).unwrap();
    let limits = Limits { time: Some(Duration::from_millis(100)), nodes: Some(2000) };
    let answer = solve_with(2, Settings::default(), limits, &shape, &Position::empty());
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert!(answer.nodes < 10_000, "{}", answer.nodes);
    let mut dice = Dice::new(2);
    let late = random(&shape, 44, &mut dice).expect("a long game");
    assert_ne!(solve(1, &shape, &late).verdict, Verdict::Unknown);
}

fn random(shape: &Shape, plies: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..plies {
        let open = position.free(shape) & !position.wins[0] & !position.wins[1];
        if open == 0 {
            return None;
        }
        let nth = dice.below(open.count_ones() as usize);
        position.play(shape, bits(open).nth(nth)?);
    }
    Some(position)
}
