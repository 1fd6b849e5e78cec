//! The root: replies as units of work, and all openings of a board on one table.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Colour, Game};
use solve::answer::{Budget, Limits, Task, Verdict};
use solve::checkpoint::Keep;
use solve::dfpn::Settings;
use solve::method::{Method, Unfit, prove};
use solve::opening_table;
use solve::openings::{News, Opening, Scope, solve_all};
use solve::position::Position;
use solve::prior::rollouts;
use solve::prover::Prover;
use solve::shape::Shape;

mod common;
use common::accepted;

const EAGER: Settings = Settings { lesson_work: 2, first_lesson: 500, long_turn: 0, ..Settings::POLICY };

const FRESH: Scope = Scope { plies: 1, fresh: true };

fn budget(threads: usize, nodes: Option<u64>) -> Budget {
    Budget { limits: Limits { time: None, nodes }, memory: 1 << 24, threads, certify: true }
}

fn openings(task: &Task, settings: Settings, budget: &Budget) -> Vec<Opening> {
    let mut hear = |_: News<'_>| ControlFlow::Continue(());
    solve_all(task, FRESH, settings, budget, &AtomicBool::new(false), &mut hear).unwrap()
}

fn verdicts(openings: &[Opening]) -> Vec<(usize, Verdict)> {
    openings.iter().map(|opening| (opening.moves[0], opening.verdict)).collect()
}

#[test]
fn all_openings_of_size_3() {
    let shape = Shape::regular(3).unwrap();
    let task = Task::read(Game::Havannah, "3", "").unwrap();
    let expected = [("a1", Verdict::Loss), ("a2", Verdict::Win), ("b2", Verdict::Win), ("c3", Verdict::Win)];
    let expected: Vec<(usize, Verdict)> =
        expected.iter().map(|(name, verdict)| (shape.parse(name).unwrap(), *verdict)).collect();
    for settings in [Settings::DEFAULT, Settings::ZONES, Settings::POLICY, EAGER] {
        for threads in [1, 2] {
            let found = openings(&task, settings, &budget(threads, None));
            assert_eq!(verdicts(&found), expected, "{threads} {settings:?}");
            for opening in found {
                let bytes = opening.certificate.expect("a certificate");
                assert!(accepted(&bytes), "{}", shape.name(opening.moves[0]));
            }
        }
    }
}

