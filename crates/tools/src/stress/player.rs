//! Stress for the player, longer than a test should take.
//!
//! A long thought in a small memory (64 MB on size 10), whole games at a thousandth of a second a move, and thoughts
//! that are broken off at random moments; boards from the tiniest to the largest, one thread and two. It prints the
//! peak of resident memory, the moves and how late they came, and ends with an error if a move is illegal or the memory is exceeded.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use game::{Shape, Size};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use search::presets;
use search::random::Random;
use search::settings::Settings;

const MEGABYTE: u64 = 1 << 20;
const LIMIT: u64 = 64 * MEGABYTE;
/// What the program may hold beside the tree.
const BESIDE: u64 = 32 * MEGABYTE;

/// `stress player`.
pub fn run(seconds: f64) -> Result<()> {
    let passed = [small_memory(seconds), quick_moves(), sudden_stops()];
    ensure!(passed.iter().all(|&passed| passed), "a move was illegal or missing, or the memory was exceeded");
    Ok(())
}

fn player(preset: &str, size: usize, threads: usize, seed: u64) -> Mcts {
    let board = Size::havannah(size).expect("a legal size");
    let settings = Settings { early_stop: false, ..presets::preset(preset, board).expect("a known preset") };
    let resources = Resources { threads, memory: LIMIT as usize, seed, ..Resources::default() };
    Mcts::new(settings, resources)
}

fn empty(size: usize) -> Moment {
    Moment::new(Shape::of(Size::havannah(size).expect("a legal size")))
}

/// The peak of resident memory in bytes, where the system can tell.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

fn small_memory(seconds: f64) -> bool {
    let mut player = player("rave", 10, 1, 1);
    let limits = Limits::time(Duration::from_secs_f64(seconds));
    let thought = player.think(&empty(10), &limits, &AtomicBool::new(false), &mut |_| {});
    let peak = peak().unwrap_or(0);
    println!(
        "size 10, {seconds} s in 64 MB: {} visits, tree {} MB, peak resident {} MB (at most {} MB)",
        thought.new_visits,
        thought.memory / MEGABYTE,
        peak / MEGABYTE,
        (LIMIT + BESIDE) / MEGABYTE
    );
    peak <= LIMIT + BESIDE && thought.best().is_some()
}

/// Whole games at a thousandth of a second a move.
fn quick_moves() -> bool {
    let mut legal = true;
    for (size, threads) in [(2, 1), (3, 2), (5, 1), (8, 2), (10, 1), (15, 1), (15, 2)] {
        let mut player = player("strong", size, threads, size as u64);
        let mut game = empty(size);
        let (mut moves, mut latest) = (0, Duration::ZERO);
        while game.outcome().is_none() {
            let start = Instant::now();
            let limits = Limits::time(Duration::from_millis(1));
            let best = player.think(&game, &limits, &AtomicBool::new(false), &mut |_| {}).best();
            latest = latest.max(start.elapsed());
            let Some(best) = best.filter(|&best| game.is_legal(best)) else {
                legal = false;
                break;
            };
            game.play(best);
            moves += 1;
        }
        println!(
            "size {size}, {threads} thread(s), 1 ms a move: {moves} moves, the slowest after {latest:.1?}"
        );
    }
    legal
}

/// Thoughts without a limit that are told to stop after up to twenty milliseconds.
fn sudden_stops() -> bool {
    let mut random = Random::new(7);
    let mut answered = true;
    for (size, preset) in [(4, "rave"), (10, "strong"), (15, "strong"), (15, "castro")] {
        let mut player = player(preset, size, 2, 3);
        let game = empty(size);
        let mut delays = Vec::new();
        for _ in 0..50 {
            let stop = AtomicBool::new(false);
            let wait = Duration::from_micros(random.below(20_000) as u64);
            let delay = std::thread::scope(|scope| {
                let told = scope.spawn(|| {
                    std::thread::sleep(wait);
                    stop.store(true, Relaxed);
                    Instant::now()
                });
                let thought = player.think(&game, &Limits::default(), &stop, &mut |_| {});
                answered &= thought.best().is_some_and(|best| game.is_legal(best));
                let end = Instant::now();
                end.saturating_duration_since(told.join().expect("it only sleeps"))
            });
            delays.push(delay);
        }
        delays.sort();
        println!(
            "size {size}, {preset}, told to stop: answers after {:.1?} (median), {:.1?} (latest)",
            delays[25], delays[49]
        );
    }
    answered
}
