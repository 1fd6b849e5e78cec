//! Hex positions whose virtual connections are found a second, for both colours: those of random games, by effort, each from scratch and along
//! the line of play.
//!
//! A slice is a tenth of a second; the median is what one can expect, the best is closest to a quiet machine. The checksum
//! counts all finds and tells a faster search from another one. What the two ways tell of the side to move is counted, too: they do not find
//! the same.

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

/// One effort, one way.
#[derive(Serialize)]
struct Measured {
    effort: &'static str,
    way: &'static str,
    positions_per_second: f64,
    best_per_second: f64,
    slices: usize,
    checksum: u64,
    told: Told,
}

/// What connections tell of all positions.
#[derive(Clone, Copy, Default, Serialize)]
struct Told {
    positions: u32,
    /// The side to move wins, or loses.
    decided: u32,
    /// Moves left to the others.
    moves: u32,
}

/// Connections of both colours, from scratch or along lines of play.
struct Finder<'a, S> {
    board: &'a Board<S>,
    found: [Connections<S>; 2],
    along: bool,
}

impl<'a, S: Cells> Finder<'a, S> {
    fn new(board: &'a Board<S>, effort: Effort, along: bool) -> Finder<'a, S> {
        Finder { board, found: [0, 1].map(|_| Connections::new(effort)), along }
    }

    fn find(&mut self, stones: &[S; 2]) {
        for (colour, found) in self.found.iter_mut().enumerate() {
            let (own, other) = (stones[colour], stones[1 - colour]);
            if self.along {
                found.reach(self.board, own, other, colour);
            } else {
                found.run(self.board, own, other, colour);
            }
        }
    }

    /// What the position found last tells of the side to move.
    fn tell(&self, turn: usize, told: &mut Told) {
        let [own, theirs] = [&self.found[turn], &self.found[1 - turn]];
        told.positions += 1;
        if own.threat().is_some() || own.won().is_some() || theirs.won().is_some() {
            told.decided += 1;
        } else {
            told.moves += theirs.all_threats().fold(own.empty(), |moves, threat| moves & threat.0).size();
        }
    }
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
    let games: Vec<Vec<[S; 2]>> = (0..GAMES).map(|seed| random_game(&board, seed)).collect();
    let efforts = [("small", Effort::SMALL), ("medium", Effort::MEDIUM), ("large", Effort::LARGE)];
    let each = seconds / (2 * efforts.len()) as f64;
    let ways = [("from scratch", false), ("along the line", true)];
    let measured = efforts.iter().flat_map(|&(name, effort)| {
        ways.map(|(way, along)| {
            let finder = Finder::new(&board, effort, along);
            Measured { effort: name, way, ..measure_one(finder, &games, each) }
        })
    });
    Some(measured.collect())
}

fn measure_one<S: Cells>(mut finder: Finder<'_, S>, games: &[Vec<[S; 2]>], seconds: f64) -> Measured {
    let (mut checksum, mut told) = (0, Told::default());
    for game in games {
        for (ply, stones) in game.iter().enumerate() {
            finder.find(stones);
            checksum += finder.found.iter().map(|found| found.finds.len() as u64).sum::<u64>();
            finder.tell((ply + 1) % 2, &mut told);
        }
    }
    let slices = (seconds / SLICE.as_secs_f64()).ceil().max(1.0) as usize;
    let mut next = games.iter().flatten().cycle();
    let mut rates: Vec<f64> = (0..slices)
        .map(|_| {
            let (start, mut count) = (Instant::now(), 0.0);
            while start.elapsed() < SLICE {
                finder.find(next.next().expect("there are positions"));
                count += 1.0;
            }
            count / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let (median, best) = (rates[slices / 2].round(), rates[slices - 1].round());
    let (effort, way) = ("", "");
    Measured { effort, way, positions_per_second: median, best_per_second: best, slices, checksum, told }
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
            let Measured { effort, way, positions_per_second, best_per_second, slices, checksum, told } =
                measured;
            let Told { positions, decided, moves } = told;
            write!(
                f,
                "\n{effort} {way}: {positions_per_second:.0} positions a second (median of {slices} slices; best {best_per_second:.0}), checksum {checksum}; of {positions} positions {decided} decided, {moves} moves left to the others"
            )?;
        }
        Ok(())
    }
}
