//! Teaches the policy of size 4 on by the proofs of random positions, such as a player meets, or measures one on them.
//!
//! The rule: `Dice::new(seed)`, then for each position a number of stones within the bounds on random free cells;
//! positions with a win at once are left out.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use solve::answer::{Limits, Verdict};
use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::policy::{Policy, Teacher};
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::{Shape, bits};

use super::dfpn::changed;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file for the weights, written after every hundred positions; without it nothing is taught
    #[arg(long)]
    out: Option<PathBuf>,
    /// Weights to begin with, if not those that ship
    #[arg(long, conflicts_with = "state")]
    policy: Option<PathBuf>,
    /// The state of the openings of size 4 with whose samples to begin: `robusto solve --size 4 --openings --checkpoint STATE`
    #[arg(long)]
    state: Option<PathBuf>,
    /// How many positions
    #[arg(long, default_value_t = 100)]
    positions: usize,
    /// The fewest stones
    #[arg(long, default_value_t = 6)]
    least: usize,
    /// The most stones
    #[arg(long, default_value_t = 9)]
    most: usize,
    /// A setting, as of `solver dfpn`
    #[arg(long = "set", value_name = "NAME=NUMBER")]
    settings: Vec<String>,
    /// Nodes at which a position is given up
    #[arg(long, default_value_t = 400_000)]
    cap: u64,
    /// Samples before the first lesson: fewer would make the policy forget what it knows
    #[arg(long, default_value_t = 30_000)]
    first: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Tables are emptied after so many positions, and a lesson is given.
const TOGETHER: usize = 100;

fn random(shape: &Shape, stones: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..stones {
        let free = position.free(shape) & !position.wins[position.turn];
        let cell = bits(free).nth(dice.below(free.count_ones().max(1) as usize))?;
        position.play(shape, cell);
    }
    (position.wins == [0; 2]).then_some(position)
}

/// `solver drill`.
pub fn run(args: &Args) -> Result<()> {
    let shape = Shape::regular(4).context("a board")?;
    let policy = match &args.policy {
        Some(file) => {
            Some(Policy::from_bytes(&shape, &std::fs::read(file)?).context("weights of another board")?)
        }
        None => Policy::shipped(&shape),
    };
    let settings = if args.out.is_some() { Settings::POLICY } else { Settings::TAUGHT };
    let settings = changed(Settings { first_lesson: u64::MAX, ..settings }, &args.settings)?;
    let mut dice = Dice::new(args.seed);
    let mut teacher: Option<Teacher> =
        args.state.as_deref().map(|state| super::policy::teacher(state, "4")).transpose()?;
    let (mut count, mut solved, mut nodes, mut logarithms) = (0, 0, 0, 0.0);
    while count < args.positions {
        let prover = Prover::<u64>::new(&shape, 1 << 30, 1, settings);
        match teacher.take() {
            Some(teacher) => *prover.teacher() = Some(teacher),
            None => prover.begin_with(policy.clone()),
        }
        let end = (count + TOGETHER).min(args.positions);
        while count < end {
            let stones = args.least + dice.below(args.most - args.least + 1);
            let Some(position) = random(&shape, stones, &mut dice) else { continue };
            let limits = Limits { nodes: Some(args.cap), time: None };
            let answer = prover.solve(&position, limits, &AtomicBool::new(false), &mut |_| {});
            count += 1;
            solved += usize::from(answer.verdict != Verdict::Unknown);
            nodes += answer.nodes;
            logarithms += (answer.nodes.max(1) as f64).ln();
        }
        let mean = (logarithms / count as f64).exp();
        println!("{count} positions, {solved} solved, {nodes} nodes, geometric mean {mean:.0}");
        teacher = prover.teacher().take();
        if let (Some(out), Some(teacher)) = (&args.out, &mut teacher)
            && teacher.samples()[0] >= args.first
        {
            teacher.teach(&shape);
            let (moves, values) = (teacher.last, teacher.last_value);
            println!(
                "lesson {}: {:?} samples, loss and share of right guesses of moves {moves:.3?}, of values {values:.3?}",
                teacher.lessons,
                teacher.samples()
            );
            std::fs::write(out, teacher.policy().to_bytes())?;
        }
    }
    Ok(())
}
