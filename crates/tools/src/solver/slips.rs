//! Does the player throw away wins that the solver can prove? Random positions of size 4 that the side to move wins; the player
//! (the default preset with its share for the solver) chooses a move, the solver judges it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use game::{Cell, Colour, Coords, Game, Outcome, Shape, Size, cell_name};
use search::mcts::Resources;
use search::player::{Limits, Player};
use search::presets;
use solve::answer::{Budget, Moment, Task, Verdict};
use solve::method::{Method, prove};
use solve::questions;
use solve::train::Dice;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// How many positions
    #[arg(default_value_t = 20)]
    positions: usize,
    /// Their stones
    #[arg(default_value_t = 10)]
    stones: usize,
    /// The player's time
    #[arg(default_value_t = 1.0)]
    seconds: f64,
    /// Other dice
    #[arg(default_value_t = 1)]
    seed: u64,
    /// The setting `solver_share` of the player
    share: Option<String>,
}

/// `solver slips`.
pub fn run(args: &Args) -> Result<()> {
    let &Args { positions, stones, .. } = args;
    let time = Duration::from_secs_f64(args.seconds);
    let mut dice = Dice::new(args.seed);
    let shape = Shape::of(Size::parse(Game::Havannah, "4").expect("a size"));
    let (mut won, mut proved, mut slips) = (0, 0, 0);
    while won < positions {
        let Some((position, moves)) = random(shape, stones, &mut dice) else { continue };
        if value(&position) != Verdict::Win {
            continue;
        }
        won += 1;
        let mut settings = presets::preset(presets::NAMES[0], shape.size()).expect("the default");
        if let Some(share) = &args.share {
            settings.set("solver_share", share).map_err(anyhow::Error::msg)?;
        }
        let resources = Resources { memory: 1 << 28, ..Resources::default() };
        let mut player = questions::player(settings, shape, resources);
        let thought = player.think(&position, &Limits::time(time), &AtomicBool::new(false), &mut |_| {});
        proved += usize::from(thought.verdict == Verdict::Win);
        let best = thought.best().expect("a move");
        let mut after = position;
        after.play(best);
        let kept = match after.outcome() {
            Some(outcome) => outcome == Outcome::Win(position.turn()),
            None => value(&after) == Verdict::Loss,
        };
        if !kept {
            slips += 1;
            let names: Vec<String> = moves.iter().map(|&cell| cell_name(shape, cell, Coords::Gui)).collect();
            println!("{} throws the win away after {}", cell_name(shape, best, Coords::Gui), names.join(" "));
        }
    }
    println!(
        "{won} won positions with {stones} stones, {:.2} s a move: {proved} proved by the player, {slips} wins thrown away",
        time.as_secs_f64()
    );
    Ok(())
}

fn value(position: &Moment) -> Verdict {
    let answer =
        prove(&Task::at(position), Method::Auto, &Budget::default(), &AtomicBool::new(false), &mut |_| {});
    answer.expect("it fits").verdict
}

/// A random game of so many moves after which nobody can win at once.
fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<(Moment, Vec<Cell>)> {
    let mut position = Moment::new(shape);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let quiet = Colour::BOTH
            .iter()
            .fold(position.empty_cells(), |cells, &colour| cells - position.winning_cells(colour));
        let cells: Vec<Cell> = quiet.iter().collect();
        let cell = *cells.get(dice.below(cells.len().max(1)))?;
        position.play(cell);
        moves.push(cell);
    }
    let quiet = Colour::BOTH.iter().all(|&colour| position.winning_cells(colour).is_empty());
    quiet.then_some((position, moves))
}
