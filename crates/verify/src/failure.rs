//! Why a certificate is not accepted, in a sentence.

use std::io;

use thiserror::Error;

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
pub enum Failure {
    /// The file begins otherwise.
    #[error("this is not a certificate")]
    NotACertificate,
    /// Written by a later program.
    #[error("certificates of version {0} are not known here")]
    Version(u8),
    /// The header contradicts itself.
    #[error("the header is wrong: {0}")]
    Header(String),
    /// The checksum at the end is another one.
    #[error("the certificate is damaged: its checksum does not match")]
    Damaged,
    /// The file ends too early.
    #[error("the certificate ends in the middle")]
    Truncated,
    /// Something follows the end.
    #[error("something follows the end of the certificate")]
    Trailing,
    /// The file asks for more than the limits allow.
    #[error("the certificate needs more {what} than the limit of {limit}")]
    Limit {
        /// Of what.
        what: &'static str,
        /// How many are allowed.
        limit: u64,
    },
    /// The file asks for more than one of its size may.
    #[error("the certificate needs more {0} than its size warrants")]
    Excess(&'static str),
    /// The time that the caller gave is over.
    #[error("the check is not finished after {0} s")]
    Late(f64),
    /// A record makes no sense.
    #[error("record {record} is malformed: {why}")]
    Malformed {
        /// Its number.
        record: u64,
        /// In what way.
        why: &'static str,
    },
    /// A record is well formed but proves nothing.
    #[error("after {}: {why}", if line.is_empty() { "no further moves" } else { line })]
    Unproved {
        /// The moves from the claimed position, by name.
        line: String,
        /// What is missing.
        why: String,
    },
    /// The game is over, with another result.
    #[error("the game is over in the claimed position, and the result is {0}")]
    Finished(String),
    /// The quick rules of the checker contradict the referee.
    #[error("the checker and the referee disagree on a position: please report this")]
    Disagreement,
    /// A report was shown with other bytes than those that it is about.
    #[error("this certificate has not been checked")]
    Unchecked,
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The file cannot be read or decompressed.
    #[error("cannot read the certificate: {0}")]
    Io(io::Error),
}

impl Failure {
    /// Did the check end because the caller's limits were reached, so that nothing is known of the
    /// certificate?
    pub fn is_limit(&self) -> bool {
        matches!(self, Failure::Limit { .. } | Failure::Late(_) | Failure::Stopped)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Failure::Truncated,
            _ => Failure::Io(error),
        }
    }
}
