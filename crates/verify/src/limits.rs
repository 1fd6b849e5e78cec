//! How much a certificate may ask of the checker.

use std::time::Duration;

/// Bounds on what is read, kept and searched, so that no file exhausts the machine. Besides them no file may
/// cost more than its own size warrants (`work.rs`).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Cells of the board.
    pub cells: usize,
    /// Bytes of the body after decompression.
    pub bytes: u64,
    /// Bytes of memory for the positions that later ones may refer to.
    pub memory: u64,
    /// Positions of one ending, the most that a header may state.
    pub bound: u32,
    /// Positions of all endings together.
    pub searched: u64,
    /// Nodes, or rows of connections.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Every so many positions the referee judges the winning cells from scratch; 0 = never.
    pub audit: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cells: crate::MOST_CELLS,
            bytes: 1 << 33,
            memory: 8 << 30,
            bound: 100_000,
            searched: 1 << 33,
            nodes: u64::MAX,
            time: None,
            audit: 1000,
        }
    }
}
