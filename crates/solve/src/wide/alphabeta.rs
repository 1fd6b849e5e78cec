//! Alpha-beta by iterative deepening, with a transposition table and the history heuristic.
//!
//! A search to a depth returns what is certain about the value of a position for its side to move: a lowest and a highest
//! value out of -1 (loss), 0 (draw) and 1 (win). Bounds are true whatever the depth; beyond the horizon they are [-1, 1].
//! Depth is counted in plies including the one that wins, and without chains of threats the depth at which the root
//! is decided is that of the shortest proof: [`AlphaBeta::shortest`].

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::{Bits, Cell, Colour, Outcome, Position};
use search::random::Random;
use search::resist;

use super::look::{Sight, distinct, look};
use crate::answer::{Answer, Budget, Limits, Progress, Solver, Task, Verdict};

/// Pause between two words to the watcher.
const LOOK: Duration = Duration::from_secs(1);

/// The solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta {
    /// Count every ply and use no chains of threats, so that the depth reached is that of the shortest proof.
    pub shortest: bool,
}

impl Solver for AlphaBeta {
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        game::with_width!(task.position.shape(), W => {
            Search::<W>::new(&task.position.resized(), budget, self.shortest, stop, watch).solve()
        })
    }
}

/// The values that are still possible for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: i8,
    high: i8,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: -1, high: 1 };

    fn exactly(value: i8) -> Bounds {
        Bounds { low: value, high: value }
    }

    fn decided(self) -> bool {
        self.low == self.high
    }

    fn narrowed(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
struct Known {
    bounds: Bounds,
    depth: u8,
    /// The window of that search: in a narrower one, or the same, more depth is needed to learn more.
    window: (i8, i8),
    best: Option<Cell>,
}

struct Search<'a, const W: usize> {
    root: Position<W>,
    limits: Limits,
    is_plain: bool,
    stop: &'a AtomicBool,
    watch: &'a mut dyn FnMut(&Progress),
    table: Table<W>,
    history: [Vec<u32>; 2],
    nodes: u64,
    begin: Instant,
    last: Instant,
    over: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(
        root: &Position<W>,
        budget: &Budget,
        is_plain: bool,
        stop: &'a AtomicBool,
        watch: &'a mut dyn FnMut(&Progress),
    ) -> Search<'a, W> {
        Search {
            root: *root,
            limits: budget.limits,
            is_plain,
            stop,
            watch,
            table: Table::new(budget.memory),
            history: [vec![0; root.shape().len()], vec![0; root.shape().len()]],
            nodes: 0,
            begin: Instant::now(),
            last: Instant::now(),
            over: false,
        }
    }

    fn solve(mut self) -> Answer {
        let root = self.root;
        let mut bounds = Bounds::OPEN;
        let mut depth = 0;
        while !bounds.decided() && !self.over && depth < root.empty_cells().len() {
            depth += 1;
            bounds = bounds.narrowed(self.search(&root, depth, -1, 1));
        }
        let verdict = match bounds {
            Bounds { low: 1, .. } => Verdict::Win,
            Bounds { high: -1, .. } => Verdict::Loss,
            Bounds { low: 0, high: 0 } => Verdict::Draw,
            _ => Verdict::Unknown,
        };
        let line = self.line(verdict);
        Answer {
            verdict,
            best: line.first().copied(),
            line,
            nodes: self.nodes,
            elapsed: self.begin.elapsed(),
            memory: self.table.bytes(),
            depth: Some(depth),
            certificate: None,
            trouble: None,
        }
    }

    /// The bounds of a position after a search of so many plies. Returned bounds are true; inside `(alpha, beta)` they are as
    /// narrow as the depth allows.
    fn search(&mut self, position: &Position<W>, depth: usize, alpha: i8, beta: i8) -> Bounds {
        self.tick();
        if position.outcome() == Some(Outcome::Draw) {
            return Bounds::exactly(0);
        }
        if depth == 0 || self.over {
            return Bounds::OPEN;
        }
        let (mut bounds, moves) = match self.sight(position, depth) {
            Ok(open) => open,
            Err(bounds) => return bounds,
        };
        let known = self.table.probe(position);
        if let Some(known) = known {
            bounds = bounds.narrowed(known.bounds);
            if usize::from(known.depth) >= depth && known.window.0 <= alpha && known.window.1 >= beta {
                return bounds;
            }
        }
        if bounds.decided() || bounds.low >= beta || bounds.high <= alpha {
            return bounds;
        }
        let (mut low, mut high) = (bounds.low, -1);
        let mut best = known.and_then(|known| known.best);
        let mut all = true;
        for cell in self.ordered(position, moves, best) {
            let mut after = *position;
            after.play(cell);
            let child = self.search(&after, depth - 1, -beta, -low.max(alpha));
            high = high.max(-child.low);
            if -child.high > low {
                low = -child.high;
                best = Some(cell);
            }
            if low >= beta || low >= bounds.high {
                self.history[position.turn().index()][cell.index()] += (depth * depth) as u32;
                all = false;
                break;
            }
        }
        if self.over {
            return Bounds { low, ..bounds };
        }
        let found = Bounds { low, high: if all { high.min(bounds.high).max(low) } else { bounds.high } };
        self.table.store(position, Known { bounds: found, depth: depth as u8, window: (alpha, beta), best });
        found
    }

    /// What is plain without a search: bounds, or bounds so far and the moves to search.
    fn sight(&self, position: &Position<W>, depth: usize) -> Result<(Bounds, Bits<W>), Bounds> {
        let side = position.turn();
        if self.is_plain {
            if !position.winning_cells(side).is_empty() {
                return Err(Bounds::exactly(1));
            }
            let danger = position.winning_cells(side.other());
            let forced = !danger.is_empty();
            return Ok((Bounds::OPEN, if forced { danger } else { position.empty_cells() }));
        }
        let moves = match look(position) {
            Sight::Wins(_) => return Err(Bounds::exactly(1)),
            Sight::Loses => return Err(Bounds::exactly(-1)),
            Sight::Open(moves) => moves,
        };
        let hope = |colour: Colour| depth < 2 || position.can_win(colour);
        let bounds =
            Bounds { low: if hope(side.other()) { -1 } else { 0 }, high: if hope(side) { 1 } else { 0 } };
        if bounds.decided() { Err(bounds) } else { Ok((bounds, moves)) }
    }

    fn ordered(&self, position: &Position<W>, moves: Bits<W>, best: Option<Cell>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = distinct(position, moves).iter().collect();
        let history = &self.history[position.turn().index()];
        cells.sort_by_key(|cell| std::cmp::Reverse((Some(*cell) == best, history[cell.index()])));
        cells
    }

    fn tick(&mut self) {
        self.nodes += 1;
        self.over |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if self.nodes & 0xff == 0 {
            self.over |=
                self.stop.load(Relaxed) || self.limits.time.is_some_and(|most| self.begin.elapsed() >= most);
            if self.last.elapsed() >= LOOK {
                self.last = Instant::now();
                (self.watch)(&Progress {
                    attacker: self.root.turn(),
                    proof: 1.0,
                    disproof: 1.0,
                    nodes: self.nodes,
                    elapsed: self.begin.elapsed(),
                    fill: self.table.fill(),
                    memory: self.table.bytes(),
                    replies: Vec::new(),
                });
            }
        }
    }

    /// The line that the table and the look at sight support.
    fn line(&self, verdict: Verdict) -> Vec<Cell> {
        let mut position = self.root;
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let danger = position.winning_cells(position.turn().other());
            let known = self.table.probe(&position).and_then(|known| known.best);
            let cell = match look(&position) {
                Sight::Wins(cell) => Some(cell),
                _ if danger.len() > 1 => Some(resist::hardest(&position, danger, &mut Random::new(0))),
                _ => danger.first_cell().or(known),
            };
            let Some(cell) = cell.filter(|&cell| position.is_legal(cell)) else { break };
            line.push(cell);
            position.play(cell);
        }
        if line.is_empty() && verdict != Verdict::Loss {
            line.extend(self.root.empty_cells().first_cell());
        }
        line
    }
}

