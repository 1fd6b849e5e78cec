//! The Hex search behind the common interface: time, progress, the line of play, the certificate.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Cell, Colour, Size};

use super::board::{Board, Position};
use super::certificate;
use super::search::{Search, Settings};
use crate::answer::{Answer, Budget, Moment, Progress, Reply, Solver, Task, Verdict};
use crate::shape::bits;

/// Positions evaluated between two looks at the clock, by one thread and by each of several, which have to be started each time.
const TURN: u64 = 200;
const TURN_TOGETHER: u64 = 4000;
/// Pause between two words to the watcher.
const LOOK: Duration = Duration::from_secs(1);

/// The solver for Hex boards of up to 64 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreatPatterns {
    /// How the search is steered.
    pub settings: Settings,
}

/// The board of this size, if it fits.
pub fn board_of(size: Size) -> Option<Board> {
    let Size::Rhombus(columns, rows) = size else { return None };
    Board::new(columns.into(), rows.into())
}

/// The stones of a moment of the game; cells keep their numbers.
pub fn position_of(moment: &Moment) -> Position {
    let mut stones = [0; 2];
    for colour in Colour::BOTH {
        for cell in moment.board().stones(colour) {
            stones[colour.index()] |= 1 << cell.index();
        }
    }
    Position { stones, turn: moment.turn().index() }
}

impl Solver for ThreatPatterns {
    /// Panics on boards that do not fit.
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let board = board_of(task.position.shape().size()).expect("a Hex board of at most 64 cells");
        let position = position_of(&task.position);
        let mut search = Search::new(board, budget.memory, self.settings);
        let begin = Instant::now();
        let verdict = run(&mut search, &position, budget, begin, stop, watch);
        let line = if verdict == Verdict::Unknown { Vec::new() } else { line(&mut search, &position, stop) };
        let mut answer = Answer {
            verdict,
            best: line.first().copied(),
            line,
            nodes: search.nodes,
            elapsed: begin.elapsed(),
            memory: search.table.bytes(),
            ..Answer::default()
        };
        if let (true, Some(origin)) = (budget.certify && verdict != Verdict::Unknown, &task.origin) {
            let mut bytes = Vec::new();
            let written = certificate::write_from(&mut search, &position, origin, &mut bytes, stop);
            answer.certificate = written.ok().map(|_| bytes);
        }
        answer
    }
}

/// Searches in small turns until the answer is there or the budget is not.
fn run(
    search: &mut Search,
    position: &Position,
    budget: &Budget,
    begin: Instant,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Progress),
) -> Verdict {
    let mut told = begin;
    let threads = budget.threads.max(1) as u64;
    let turn = if threads == 1 { TURN } else { TURN_TOGETHER * threads };
    loop {
        let most = budget.limits.nodes.unwrap_or(u64::MAX);
        let most_now = most.min(search.nodes + turn);
        let entry = search.solve_together(position, most_now, budget.threads, stop);
        if entry.solved() {
            return if entry.wins() { Verdict::Win } else { Verdict::Loss };
        }
        let late = budget.limits.time.is_some_and(|time| begin.elapsed() >= time);
        if late || search.nodes >= most || stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Verdict::Unknown;
        }
        if told.elapsed() >= LOOK {
            told = Instant::now();
            watch(&progress(search, position, begin));
        }
    }
}

fn progress(search: &Search, position: &Position, begin: Instant) -> Progress {
    let root = search.table.find(&search.board, position);
    let reply = |cell: usize| {
        let child = search.table.find(&search.board, &position.play(cell))?;
        let (proof, disproof) = (child.delta, child.phi);
        Some(Reply { cell: Cell::new(cell), proof, disproof, work: child.work.into() })
    };
    Progress {
        attacker: if position.turn == 0 { Colour::White } else { Colour::Black },
        proof: root.map_or(1.0, |root| root.phi),
        disproof: root.map_or(1.0, |root| root.delta),
        nodes: search.nodes,
        elapsed: begin.elapsed(),
        fill: search.table.fill(),
        memory: search.table.bytes(),
        replies: bits(position.empty(&search.board)).filter_map(reply).collect(),
    }
}

/// A line of play: the winner's moves are proved, the loser's are those that cost most to refute. It is empty for a loss that was decided at
/// sight, before any move had cost anything.
fn line(search: &mut Search, position: &Position, stop: &AtomicBool) -> Vec<Cell> {
    let mut line = Vec::new();
    let mut at = *position;
    loop {
        let entry = search.solve(&at, u64::MAX, stop);
        let board = &search.board;
        if !entry.solved() || (0..2).any(|colour| board.joins(at.stones[colour], colour)) {
            return line;
        }
        let empty = at.empty(board);
        let best = usize::from(entry.best);
        let cell = if entry.wins() && best < board.cells() && empty >> best & 1 == 1 {
            best
        } else {
            let work = |cell: &usize| search.table.find(board, &at.play(*cell)).map_or(0, |child| child.work);
            let inside = if entry.carrier & empty == 0 { empty } else { entry.carrier & empty };
            let cell = bits(inside).max_by_key(work).expect("an open game has a move");
            if line.is_empty() && !entry.wins() && work(&cell) == 0 {
                return line;
            }
            cell
        };
        line.push(Cell::new(cell));
        at = at.play(cell);
    }
}
