//! Certificates of what the prover found, for `verify` and anybody else to check.
//!
//! The table of a finished search knows what is proved and by which moves, but has forgotten cheap
//! positions. [`write()`] walks the strategy of the side that reaches its aim from the root, asks the
//! prover again where the table has a hole, and writes each position once (`strategy.rs` chooses,
//! `scribe.rs` walks and writes). What the checker can see for itself is left out: it uses the
//! checker's own code to find out.

mod scribe;
mod strategy;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;
use verify::{Claim, Value};

use crate::answer::{Origin, Verdict};
use crate::key::Word;
use crate::position::Position;
use crate::prover::Prover;
use crate::shape::{Cell, Shape};

use scribe::Scribe;
use strategy::Strategy;

/// Positions that the checker may look at in an ending that is left out.
const BOUND: u32 = 40;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes written: positions with the opponent to move.
    pub nodes: u64,
    /// Chains of threats written.
    pub chains: u64,
    /// Replies with an answer of their own.
    pub replies: u64,
    /// Replies that the zones of others refute.
    pub dismissed: u64,
    /// Answers that lead to a position written before.
    pub shared: u64,
    /// Endings left to the checker.
    pub endings: u64,
    /// Answers after which pairs of cells hold.
    pub held: u64,
    /// Questions asked of the prover again.
    pub asked: u64,
    /// Bytes before compression.
    pub bytes: u64,
}

/// Why no certificate was written.
#[derive(Debug, Error)]
pub enum Trouble {
    /// There is nothing to certify.
    #[error("the position is not solved")]
    Unsolved,
    /// The moves do not lead to an open position.
    #[error("the moves lead to no open position")]
    Moves,
    /// The prover cannot repeat what it said.
    #[error("the proof cannot be found again after {line}")]
    Lost {
        /// The moves from the root.
        line: String,
    },
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// The file cannot be written.
    #[error("cannot write the certificate: {0}")]
    Io(#[from] io::Error),
}

/// Writes the certificate of a solved position, given by the moves that lead to it.
///
/// `verdict` is the prover's answer for the side to move; the prover is the one that gave it, with
/// its table. If it works with zones, proofs of replies stand for others in the certificate of a win too. `watch` hears of
/// progress now and then; raising `stop` ends the work.
pub fn write<W: Word, O: Write>(
    prover: &Prover<'_, W>,
    shape: &Shape,
    moves: &[Cell],
    verdict: Verdict,
    out: O,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Stats),
) -> Result<Stats, Trouble> {
    let root = Position::after(shape, moves).ok_or(Trouble::Moves)?;
    let origin = Origin::after(referee::Colour::White, moves);
    Job { prover, shape, root, verdict, stop }.write(&origin, out, watch)
}

/// A solved position whose certificate is to be written.
pub(crate) struct Job<'a, W> {
    /// Whoever solved it, with its table.
    pub prover: &'a Prover<'a, W>,
    pub shape: &'a Shape,
    pub root: Position,
    /// The prover's answer for the side to move.
    pub verdict: Verdict,
    /// Raising it ends the work.
    pub stop: &'a AtomicBool,
}

impl<W: Word> Job<'_, W> {
    /// Writes the certificate of the position, which came about in this way.
    pub fn write<O: Write>(
        &self,
        origin: &Origin,
        out: O,
        watch: &mut dyn FnMut(&Stats),
    ) -> Result<Stats, Trouble> {
        let halves = halves(self.root.turn, self.verdict).ok_or(Trouble::Unsolved)?;
        let zones = self.prover.settings().race > 0 && self.verdict != Verdict::Draw;
        let claim = Claim { zones, bound: BOUND, ..origin.claim(self.board(), self.value()) };
        let mut writer = verify::Writer::new(out, &claim)?;
        let mut stats = Stats::default();
        for (side, draws) in halves {
            let strategy = Strategy::new(self.prover, self.shape, side, draws, BOUND, self.stop);
            Scribe::new(strategy, zones, &mut writer, &mut stats, watch).run(&self.root)?;
            writer.end()?;
        }
        stats.bytes = writer.bytes();
        writer.finish()?;
        Ok(stats)
    }

    fn board(&self) -> Arc<referee::Shape> {
        Arc::new(self.shape.referee())
    }

    fn value(&self) -> Value {
        match self.verdict {
            Verdict::Win => Value::Wins(colour(self.root.turn)),
            Verdict::Loss => Value::Wins(colour(1 - self.root.turn)),
            Verdict::Draw | Verdict::Unknown => Value::Draw,
        }
    }
}

/// Whose strategies are written, and whether a draw is enough for them.
fn halves(turn: usize, verdict: Verdict) -> Option<Vec<(usize, bool)>> {
    match verdict {
        Verdict::Win => Some(vec![(turn, false)]),
        Verdict::Loss => Some(vec![(1 - turn, false)]),
        Verdict::Draw => Some(vec![(0, true), (1, true)]),
        Verdict::Unknown => None,
    }
}

/// The referee's word for a colour of this engine.
fn colour(side: usize) -> referee::Colour {
    [referee::Colour::White, referee::Colour::Black][side]
}
