//! Proofs through the store, with everything going wrong: whatever is killed, doubled or lied about, the proof ends and is right.

mod scratch;
mod server;

use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cluster::Spec;
use cluster::order_solver::OrderSolver;
use lab::players::make_random;
use lab::prove::{DriveOptions, Driver, restore, word};
use lab::store::{State, Store};
use lab::worker::{WorkerOptions, work};
use scratch::Scratch;
use server::Cluster;

/// Size 4 after `g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3`: Black wins, by some thousand nodes.
const GAME: &str = "g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3";

const LAB: &str = env!("CARGO_BIN_EXE_robusto-lab");

fn cells(names: &str) -> Vec<u16> {
    let shape = solve::shape::Shape::regular(4).unwrap();
    names.split(' ').map(|name| shape.parse(name).unwrap() as u16).collect()
}

fn spec(budget: u64) -> Spec {
    let (game, size) = ("havannah".into(), "4".into());
    Spec { game, size, moves: cells(GAME), budget, most: 2 * budget, growth: 2, memory: 1 << 20 }
}

fn quick() -> DriveOptions {
    DriveOptions { dead_after: 3.0 }
}

/// Honest workers until all proofs are done.
fn workers(store: &Store, at_once: usize) -> lab::worker::Work {
    let heartbeat = Duration::from_secs(1);
    let options = WorkerOptions { at_once, heartbeat, until_empty: true, ..WorkerOptions::default() };
    work(store, &make_random, &options, &AtomicBool::new(false))
}

/// Drives a proof with honest workers beside it; the certificate was checked on the way.
fn finish(store: &Store, run: &str, at_once: usize) -> &'static str {
    std::thread::scope(|scope| {
        let workers = scope.spawn(|| workers(store, at_once));
        let finished = Driver::new(store, run, quick()).unwrap().drive().unwrap();
        workers.join().unwrap();
        assert_eq!(store.known_run(run).unwrap().state, State::Done);
        let report =
            verify::check(&finished.certificate[..], &verify::Limits::default(), &mut |_| true).unwrap();
        assert_eq!(report.claim.moves, store.proof_spec(run).unwrap().moves);
        word(finished.value)
    })
}

#[test]
fn two_proofs_at_once_on_one_file() {
    let scratch = Scratch::new("proof-two");
    let store = scratch.open();
    store.create_proof("first", &spec(500), 0).unwrap();
    store.create_proof("second", &Spec { size: "3".into(), moves: vec![3], ..spec(3) }, 1).unwrap();
    let values = std::thread::scope(|scope| {
        let workers = scope.spawn(|| workers(&store, 2));
        let second = scope.spawn(|| Driver::new(&store, "second", quick()).unwrap().drive().unwrap().value);
        let first = Driver::new(&store, "first", quick()).unwrap().drive().unwrap().value;
        let done = workers.join().unwrap();
        assert!(done.proved > 5, "{done:?}");
        [word(first), word(second.join().unwrap())]
    });
    assert_eq!(values[0], "black");
    // What is proved is never proved again.
    let jobs = store.job_figures("first").unwrap().len();
    store.create_proof("again", &spec(500), 0).unwrap();
    assert_eq!(finish(&store, "again", 1), "black");
    assert!(store.job_figures("again").unwrap().len() < jobs / 2);
    let picture = lab::report::proof::picture(&store, "first", &restore(&store, "first").unwrap()).unwrap();
    assert!(picture.result.as_deref() == Some("black") && picture.nodes > 0 && picture.curve.len() > 2);
}

#[test]
fn lies_nonsense_and_double_answers_do_no_harm() {
    let scratch = Scratch::new("proof-lies");
    let store = scratch.open();
    store.create_proof("r", &spec(500), 0).unwrap();
    let mut driver = Driver::new(&store, "r", quick()).unwrap();
    let second = Duration::from_secs(1);
    let liar = store.join("r", "liar", second, 3 * second).unwrap();
    let mut solver = OrderSolver::default();
    let mut refused = 0;
    for round in 0..6 {
        driver.step().unwrap();
        let Some(ticket) = store.take_order(&liar).unwrap() else { continue };
        let order = ticket.job.clone();
        assert!(store.begin_job("r", order.number, "liar").unwrap());
        let generous = cluster::Order { budget: 1 << 40, ..order.clone() };
        let (mut answer, bytes) = solver.work(&generous, &AtomicBool::new(false)).unwrap();
        let mut bytes = bytes.unwrap();
        let mut text = serde_json::to_string(&answer).unwrap();
        match round % 3 {
            0 => text = "no answer at all".into(),
            1 => {
                let other = if answer.value.as_deref() == Some("white") { "draw" } else { "white" };
                answer.value = Some(other.into());
                text = serde_json::to_string(&answer).unwrap();
            }
            _ => {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0xff;
            }
        }
        assert!(store.deliver_answer(&liar, &ticket, &text, Some(&bytes), "liar").unwrap());
        // A second answer to the same job is too late, whatever it says.
        assert!(!store.deliver_answer(&liar, &ticket, "{}", None, "liar").unwrap());
        driver.step().unwrap();
        refused = store.jobs_in("r", &["refused"]).unwrap().len();
    }
    assert!(refused >= 3, "{refused}");
    drop(driver);
    // The next coordinator has to wait until the first one counts as dead.
    assert!(Driver::new(&store, "r", quick()).unwrap().step().is_err());
    assert_eq!(finish(&store, "r", 2), "black");
    assert!(
        store
            .job_figures("r")
            .unwrap()
            .iter()
            .filter(|job| job.worker == "liar")
            .all(|job| job.state != "folded")
    );
}

