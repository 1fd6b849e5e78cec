//! Other programs in the lab's seats: good ones play, bad ones lose and are named.

use lab::PlayerSpec;
use lab::contest::{Contest, run_match};
use lab::players::make_random;
use lab::tally::Tally;
use lab::task::Board;

fn mock(manner: &str) -> PlayerSpec {
    format!("gtp,name={manner}:{} {manner}", env!("CARGO_BIN_EXE_lab-mock")).parse().unwrap()
}

/// Two games of an engine with bad manners against a good one, then the tally.
fn two_games(manner: &str) -> Tally {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let players = [mock(manner), PlayerSpec::preset("random")];
    let contest = Contest { margin: 2.0, ..Contest::new(board, players, "0.5s".parse().unwrap(), 1) };
    run_match(&contest, &make_random, Some(1), &mut |_, _, _| {}).unwrap().tally
}

#[test]
fn a_good_engine_plays_whole_games() {
    let board = Board::try_from(String::from("havannah 5")).unwrap();
    let players = [mock("good"), mock("fine")];
    let contest = Contest::new(board, players, "10s+0.1s".parse().unwrap(), 2);
    let tally = run_match(&contest, &make_random, Some(1), &mut |_, _, _| {}).unwrap().tally;
    assert_eq!(tally.games.games(), 4);
    // Two equal programs without chance: each opening is won once by each.
    assert_eq!(tally.pairs.0, [0, 0, 2, 0, 0]);
    assert!(tally.efforts.iter().all(|effort| effort.faults.is_empty()));
}

#[test]
fn engines_with_bad_manners_lose_and_are_named() {
    for (manner, fault, word) in [
        ("hang", "late", "not answered"),
        ("garbage", "garbage", "not a move"),
        ("illegal", "illegal", "occupied"),
        ("exit", "crash", "out of memory"),
        ("rude", "garbage", "refuses"),
    ] {
        let tally = two_games(manner);
        assert_eq!(tally.games.losses, 2, "{manner}: {tally:?}");
        assert_eq!(tally.efforts[0].faults.get(fault), Some(&2), "{manner}: {tally:?}");
        let text = &tally.efforts[0].fault_texts[0];
        assert!(text.contains(word), "{manner}: {text}");
    }
}

#[test]
fn a_flood_of_messages_holds_nothing_up() {
    let tally = two_games("flood");
    assert!(tally.efforts[0].faults.is_empty(), "{tally:?}");
}

#[test]
fn a_program_that_is_not_there_is_a_crash() {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let players = ["gtp:/nowhere/engine".parse().unwrap(), PlayerSpec::preset("random")];
    let contest = Contest::new(board, players, "100".parse().unwrap(), 1);
    let tally = run_match(&contest, &make_random, Some(1), &mut |_, _, _| {}).unwrap().tally;
    assert_eq!(tally.efforts[0].faults.get("crash"), Some(&2));
}
