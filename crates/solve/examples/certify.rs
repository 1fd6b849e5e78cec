//! Solves a position, writes its certificate and checks it, with the time of each.
//!
//! certify "MOVES" FILE [board=4|4x4x5] [gigabytes=1] [threads=1]
use std::fs::File;
use std::io::BufWriter;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use solve::answer::Limits;
use solve::certificate;
use solve::dfpn::Settings;
use solve::key::Word;
use solve::net::Net;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::Shape;

fn main() {
    let mut args = std::env::args().skip(1);
    let moves = args.next().unwrap_or_default();
    let path = args.next().expect("a file");
    let (mut gigabytes, mut threads, mut board) = (1.0, 1usize, "4".to_string());
    let mut settings = Settings::default();
    for arg in args {
        let (key, value) = arg.split_once('=').expect("key=value");
        match key {
            "board" => board = value.to_string(),
            "gigabytes" => gigabytes = value.parse().expect("a number"),
            "threads" => threads = value.parse().expect("a number"),
            "imitate" => settings.imitate = value.parse().expect("a number"),
            "race" => settings.race = value.parse().expect("a number"),
            _ => panic!("{key}"),
        }
    }
    let sides: Vec<usize> = board.split('x').map(|side| side.parse().expect("a side")).collect();
    let shape = match sides[..] {
        [n] => Shape::regular(n),
        [p, q, r] => Shape::hexagon(p, q, r),
        _ => panic!("{board}"),
    }
    .expect("a board that fits");
    let net = Net::for_board(&shape);
    let memory = (gigabytes * (1u64 << 30) as f64) as usize;
    let cells: Vec<usize> = moves.split_whitespace().map(|name| shape.parse(name).expect("a cell")).collect();
    if shape.cells() <= 39 {
        run(&Prover::<u64>::new(&shape, memory, threads, settings, &net), &shape, &cells, &path);
    } else {
        run(&Prover::<u128>::new(&shape, memory, threads, settings, &net), &shape, &cells, &path);
    }
}

fn run<W: Word>(prover: &Prover<W>, shape: &Shape, cells: &[usize], path: &str) {
    let position = Position::after(shape, cells).expect("moves of a game that goes on");
    let stop = AtomicBool::new(false);
    let answer = prover.solve(&position, Limits::NONE, &stop, &mut |_| {});
    println!("{:?}: {} nodes, {:.2} s", answer.verdict, answer.nodes, answer.elapsed.as_secs_f64());
    let begin = Instant::now();
    let out = BufWriter::new(File::create(path).expect("a file to write"));
    let written = certificate::write(prover, shape, cells, answer.verdict, out, &stop, &mut |_| {});
    let stats = written.expect("a certificate");
    let bytes = std::fs::metadata(path).expect("the file").len();
    println!("written in {:.2} s: {bytes} bytes, {stats:?}", begin.elapsed().as_secs_f64());
    let file = File::open(path).expect("the file");
    let report = verify::check(file, &verify::Limits::default(), &mut |_| true).expect("a valid certificate");
    println!("checked in {:.2} s: {:?}", report.elapsed.as_secs_f64(), report.checked);
}