#[test]
fn openings_are_resumed_with_policy_and_accounts() {
    let folder = std::env::temp_dir().join(format!("robusto-openings-{}", std::process::id()));
    let keep = |resume| Some(Keep { folder: folder.clone(), every: Duration::ZERO, resume });
    let task = |resume| Task::read(Game::Havannah, "3x3x4", "").unwrap().kept(keep(resume));
    let right = openings(&task(false).kept(None), Settings::DEFAULT, &budget(1, None));
    let mut found = openings(&task(false), EAGER, &budget(1, Some(400)));
    assert!(found.iter().any(|opening| opening.verdict == Verdict::Unknown), "it is more work than that");
    let mut rounds = 0;
    while found.iter().any(|opening| opening.verdict == Verdict::Unknown) {
        found = openings(&task(true), EAGER, &budget(1, Some(3000)));
        rounds += 1;
        assert!(rounds < 1000, "it comes to an end");
    }
    assert_eq!(verdicts(&found), verdicts(&right));
    // Nothing is left to do, and the accounts stay.
    let again = openings(&task(true), EAGER, &budget(1, None));
    let spent = |openings: &[Opening]| -> u64 { openings.iter().map(|opening| opening.spent.nodes).sum() };
    assert_eq!(spent(&again), spent(&found));
    assert!(spent(&found) > 400);
    std::fs::write(folder.join("openings.txt"), "a1 perhaps 1 1\n").unwrap();
    let mut hear = |_: News<'_>| ControlFlow::Continue(());
    let broken = solve_all(&task(true), FRESH, EAGER, &budget(1, None), &AtomicBool::new(false), &mut hear);
    assert!(broken.unwrap_err().contains("line 1"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn openings_that_run_out_say_so() {
    let task = Task::read(Game::Havannah, "4", "").unwrap();
    let found = openings(&task, EAGER, &budget(2, Some(2000)));
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|opening| opening.verdict == Verdict::Unknown));
    let over: u64 = found.iter().map(|opening| opening.spent.nodes).sum();
    assert!((2000..20_000).contains(&over), "{over}");
}

/// What the library has is checked and not solved again, unless everything is to be done afresh.
#[test]
fn openings_of_one_move_are_taken_from_the_library() {
    let task = Task::read(Game::Havannah, "3", "").unwrap();
    let find = |scope, nodes| {
        let mut hear = |_: News<'_>| ControlFlow::Continue(());
        let stop = AtomicBool::new(false);
        solve_all(&task, scope, Settings::POLICY, &budget(1, Some(nodes)), &stop, &mut hear).unwrap()
    };
    let known = find(Scope { fresh: false, ..FRESH }, 0);
    assert_eq!(verdicts(&known), verdicts(&find(FRESH, u64::MAX)));
    for opening in &known {
        assert_eq!(opening.spent.nodes, 0);
        assert!(opening.source.is_some_and(|file| file.starts_with("havannah-3-")), "{opening:?}");
        assert!(accepted(opening.certificate.as_ref().unwrap()), "{opening:?}");
    }
    assert!(find(FRESH, 0).iter().all(|opening| opening.verdict == Verdict::Unknown));
    // A turned certificate is of another position: the openings after c3 are solved.
    let turned = Task::read(Game::Havannah, "3", "c3").unwrap();
    let mut hear = |_: News<'_>| ControlFlow::Continue(());
    let scope = Scope { plies: 1, fresh: false };
    let found =
        solve_all(&turned, scope, Settings::POLICY, &budget(1, None), &AtomicBool::new(false), &mut hear);
    assert!(found.unwrap().iter().all(|opening| opening.source.is_none() && opening.certificate.is_some()));
}

/// Where there are many openings, those of the table that comes with the program are not solved again.
#[test]
fn openings_of_three_moves_begin_with_what_is_known() {
    let task = Task::read(Game::Havannah, "4", "").unwrap();
    let table = opening_table::shipped(game::Size::havannah(4).unwrap()).unwrap();
    let shape = Shape::regular(4).unwrap();
    let mut hear = |_: News<'_>| ControlFlow::Continue(());
    let nothing = budget(1, Some(0));
    let scope = Scope { plies: 3, fresh: false };
    let found =
        solve_all(&task, scope, Settings::POLICY, &nothing, &AtomicBool::new(false), &mut hear).unwrap();
    assert_eq!(found.len(), 2010);
    for opening in &found {
        let known = table.look(&Position::after(&shape, &opening.moves).unwrap());
        assert_eq!(opening.verdict, known.map_or(Verdict::Unknown, |known| known.verdict));
        assert_eq!((opening.best, opening.spent.nodes), (known.and_then(|known| known.best), 0));
    }
    let known = found.iter().filter(|opening| opening.verdict != Verdict::Unknown).count();
    assert_eq!(Some(&known), table.counts().last());
}

/// Solves a position of size 4 by moves as units of work from the beginning, with one thread and with two.
fn worked_off(moves: &str, verdict: Verdict, more_than: u64) {
    let shape = Shape::regular(4).unwrap();
    let cells: Vec<usize> = moves.split(' ').map(|name| shape.parse(name).unwrap()).collect();
    let position = Position::after(&shape, &cells).unwrap();
    let by_moves = Settings { long_turn: 0, ..Settings::POLICY };
    for threads in [1, 2] {
        let prover = Prover::<u64>::new(&shape, 1 << 26, threads, by_moves);
        let answer = prover.solve(&position, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
        assert_eq!(answer.verdict, verdict, "{threads} threads");
        assert!(answer.nodes > more_than, "it takes more than first budgets: {}", answer.nodes);
        assert!(answer.best.is_some());
    }
}

#[test]
fn questions_are_answered_by_replies() {
    worked_off("a1 e6 d1", Verdict::Loss, 16_000);
}

/// With the attacker to move, until its best move is worked off by replies.
#[test]
fn a_winning_move_is_found_among_the_moves() {
    worked_off("a1 e6", Verdict::Win, 50_000);
}

/// Whoever is said to be likely to win, the answer is the same; only the way there is another.
#[test]
fn a_word_for_the_winner_changes_no_verdict() {
    let task = |likely| Task::read(Game::Havannah, "3", "a1").unwrap().likely_won_by(likely);
    let answers = [None, Some(Colour::White), Some(Colour::Black)].map(|likely| {
        let method = Method::Policy;
        prove(&task(likely), method, &budget(1, None), &AtomicBool::new(false), &mut |_| {}).unwrap()
    });
    assert!(answers.iter().all(|answer| answer.verdict == Verdict::Loss));
    let certificates = answers.map(|answer| answer.certificate.unwrap());
    assert!(certificates.iter().all(|bytes| accepted(bytes)));
    let alphabeta = prove(
        &task(Some(Colour::White)),
        Method::AlphaBeta,
        &Budget::default(),
        &AtomicBool::new(false),
        &mut |_| {},
    );
    assert_eq!(alphabeta.err(), Some(Unfit::Likely));
}

/// The question that somebody likes gets nearly all of the nodes.
#[test]
fn a_word_for_the_winner_is_heeded() {
    let shape = Shape::regular(4).unwrap();
    let word = |colour| {
        let task = Task::read(Game::Havannah, "4", "d4").unwrap().likely_won_by(Some(colour));
        let prover = Prover::<u64>::new(&shape, 1 << 24, 1, Settings::POLICY);
        let position = Position::after(&shape, &[shape.parse("d4").unwrap()]).unwrap();
        let limits = Limits { time: None, nodes: Some(40_000) };
        prover.work_on(&task, &position, limits, &AtomicBool::new(false), &mut |_| {});
        [0, 1]
            .map(|attacker| prover.outlook(&position, attacker).2.iter().map(|reply| reply.work).sum::<u64>())
    };
    let [[white, black], [less_white, more_black]] = Colour::BOTH.map(word);
    assert!(white > 4 * black && more_black > 4 * less_white, "{white} {black} {less_white} {more_black}");
}

/// The same where the claim fails: one reply refutes it.
#[test]
fn replies_refute_a_claim() {
    let shape = Shape::regular(3).unwrap();
    let by_replies = Settings { long_turn: 0, ..Settings::POLICY };
    for (opening, verdict) in [("a1", Verdict::Loss), ("a2", Verdict::Win), ("c3", Verdict::Win)] {
        for threads in [1, 2] {
            let position = Position::after(&shape, &[shape.parse(opening).unwrap()]).unwrap();
            let prover = Prover::<u64>::new(&shape, 1 << 22, threads, by_replies);
            let answer = prover.solve(&position, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(answer.verdict, verdict, "{opening} {threads}");
        }
    }
}

/// A table that forgets nearly everything, the replies too.
#[test]
fn replies_that_the_table_forgets_come_to_an_end() {
    let shape = Shape::hexagon(2, 3, 3).unwrap();
    let by_replies = Settings { long_turn: 0, ..Settings::POLICY };
    for cell in 0..shape.cells() {
        let position = Position::after(&shape, &[cell]).unwrap();
        let [small, large] = [256, 1 << 22].map(|memory| {
            let prover = Prover::<u64>::new(&shape, memory, 1, by_replies);
            prover.solve(&position, Limits::NONE, &AtomicBool::new(false), &mut |_| {}).verdict
        });
        assert_eq!(small, large, "{cell}");
    }
}

#[test]
fn rollouts_favour_whoever_is_about_to_win() {
    let shape = Shape::regular(4).unwrap();
    assert_eq!(rollouts(&shape, &Position::empty(), 0, 1), [0, 0]);
    let won = rollouts(&shape, &Position::empty(), 1000, 1);
    assert!(won[0] > won[1], "the first player is ahead: {won:?}");
    assert_eq!(won, rollouts(&shape, &Position::empty(), 1000, 1), "equal seeds give equal rollouts");
    let cells: Vec<usize> = "a1 d4 a2 e5 a3 c3".split(' ').map(|name| shape.parse(name).unwrap()).collect();
    let open = rollouts(&shape, &Position::after(&shape, &cells).unwrap(), 500, 1);
    assert_eq!(open, [500, 0], "White takes a4");
}
