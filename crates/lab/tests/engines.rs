//! Other programs in the lab's seats: good ones play, bad ones lose and are named; a database cannot say
//! which are started.

mod room;
mod scratch;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lab::PlayerSpec;
use lab::contest::{Contest, run_match};
use lab::players::make_random;
use lab::roster::Roster;
use lab::store::{Pairing, Plan, State, Store};
use lab::tally::Tally;
use lab::task::Board;
use lab::worker::{Work, WorkerOptions, work};
use scratch::Scratch;

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

/// Orders a game pair of two players, whoever they are, as somebody who may write to the database can.
fn order(store: &Store, run: &str, first: &str, second: &str) {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let players = [first.parse().unwrap(), second.parse().unwrap()];
    let contest = Contest::new(board, players, "1".parse().unwrap(), 1);
    let pairings = vec![Pairing { label: run.into(), contest }];
    let plan = Plan { kind: "match".into(), priority: 0, notes: "{}".into(), pairings };
    store.create_run(run, &plan, &make_random).unwrap();
}

/// Works until nothing is left that can be played here, with these engines.
fn work_with(store: &Store, engines: &str) -> Work {
    let roster = Roster { engines: gtp::Engines::parse(engines).unwrap() };
    let heartbeat = Duration::from_secs(1);
    let options = WorkerOptions { heartbeat, until_empty: true, roster, ..WorkerOptions::default() };
    work(store, &make_random, &options, &AtomicBool::new(false))
}

#[test]
fn a_database_cannot_name_a_program_or_a_file() {
    let scratch = Scratch::new("hostile");
    let store = scratch.open();
    let mark = std::env::temp_dir().join(format!("lab-mark-{}", std::process::id()));
    let _ = std::fs::remove_file(&mark);
    let command = format!("{} mark {}", env!("CARGO_BIN_EXE_lab-mock"), mark.display());
    order(&store, "command", &format!("gtp:{command}"), "random");
    order(&store, "file", "random,book=/etc/hostname", "random");
    order(&store, "network", "puct,network=/etc/hostname", "random");
    order(&store, "unknown", "raev", "random");
    assert_eq!(work_with(&store, "").played, 0);
    assert!(!mark.exists(), "the program of the database was started");
    for run in ["command", "file", "network", "unknown"] {
        let row = store.known_run(run).unwrap();
        assert_eq!((row.state, row.played), (State::Open, 0), "{run} waits for workers that can");
    }
    // The same program may play when this machine's file names it, and only then.
    order(&store, "named", "engine:marked", "random");
    assert_eq!(work_with(&store, "").played, 0);
    assert!(!mark.exists());
    std::thread::sleep(Duration::from_secs(3));
    let engines = format!("[[engine]]\nname = 'marked'\ncommand = '{command}'\n");
    assert_eq!(work_with(&store, &engines).played, 2);
    assert!(mark.exists());
    assert_eq!(store.known_run("named").unwrap().state, State::Done);
    assert_eq!(store.games("named").unwrap()[0].task.players[0].to_string(), "engine:marked");
    let _ = std::fs::remove_file(&mark);
}

#[test]
fn a_worker_leaves_what_it_lacks_and_plays_the_rest() {
    let scratch = Scratch::new("lacking");
    let store = scratch.open();
    order(&store, "first", "engine:elsewhere", "random");
    order(&store, "second", "random", "random,name=b");
    assert_eq!(work_with(&store, "").played, 2);
    assert_eq!(store.known_run("second").unwrap().state, State::Done);
    assert_eq!(store.games("first").unwrap().len(), 0);
}

#[test]
fn a_command_is_refused_where_a_run_is_ordered() {
    let room = room::Room::new("command");
    let words = ["lab", "match", "gtp:true", "random", "--size", "4"];
    let output = room.command(&words).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("engine:NAME") && text.contains("--no-store"), "{text}");
}
