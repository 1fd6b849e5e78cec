//! What every solver is asked and what it answers: the task, the budget, progress, the answer.
//!
//! [`crate::method::prove`] is the way in; [`Solver`] is what stands behind it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Cell, Colour, Coords, Game, Move, Outcome, Record, Shape, Size};

use crate::checkpoint::Keep;
pub use search::player::{Moment, Verdict};

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded (simulations of the tree search), all threads together.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Search until the answer is found or the search is stopped.
    pub const NONE: Limits = Limits { time: None, nodes: None };
}

/// What a solver may use, and whether a proof is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// When to give up.
    pub limits: Limits,
    /// Bytes for tables and trees.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// Write a certificate of what is found.
    pub certify: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { limits: Limits::NONE, memory: 1 << 28, threads: 1, certify: false }
    }
}

/// How a position came about: stones that were set up, and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    set_up: Vec<(u16, referee::Colour)>,
    first: referee::Colour,
    moves: Vec<u16>,
}

impl Origin {
    /// The way of a game, unless the wrong colour began on an empty board, for which certificates have no
    /// word.
    pub fn of(record: &Record) -> Option<Origin> {
        let usual = record.first_turn() == record.shape().first_colour();
        let stones = record.set_up_stones();
        let mut set_up: Vec<_> =
            stones.iter().map(|&(cell, colour)| (cell.index() as u16, plain(colour))).collect();
        set_up.sort_by_key(|stone| stone.0);
        let word = |mv: &Move| match mv {
            Move::Cell(cell) => cell.index() as u16,
            Move::Swap => verify::SWAP,
            Move::SwapSides => verify::SWAP_SIDES,
        };
        let moves = record.moves().iter().map(word).collect();
        let origin = Origin { set_up, first: plain(record.first_turn()), moves };
        (usual || !stones.is_empty()).then_some(origin)
    }

    /// The moves, if there was neither a set-up nor a swap.
    pub fn plain_moves(&self) -> Option<&[u16]> {
        let plain = self.set_up.is_empty() && self.moves.iter().all(|&mv| mv < verify::SWAP_SIDES);
        plain.then_some(&self.moves)
    }

    /// The way by moves from the empty board, of which `first` makes the first.
    pub(crate) fn after(first: referee::Colour, moves: &[usize]) -> Origin {
        Origin { set_up: Vec::new(), first, moves: moves.iter().map(|&cell| cell as u16).collect() }
    }

    /// What a certificate of the position states.
    pub(crate) fn claim(&self, shape: Arc<referee::Shape>, value: verify::Value) -> verify::Claim {
        let Origin { set_up, first, moves } = self.clone();
        verify::Claim { set_up, first, ..verify::Claim::after(shape, moves, value) }
    }
}

/// The referee's word for a colour.
fn plain(colour: Colour) -> referee::Colour {
    match colour {
        Colour::White => referee::Colour::White,
        Colour::Black => referee::Colour::Black,
    }
}

/// A position to be solved.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub position: Moment,
    /// How it came about, if that is known: certificates name positions by it.
    pub origin: Option<Origin>,
    /// Who is likely to win, if somebody knows: df-pn gives nearly all of its work to that question.
    pub likely: Option<Colour>,
    /// Where the state of the work is kept on the way.
    pub keep: Option<Keep>,
}

impl Task {
    /// The position that a game has reached.
    pub fn of(record: &Record) -> Task {
        Task { position: *record.position(), origin: Origin::of(record), likely: None, keep: None }
    }

    /// A position without history.
    pub fn at(position: &Moment) -> Task {
        Task { position: *position, origin: None, likely: None, keep: None }
    }

    /// The same task, with its state kept on the way.
    pub fn kept(self, keep: Option<Keep>) -> Task {
        Task { keep, ..self }
    }

    /// The same task, with somebody's word for who is likely to win.
    pub fn likely_won_by(self, likely: Option<Colour>) -> Task {
        Task { likely, ..self }
    }

    /// A position from text: `havannah`, `4`, `a1 b2`. The complaint is a sentence.
    pub fn read(game: Game, size: &str, moves: &str) -> Result<Task, String> {
        let size = Size::parse(game, size).map_err(|error| error.to_string())?;
        let record = Record::from_moves(Shape::of(size), moves, Coords::Gui);
        Ok(Task::of(&record.map_err(|error| error.to_string())?))
    }
}

/// The state of one reply at the root.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The reply.
    pub cell: Cell,
    /// Effort still seen to prove that the attacker wins after it; 0 when proved.
    pub proof: f32,
    /// Effort still seen to prove that it does not; 0 when proved.
    pub disproof: f32,
    /// Nodes spent on it.
    pub work: u64,
}

impl Reply {
    /// Is the question answered for this reply?
    pub fn is_solved(&self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }
}

/// A look at a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The question asked just now: does this colour win?
    pub attacker: Colour,
    /// Effort still seen to prove it at the root (infinite if refuted); 1 where a solver has no such number.
    pub proof: f32,
    /// Effort still seen to refute it.
    pub disproof: f32,
    /// Positions expanded so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Share of the table or tree in use.
    pub fill: f64,
    /// Bytes of the table or tree.
    pub memory: usize,
    /// Replies looked at so far, one of each set of symmetric ones.
    pub replies: Vec<Reply>,
}

/// The outcome of a search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Value for the side to move.
    pub verdict: Verdict,
    /// A move that keeps the value, if one is known; the most stubborn one of a loser.
    pub best: Option<Cell>,
    /// A line of best play as far as it is known.
    pub line: Vec<Cell>,
    /// Positions expanded.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Bytes of the table or tree.
    pub memory: usize,
    /// Plies of the deepest finished search, for a solver that deepens by steps.
    pub depth: Option<usize>,
    /// The certificate, if one was asked for and the position is solved.
    pub certificate: Option<Vec<u8>>,
    /// Why the state of the work could not be read or written, which ends the search.
    pub trouble: Option<String>,
}

impl Answer {
    /// The result of the game with best play in a position in which `turn` is to move, if it is known.
    pub fn outcome(&self, turn: Colour) -> Option<Outcome> {
        match self.verdict {
            Verdict::Win => Some(Outcome::Win(turn)),
            Verdict::Loss => Some(Outcome::Win(turn.other())),
            Verdict::Draw => Some(Outcome::Draw),
            Verdict::Unknown => None,
        }
    }
}

/// A prover of positions.
pub trait Solver: Send + Sync {
    /// Searches for the value of a position in which the game goes on.
    ///
    /// `watch` is called about once a second on the caller's thread; raising `stop` ends the
    /// search with what is known.
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer;
}
