//! Uniformly random games from the empty board: how many a second, how long they are and how they end.
//!
//! Machines are noisy, so the time is cut into slices, so short that many are not interrupted: the median slice is what
//! one can expect, the best one is closest to what the program can do. Lengths and endings come from games at a fixed seed, so they are the same on every
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
/// How long a slice is: less than a scheduler's turn.
const SLICE: Duration = Duration::from_millis(2);
/// Playouts between two looks at the clock.
const BATCH: u64 = 32;

/// The line of `bench playouts`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    threads: usize,
    playouts_per_second: f64,
    best_per_second: f64,
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
    let statistics = count::<W>(shape, COUNTED);
    let rates = rates::<W>(shape, threads, Duration::from_secs_f64(seconds));
    Line {
        bench: "playouts",
        game: shape.game().word(),
        size: shape.size().to_string(),
        threads,
        playouts_per_second: sum(&rates, |rates| rates[rates.len() / 2]),
        best_per_second: sum(&rates, |rates| rates[rates.len() - 1]),
        slices: rates.iter().map(Vec::len).sum(),
        mean_length: statistics.mean_length(),
        length_by_kind: statistics.lengths(),
        shares: statistics.shares(),
        counted: COUNTED,
        checksum: format!("{:016x}", statistics.checksum()),
    }
}

/// Plays the games whose lengths and endings are counted.
fn count<const W: usize>(shape: &'static Shape, games: usize) -> Statistics {
    let start = Board::<W>::new(shape);
    let mut empties = Empties::of(&start);
    let mut random = Random::new(SEED);
    let mut statistics = Statistics::default();
    for _ in 0..games {
        let mut board = start;
        play_out(&mut board, &mut empties, &mut random);
        statistics.add(&board);
    }
    statistics
}

/// A number of each thread, summed and rounded.
fn sum(rates: &[Vec<f64>], of: impl Fn(&Vec<f64>) -> f64) -> f64 {
    rates.iter().map(of).sum::<f64>().round()
}

/// Playouts a second of each thread, slice by slice, the slowest first.
fn rates<const W: usize>(shape: &'static Shape, threads: usize, time: Duration) -> Vec<Vec<f64>> {
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || run_slices::<W>(shape, thread as u64, time)))
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("a playout never panics")).collect()
    })
}

fn run_slices<const W: usize>(shape: &'static Shape, seed: u64, time: Duration) -> Vec<f64> {
    let start = Board::<W>::new(shape);
    let mut empties = Empties::of(&start);
    let mut random = Random::new(seed);
    let mut slice = || {
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
    let begin = Instant::now();
    let mut rates = vec![slice()];
    while begin.elapsed() < time {
        rates.push(slice());
    }
    rates.sort_by(f64::total_cmp);
    rates
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;

    /// Wins of 10,000 by fork, bridge and ring (thesis, table 4.4) and the lengths of those games (table 4.5), sizes 4 to 10.
    const THESIS: [([f64; 3], [f64; 3]); 7] = [
        ([4267.0, 5177.0, 543.0], [29.56, 26.34, 28.00]),
        ([5111.0, 2962.0, 1926.0], [48.13, 44.77, 44.36]),
        ([4471.0, 1691.0, 3838.0], [71.66, 68.01, 65.07]),
        ([3536.0, 1007.0, 5457.0], [98.91, 93.74, 89.14]),
        ([2266.0, 460.0, 7274.0], [131.29, 126.29, 116.38]),
        ([1365.0, 229.0, 8406.0], [167.01, 160.12, 146.13]),
        ([796.0, 126.0, 9078.0], [206.35, 196.88, 177.64]),
    ];

    #[test]
    fn random_games_end_as_in_the_thesis() {
        for (side, (wins, lengths)) in (4..).zip(THESIS) {
            let shape = Shape::of(Size::havannah(side).unwrap());
            let statistics = count::<5>(shape, 20_000);
            let (ours, our_lengths) = (statistics.shares().rows(), statistics.lengths().rows());
            for kind in 0..3 {
                let (name, share) = ours[kind];
                assert!((share - wins[kind] / 10_000.0).abs() < 0.025, "size {side}, {name}: {share}");
                let length = our_lengths[kind].1;
                assert!((length / lengths[kind] - 1.0).abs() < 0.03, "size {side}, {name}: {length}");
            }
        }
    }
}
