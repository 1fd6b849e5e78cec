//! The checker: walks the strategy that a certificate holds and accepts it only if nothing is missing.
//!
//! Why an accepted certificate proves its claim, by induction over the number of empty cells: at a
//! node the opponent moves and has no cell to win on. Each of its replies has either an answer that
//! leads to a node checked in this very run (with more stones, so never to the node itself), or it
//! leaves the proving side a cell to win on, a chain of threats that is replayed after the reply, or
//! an ending that is searched here. In the halves of a draw it is enough that the opponent could
//! not win even if it owned all empty cells.

use std::io::Read;

use referee::Colour;

use crate::board::Board;
use crate::ending::Ending;
use crate::failure::Failure;
use crate::limits::Limits;
use crate::position::Position;
use crate::replay::{pressing, refuted};
use crate::report::Progress;
use crate::set::Set;
use crate::source::{Answer, Source};

/// Progress is told every so many nodes.
pub(crate) const TELL: u64 = 1 << 12;

/// Whose strategy it is and what it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Half {
    /// The side whose strategy is checked.
    pub prover: Colour,
    /// Is a draw enough?
    pub draws: bool,
}

/// Checks one half of a certificate.
pub(crate) struct Checker<'a, R: Read, const N: usize> {
    pub board: &'a Board<N>,
    pub limits: &'a Limits,
    pub bound: u32,
    pub half: Half,
    pub source: &'a mut Source<R>,
    pub done: &'a mut Progress,
    pub watch: &'a mut dyn FnMut(&Progress) -> bool,
    nodes: Vec<[Set<N>; 2]>,
    line: Vec<usize>,
    spare: Vec<Vec<u16>>,
}

