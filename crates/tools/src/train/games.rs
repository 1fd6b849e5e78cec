//! Plays games to learn from, as `robusto learn` does, with any preset and settings: what the policy network was taught by.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use game::{Shape, Size};
use learn::play::{Plan, play};
use search::presets;
use search::random::Random;
use search::settings::Settings;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file that the games are added to
    out: PathBuf,
    /// For so many seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// The seed of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays
    #[arg(long, default_value = "strong")]
    preset: String,
    /// Sizes of Havannah boards; one that is named twice is played on twice as often
    #[arg(long, value_delimiter = ',', default_values_t = [5, 6, 7, 8, 9, 10])]
    sizes: Vec<usize>,
    /// Simulations of a move that is recorded, which is every second one; the others have a fifth
    #[arg(long, default_value_t = 1000)]
    visits: u64,
    /// Changes of settings, key=value
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// `train games`.
pub fn run(args: &Args) -> Result<()> {
    let boards: Vec<Size> = args.sizes.iter().map(|&side| Size::havannah(side)).collect::<Result<_, _>>()?;
    let plan =
        Plan { visits: args.visits, one_in: 2, random_stones: 3, balanced: 0, noise: 0.0, ..Plan::default() };
    let mut random = Random::new(args.seed);
    let start = Instant::now();
    let (mut games, mut positions) = (0, 0);
    while start.elapsed() < Duration::from_secs_f64(args.seconds) {
        let board = boards[random.below(boards.len())];
        let settings = settings_on(args, board)?;
        let never = AtomicBool::new(false);
        let Some(game) = play(Shape::of(board), &settings, &plan, None, &mut random, &never) else { break };
        game.append(&args.out).with_context(|| args.out.display().to_string())?;
        positions += game.searched.len();
        games += 1;
    }
    println!("{games} games, {positions} positions");
    Ok(())
}

fn settings_on(args: &Args, board: Size) -> Result<Settings> {
    let preset = presets::preset(&args.preset, board);
    let mut settings = preset.with_context(|| format!("--preset: there is none named {:?}", args.preset))?;
    for pair in &args.set {
        let (name, value) =
            pair.split_once('=').with_context(|| format!("--set {pair}: it is written key=value"))?;
        settings.set(name, value).context("--set")?;
    }
    Ok(settings)
}
