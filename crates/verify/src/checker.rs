//! The checker: walks the strategy that a certificate holds and accepts it only if nothing is missing.
//!
//! Why an accepted certificate proves its claim, by induction over the number of empty cells: at a
//! node the opponent moves and has no cell to win on. Each of its replies has either an answer that
//! leads to a node checked in this very run (with more stones, so never to the node itself), or it
//! leaves the proving side a cell to win on, a chain of threats that is replayed after the reply, or
//! an ending that is searched here, or the proof of another reply wins against it as well (`zone.rs`). In the halves of a draw it is enough that the opponent could
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
use crate::zone::{Zone, dismissed};

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
    /// The zones of the nodes, if any stand for replies.
    zones: Vec<Zone<N>>,
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
        let (nodes, zones, line, spare) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Checker { board, limits, bound, half, source, done, watch, nodes, zones, line, spare }
    }

    /// Checks the half from its root, in which `turn` moves.
    pub fn run(&mut self, root: &Position<N>, turn: Colour) -> Result<(), Failure> {
        if turn == self.half.prover {
            self.answer(root)?;
        } else {
            self.node(root)?;
        }
        self.source.end()
    }

    /// Checks a node: the opponent is to move. The zone of its proof.
    fn node(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        self.enter(position)?;
        let number = self.nodes.len() - 1;
        let prover = self.half.prover;
        if let Some(cell) = position.wins(prover.other()).first() {
            let winner = prover.other();
            return Err(self.unproved(format!("{winner} wins at {}", self.board.name(cell))));
        }
        if !self.half.draws && position.free(self.board).is_empty() {
            return Err(self.unproved("the board is full: a draw".to_string()));
        }
        let mut chains = self.spare.pop().unwrap_or_default();
        self.source.chains(self.cells(), &mut chains)?;
        let answered = self.replies(position)?;
        self.source.late_chains(self.cells(), &mut chains)?;
        let mut zone = answered.iter().fold(Zone::EMPTY, |all, (_, zone)| all.or(*zone));
        let known: Set<N> = answered.iter().map(|(cell, _)| *cell).collect();
        let mut left = pressing(self.board, position, prover, self.half.draws).minus(known);
        if self.source.has_zones() {
            left = self.undismissed(position, &answered, left);
        }
        for chain in split(&chains) {
            let (gone, used) = refuted(self.board, position, prover, chain, left);
            left = left.minus(gone);
            zone = zone.or(used);
        }
        self.spare.push(chains);
        if let Some(cell) = left.first() {
            return Err(self.unproved(format!("nothing answers {}", self.board.name(cell))));
        }
        let threats = position.wins(prover);
        let zone = if threats.count() > 1 { Zone::won(threats) } else { zone.before(threats) };
        if let Some(kept) = self.zones.get_mut(number) {
            *kept = zone;
        }
        Ok(zone)
    }

    /// The replies that the proofs of others do not refute.
    fn undismissed(&mut self, position: &Position<N>, answered: &[(usize, Zone<N>)], left: Set<N>) -> Set<N> {
        let rest = answered.iter().fold(left, |left, (_, zone)| {
            left.minus(dismissed(self.board, position, self.half.prover, zone, left))
        });
        self.done.dismissed += u64::from(left.count() - rest.count());
        rest
    }

    /// Counts a node, remembers its stones, and lets the referee look at it now and then.
    fn enter(&mut self, position: &Position<N>) -> Result<(), Failure> {
        let zone = if self.source.has_zones() { size_of::<Zone<N>>() } else { 0 };
        let bytes = (self.nodes.len() as u64 + 1) * (size_of::<[Set<N>; 2]>() + zone) as u64;
        if bytes > self.limits.memory {
            return Err(Failure::Limit { what: "bytes of memory", limit: self.limits.memory });
        }
        self.nodes.push(position.both());
        if self.source.has_zones() {
            self.zones.push(Zone::unknown(self.board));
        }
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

    /// Checks the answers that stand at a node: the replies, and the zones of their proofs.
    fn replies(&mut self, position: &Position<N>) -> Result<Vec<(usize, Zone<N>)>, Failure> {
        let mut answered = Vec::new();
        let mut fresh = position.free(self.board);
        let mut left = self.source.replies(self.cells())?;
        while let Some(cell) = self.source.reply(self.cells(), &mut left)? {
            if !fresh.contains(cell) {
                return Err(self.source.malformed("a reply stands there twice or is not legal"));
            }
            fresh.remove(cell);
            self.done.replies += 1;
            self.line.push(cell);
            let zone = self.answer(&position.with(self.board, cell, self.half.prover.other()))?;
            self.line.pop();
            answered.push((cell, zone));
        }
        Ok(answered)
    }

    /// Checks an answer: the proving side is to move. The zone of its proof.
    fn answer(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        let answer = self.source.answer(self.cells())?;
        let (Answer::Move { cell } | Answer::Known { cell, .. }) = answer else {
            return self.search(position);
        };
        if !position.free(self.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        let wins = position.wins(self.half.prover).contains(cell);
        self.line.push(cell);
        let zone = match answer {
            Answer::Known { .. } if wins => return Err(self.source.malformed("the game is over")),
            Answer::Known { symmetry, back, .. } => {
                self.compare(&position.with(self.board, cell, self.half.prover), symmetry, back)?
            }
            _ if wins => Zone::EMPTY,
            _ => self.node(&position.with(self.board, cell, self.half.prover))?,
        };
        self.line.pop();
        Ok(zone.after(cell))
    }

    /// Proves a position that the certificate leaves to the checker.
    fn search(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        let mut ending = Ending::new(self.board, self.half.prover, self.half.draws, self.bound);
        let proved = ending.zone(position);
        self.done.endings += 1;
        self.done.searched += u64::from(self.bound - ending.left());
        if self.done.searched > self.limits.searched {
            return Err(Failure::Limit { what: "positions in endings", limit: self.limits.searched });
        }
        proved.ok_or_else(|| self.unproved(format!("no proof within {} positions", self.bound)))
    }

    /// Does the symmetry carry the position onto the node, stone by stone? Then the zone of the node serves, carried back.
    fn compare(&mut self, position: &Position<N>, symmetry: usize, back: u64) -> Result<Zone<N>, Failure> {
        let known = (self.nodes.len() as u64).checked_sub(back).filter(|_| back > 0);
        let Some(number) = known.map(|number| number as usize) else {
            return Err(self.source.malformed("it refers to a node that does not exist"));
        };
        let Some(images) = self.board.symmetries().get(symmetry) else {
            return Err(self.source.malformed("there is no such symmetry"));
        };
        let carried = position
            .both()
            .map(|stones| stones.cells().map(|cell| usize::from(images[cell])).collect::<Set<N>>());
        self.done.shared += 1;
        if carried == self.nodes[number] {
            return Ok(self.zones.get(number).map_or(Zone::EMPTY, |zone| zone.carried_back(images)));
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
