//! What a check has done so far, and what it found in the end.

use std::time::Duration;

use crate::claim::Claim;
use crate::seal::checksum;

/// How far a check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions checked, the opponent of the proving side being to move.
    pub positions: u64,
    /// Replies with an answer of their own.
    pub replies: u64,
    /// Replies that the zones of others refute.
    pub dismissed: u64,
    /// Answers that led to a position checked before.
    pub shared: u64,
    /// Endings searched by the checker itself.
    pub endings: u64,
    /// Positions looked at in them.
    pub searched: u64,
    /// Positions that the referee judged from scratch as well.
    pub audited: u64,
    /// Bytes read, decompressed.
    pub bytes: u64,
    /// Units of work, one for each word of a set that was looked at.
    pub work: u64,
}

/// An accepted certificate.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it proves.
    pub claim: Claim,
    /// What was checked.
    pub checked: Progress,
    /// How long it took.
    pub elapsed: Duration,
    /// If a win is claimed with its loser to move: replies, and the move that the strategy answers each with,
    /// as places in `Shape::cells`.
    pub answers: Vec<(u16, u16)>,
    /// The checksum of the whole file.
    pub(crate) identity: [u8; 32],
}

impl Report {
    /// Is it about just these bytes? Only [`check`](crate::check) makes reports, so whoever has one for some
    /// bytes has had them checked.
    pub fn is_about(&self, bytes: &[u8]) -> bool {
        self.identity == checksum(bytes)
    }
}
