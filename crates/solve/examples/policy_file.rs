//! The policy of a run's state as a file of weights that the program can begin with.
//!
//! policy_file SIZE STATE SOLVER FILE, where SOLVER is the work that the state belongs to, such as `openings
//! of 3 plies`

use std::path::PathBuf;
use std::time::Duration;

use game::Game;
use solve::answer::Task;
use solve::checkpoint::{Keep, Keeper};
use solve::dfpn::Settings;
use solve::net::Net;
use solve::prover::Prover;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, state, solver, file] = &words[..] else { panic!("a size, a state, its solver and a file") };
    let task = Task::read(Game::Havannah, size, "").expect("a board");
    let shape = solve::small::shape_of(task.position.shape().size()).expect("a board that fits");
    let keep = Keep { folder: PathBuf::from(state), every: Duration::MAX, resume: true };
    let keeper = Keeper::new(&keep, &task.position, solver);
    let net = Net::blank(&shape);
    // The table of the run is not wanted: a small one forgets most of it.
    let prover = Prover::<u64>::new(&shape, 1 << 24, 1, Settings::POLICY, &net);
    let spent = prover.resume(&keeper).expect("a state");
    let teacher = prover.teacher();
    let policy = teacher.as_ref().expect("a policy").policy();
    let bytes = policy.to_bytes().expect("weights are written to memory");
    std::fs::write(file, &bytes).expect("the file is written");
    println!("{file}: {} bytes, taught by {} nodes", bytes.len(), spent.nodes);
}
