//! The store and its workers on an SQLite file: every game is counted exactly once, whatever happens.

mod scratch;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lab::PlayerSpec;
use lab::contest::Contest;
use lab::players::make_random;
use lab::stats::{Model, Sprt};
use lab::store::{Pairing, Plan, State, Store};
use lab::task::Board;
use lab::worker::{WorkerOptions, work};
use scratch::Scratch;

fn pairing(label: &str, pairs: u64) -> Pairing {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let players = [PlayerSpec::preset("random").named("a"), PlayerSpec::preset("random").named("b")];
    Pairing { label: label.into(), contest: Contest::new(board, players, "100".parse().unwrap(), pairs) }
}

fn plan(pairings: Vec<Pairing>) -> Plan {
    Plan { kind: "match".into(), priority: 0, notes: "{}".into(), pairings }
}

fn options(at_once: usize) -> WorkerOptions {
    let heartbeat = Duration::from_secs(1);
    WorkerOptions { at_once, heartbeat, until_empty: true, ..WorkerOptions::default() }
}

fn finish(store: &Store, at_once: usize) -> lab::worker::Work {
    work(store, &make_random, &options(at_once), &AtomicBool::new(false))
}

#[test]
fn a_run_is_played_to_its_end_and_stays_in_the_store() {
    let scratch = Scratch::new("whole");
    let store = scratch.open();
    store.create_run("first", &plan(vec![pairing("x", 10), pairing("y", 5)]), &make_random).unwrap();
    assert!(store.create_run("first", &plan(vec![pairing("x", 1)]), &make_random).is_err());
    let done = finish(&store, 2);
    assert_eq!((done.played, done.double), (30, 0));
    drop(store);
    let store = scratch.open();
    let run = store.known_run("first").unwrap();
    assert_eq!((run.state, run.planned, run.played), (State::Done, 30, 30));
    let games = store.games("first").unwrap();
    assert_eq!(games.iter().filter(|game| game.pairing == 0).count(), 20);
    assert!(games.iter().all(|game| game.result.plies > 0 && !game.result.moves.is_empty()));
    assert_eq!(store.score("first", 1).unwrap().pairs.len(), 5);
    assert_eq!(finish(&store, 1).played, 0);
}

#[test]
fn a_game_that_arrives_twice_counts_once() {
    let scratch = Scratch::new("twice");
    let store = scratch.open();
    store.create_run("r", &plan(vec![pairing("x", 1)]), &make_random).unwrap();
    finish(&store, 1);
    let game = store.game("r", 0, 1).unwrap().unwrap();
    let mut other = game.result.clone();
    other.half_points = 2 - other.half_points;
    assert!(!store.add_game("r", 0, &game.task, &other, "late").unwrap());
    assert_eq!(store.game("r", 0, 1).unwrap().unwrap(), game);
}

#[test]
fn paused_runs_wait_and_greater_priorities_go_first() {
    let scratch = Scratch::new("paused");
    let store = scratch.open();
    store.create_run("low", &plan(vec![pairing("x", 1)]), &make_random).unwrap();
    store.create_run("high", &plan(vec![pairing("x", 1)]), &make_random).unwrap();
    store.set_priority("high", 5).unwrap();
    assert_eq!(store.open_runs().unwrap(), ["high", "low"]);
    store.set_state("high", State::Paused).unwrap();
    assert_eq!(finish(&store, 1).played, 2);
    assert_eq!(store.known_run("high").unwrap().played, 0);
    store.set_state("high", State::Open).unwrap();
    assert_eq!(finish(&store, 1).played, 2);
    assert!(store.set_state("nobody", State::Open).is_err());
}

#[test]
fn what_a_dead_worker_took_is_played_by_another() {
    let scratch = Scratch::new("dead");
    let store = scratch.open();
    store.create_run("r", &plan(vec![pairing("x", 2)]), &make_random).unwrap();
    let second = Duration::from_secs(1);
    let dead = store.join("r", "dead", second, second).unwrap();
    let ticket = store.take(&dead).unwrap().unwrap();
    let done = finish(&store, 1);
    assert_eq!((done.played, done.double), (4, 0));
    // The dead one wakes up and hands in its game all the same.
    let played = store.game("r", 0, ticket.job.task.number).unwrap().unwrap();
    assert!(!store.add_game("r", 0, &played.task, &played.result, "dead").unwrap());
    store.finish(&dead, &ticket).unwrap();
    assert_eq!(store.games("r").unwrap().len(), 4);
}

#[test]
fn two_workers_share_a_run() {
    let scratch = Scratch::new("two");
    let store = scratch.open();
    store.create_run("r", &plan(vec![pairing("x", 50)]), &make_random).unwrap();
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| finish(&scratch.open(), 2));
        (finish(&store, 2), other.join().unwrap())
    });
    assert_eq!(first.played + second.played, 100);
    assert_eq!(first.double + second.double, 0);
    assert_eq!(store.known_run("r").unwrap().state, State::Done);
}

#[test]
fn a_decided_test_ends_its_part_alone() {
    let scratch = Scratch::new("test");
    let store = scratch.open();
    let mut tested = pairing("tested", 5000);
    // Equal players are soon known not to be 400 Elo apart.
    tested.contest.sprt = Some(Sprt::new(0.0, 400.0, Model::Logistic));
    store.create_run("r", &plan(vec![tested, pairing("plain", 5)]), &make_random).unwrap();
    finish(&store, 2);
    let games = store.games("r").unwrap();
    assert_eq!(games.iter().filter(|game| game.pairing == 1).count(), 10);
    assert!(games.iter().filter(|game| game.pairing == 0).count() < 200);
    assert_eq!(store.known_run("r").unwrap().state, State::Done);
}

#[test]
fn a_run_can_be_looked_at_and_its_course_ends_where_it_stands() {
    let scratch = Scratch::new("looked-at");
    let store = scratch.open();
    store.create_run("r", &plan(vec![pairing("x", 20), pairing("y", 1)]), &make_random).unwrap();
    finish(&store, 2);
    let file = std::env::temp_dir().join(format!("lab-looked-at-{}.sqlite", std::process::id()));
    let seen = Store::open_to_read(file.to_str().unwrap()).unwrap();
    let games = seen.games("r").unwrap();
    let course = lab::report::course::course(&games, 0, 40, None, 8);
    assert!((8..=10).contains(&course.len()), "{}", course.len());
    assert!(course.windows(2).all(|two| two[0].games < two[1].games));
    let last = course.last().unwrap();
    assert_eq!((last.games, last.pairs.len()), (40, store.score("r", 0).unwrap().pairs.len()));
    let machines = lab::report::course::machines(&games);
    assert_eq!(machines.values().map(|share| share.games).sum::<u64>(), 42);
    assert!(seen.set_state("r", State::Paused).is_err(), "looking changes nothing");
    assert!(!Store::is_there("nowhere/to-be-found.sqlite"));
}
