//! Nodes by technique on random positions of size 4 with 3 and 4 stones: what root, zones and policy are
//! worth.
//!
//! policy TECHNIQUE [cap=200000] [attacker=0.7] [defender=0.35] [trust=0.5] [lesson=30]
//!
//! Technique `zones-old` asks as if no question were long, `zones` chooses the question and works by replies,
//! `policy` adds a policy that is untaught for each position. `taught` keeps policy and samples from position
//! to position of the suite (each with an empty table) and then measures the positions that were held out,
//! without further lessons.
//!
//! The rule: `Dice::new(2026)`, then 3 and 4 stones by turns on random free cells, positions with a win at
//! once and those met before (by symmetry) left out; the first 60 are the suite, the next 20 are held out.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use solve::answer::{Limits, Verdict};
use solve::dfpn::Settings;
use solve::key::{Images, Places};
use solve::net::Net;
use solve::policy::Teacher;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::{Shape, bits};
use solve::train::Dice;

const SUITE: usize = 60;
const HELD_OUT: usize = 20;

fn positions(shape: &Shape) -> Vec<(String, Position)> {
    let places = Places::<u64>::new(shape);
    let mut dice = Dice::new(2026);
    let (mut met, mut found) = (HashSet::new(), Vec::new());
    while found.len() < SUITE + HELD_OUT {
        let mut position = Position::empty();
        let mut names = Vec::new();
        for _ in 0..3 + found.len() % 2 {
            let free = position.free(shape);
            let cell = bits(free).nth(dice.below(free.count_ones() as usize)).expect("a free cell");
            names.push(shape.name(cell));
            position.play(shape, cell);
        }
        let new = met.insert(Images::of(&places, position.stones).least(&places).0);
        if new && position.wins == [0; 2] {
            found.push((names.join(" "), position));
        }
    }
    found
}

/// Nodes of one technique on some positions.
#[derive(Default)]
struct Tally {
    solved: usize,
    count: usize,
    nodes: u64,
    logarithms: f64,
}

impl Tally {
    fn add(&mut self, nodes: u64, solved: bool) {
        self.count += 1;
        self.solved += usize::from(solved);
        self.nodes += nodes;
        self.logarithms += (nodes as f64).ln();
    }

    fn show(&self, name: &str) {
        let mean = (self.logarithms / self.count as f64).exp();
        println!(
            "{name}: {} of {} solved, {} nodes, geometric mean {mean:.0}",
            self.solved, self.count, self.nodes
        );
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let technique = args.next().expect("a technique");
    let mut settings = match technique.as_str() {
        "zones-old" => Settings { long_turn: u64::MAX, ..Settings::ZONES },
        "zones" => Settings::ZONES,
        "policy" | "taught" => Settings::POLICY,
        _ => panic!("{technique}"),
    };
    let mut cap = 200_000;
    for arg in args {
        let (key, value) = arg.split_once('=').expect("key=value");
        let number: f64 = value.parse().expect("a number");
        match key {
            "cap" => cap = number as u64,
            "attacker" => settings.powers[0] = number as f32,
            "defender" => settings.powers[1] = number as f32,
            "trust" => settings.trust = number as f32,
            "lesson" => settings.lesson_work = number as u64,
            _ => panic!("{key}"),
        }
    }
    let shape = Shape::regular(4).expect("a board");
    let net = Net::for_board(&shape);
    let mut kept: Option<Teacher> = None;
    let mut tallies = [Tally::default(), Tally::default()];
    for (index, (name, position)) in positions(&shape).into_iter().enumerate() {
        let held_out = index >= SUITE;
        let frozen = Settings { lesson_work: 0, ..settings };
        let now = if held_out && technique == "taught" { frozen } else { settings };
        let prover = Prover::<u64>::new(&shape, 1 << 29, 1, now, &net);
        if let Some(teacher) = kept.take() {
            *prover.teacher() = Some(teacher);
        }
        let limits = Limits { nodes: Some(cap), time: None };
        let answer = prover.solve(&position, limits, &AtomicBool::new(false), &mut |_| {});
        tallies[usize::from(held_out)].add(answer.nodes, answer.verdict != Verdict::Unknown);
        println!("{name}: {:?} {}", answer.verdict, answer.nodes);
        if technique == "taught" {
            kept = prover.teacher().take();
            if let Some(teacher) = kept.as_mut().filter(|_| !held_out) {
                teacher.teach(&shape);
            }
        }
    }
    tallies[0].show("suite");
    tallies[1].show("held out");
}
