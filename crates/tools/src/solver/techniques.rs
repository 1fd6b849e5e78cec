//! Nodes by technique on random positions of size 4 with 3 and 4 stones: what root, zones and policy are worth.
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
use solve::dice::Dice;
use solve::key::{Images, Places};
use solve::policy::Teacher;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::{Shape, bits};

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

#[derive(clap::Args, Debug)]
pub struct Args {
    /// What is measured
    #[arg(value_enum)]
    technique: Technique,
    /// Nodes at which a position is given up
    #[arg(long, default_value_t = 200_000)]
    cap: u64,
    /// The power of the policy on moves of the attacker
    #[arg(long)]
    attacker: Option<f32>,
    /// The power of the policy on moves of the defender
    #[arg(long)]
    defender: Option<f32>,
    /// Least work of a sample for lessons
    #[arg(long)]
    lesson: Option<u64>,
    /// Power of the learned value
    #[arg(long)]
    value: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Technique {
    ZonesOld,
    Zones,
    Policy,
    Taught,
}

/// `solver techniques`.
pub fn run(args: &Args) {
    let &Args { technique, cap, .. } = args;
    let mut settings = match technique {
        Technique::ZonesOld => Settings { long_turn: u64::MAX, ..Settings::ZONES },
        Technique::Zones => Settings::ZONES,
        Technique::Policy | Technique::Taught => Settings::POLICY,
    };
    let [attacker, defender] = settings.powers;
    settings.powers = [args.attacker.unwrap_or(attacker), args.defender.unwrap_or(defender)];
    settings.lesson_work = args.lesson.unwrap_or(settings.lesson_work);
    settings.value = args.value.unwrap_or(settings.value);
    let shape = Shape::regular(4).expect("a board");
    let mut kept: Option<Teacher> = None;
    let mut tallies = [Tally::default(), Tally::default()];
    for (index, (name, position)) in positions(&shape).into_iter().enumerate() {
        let held_out = index >= SUITE;
        let frozen = Settings { lesson_work: 0, value_work: 0, ..settings };
        let now = if held_out && technique == Technique::Taught { frozen } else { settings };
        let prover = Prover::<u64>::new(&shape, 1 << 29, 1, now);
        if let Some(teacher) = kept.take() {
            *prover.teacher() = Some(teacher);
        }
        let limits = Limits { nodes: Some(cap), time: None };
        let answer = prover.solve(&position, limits, &AtomicBool::new(false), &mut |_| {});
        tallies[usize::from(held_out)].add(answer.nodes, answer.verdict != Verdict::Unknown);
        println!("{name}: {:?} {}", answer.verdict, answer.nodes);
        if technique == Technique::Taught {
            kept = prover.teacher().take();
            if let Some(teacher) = kept.as_mut().filter(|_| !held_out) {
                teacher.teach(&shape);
            }
        }
    }
    tallies[0].show("suite");
    tallies[1].show("held out");
}
