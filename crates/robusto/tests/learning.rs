//! Learning on many machines: whoever is killed, the loop comes to the end that it has on one machine, byte for byte.

mod common;
#[path = "../../lab/tests/server/mod.rs"]
mod server;

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, program, run};
use lab::store::{State, Store};
use server::Cluster;

/// Games that take long enough to be disturbed, and few of them.
const SMALL: &str =
    "learn --size 3x3x4 --games 8 --visits 120 --pairs 1 --blocks 1 --passes 0.1 --steps 2 --seed 7";

/// A process that ends with the test, whatever becomes of it.
struct Process(Child);

impl Process {
    fn start(words: &[&str]) -> Process {
        let mut command = program(words);
        Process(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// kill -9.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn succeeds(mut self) -> bool {
        self.0.wait().unwrap().success()
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn worker(database: &str) -> Process {
    Process::start(&["worker", "--database", database, "--threads", "1", "--heartbeat", "1", "--quiet"])
}

/// The loop that orders games and plays none.
fn leader(database: &str, folder: &str) -> Process {
    let words = SMALL.split(' ').chain(["--folder", folder, "--database", database, "--run", "r"]);
    Process::start(&words.chain(["--queue-only", "--portion", "1"]).collect::<Vec<_>>())
}

#[track_caller]
fn wait(what: &str, is_true: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_secs(300), "{what} does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn answered(store: &Store) -> u64 {
    store.portion_parts("r").map_or(0, |parts| parts.iter().map(|part| part.2).sum())
}

/// The same loop on this machine alone.
fn alone(folder: &Folder) {
    let path = folder.text("alone");
    let output = run(&SMALL.split(' ').chain(["--folder", &path]).collect::<Vec<_>>());
    assert_eq!(output.code, 0, "{}", output.err);
}

#[track_caller]
fn assert_same(folder: &Folder, other: &str) {
    let files =
        ["0001/games.played", "0001/labelled.played", "0001/gate.jsonl", "best.net", "manifest.jsonl"];
    for file in files {
        let [a, b] = ["alone", other].map(|name| std::fs::read(folder.path(name).join(file)).unwrap());
        assert!(a == b, "{file} of {other} differs");
    }
}

/// Two workers, one killed in the middle, and the leader, too.
fn disturbed(folder: &Folder, database: &str, name: &str) {
    let path = folder.text(name);
    let lead = leader(database, &path);
    wait("the database", || Store::is_there(database));
    let store = Store::open(database).unwrap();
    wait("the run", || store.run("r").unwrap().is_some());
    let [first, second] = [worker(database), worker(database)];
    wait("the first answers", || answered(&store) >= 2);
    first.kill();
    lead.kill();
    let left = answered(&store);
    assert!(left < 8, "{left} of 8 portions: nothing was left to disturb");
    let lead = leader(database, &path);
    let third = worker(database);
    assert!(lead.succeeds());
    assert_eq!(store.known_run("r").unwrap().state, State::Done);
    let workers = store.portion_workers("r").unwrap();
    assert!(workers.len() >= 2, "{workers:?}");
    let parts = store.portion_parts("r").unwrap();
    assert_eq!(parts, [("0001-gate".into(), 1, 1), ("0001-play".into(), 8, 8)]);
    let status = run(&["lab", "status", "r", "--database", database]);
    assert!(status.succeeds().contains("0001-play         8/8"), "{}", status.out);
    second.kill();
    third.kill();
    assert_same(folder, name);
}

#[test]
fn workers_on_a_file_may_be_killed() {
    let folder = Folder::new("learning-file");
    alone(&folder);
    disturbed(&folder, &folder.text("lab.sqlite"), "file");
    // The loop's own threads are workers, too.
    let (path, database) = (folder.text("own"), folder.text("own.sqlite"));
    let words = SMALL.split(' ').chain(["--folder", &path, "--database", &database, "--portion", "5"]);
    assert_eq!(run(&words.collect::<Vec<_>>()).code, 0);
    assert_same(&folder, "own");
    // Another loop under the same name is not this one.
    let (path, words) = (folder.text("other"), SMALL.replace("seed 7", "seed 8"));
    let words = words.split(' ').chain(["--folder", &path, "--database", &database, "--run", "own"]);
    let other = run(&words.chain(["--portion", "5"]).collect::<Vec<_>>());
    assert!(other.code == 1 && other.err.contains("in another way"), "{}", other.err);
}

#[test]
fn workers_on_postgres_may_be_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = Folder::new("learning-postgres");
    alone(&folder);
    disturbed(&folder, &cluster.url(), "postgres");
}

/// kill -9 of the loop itself on one machine, as soon as each stage shows a sign of life, and then again and again.
#[test]
fn a_loop_may_be_killed_at_any_moment() {
    let folder = Folder::new("learning-killed");
    alone(&folder);
    let path = folder.text("killed");
    let words: Vec<&str> = SMALL.split(' ').chain(["--folder", &path]).collect();
    let generation = folder.path("killed").join("0001");
    for sign in
        ["before.net", "games.played", "labelled.played", "trainer.state", "candidate.net", "gate.jsonl"]
    {
        let mut learning = Process::start(&words);
        let start = Instant::now();
        while !generation.join(sign).exists() && !learning.is_over() {
            assert!(start.elapsed() < Duration::from_secs(300), "{sign} does not come");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(generation.join(sign).exists(), "{sign} never came");
        learning.kill();
    }
    assert!(Process::start(&words).succeeds());
    assert_same(&folder, "killed");
}

#[test]
fn games_are_handed_on_to_another_loop() {
    let folder = Folder::new("learning-handed-on");
    alone(&folder);
    let exported = run(&["learn", "export", &folder.text("alone")]);
    let lines = exported.succeeds();
    assert_eq!(lines.lines().count(), 8);
    std::fs::write(folder.path("games.jsonl"), lines).unwrap();
    let (file, other) = (folder.text("games.jsonl"), folder.text("other"));
    let import = |file: &str| run(&["learn", "import", file, "--folder", &other]);
    import(&file).fails(1, "has no loop yet");
    std::fs::create_dir(folder.path("other")).unwrap();
    std::fs::copy(folder.path("alone").join("loop.json"), folder.path("other").join("loop.json")).unwrap();
    // The second game begins with two stones on one cell: none of them is taken.
    let stones = lines.lines().nth(1).unwrap().split("\"moves\":[").nth(1).unwrap();
    let (first, second) = (stones.split(',').next().unwrap(), stones.split(',').nth(1).unwrap());
    let bad = lines.replacen(&format!("[{first},{second}"), &format!("[{first},{first}"), 2);
    assert_ne!(bad, lines);
    std::fs::write(folder.path("bad.jsonl"), bad).unwrap();
    import(&folder.text("bad.jsonl")).fails(1, "is not legal; nothing is imported");
    assert!(!folder.path("other").join("imported.played").exists());
    assert!(import(&file).err.contains("8 games are new, 0 were there"));
    assert!(import(&file).err.contains("0 games are new, 8 were there"));
    let [imported, played] = ["other/imported.played", "alone/0001/labelled.played"]
        .map(|path| std::fs::read(folder.path(path)).unwrap());
    assert!(imported == played);
    let again =
        run(&["learn", "export", &folder.path("other").join("imported.played").display().to_string()]);
    assert_eq!(again.succeeds(), lines);
    run(&["learn", "export", &folder.text("nowhere")]).fails(1, "nowhere");
    run(&["learn", "export", &folder.text("alone/best.net")]).fails(1, "this is not a file of games");
}
