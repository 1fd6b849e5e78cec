//! Certificates: proofs of results that anybody can check, and the checker.
//!
//! Built on [`referee`] alone: no solver, no fast rules, no hash as proof. The format and the proof that its
//! rules suffice are in `docs/certificates.md`. Reading order: [`Claim`] (what a certificate states) and
//! `header.rs`, `seal.rs` (the checksum), [`Source`] (the records), `board.rs` and [`Position`] (stones and
//! cells to win on), [`replay`] (chains of threats), [`Ending`] (what is left to the checker), [`Zone`]
//! (replies that the proof of another one refutes), `work.rs` (what all this may cost), `checker.rs` (the
//! walk); `connections.rs` (the other kind of proof, for Hex). [`Writer`] is the other direction and is used
//! by the solvers.
//!
//! ```
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hex-3-b2.proof");
//! let file = std::fs::File::open(path)?;
//! let report = robusto_verify::check(file, &robusto_verify::Limits::default(), &mut |_| true)?;
//! assert_eq!((report.claim.game(), report.claim.size().as_str()), ("hex", "3"));
//! println!("{} {:?}: {}", report.claim.size(), report.claim.names(), report.claim.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

mod board;
mod checker;
mod claim;
mod connections;
mod dead;
mod ending;
mod failure;
mod header;
mod limits;
mod pairs;
mod position;
mod replay;
mod report;
mod seal;
mod set;
mod source;
mod work;
mod writer;
mod zone;

pub use board::Board;
pub use claim::{Claim, SWAP, SWAP_SIDES, Value};
pub use ending::Ending;
pub use failure::Failure;
pub use limits::Limits;
pub use position::Position;
pub use referee::{Colour, Shape};
pub use replay::{pressing, refuted, replay};
pub use report::{Progress, Report};
pub use seal::checksum;
pub use set::Set;
pub use source::{Answer, Row, Source};
pub use writer::Writer;
pub use zone::{Zone, dismissed};

use checker::{Checker, Half};
use connections::Connections;
use seal::Tape;
use work::Work;

/// Most cells of a board that the checker handles: Havannah of size 11, Hex of size 19.
pub const MOST_CELLS: usize = 64 * WIDE;

/// Words of a set of cells on boards that do not fit one.
const WIDE: usize = 6;

/// Checks a certificate. `watch` hears of progress and answers whether to go on.
pub fn check(
    mut reader: impl Read,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Report, Failure> {
    check_all(&mut reader, limits, watch)
}

/// The same for any reader, so that the checker is compiled once, here, and not by those who use it.
fn check_all(
    reader: &mut dyn Read,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Report, Failure> {
    let begin = Instant::now();
    let mut tape = Tape::new(reader);
    let claim = match Claim::read(&mut tape, limits) {
        Ok(claim) => claim,
        Err(failure) => return Err(judged(failure, &mut tape, limits)),
    };
    let mut source = Source::on(tape, &claim, limits.bytes)?;
    let mut checked = Progress::default();
    let cells = claim.shape.cell_count();
    let work = Work::new(limits, cells, if cells <= 64 { 1 } else { WIDE }, watch);
    let done = if cells <= 64 {
        check_body::<1, _>(&claim, &work, &mut source, &mut checked)
    } else {
        check_body::<WIDE, _>(&claim, &work, &mut source, &mut checked)
    };
    let done = done.and_then(|answers| source.finish().map(|()| answers));
    match done {
        Err(failure) => Err(judged(failure, source.tape(), limits)),
        Ok(_) if source.tape().is_damaged(limits.bytes) => Err(Failure::Damaged),
        Ok(answers) => {
            let identity = source.tape().identity();
            Ok(Report { claim, checked, elapsed: begin.elapsed(), answers, identity })
        }
    }
}

/// The complaint about a file, or that it is damaged, which explains every other.
fn judged<R: Read>(failure: Failure, tape: &mut Tape<R>, limits: &Limits) -> Failure {
    let stopped = matches!(failure, Failure::Stopped | Failure::Late(_));
    if !stopped && tape.is_damaged(limits.bytes) { Failure::Damaged } else { failure }
}

fn check_body<const N: usize, R: Read>(
    claim: &Claim,
    work: &Work<'_>,
    source: &mut Source<R>,
    done: &mut Progress,
) -> Result<Vec<(u16, u16)>, Failure> {
    let start = claim.position()?;
    let turn = start.turn();
    match start.outcome() {
        referee::Outcome::Open => {}
        outcome if matches(outcome, claim.value) => return Ok(Vec::new()),
        outcome => return Err(Failure::Finished(outcome.to_string())),
    }
    let too_large = Failure::Limit { what: "cells", limit: MOST_CELLS as u64 };
    let board = Board::<N>::new(Arc::clone(&claim.shape)).ok_or(too_large)?;
    let root = Position::of(&board, start.board());
    if !root.agrees(&board) {
        return Err(Failure::Disagreement);
    }
    if let (true, Value::Wins(prover)) = (claim.connections, claim.value) {
        let board = &board;
        return Connections { board, prover, work, source, done }.run(&root, turn).map(|()| Vec::new());
    }
    let mut answers = Vec::new();
    for half in halves(claim.value) {
        let mut checker = Checker::new(&board, work, claim.bound, half, source, done);
        checker.run(&root, turn)?;
        if half.prover != turn && !half.draws {
            answers = checker.answers;
        }
    }
    Ok(answers)
}

/// A win is one strategy; a draw is two, White's first.
fn halves(value: Value) -> Vec<Half> {
    match value {
        Value::Wins(prover) => vec![Half { prover, draws: false }],
        Value::Draw => {
            let half = |prover| Half { prover, draws: true };
            vec![half(referee::Colour::White), half(referee::Colour::Black)]
        }
    }
}

fn matches(outcome: referee::Outcome, value: Value) -> bool {
    match value {
        Value::Wins(colour) => outcome.winner() == Some(colour),
        Value::Draw => outcome == referee::Outcome::Drawn,
    }
}
