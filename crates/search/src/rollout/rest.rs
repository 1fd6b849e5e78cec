//! The rest of a rollout, when mates are no longer looked for: the last good reply to the last move, else any cell.
//! Most of the time of a search is spent here.

use game::{Bits, Board, Cell, Colour, Made, Outcome};

use super::rings::RingRules;
use super::{Empties, Replies};
use crate::random::Random;

/// A board that is being filled.
pub(super) struct Rest<'a, const W: usize> {
    pub board: &'a mut Board<W>,
    pub empties: &'a mut Empties,
    pub replies: &'a Replies,
    pub rings: &'a RingRules,
    /// The stones that stood before the rollout.
    pub permanent: &'a Bits<W>,
    /// The last move.
    pub last: Cell,
}

impl<const W: usize> Rest<'_, W> {
    /// Plays to the end; `REPLIES` says whether good replies are asked for.
    pub fn run<const REPLIES: bool>(mut self, random: &mut Random) -> Outcome {
        // Two copies of the loop, in which the colours are known when it is compiled.
        match self.board.turn() {
            Colour::White => self.fill::<REPLIES>(random, Colour::White),
            Colour::Black => self.fill::<REPLIES>(random, Colour::Black),
        }
    }

    #[inline(always)]
    fn fill<const REPLIES: bool>(&mut self, random: &mut Random, first: Colour) -> Outcome {
        loop {
            let bits = random.bits();
            if let Some(outcome) = self.step::<REPLIES>(bits >> 32, first) {
                return outcome;
            }
            if let Some(outcome) = self.step::<REPLIES>(bits & 0xFFFF_FFFF, first.other()) {
                return outcome;
            }
        }
    }

    #[inline(always)]
    fn step<const REPLIES: bool>(&mut self, number: u64, colour: Colour) -> Option<Outcome> {
        if self.empties.is_empty() {
            return Some(Outcome::Draw);
        }
        let any = self.empties.pick(number);
        let cell = if REPLIES {
            let reply = self.replies.to(self.last, colour);
            if self.empties.has(reply) { reply } else { any }
        } else {
            any
        };
        self.empties.take(cell);
        self.last = cell;
        match self.board.place(cell, colour) {
            Made::Nothing => None,
            made => self.wins(made, colour).then_some(Outcome::Win(colour)),
        }
    }

    #[cold]
    #[inline(never)]
    fn wins(&self, made: Made, colour: Colour) -> bool {
        made == Made::Connection || self.rings.counts(self.board, self.last, colour, self.permanent)
    }
}
