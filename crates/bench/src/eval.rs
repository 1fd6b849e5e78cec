//! Positions judged by two-distance a second: from scratch, and with the neighbourhoods kept from move to move.
//!
//! The positions are those of random games, the same in both ways; a slice is a tenth of a second, the median is what one can expect,
//! the best is closest to a quiet machine. The checksum is the sum of all values and has to be the same in both ways.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use classic::alphabeta::evaluation::Evaluation;
use classic::queenbee::Queenbee;
use classic::settings::Settings;
use game::{Cell, Position, Shape, with_width};
use serde::Serialize;

use crate::random_game;

const SLICE: Duration = Duration::from_millis(100);
const GAMES: u64 = 20;

/// The line of `bench eval`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    positions_per_second: f64,
    best_per_second: f64,
    from_scratch_per_second: f64,
    best_from_scratch: f64,
    gain: f64,
    slices: usize,
    checksum: i64,
}

/// Measures for about so many seconds.
pub fn measure(shape: &'static Shape, seconds: f64) -> Line {
    with_width!(shape, W => measure_for::<W>(shape, seconds))
}

fn measure_for<const W: usize>(shape: &'static Shape, seconds: f64) -> Line {
    let games: Vec<Vec<Cell>> = (0..GAMES).map(|seed| random_game::<W>(shape, seed)).collect();
    let mut bench = Bench::<W>::new(shape);
    let checksums = [false, true].map(|kept| bench.play(&games, kept).1);
    assert_eq!(checksums[0], checksums[1], "both ways judge alike");
    let slices = (seconds / SLICE.as_secs_f64() / 2.0).ceil().max(1.0) as usize;
    let mut rates = [Vec::new(), Vec::new()];
    // The two ways take turns, so that a busy moment of the machine meets both.
    for _ in 0..slices {
        for kept in [false, true] {
            rates[usize::from(kept)].push(bench.rate(&games, kept));
        }
    }
    rates.iter_mut().for_each(|rates| rates.sort_by(f64::total_cmp));
    let median = |rates: &[f64]| rates[rates.len() / 2].round();
    let best = |rates: &[f64]| rates[rates.len() - 1].round();
    let [scratch, kept] = &rates;
    Line {
        bench: "eval",
        game: shape.game().word(),
        size: shape.size().to_string(),
        positions_per_second: median(kept),
        best_per_second: best(kept),
        from_scratch_per_second: median(scratch),
        best_from_scratch: best(scratch),
        gain: best(kept) / best(scratch),
        slices,
        checksum: checksums[0],
    }
}

struct Bench<const W: usize> {
    shape: &'static Shape,
    evaluation: Queenbee<W>,
    states: [<Queenbee<W> as Evaluation<W>>::State; 2],
}

impl<const W: usize> Bench<W> {
    fn new(shape: &'static Shape) -> Bench<W> {
        let evaluation = Queenbee::new(shape, &Settings::default());
        let states = [evaluation.room(), evaluation.room()];
        Bench { shape, evaluation, states }
    }

    /// Judges every position of the games; returns how many, and the sum of their values.
    fn play(&mut self, games: &[Vec<Cell>], kept: bool) -> (u64, i64) {
        let (mut count, mut sum) = (0, 0);
        for game in games {
            let mut position = Position::new(self.shape);
            let [before, after] = &mut self.states;
            self.evaluation.begin(&position, before);
            for &cell in game {
                position.play(cell);
                if kept {
                    self.evaluation.follow(before, &position, cell, after);
                    std::mem::swap(before, after);
                } else {
                    self.evaluation.begin(&position, before);
                }
                sum += i64::from(self.evaluation.judgement(before).value);
                count += 1;
            }
        }
        (count, sum)
    }

    fn rate(&mut self, games: &[Vec<Cell>], kept: bool) -> f64 {
        let (start, mut count) = (Instant::now(), 0);
        while start.elapsed() < SLICE {
            count += black_box(self.play(games, kept)).0;
        }
        count as f64 / start.elapsed().as_secs_f64()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} size {}, two-distance, one thread", self.game, self.size)?;
        writeln!(
            f,
            "{:.0} positions a second with neighbourhoods kept (median of {} slices; best {:.0})",
            self.positions_per_second, self.slices, self.best_per_second
        )?;
        writeln!(
            f,
            "{:.0} from scratch (best {:.0}): keeping them gains a factor of {:.2}",
            self.from_scratch_per_second, self.best_from_scratch, self.gain
        )?;
        write!(f, "checksum {}", self.checksum)
    }
}