/// The transposition table: exact stones in the orientation of the least key, two entries a bucket, the deeper search in
/// the first and the latest in the second.
struct Table<const W: usize> {
    words: Vec<u64>,
    buckets: usize,
    used: usize,
}

/// Words of an entry: stones of both colours, then the data.
const fn entry_words(width: usize) -> usize {
    2 * width + 1
}

impl<const W: usize> Table<W> {
    fn new(memory: usize) -> Table<W> {
        let buckets = (memory / (16 * entry_words(W))).max(64);
        Table { words: vec![0; buckets * 2 * entry_words(W)], buckets, used: 0 }
    }

    fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    fn fill(&self) -> f64 {
        self.used as f64 / (self.buckets * 2) as f64
    }

    /// The place of the bucket, the stones as they are stored, and the symmetry that leads to them.
    fn place(&self, position: &Position<W>) -> (usize, [Bits<W>; 2], usize) {
        let keys = position.keys();
        let symmetry = (0..keys.len()).min_by_key(|&s| keys[s]).expect("every shape has the identity");
        let images = &position.shape().symmetries()[symmetry];
        let stones = Colour::BOTH.map(|colour| {
            position.board().stones(colour).iter().map(|cell| images[cell.index()]).collect::<Bits<W>>()
        });
        let bucket = ((u128::from(keys[symmetry]) * self.buckets as u128) >> 64) as usize;
        (bucket * 2 * entry_words(W), stones, symmetry)
    }

