//! Endings that a certificate leaves out: a plain depth-first search of the checker's own.
//!
//! It knows nothing but cells to win on: they are taken, or blocked, or awaited. Every position with
//! the proving side to move counts, and when the bound is reached nothing is proved.

use referee::Colour;

use crate::board::Board;
use crate::position::Position;
use crate::zone::Zone;

/// A search for one side, within a number of positions.
pub struct Ending<'a, const N: usize> {
    board: &'a Board<N>,
    prover: Colour,
    draws: bool,
    left: u32,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a, const N: usize> Ending<'a, N> {
    /// A search that shows within `bound` positions that `prover` wins, or, with `draws`, that it
    /// does not lose.
    pub fn new(board: &'a Board<N>, prover: Colour, draws: bool, bound: u32) -> Ending<'a, N> {
        Ending { board, prover, draws, left: bound, go_on: &|| true }
    }

    /// The same search, which gives up when `go_on` says no.
    pub(crate) fn with(self, go_on: &'a dyn Fn() -> bool) -> Ending<'a, N> {
        Ending { go_on, ..self }
    }

    /// Positions that may still be looked at.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Does the proving side, to move, reach its aim? False also if the bound was reached.
    pub fn proves(&mut self, position: &Position<N>) -> bool {
        self.zone(position).is_some()
    }

    /// The zone of the proof that it does. It means something for wins only.
    pub fn zone(&mut self, position: &Position<N>) -> Option<Zone<N>> {
        if self.left == 0 || !(self.go_on)() {
            return None;
        }
        self.left -= 1;
        if let Some(cell) = position.wins(self.prover).first() {
            return Some(Zone::EMPTY.after(cell));
        }
        let danger = position.wins(self.prover.other());
        let tries = match danger.count() {
            0 if self.is_safe(position) => return Some(Zone::EMPTY),
            0 => position.free(self.board),
            1 => danger,
            _ => return None,
        };
        tries.cells().find_map(|cell| {
            let zone = self.survives(&position.with(self.board, cell, self.prover))?;
            Some(zone.after(cell))
        })
    }

    /// The same with the opponent to move.
    fn survives(&mut self, position: &Position<N>) -> Option<Zone<N>> {
        let opponent = self.prover.other();
        if !position.wins(opponent).is_empty() {
            return None;
        }
        let threats = position.wins(self.prover);
        let replies = match threats.count() {
            0 if self.is_safe(position) => return Some(Zone::EMPTY),
            0 => position.free(self.board),
            1 => threats,
            _ => return Some(Zone::won(threats)),
        };
        if replies.is_empty() {
            return None;
        }
        let mut zone = Zone::EMPTY;
        for cell in replies.cells() {
            zone = zone.or(self.zone(&position.with(self.board, cell, opponent))?);
        }
        Some(zone.before(threats))
    }

    fn is_safe(&self, position: &Position<N>) -> bool {
        self.draws && !position.can_still_win(self.board, self.prover.other())
    }
}
