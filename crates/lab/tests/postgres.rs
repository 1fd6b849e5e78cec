//! Faults, with a real PostgreSQL on loopback: every game that was ordered is counted exactly once, none is lost.
//!
//! The tests start a cluster of their own in a temporary folder. Where PostgreSQL is not installed they say so and do nothing,
//! unless `ROBUSTO_POSTGRES=required` is set.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lab::PlayerSpec;
use lab::contest::Contest;
use lab::players::make_random;
use lab::store::{Pairing, Plan, State, Store};
use lab::task::Board;

/// A private cluster, stopped and removed with the test.
struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts a cluster, or explains why not.
    fn start() -> Option<Cluster> {
        let Some(bin) = find_bin() else {
            assert!(
                std::env::var("ROBUSTO_POSTGRES").as_deref() != Ok("required"),
                "PostgreSQL is not installed"
            );
            eprintln!("PostgreSQL is not installed: nothing is tested");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("lab-postgres-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Cluster { bin, folder, port };
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&cluster.folder));
        }
        let data = cluster.data();
        run(cluster.tool("initdb").args(["-D", &data, "-U", "lab", "--auth=trust", "--no-sync"]));
        cluster.up();
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// One of PostgreSQL's programs, never as root.
    fn tool(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).stdout(Stdio::null());
        command
    }

    fn up(&self) {
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off",
            self.port,
            self.folder.display()
        );
        let log = self.folder.join("log").display().to_string();
        run(self.tool("pg_ctl").args([
            "-D",
            &self.data(),
            "-w",
            "-t",
            "120",
            "-l",
            &log,
            "-o",
            &options,
            "start",
        ]));
    }

    fn down(&self) {
        run(self.tool("pg_ctl").args(["-D", &self.data(), "-w", "-m", "fast", "stop"]));
    }

    fn url(&self) -> String {
        format!("postgres://lab@127.0.0.1:{}/postgres", self.port)
    }

    fn store(&self) -> Store {
        Store::open(&self.url()).unwrap()
    }

    /// A worker in a process of its own.
    fn worker(&self, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_robusto-lab"))
            .args(["worker", "--database", &self.url(), "--threads", "1", "--heartbeat", "1"])
            .args(more)
            .spawn()
            .unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.tool("pg_ctl").args(["-D", &self.data(), "-m", "immediate", "stop"]).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn find_bin() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.retain(|folder| folder.join("pg_ctl").exists());
    folders.sort();
    folders.pop()
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.starts_with(b"0\n")
}

fn run(command: &mut Command) {
    let status = command.status().unwrap();
    assert!(status.success(), "{command:?}: {status}");
}

fn signal(child: &Child, name: &str) {
    run(Command::new("kill").args([name, &child.id().to_string()]));
}

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
    let store = cluster.store();
    killed(&cluster, &store);
    asked(&cluster, &store);
    paused(&cluster, &store);
    two_workers(&cluster, &store);
    stopped_database(&cluster, &store);
}

/// kill -9 in the middle of a game.
fn killed(cluster: &Cluster, store: &Store) {
    order(store, "killed", 6);
    let mut first = cluster.worker(&[]);
    wait_for(store, "killed", |played, _| played >= 2);
    first.kill().unwrap();
    first.wait().unwrap();
    let left = store.known_run("killed").unwrap().played;
    assert!(left < 12);
    let mut second = cluster.worker(&["--until-empty"]);
    assert_whole(store, "killed", 12);
    assert!(second.wait().unwrap().success());
}

/// A worker that is asked to end hands in the game that it plays, and leaves.
fn asked(cluster: &Cluster, store: &Store) {
    order(store, "asked", 6);
    let mut first = cluster.worker(&[]);
    wait_for(store, "asked", |played, _| played >= 2);
    signal(&first, "-TERM");
    assert!(first.wait().unwrap().success());
    let left = store.known_run("asked").unwrap().played;
    assert!((3..12).contains(&left), "{left} games");
    let mut second = cluster.worker(&["--until-empty"]);
    assert_whole(store, "asked", 12);
    assert!(second.wait().unwrap().success());
}

/// A worker sleeps past its heartbeats and wakes up again.
fn paused(cluster: &Cluster, store: &Store) {
    order(store, "paused", 6);
    let mut first = cluster.worker(&[]);
    wait_for(store, "paused", |played, _| played >= 2);
    signal(&first, "-STOP");
    let mut second = cluster.worker(&["--until-empty"]);
    assert_whole(store, "paused", 12);
    signal(&first, "-CONT");
    assert!(second.wait().unwrap().success());
    // The one that slept finishes the game it held; it is not counted again.
    std::thread::sleep(Duration::from_secs(3));
    assert_whole(store, "paused", 12);
    first.kill().unwrap();
    first.wait().unwrap();
}

fn two_workers(cluster: &Cluster, store: &Store) {
    order(store, "two", 8);
    let mut workers = [cluster.worker(&["--until-empty"]), cluster.worker(&["--until-empty"])];
    assert_whole(store, "two", 16);
    for worker in &mut workers {
        assert!(worker.wait().unwrap().success());
    }
    let mut names: Vec<String> = store.games("two").unwrap().into_iter().map(|game| game.worker).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 2);
}

/// The database is away for ten seconds.
fn stopped_database(cluster: &Cluster, store: &Store) {
    order(store, "stopped", 6);
    let mut worker = cluster.worker(&["--until-empty"]);
    wait_for(store, "stopped", |played, _| played >= 2);
    cluster.down();
    std::thread::sleep(Duration::from_secs(10));
    cluster.up();
    assert_whole(store, "stopped", 12);
    assert!(worker.wait().unwrap().success());
}

#[test]
fn a_folder_without_postgres_is_no_cluster() {
    assert!(find_bin().is_none_or(|folder| Path::new(&folder).join("initdb").exists()));
}
