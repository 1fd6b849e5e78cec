//! Solves a position and reports the numbers of the root and its replies now and then.
//!
//! opening "MOVES" [preset=policy|zones] [board=4|4x4x5] [net=FILE] [gigabytes=4] [every=15] [threads=1] [nodes=N] ...
use solve::answer::{Limits, Progress};
use solve::dfpn::Settings;
use solve::net::Net;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::Shape;
use std::sync::atomic::AtomicBool;

fn main() {
    let mut args = std::env::args().skip(1);
    let moves = args.next().unwrap_or_default();
    let mut settings = Settings::default();
    let (mut gigabytes, mut every, mut threads, mut nodes) = (4.0, 15.0, 1usize, None);
    let (mut board, mut weights) = ("4".to_string(), None);
    for arg in args {
        let (key, value) = arg.split_once('=').expect("key=value");
        match key {
            "net" => weights = Some(std::fs::read(value).expect("weights")),
            "board" => board = value.to_string(),
            "preset" => {
                settings = match value {
                    "policy" => Settings::POLICY,
                    "zones" => Settings::ZONES,
                    _ => panic!("{value}"),
                }
            }
            _ => {
                let number: f64 = value.parse().expect("a number");
                match key {
                    "eps" => settings.epsilon = number as f32,
                    "others" => settings.others = number as f32,
                    "chain" => settings.chain_budget = number as u32,
                    "chains" => settings.chains = number as u32,
                    "trust" => settings.trust = number as f32,
                    "imitate" => settings.imitate = number as u32,
                    "attacker" => settings.powers[0] = number as f32,
                    "defender" => settings.powers[1] = number as f32,
                    "lesson" => settings.lesson_work = number as u64,
                    "race" => settings.race = number as u32,
                    "growth" => settings.growth = number as f32,
                    "width" => settings.width = number as usize,
                    "widen" => settings.widen = number as f32,
                    "mob" => settings.mobility = number as f32,
                    "gigabytes" => gigabytes = number,
                    "every" => every = number,
                    "threads" => threads = number as usize,
                    "nodes" => nodes = Some(number as u64),
                    _ => panic!("{key}"),
                }
            }
        }
    }
    let sides: Vec<usize> = board.split('x').map(|side| side.parse().expect("a side")).collect();
    let shape = match sides[..] {
        [n] => Shape::regular(n),
        [p, q, r] => Shape::hexagon(p, q, r),
        _ => panic!("{board}"),
    }
    .expect("a board that fits");
    let net = match weights {
        Some(bytes) => Net::from_bytes(&shape, &bytes).expect("weights for this board"),
        None => Net::for_board(&shape),
    };
    let cells: Vec<usize> = moves.split_whitespace().map(|name| shape.parse(name).expect("a cell")).collect();
    let position = Position::after(&shape, &cells).expect("moves of a game that goes on");
    let memory = (gigabytes * (1u64 << 30) as f64) as usize;
    let mut last = 0.0;
    let mut watch = |progress: &Progress| {
        let now = progress.elapsed.as_secs_f64();
        if now - last >= every {
            last = now;
            show(&shape, progress);
        }
    };
    let limits = Limits { time: None, nodes };
    let stop = AtomicBool::new(false);
    let answer = if shape.cells() <= 39 {
        let prover = Prover::<u64>::new(&shape, memory, threads, settings, &net);
        let answer = prover.solve(&position, limits, &stop, &mut watch);
        if let Some(teacher) = prover.teacher().as_ref() {
            println!("{} lessons, {} samples, {:?}", teacher.lessons, teacher.samples(), teacher.last);
        }
        println!("proof positions in the table: {:?}", [0, 1].map(|a| prover.proof_size(&position, a)));
        answer
    } else {
        Prover::<u128>::new(&shape, memory, threads, settings, &net)
            .solve(&position, limits, &stop, &mut watch)
    };
    let line: Vec<String> = answer.line.iter().map(|cell| shape.name(cell.index())).collect();
    println!(
        "{moves}: {:?} for the side to move, {} nodes, {:.2} s, line {}",
        answer.verdict,
        answer.nodes,
        answer.elapsed.as_secs_f64(),
        line.join(" ")
    );
}

fn show(shape: &Shape, progress: &Progress) {
    let mut replies = progress.replies.clone();
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.work));
    let solved = replies.iter().filter(|reply| reply.is_solved()).count();
    let shown: Vec<String> = replies
        .iter()
        .take(12)
        .map(|reply| {
            let (name, work) = (shape.name(reply.cell.index()), reply.work / 1000);
            match (reply.proof, reply.disproof) {
                (0.0, _) => format!("{name}+({work}k)"),
                (_, 0.0) => format!("{name}-({work}k)"),
                (proof, disproof) => format!("{name} {proof:.0}/{disproof:.0}({work}k)"),
            }
        })
        .collect();
    let seconds = progress.elapsed.as_secs_f64();
    println!(
        "{seconds:.0} s: does {} win? {:.0}/{:.0}, {:.2} M nodes, {:.0} k/s, fill {:.3}, {solved} replies solved: {}",
        progress.attacker,
        progress.proof,
        progress.disproof,
        progress.nodes as f64 / 1e6,
        progress.nodes as f64 / seconds / 1e3,
        progress.fill,
        shown.join(" ")
    );
}
