//! What it costs to solve positions of a board, by their number of stones: the curve that estimates for larger boards extend.
//!
//! The rule: `Dice::new(seed)`, then for each position so many stones by turns on random cells where nobody wins or could have won at
//! once. Each is solved by itself, from an empty table and an untaught policy, with its certificate.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail};
use game::{Coords, Game, Shape, Size, cell_name};
use solve::answer::{Budget, Limits, Moment, Task, Verdict};
use solve::dice::Dice;
use solve::method::{Method, prove};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The board: 4 or 4x4x5
    #[arg(long, default_value = "4")]
    board: String,
    /// The most stones of a position
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// The fewest
    #[arg(long, default_value_t = 8)]
    least: usize,
    /// Stones from one row to the next
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    step: u16,
    /// Positions a row
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// Nodes at which a position is given up
    #[arg(long, default_value_t = 200_000)]
    cap: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The moves of a random game.
fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<String> {
    let mut position = Moment::new(shape);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let cells: Vec<_> = position.quiet_cells().iter().collect();
        let cell = *cells.get(dice.below(cells.len().max(1)))?;
        position.play(cell);
        moves.push(cell_name(shape, cell, Coords::Gui));
    }
    position.outcome().is_none().then(|| moves.join(" "))
}

/// What positions of one number of stones came to.
#[derive(Default)]
struct Row {
    nodes: Vec<u64>,
    /// Nodes and bytes of certificates.
    solved: Vec<(u64, usize)>,
}

/// `solver curve`.
pub fn run(args: &Args) -> Result<()> {
    let size = Size::parse(Game::Havannah, &args.board)?;
    let shape = Shape::of(size);
    if args.least > args.most || args.most >= size.cells() {
        bail!("--least {} --most {}: they are numbers of stones on {size}", args.least, args.most);
    }
    println!("{size}, {} cells, at most {} nodes a position", size.cells(), args.cap);
    let mut dice = Dice::new(args.seed);
    let mut stones = args.most;
    loop {
        let row = row(args, shape, stones, &mut dice)?;
        println!("{}", told(stones, &row));
        let next = stones.checked_sub(args.step.into()).filter(|&next| next >= args.least);
        match next {
            Some(next) => stones = next,
            None => return Ok(()),
        }
    }
}

fn row(args: &Args, shape: &'static Shape, stones: usize, dice: &mut Dice) -> Result<Row> {
    let limits = Limits { nodes: Some(args.cap), time: None };
    let budget = Budget { limits, certify: true, ..Budget::default() };
    let mut row = Row::default();
    let mut tries = 0;
    while row.nodes.len() < args.positions.into() {
        tries += 1;
        if tries > 1000 * usize::from(args.positions) {
            bail!("random games hardly ever last {stones} stones there: take fewer with --most");
        }
        let Some(moves) = random(shape, stones, dice) else { continue };
        let task =
            Task::read(Game::Havannah, &args.board, &moves).map_err(|why| anyhow!("{moves}: {why}"))?;
        let answer = prove(&task, Method::Policy, &budget, &AtomicBool::new(false), &mut |_| {})
            .map_err(|why| anyhow!("{moves}: {why}"))?;
        row.nodes.push(answer.nodes);
        if answer.verdict != Verdict::Unknown {
            let certificate = answer.certificate.with_context(|| format!("{moves}: no certificate"))?;
            row.solved.push((answer.nodes, certificate.len()));
        }
    }
    Ok(row)
}

fn told(stones: usize, row: &Row) -> String {
    let mut nodes = row.nodes.clone();
    nodes.sort_unstable();
    let logarithms: f64 = nodes.iter().map(|&nodes| (nodes.max(1) as f64).ln()).sum();
    let mean = (logarithms / nodes.len() as f64).exp();
    let (work, bytes) =
        row.solved.iter().fold((0, 0), |(work, sum), &(nodes, bytes)| (work + nodes, sum + bytes));
    format!(
        "{stones} stones: {} of {} solved, geometric mean {mean:.0} nodes, median {}, at most {}; certificates of {} bytes in the \
         mean, {:.1} nodes a byte",
        row.solved.len(),
        nodes.len(),
        nodes[nodes.len() / 2],
        nodes[nodes.len() - 1],
        bytes / row.solved.len().max(1),
        work as f64 / bytes.max(1) as f64,
    )
}
