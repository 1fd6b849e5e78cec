//! What comes with the program and answers before any search: certificates of the library, checked on the spot, and the table of
//! openings.

use std::time::{Duration, Instant};

use game::{Cell, Record};
use solve::answer::Verdict;
use solve::library;
use solve::opening_table;

use crate::exit::{Failure, Outcome};

/// An answer that was there already.
pub struct Known {
    /// For the side to move.
    pub verdict: Verdict,
    /// A move that keeps it, if one is known.
    pub best: Option<Cell>,
    /// Where it is from.
    pub source: String,
    /// How long it took to check.
    pub elapsed: Duration,
    /// The certificate, if it is about this very position.
    pub certificate: Option<Vec<u8>>,
}

/// What is known of a position; with a certificate wanted, only what has one.
pub fn look(record: &Record, certify: bool) -> Outcome<Option<Known>> {
    let begin = Instant::now();
    let position = record.position();
    if let Some(found) = library::find(position) {
        let entry = &found.solved.entry;
        let claimed = entry.record().map_err(Failure::failed)?;
        let is_same = claimed.moves() == record.moves() && found.best.is_none();
        if certify && !is_same {
            return Ok(None);
        }
        let (bytes, _) = found.solved.check(&mut |_| true).map_err(Failure::failed)?;
        return Ok(Some(Known {
            verdict: found.verdict,
            best: found.best,
            source: entry.file.clone(),
            elapsed: begin.elapsed(),
            certificate: is_same.then(|| bytes.into_owned()),
        }));
    }
    let known = opening_table::look(position).filter(|_| !certify);
    Ok(known.map(|known| Known {
        verdict: known.verdict,
        best: known.best.map(Cell::new),
        source: format!("table of openings of size {}", position.shape().size()),
        elapsed: begin.elapsed(),
        certificate: None,
    }))
}
