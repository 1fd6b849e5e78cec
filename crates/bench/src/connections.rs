//! Hex positions whose virtual connections are found a second, from scratch, for both colours: those of random games, by effort.
//!
//! A slice is a tenth of a second; the median is what one can expect, the best is closest to a quiet machine. The checksum
//! counts all finds and tells a faster search from another one.

use std::fmt;
use std::time::{Duration, Instant};

use ::connections::{Board, Cells, Connections, Effort, with_cells};
use game::{Shape, Size};
use search::random::Random;
use serde::Serialize;

const SLICE: Duration = Duration::from_millis(100);
const GAMES: u64 = 8;

/// The line of `bench connections`.
#[derive(Serialize)]
pub struct Line {
    bench: &'static str,
    game: &'static str,
    size: String,
    efforts: Vec<Measured>,
}

/// One effort.
#[derive(Serialize)]
struct Measured {
    effort: &'static str,
    positions_per_second: f64,
    best_per_second: f64,
    slices: usize,
    checksum: u64,
}

/// Measures for about so many seconds; nothing on boards of other games.
pub fn measure(shape: &'static Shape, seconds: f64) -> Option<Line> {
    let Size::Rhombus(columns, rows) = shape.size() else { return None };
    let measures = (usize::from(columns), usize::from(rows));
    let efforts = with_cells!(shape.len(), S => measure_for::<S>(measures, seconds))?;
    Some(Line { bench: "connections", game: shape.game().word(), size: shape.size().to_string(), efforts })
}

fn measure_for<S: Cells>((columns, rows): (usize, usize), seconds: f64) -> Option<Vec<Measured>> {
    let board: Board<S> = Board::new(columns, rows)?;
    let positions: Vec<[S; 2]> = (0..GAMES).flat_map(|seed| random_game(&board, seed)).collect();
    let efforts = [("small", Effort::SMALL), ("medium", Effort::MEDIUM), ("large", Effort::LARGE)];
    let each = seconds / efforts.len() as f64;
    let measured = efforts.map(|(name, effort)| {
        let mut found = Connections::new(effort);
        let mut find = |stones: &[S; 2]| {
            let count = |colour: usize| {
                found.run(&board, stones[colour], stones[1 - colour], colour);
                found.finds.len() as u64
            };
            [0, 1].map(count).iter().sum::<u64>()
        };
        let checksum = positions.iter().map(&mut find).sum();
        let slices = (each / SLICE.as_secs_f64()).ceil().max(1.0) as usize;
        let mut next = positions.iter().cycle();
        let mut rates: Vec<f64> = (0..slices)
            .map(|_| {
                let (start, mut count) = (Instant::now(), 0.0);
                while start.elapsed() < SLICE {
                    find(next.next().expect("there are positions"));
                    count += 1.0;
                }
                count / start.elapsed().as_secs_f64()
            })
            .collect();
        rates.sort_by(f64::total_cmp);
        let (median, best) = (rates[slices / 2].round(), rates[slices - 1].round());
        Measured { effort: name, positions_per_second: median, best_per_second: best, slices, checksum }
    });
    Some(measured.into())
}

/// The positions of a random game until somebody has won.
fn random_game<S: Cells>(board: &Board<S>, seed: u64) -> Vec<[S; 2]> {
    let mut random = Random::new(seed);
    let mut stones = [S::NONE; 2];
    let mut positions = Vec::new();
    let mut turn = ::connections::board::BLACK;
    while (0..2).all(|colour| !board.joins(stones[colour], colour)) {
        positions.push(stones);
        let empty: Vec<usize> = board.all.minus(stones[0] | stones[1]).each().collect();
        stones[turn] |= S::one(empty[random.below(empty.len())]);
        turn = 1 - turn;
    }
    positions
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} size {}, virtual connections of both colours, one thread", self.game, self.size)?;
        for measured in &self.efforts {
            let Measured { effort, positions_per_second, best_per_second, slices, checksum } = measured;
            write!(
                f,
                "\n{effort}: {positions_per_second:.0} positions a second (median of {slices} slices; best {best_per_second:.0}), checksum {checksum}"
            )?;
        }
        Ok(())
    }
}
