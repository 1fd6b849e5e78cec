//! Solves every opening of a board from an empty table and an untaught policy: the work of `robusto solve
//! --openings`, without the rest of the program.
//!
//! openings SIZE [folder=DIR] [every=600] [certificates=DIR] [gigabytes=6] [threads=1] [nodes=N]
//! [time=SECONDS] [plies=1]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::Game;
use solve::answer::{Budget, Limits, Task};
use solve::checkpoint::Keep;
use solve::dfpn::Settings;
use solve::openings::{News, solve_all};

fn main() {
    let mut args = std::env::args().skip(1);
    let size = args.next().expect("a size");
    let mut budget = Budget { memory: 6 << 30, certify: true, ..Budget::default() };
    let mut plies = 1;
    let (mut folder, mut certificates, mut every) = (None, PathBuf::from("."), 600);
    for arg in args {
        let (key, value) = arg.split_once('=').expect("key=value");
        match key {
            "folder" => folder = Some(PathBuf::from(value)),
            "certificates" => certificates = value.into(),
            "plies" => plies = value.parse().expect("a number"),
            "every" => every = value.parse().expect("seconds"),
            "gigabytes" => budget.memory = value.parse::<usize>().expect("a number") << 30,
            "threads" => budget.threads = value.parse().expect("a number"),
            "nodes" => budget.limits = Limits { nodes: value.parse().ok(), ..budget.limits },
            "time" => budget.limits.time = value.parse().ok().map(Duration::from_secs),
            _ => panic!("{key}"),
        }
    }
    let keep = folder.map(|folder| Keep { folder, every: Duration::from_secs(every), resume: true });
    let task = Task::read(Game::Havannah, &size, "").expect("a board").kept(keep);
    let shape = solve::small::shape_of(task.position.shape().size()).expect("a board that fits");
    budget.certify = plies == 1;
    let title = |moves: &[usize]| moves.iter().map(|&cell| shape.name(cell)).collect::<Vec<_>>().join("-");
    let mut told = Instant::now();
    let mut hear = |news: News<'_>| {
        match news {
            News::Progress(moves, state) if told.elapsed() >= Duration::from_secs(20) => {
                told = Instant::now();
                let solved = state.replies.iter().filter(|reply| reply.is_solved()).count();
                println!(
                    "{}: does {} win? {:.0}/{:.0}, {:.2} M nodes, {:.0} s, fill {:.3}, {solved} of {} replies",
                    title(moves),
                    state.attacker,
                    state.proof,
                    state.disproof,
                    state.nodes as f64 / 1e6,
                    state.elapsed.as_secs_f64(),
                    state.fill,
                    state.replies.len()
                );
            }
            News::Progress(..) => {}
            News::Solved(opening) => {
                let name = title(&opening.moves);
                let bytes = opening.certificate.as_deref().unwrap_or_default();
                if budget.certify {
                    assert!(!bytes.is_empty(), "the proof is found again in this memory");
                    let file = certificates.join(format!("havannah-{size}-{name}.proof"));
                    std::fs::write(&file, bytes).expect("the certificate is written");
                }
                println!(
                    "{name}: {:?} after it, {} nodes, {:.1} s, certificate of {} bytes",
                    opening.verdict,
                    opening.spent.nodes,
                    opening.spent.time.as_secs_f64(),
                    bytes.len()
                );
            }
        }
        ControlFlow::Continue(())
    };
    let openings = solve_all(&task, plies, Settings::POLICY, &budget, &AtomicBool::new(false), &mut hear);
    for opening in openings.expect("the work goes on") {
        println!("{} {:?} {:?}", title(&opening.moves), opening.verdict, opening.spent);
    }
}
