//! Faults, with a real PostgreSQL on loopback: every game that was ordered is counted exactly once, none is lost.
//!
//! The tests start a cluster of their own in a temporary folder. Where PostgreSQL is not installed they say so and do nothing,
//! unless `ROBUSTO_POSTGRES=required` is set.

mod server;

use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use lab::PlayerSpec;
use lab::contest::Contest;
use lab::players::make_random;
use lab::store::{Pairing, Plan, State, Store};
use lab::task::Board;
use server::{Cluster, find_bin, signal};

/// A run whose games take about half a second each: long enough to be disturbed.
fn order(store: &Store, run: &str, pairs: u64) {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let player = |name: &str| -> PlayerSpec {
        format!("uct,early_stop=off,time=0.02,memory=16M,name={name}").parse().unwrap()
    };
    let contest = Contest {
        margin: 1000.0,
        ..Contest::new(board, [player("a"), player("b")], "0.02s".parse().unwrap(), pairs)
    };
    let plan = Plan {
        kind: "match".into(),
        priority: 0,
        notes: "{}".into(),
        pairings: vec![Pairing { label: "x".into(), contest }],
    };
    store.create_run(run, &plan, &make_random).unwrap();
}

/// Waits until something about a run is true.
#[track_caller]
fn wait_for(store: &Store, run: &str, what: impl Fn(u64, State) -> bool) {
    let start = Instant::now();
    loop {
        if let Ok(Some(row)) = store.run(run)
            && what(row.played, row.state)
        {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(300), "{run} does not get on: {:?}", store.run(run));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A cluster of machines starts on an empty database: the tables are made once, and nobody fails.
fn all_at_once(cluster: &Cluster) {
    std::thread::scope(|scope| {
        let opened: Vec<_> = (0..6).map(|_| scope.spawn(|| cluster.store())).collect();
        for store in opened {
            store.join().unwrap();
        }
    });
}

/// A worker that ends with the test, whatever becomes of it.
struct Worker(Child);

fn worker(cluster: &Cluster, more: &[&str]) -> Worker {
    Worker(cluster.worker(env!("CARGO_BIN_EXE_robusto-lab"), more))
}

impl Worker {
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn leaves_well(&mut self) -> bool {
        self.0.wait().unwrap().success()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have left before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Every game is there once.
#[track_caller]
fn assert_whole(store: &Store, run: &str, games: u64) {
    wait_for(store, run, |_, state| state == State::Done);
    let mut numbers: Vec<u64> = store.game_numbers(run).unwrap().iter().map(|number| number.1).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..games).collect::<Vec<_>>());
}

#[test]
fn faults_lose_no_game_and_double_none() {
    let Some(cluster) = Cluster::start() else { return };
    all_at_once(&cluster);
    let store = cluster.store();
    killed(&cluster, &store);
    asked(&cluster, &store);
    paused(&cluster, &store);
    two_workers(&cluster, &store);
    stopped_database(&cluster, &store);
    crashed_database(&cluster, &store);
}

/// kill -9 in the middle of a game.
fn killed(cluster: &Cluster, store: &Store) {
    order(store, "killed", 6);
    let mut first = worker(cluster, &[]);
    wait_for(store, "killed", |played, _| played >= 2);
    first.kill();
    let left = store.known_run("killed").unwrap().played;
    assert!(left < 12);
    let mut second = worker(cluster, &["--until-empty"]);
    assert_whole(store, "killed", 12);
    assert!(second.leaves_well());
}

/// A worker that is asked to end hands in the game that it plays, and leaves.
fn asked(cluster: &Cluster, store: &Store) {
    order(store, "asked", 6);
    let mut first = worker(cluster, &[]);
    wait_for(store, "asked", |played, _| played >= 2);
    signal(&first.0, "-TERM");
    assert!(first.leaves_well());
    let left = store.known_run("asked").unwrap().played;
    assert!((3..12).contains(&left), "{left} games");
    let mut second = worker(cluster, &["--until-empty"]);
    assert_whole(store, "asked", 12);
    assert!(second.leaves_well());
}

/// A worker sleeps past its heartbeats and wakes up again.
fn paused(cluster: &Cluster, store: &Store) {
    order(store, "paused", 6);
    let mut first = worker(cluster, &[]);
    wait_for(store, "paused", |played, _| played >= 2);
    signal(&first.0, "-STOP");
    let mut second = worker(cluster, &["--until-empty"]);
    assert_whole(store, "paused", 12);
    signal(&first.0, "-CONT");
    assert!(second.leaves_well());
    // The one that slept finishes the game it held; it is not counted again.
    std::thread::sleep(Duration::from_secs(3));
    assert_whole(store, "paused", 12);
    first.kill();
}

fn two_workers(cluster: &Cluster, store: &Store) {
    order(store, "two", 8);
    let mut workers = [worker(cluster, &["--until-empty"]), worker(cluster, &["--until-empty"])];
    assert_whole(store, "two", 16);
    for worker in &mut workers {
        assert!(worker.leaves_well());
    }
    let mut names: Vec<String> = store.games("two").unwrap().into_iter().map(|game| game.worker).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 2);
}

/// The database is away for ten seconds.
fn stopped_database(cluster: &Cluster, store: &Store) {
    order(store, "stopped", 6);
    let mut worker = worker(cluster, &["--until-empty"]);
    wait_for(store, "stopped", |played, _| played >= 2);
    cluster.down();
    std::thread::sleep(Duration::from_secs(10));
    cluster.up();
    assert_whole(store, "stopped", 12);
    assert!(worker.leaves_well());
}

/// The database crashes in the middle of games and forgets the last of what it was told: that a worker has
/// joined, that it has taken a game, that it has handed one in. The worker lives on.
fn crashed_database(cluster: &Cluster, store: &Store) {
    order(store, "crashed", 10);
    let mut worker = worker(cluster, &["--until-empty"]);
    let mut lost = 0;
    // The log may have been written just before a crash, by chance: then another one is needed to see a loss.
    for (crash, least) in (2..=14).step_by(2).enumerate() {
        if crash > 1 && lost > 0 {
            break;
        }
        wait_for(store, "crashed", |played, _| played >= least);
        // It sleeps until we have counted, or it would hand in again at once what was forgotten.
        signal(&worker.0, "-STOP");
        let before = store.known_run("crashed").unwrap().played;
        cluster.stop_immediately();
        cluster.up_again();
        lost += before.saturating_sub(played_after(store, "crashed"));
        signal(&worker.0, "-CONT");
    }
    assert!(lost > 0, "no crash lost a game, so nothing was tested");
    assert_whole(store, "crashed", 20);
    assert!(worker.leaves_well());
}

/// Games in the store once it answers again.
fn played_after(store: &Store, run: &str) -> u64 {
    let start = Instant::now();
    loop {
        match store.run(run) {
            Ok(Some(row)) => return row.played,
            answer => assert!(start.elapsed() < Duration::from_secs(60), "{answer:?}"),
        }
    }
}

#[test]
fn a_folder_without_postgres_is_no_cluster() {
    assert!(find_bin().is_none_or(|folder| Path::new(&folder).join("initdb").exists()));
}