    fn probe(&self, position: &Position<W>) -> Option<Known> {
        let (at, stones, symmetry) = self.place(position);
        let data = (0..2).map(|way| at + way * entry_words(W)).find_map(|at| {
            let data = self.words[at + 2 * W];
            let same = (0..2).all(|colour| self.words[at + colour * W..][..W] == stones[colour].0);
            (data != 0 && same && data >> 40 & 1 == position.turn().index() as u64).then_some(data)
        })?;
        let images = &position.shape().symmetries()[symmetry];
        let best = (data >> 24 & 0xffff) as usize;
        let best = images.iter().position(|image| image.index() == best).map(Cell::new);
        let value = |at: u32| (data >> at & 3) as i8 - 1;
        let (bounds, window) = (Bounds { low: value(8), high: value(10) }, (value(12), value(14)));
        Some(Known { bounds, depth: (data >> 16) as u8, window, best })
    }

    fn store(&mut self, position: &Position<W>, known: Known) {
        let (at, stones, symmetry) = self.place(position);
        let images = &position.shape().symmetries()[symmetry];
        let best = known.best.map_or(0xffff, |cell| images[cell.index()].index() as u64);
        let value = |value: i8| (value + 1) as u64;
        let data = 1
            | value(known.bounds.low) << 8
            | value(known.bounds.high) << 10
            | value(known.window.0) << 12
            | value(known.window.1) << 14
            | u64::from(known.depth) << 16
            | best << 24
            | (position.turn().index() as u64) << 40;
        let old = self.words[at + 2 * W];
        let same = old != 0 && (0..2).all(|colour| self.words[at + colour * W..][..W] == stones[colour].0);
        let deeper = old == 0 || same || known.depth >= (old >> 16) as u8;
        let at = if deeper { at } else { at + entry_words(W) };
        self.used += usize::from(self.words[at + 2 * W] == 0);
        for (colour, stones) in stones.iter().enumerate() {
            self.words[at + colour * W..][..W].copy_from_slice(&stones.0);
        }
        self.words[at + 2 * W] = data;
    }
}
