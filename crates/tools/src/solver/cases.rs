//! Finds positions for the suite (`crates/solve/suite.txt`): random ones, solved, as its lines.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use game::{Cell, Coords, Game, Outcome, Shape, Size, cell_name};
use solve::answer::{Budget, Limits, Moment, Task, Verdict};
use solve::dice::Dice;
use solve::method::{Method, prove};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The board of Havannah
    size: String,
    /// Stones of a position
    #[arg(default_value_t = 20)]
    stones: usize,
    /// How many positions
    #[arg(default_value_t = 4)]
    count: u64,
    /// Other dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions that take fewer nodes are left out
    #[arg(long, default_value_t = 100)]
    least_nodes: u64,
    /// Drawn positions only, which hardly exist but before the end of games on small boards
    #[arg(long)]
    draw: bool,
}

/// `solver cases`.
pub fn run(args: &Args) -> Result<()> {
    let &Args { ref size, stones, count, least_nodes, .. } = args;
    let shape = Shape::of(Size::parse(Game::Havannah, size)?);
    let mut dice = Dice::new(args.seed);
    let mut found = 0;
    while found < count {
        let Some((position, moves)) = random(shape, stones, &mut dice) else { continue };
        let limits = Limits { time: Some(Duration::from_secs(10)), nodes: None };
        let budget = Budget { limits, ..Budget::default() };
        let task = Task::at(&position);
        let answer =
            prove(&task, Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).expect("it fits");
        let wanted = !args.draw || answer.verdict == Verdict::Draw;
        if answer.verdict == Verdict::Unknown || answer.nodes < least_nodes || !wanted {
            continue;
        }
        found += 1;
        let result = match answer.verdict {
            Verdict::Win => Outcome::Win(position.turn()),
            Verdict::Loss => Outcome::Win(position.turn().other()),
            _ => Outcome::Draw,
        };
        let names: Vec<String> = moves.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
        println!("random-{size}-{stones}-{found}; havannah; {size}; {}; {}", result.word(), names.join(" "));
        eprintln!("{} nodes, {:.2} s", answer.nodes, answer.elapsed.as_secs_f64());
    }
    Ok(())
}

/// A random game of so many moves in which nobody wins and threats are blocked.
fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<(Moment, Vec<Cell>)> {
    let mut position = Moment::new(shape);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let blocks =
            position.winning_cells(position.turn().other()) - position.winning_cells(position.turn());
        let cells: Vec<Cell> =
            if blocks.is_empty() { position.quiet_cells() } else { blocks }.iter().collect();
        if cells.is_empty() {
            return None;
        }
        let cell = cells[dice.below(cells.len())];
        position.play(cell);
        moves.push(cell);
    }
    (position.outcome().is_none() && position.winning_cells(position.turn()).is_empty())
        .then_some((position, moves))
}
