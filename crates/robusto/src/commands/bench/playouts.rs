//! Uniformly random games from the empty board: how many a second, how long they are and how they end.
//!
//! Machines are noisy, so the time is cut into short slices: the median slice is what one can expect, the best
//! one is closest to what the program can do. Lengths and endings come from games at a fixed seed, so they are the same on every
//! machine and every day; the checksum over them tells a change of behaviour from a change of speed.

use std::fmt;
use std::time::{Duration, Instant};

use game::{Board, Shape};
use search::random::Random;
use search::rollout::{Empties, play_out};
use serde::Serialize;

use super::statistics::{ByKind, Statistics};

/// The seed of the games whose endings are counted.
const SEED: u64 = 1;
/// How many games are counted: shares are then right within about 0.2 points.
const COUNTED: usize = 100_000;
/// How long a slice is.
const SLICE: Duration = Duration::from_millis(50);
/// Playouts between two looks at the clock.
const BATCH: u64 = 64;

/// The line of `bench playouts`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    threads: usize,
    playouts_per_second: f64,
    best_per_second: f64,
    mean_per_second: f64,
    slices: usize,
    mean_length: f64,
    length_by_kind: ByKind,
    #[serde(flatten)]
    shares: ByKind,
    counted: usize,
    checksum: String,
}

/// Measures for about so many seconds on so many threads.
pub fn measure(shape: &'static Shape, threads: usize, seconds: f64) -> Line {
    // Boards as small as they can be: copying them is part of a playout.
    match shape.len() / 64 {
        0 => measure_in::<1>(shape, threads, seconds),
        1 => measure_in::<2>(shape, threads, seconds),
        2 => measure_in::<3>(shape, threads, seconds),
        3 => measure_in::<4>(shape, threads, seconds),
        4 => measure_in::<5>(shape, threads, seconds),
        5 => measure_in::<6>(shape, threads, seconds),
        6 => measure_in::<7>(shape, threads, seconds),
        7 => measure_in::<8>(shape, threads, seconds),
        _ => measure_in::<10>(shape, threads, seconds),
    }
}

fn measure_in<const W: usize>(shape: &'static Shape, threads: usize, seconds: f64) -> Line {
    let statistics = count::<W>(shape);
    let rates = rates::<W>(shape, threads, seconds);
    Line {
        bench: "playouts",
        game: shape.game().word(),
        size: shape.size().to_string(),
        threads,
        playouts_per_second: rates[rates.len() / 2].round(),
        best_per_second: rates[rates.len() - 1].round(),
        mean_per_second: (rates.iter().sum::<f64>() / rates.len() as f64).round(),
        slices: rates.len(),
        mean_length: statistics.mean_length(),
        length_by_kind: statistics.lengths(),
        shares: statistics.shares(),
        counted: COUNTED,
        checksum: format!("{:016x}", statistics.checksum()),
    }
}

/// Plays the games whose lengths and endings are counted.
fn count<const W: usize>(shape: &'static Shape) -> Statistics {
    let start = Board::<W>::new(shape);
    let mut empties = Empties::of(&start);
    let mut random = Random::new(SEED);
    let mut statistics = Statistics::default();
    for _ in 0..COUNTED {
        let mut board = start;
        play_out(&mut board, &mut empties, &mut random);
        statistics.add(&board);
    }
    statistics
}

/// Playouts a second of all threads together, slice by slice, the slowest first.
fn rates<const W: usize>(shape: &'static Shape, threads: usize, seconds: f64) -> Vec<f64> {
    let slices = (seconds / SLICE.as_secs_f64()).ceil().max(1.0) as usize;
    let by_thread: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || run_slices::<W>(shape, thread as u64, slices)))
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("a playout never panics")).collect()
    });
    let mut rates: Vec<f64> =
        (0..slices).map(|slice| by_thread.iter().map(|rates| rates[slice]).sum()).collect();
    rates.sort_by(f64::total_cmp);
    rates
}

fn run_slices<const W: usize>(shape: &'static Shape, seed: u64, slices: usize) -> Vec<f64> {
    let start = Board::<W>::new(shape);
    let mut empties = Empties::of(&start);
    let mut random = Random::new(seed);
    let slice = |_| {
        let begin = Instant::now();
        let mut count = 0u64;
        while begin.elapsed() < SLICE {
            for _ in 0..BATCH {
                let mut board = start;
                std::hint::black_box(play_out(&mut board, &mut empties, &mut random));
            }
            count += BATCH;
        }
        count as f64 / begin.elapsed().as_secs_f64()
    };
    (0..slices).map(slice).collect()
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} size {}, {} thread(s)", self.game, self.size, self.threads)?;
        writeln!(
            f,
            "{:.0} playouts a second (median of {} slices; best {:.0})",
            self.playouts_per_second, self.slices, self.best_per_second
        )?;
        writeln!(f, "mean length {:.2}", self.mean_length)?;
        for ((kind, share), (_, length)) in self.shares.rows().into_iter().zip(self.length_by_kind.rows()) {
            if share > 0.0 {
                writeln!(f, "{kind:<6} {:6.2} %   length {length:6.2}", share * 100.0)?;
            }
        }
        write!(f, "checksum {}", self.checksum)
    }
}