#[test]
fn a_false_fact_in_the_database_proves_nothing() {
    let scratch = Scratch::new("proof-false");
    let store = scratch.open();
    let spec = Spec { size: "3".into(), moves: vec![3], ..spec(500) };
    store.create_proof("r", &spec, 0).unwrap();
    let truth = finish(&store, "r", 1);
    let lie = if truth == "white" { "black" } else { "white" };
    let key = restore(&store, "r").unwrap().key_of(&spec.moves).unwrap();
    let certificate = store.certificate(&store.facts(&spec.board()).unwrap()[&key].hash).unwrap();
    // Another database tells a lie about the position, once with a true certificate of the contrary, once
    // with rubbish.
    for bytes in [&certificate[..], b"RBPROOF"] {
        let scratch = Scratch::new("proof-false-copy");
        let hostile = scratch.open();
        hostile.add_fact(&spec.board(), &key, lie, bytes).unwrap();
        hostile.create_proof("r", &spec, 0).unwrap();
        let mut driver = Driver::new(&hostile, "r", quick()).unwrap();
        assert_eq!(driver.coordinator().value().map(word), Some(lie), "so far the lie is believed");
        assert!(driver.step().is_err(), "the lie came out as a proof");
        assert_eq!(hostile.known_run("r").unwrap().state, State::Open);
    }
}

#[test]
fn jobs_that_the_queue_lost_come_back() {
    let scratch = Scratch::new("proof-lost");
    let store = scratch.open();
    store.create_proof("r", &spec(500), 0).unwrap();
    let mut driver = Driver::new(&store, "r", quick()).unwrap();
    driver.step().unwrap();
    let second = Duration::from_secs(1);
    let forgetful = store.join("r", "forgetful", second, 300 * second).unwrap();
    // It takes a job, hands it back as done, and never answers.
    let ticket = store.take_order(&forgetful).unwrap().unwrap();
    store.finish(&forgetful, &ticket).unwrap();
    drop(driver);
    assert_eq!(finish(&store, "r", 1), "black");
}

/// A process that ends with the test, whatever becomes of it.
struct Process(Child);

impl Process {
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn succeeds(mut self) -> bool {
        self.0.wait().unwrap().success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A coordinator in a process of its own.
fn coordinator(cluster: &Cluster, run: &str, file: &std::path::Path) -> Process {
    let moves: Vec<String> = cells(GAME).iter().map(u16::to_string).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_robusto-lab"));
    command
        .args([
            "solve",
            "--size",
            "4",
            "--moves",
            &moves.join(","),
            "--database",
            &cluster.url(),
            "--run",
            run,
        ])
        .args(["--budget", "200", "--most", "400", "--growth", "2", "--dead-after", "3", "--certificate"])
        .arg(file)
        .stdout(std::process::Stdio::null());
    Process(command.spawn().unwrap())
}

/// Waits until so many jobs of a proof are judged, or it is done.
#[track_caller]
fn wait_for(store: &Store, run: &str, jobs: usize) {
    let start = Instant::now();
    loop {
        if let Ok(folded) = store.jobs_in(run, &["folded"])
            && (folded.len() >= jobs
                || store.run(run).is_ok_and(|row| row.is_some_and(|row| row.state == State::Done)))
        {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(240), "{run} does not get on");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// kill -9 of a worker, of the coordinator, of the database, and of all three together; two workers end it.
#[test]
fn a_proof_survives_the_death_of_every_part() {
    let Some(cluster) = Cluster::start() else { return };
    let store = cluster.store();
    let file = std::env::temp_dir().join(format!("lab-proof-{}.proof", std::process::id()));
    let mut leader = coordinator(&cluster, "r", &file);
    let mut worker = Process(cluster.worker(LAB, &["--quiet"]));
    wait_for(&store, "r", 2);
    worker.kill();
    worker = Process(cluster.worker(LAB, &["--quiet"]));
    wait_for(&store, "r", 4);
    leader.kill();
    leader = coordinator(&cluster, "r", &file);
    wait_for(&store, "r", 6);
    cluster.crash();
    cluster.up_again();
    wait_for(&store, "r", 8);
    leader.kill();
    worker.kill();
    cluster.crash();
    cluster.up_again();
    let workers = [(); 2].map(|()| Process(cluster.worker(LAB, &["--quiet", "--until-empty"])));
    assert!(coordinator(&cluster, "r", &file).succeeds());
    assert!(workers.into_iter().all(Process::succeeds));
    let report =
        verify::check(std::fs::File::open(&file).unwrap(), &verify::Limits::default(), &mut |_| true)
            .unwrap();
    assert_eq!(report.claim.value.to_string().to_lowercase(), "black");
    assert!(report.checked.dismissed > 0, "the workers have zones");
    let _ = std::fs::remove_file(&file);
}