impl<'a, R: Read, const N: usize> Checker<'a, R, N> {
    pub fn new(
        board: &'a Board<N>,
        limits: &'a Limits,
        bound: u32,
        half: Half,
        source: &'a mut Source<R>,
        done: &'a mut Progress,
        watch: &'a mut dyn FnMut(&Progress) -> bool,
    ) -> Checker<'a, R, N> {
        let (nodes, line, spare) = (Vec::new(), Vec::new(), Vec::new());
        Checker { board, limits, bound, half, source, done, watch, nodes, line, spare }
    }

    /// Checks the half from its root, in which `turn` moves.
    pub fn run(&mut self, root: &Position<N>, turn: Colour) -> Result<(), Failure> {
        if turn == self.half.prover {
            self.answer(root)?
        } else {
            self.node(root)?
        }
        self.source.end()
    }

    /// Checks a node: the opponent is to move.
    fn node(&mut self, position: &Position<N>) -> Result<(), Failure> {
        self.enter(position)?;
        let opponent = self.half.prover.other();
        if let Some(cell) = position.wins(opponent).first() {
            return Err(self.unproved(format!("{opponent} wins at {}", self.board.name(cell))));
        }
        let mut chains = self.spare.pop().unwrap_or_default();
        self.source.chains(self.cells(), &mut chains)?;
        let answered = self.replies(position)?;
        let mut left = pressing(self.board, position, self.half.prover, self.half.draws).minus(answered);
        for chain in split(&chains) {
            left = left.minus(refuted(self.board, position, self.half.prover, chain, left));
        }
        if let Some(cell) = left.first() {
            return Err(self.unproved(format!("nothing answers {}", self.board.name(cell))));
        }
        self.spare.push(chains);
        Ok(())
    }

    /// Counts a node, remembers its stones, and lets the referee look at it now and then.
    fn enter(&mut self, position: &Position<N>) -> Result<(), Failure> {
        let bytes = (self.nodes.len() as u64 + 1) * size_of::<[Set<N>; 2]>() as u64;
        if bytes > self.limits.memory {
            return Err(Failure::Limit { what: "bytes of memory", limit: self.limits.memory });
        }
        self.nodes.push(position.both());
        self.done.positions += 1;
        if self.limits.audit > 0 && self.done.positions % self.limits.audit == 1 % self.limits.audit {
            self.done.audited += 1;
            if !position.agrees(self.board) {
                return Err(Failure::Disagreement);
            }
        }
        self.done.bytes = self.source.read();
        if self.done.positions.is_multiple_of(TELL) && !(self.watch)(self.done) {
            return Err(Failure::Stopped);
        }
        Ok(())
    }

    /// Checks the answers that stand at a node, and says to which replies.
    fn replies(&mut self, position: &Position<N>) -> Result<Set<N>, Failure> {
        let mut answered = Set::EMPTY;
        let mut least = 0;
        for _ in 0..self.source.replies(self.cells())? {
            let cell = self.source.cell(self.cells())?;
            if cell < least || !position.free(self.board).contains(cell) {
                return Err(self.source.malformed("a reply is out of order or not legal"));
            }
            least = cell + 1;
            self.done.replies += 1;
            self.line.push(cell);
            self.answer(&position.with(self.board, cell, self.half.prover.other()))?;
            self.line.pop();
            answered.insert(cell);
        }
        Ok(answered)
    }

    /// Checks an answer: the proving side is to move.
    fn answer(&mut self, position: &Position<N>) -> Result<(), Failure> {
        let answer = self.source.answer(self.cells())?;
        let (Answer::Move { cell } | Answer::Known { cell, .. }) = answer else {
            return self.search(position);
        };
        if !position.free(self.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        let wins = position.wins(self.half.prover).contains(cell);
        self.line.push(cell);
        match answer {
            Answer::Known { .. } if wins => return Err(self.source.malformed("the game is over")),
            Answer::Known { symmetry, back, .. } => {
                self.compare(&position.with(self.board, cell, self.half.prover), symmetry, back)?;
            }
            _ if wins => {}
            _ => self.node(&position.with(self.board, cell, self.half.prover))?,
        }
        self.line.pop();
        Ok(())
    }

    /// Proves a position that the certificate leaves to the checker.
    fn search(&mut self, position: &Position<N>) -> Result<(), Failure> {
        let mut ending = Ending::new(self.board, self.half.prover, self.half.draws, self.bound);
        let proved = ending.proves(position);
        self.done.endings += 1;
        self.done.searched += u64::from(self.bound - ending.left());
        if self.done.searched > self.limits.searched {
            return Err(Failure::Limit { what: "positions in endings", limit: self.limits.searched });
        }
        if proved {
            return Ok(());
        }
        Err(self.unproved(format!("no proof within {} positions", self.bound)))
    }

    /// Does the symmetry carry the position onto the node, stone by stone?
    fn compare(&mut self, position: &Position<N>, symmetry: usize, back: u64) -> Result<(), Failure> {
        let known = (self.nodes.len() as u64).checked_sub(back).filter(|_| back > 0);
        let Some(known) = known.map(|number| self.nodes[number as usize]) else {
            return Err(self.source.malformed("it refers to a node that does not exist"));
        };
        let Some(images) = self.board.symmetries().get(symmetry) else {
            return Err(self.source.malformed("there is no such symmetry"));
        };
        let carried = position
            .both()
            .map(|stones| stones.cells().map(|cell| usize::from(images[cell])).collect::<Set<N>>());
        self.done.shared += 1;
        if carried == known {
            return Ok(());
        }
        Err(self.unproved("the position referred to is another one".to_string()))
    }

    fn cells(&self) -> usize {
        self.board.shape().cell_count()
    }

    fn unproved(&self, why: String) -> Failure {
        let names: Vec<String> = self.line.iter().map(|&cell| self.board.name(cell)).collect();
        Failure::Unproved { line: names.join(" "), why }
    }
}

/// The chains in a list in which each has its length in front.
fn split(chains: &[u16]) -> impl Iterator<Item = &[u16]> {
    let mut rest = chains;
    std::iter::from_fn(move || {
        let (&length, tail) = rest.split_first()?;
        let (chain, after) = tail.split_at(usize::from(length));
        rest = after;
        Some(chain)
    })
}
