//! Every bound on what clients may send or make the server hold, in one place.

/// Moves in one tree.
pub const NODES: usize = 20_000;
/// Characters of a comment.
pub const COMMENT: usize = 10_000;
/// Characters of a player's name.
pub const NAME: usize = 60;
/// Bytes of a message or body.
pub const MESSAGE: usize = 4 << 20;
/// Bytes of a certificate.
pub const CERTIFICATE: usize = 16 << 20;
/// Proofs that are kept to walk through.
pub const BOOKS: usize = 12;
/// Proved positions that are remembered.
pub const PROVED: usize = 100_000;
/// Lines of play read from one file; beyond that, the main line alone.
pub const VARIATIONS: usize = 2_000;
/// Sessions alive at once.
pub const SESSIONS: usize = 256;
/// Connections to one session.
pub const CONNECTIONS: usize = 16;
/// Connections to the server, pages and all else together.
pub const ALL_CONNECTIONS: usize = 512;
/// Sessions kept on disk, and games that were deleted and can be put back.
pub const SAVED: usize = 500;
/// Messages a second from one connection before it is slowed down.
pub const MESSAGES_PER_SECOND: u32 = 60;
/// Updates of an analysis a second.
pub const UPDATES_PER_SECOND: u32 = 4;
/// Games in one review.
pub const BATCH: usize = 500;
/// Games in one session's library.
pub const LIBRARY: usize = 20_000;

/// At most `count` characters of a text, without control characters other than line breaks.
pub fn shortened(text: &str, count: usize) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\n').take(count).collect()
}
