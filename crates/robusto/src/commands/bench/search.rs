//! Simulations of the tree search from the empty board: how many a second, where the time goes, how much memory a move takes.
//!
//! The time is cut into thoughts of half a second, each from an empty tree: the median is what one can expect, the best is closest to
//! what the program can do on a quiet machine. The phases are measured apart, so that the clock does not slow the figures. The
//! checksum comes from a thought at a fixed seed and number of visits on one thread: it changes when behaviour does.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Limits, Moment, Player};
use game::Shape;
use search::mcts::{Mcts, Profile, Resources};
use search::presets;
use search::settings::Settings;
use serde::Serialize;

use crate::exit::{Failure, Outcome};

/// How long one thought is.
const THOUGHT: Duration = Duration::from_millis(500);
const MEMORY: usize = 2 << 30;
/// Visits of the thought behind the checksum.
const CHECKED: u64 = 3_000;

/// The line of `bench search`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    preset: String,
    threads: usize,
    simulations_per_second: f64,
    best_per_second: f64,
    thoughts: usize,
    bytes_per_child: f64,
    phases: Shares,
    checksum: String,
}

#[derive(Serialize)]
struct Shares {
    descent: f64,
    expansion: f64,
    rollout: f64,
    backup: f64,
}

/// Measures a preset for about so many seconds on so many threads.
pub fn measure(shape: &'static Shape, preset: &str, threads: usize, seconds: f64) -> Outcome<Line> {
    let unknown = || Failure::usage(format!("--preset: there is no preset {preset:?}"));
    let settings =
        Settings { early_stop: false, ..presets::preset(preset, shape.size()).ok_or_else(unknown)? };
    let thoughts = (seconds / THOUGHT.as_secs_f64()).ceil().max(1.0) as usize;
    let mut rates: Vec<f64> =
        (0..thoughts).map(|seed| rate(shape, &settings, threads, seed as u64)).collect();
    rates.sort_by(f64::total_cmp);
    let profile = profile(shape, &settings);
    let [descent, expansion, rollout, backup] = profile.shares;
    Ok(Line {
        bench: "search",
        game: shape.game().word(),
        size: shape.size().to_string(),
        preset: preset.into(),
        threads,
        simulations_per_second: rates[rates.len() / 2].round(),
        best_per_second: rates[rates.len() - 1].round(),
        thoughts,
        bytes_per_child: profile.bytes as f64 / profile.children.max(1) as f64,
        phases: Shares { descent, expansion, rollout, backup },
        checksum: format!("{:016x}", checksum(shape, &settings)),
    })
}

fn player(settings: &Settings, resources: Resources) -> Mcts {
    Mcts::new(settings.clone(), Resources { memory: MEMORY, ..resources })
}

fn rate(shape: &'static Shape, settings: &Settings, threads: usize, seed: u64) -> f64 {
    let mut player = player(settings, Resources { threads, seed, ..Resources::default() });
    let stop = AtomicBool::new(false);
    let thought = player.think(&Moment::new(shape), &Limits::time(THOUGHT), &stop, &mut |_| {});
    thought.new_visits as f64 / thought.elapsed.as_secs_f64()
}

fn profile(shape: &'static Shape, settings: &Settings) -> Profile {
    let mut player = player(settings, Resources { profile: true, ..Resources::default() });
    player.think(&Moment::new(shape), &Limits::time(THOUGHT), &AtomicBool::new(false), &mut |_| {});
    player.profile().expect("it was to be measured")
}

fn checksum(shape: &'static Shape, settings: &Settings) -> u64 {
    let mut player = player(settings, Resources::default());
    let stop = AtomicBool::new(false);
    let thought = player.think(&Moment::new(shape), &Limits::visits(CHECKED), &stop, &mut |_| {});
    thought.candidates.iter().fold(0, |sum: u64, candidate| {
        let row = candidate.cell.index() as u64 * 0x1_0000_0000 + candidate.visits;
        (sum.rotate_left(7) ^ row).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} size {}, preset {}, {} thread(s)", self.game, self.size, self.preset, self.threads)?;
        writeln!(
            f,
            "{:.0} simulations a second (median of {} thoughts; best {:.0})",
            self.simulations_per_second, self.thoughts, self.best_per_second
        )?;
        let Shares { descent, expansion, rollout, backup } = &self.phases;
        writeln!(
            f,
            "descent {:.0} %, expansion {:.0} %, rollout {:.0} %, backup {:.0} %",
            descent * 100.0,
            expansion * 100.0,
            rollout * 100.0,
            backup * 100.0
        )?;
        writeln!(f, "{:.1} bytes a move in the tree", self.bytes_per_child)?;
        write!(f, "checksum {}", self.checksum)
    }
}
