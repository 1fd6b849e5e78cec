//! Looking at proofs: a certificate as a tree of moves in memory.
//!
//! [`Proof::check`] has a certificate judged by `verify` and unfolds it; there is no way to a tree without
//! that. Every vertex knows how many positions of the certificate stand below it. `show.rs` puts a position
//! of the proof into words, `picture.rs` draws the tree above a chosen effort, `export.rs` writes it as a
//! game file with the notes of Castro's proof trees, [`castro`] reads those. [`merge`] joins certificates of
//! replies; [`join`] those of positions anywhere below, draws too, writing what they share once.
//! A proof of Hex by virtual connections has no tree: [`Links`] says what answers what.

pub mod castro;
mod export;
pub mod join;
mod links;
pub mod merge;
mod picture;
mod read;
mod record;
mod show;

use verify::Claim;

pub use links::{Links, Pattern};
pub use record::record;
pub use show::Line;

/// How a branch of a proof ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It goes on, or every reply fails at sight or to the chains of the position.
    Open,
    /// The move wins.
    Wins,
    /// The checker searches on for itself.
    Searched,
    /// Pairs keep the opponent from winning after the move.
    Held,
    /// The position is like that of another vertex, by the symmetry with this number.
    Shared {
        /// The other vertex.
        vertex: usize,
        /// The symmetry that carries this position onto that one.
        symmetry: usize,
    },
}

/// A move in a proof, and what follows it.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The cell; nothing at a root.
    pub cell: Option<usize>,
    /// Did the side whose strategy this is make the move?
    pub by_prover: bool,
    /// The vertex of the move before.
    pub parent: Option<usize>,
    /// The vertices of the moves after it.
    pub children: Vec<usize>,
    /// Positions of the certificate at and below it; shared ones count where they stand first.
    pub below: u64,
    /// Chains of threats that are listed here.
    pub chains: usize,
    /// How it ends.
    pub end: End,
}

/// A certificate in memory.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What it claims.
    pub claim: Claim,
    /// All moves; children come after their parents.
    pub vertices: Vec<Vertex>,
    /// The vertex of the claimed position in each half: one for a win, two (White's, Black's) for a draw.
    pub roots: Vec<usize>,
}

impl Proof {
    /// The name of a vertex's cell; empty at a root.
    pub fn name(&self, vertex: usize) -> String {
        let cell = self.vertices[vertex].cell.and_then(|cell| self.claim.shape.cell(cell));
        cell.map_or_else(String::new, |cell| self.claim.shape.name(cell))
    }

    /// The vertex after these moves from a root, as far as the proof spells them out.
    pub fn walk(&self, root: usize, cells: &[usize]) -> Option<usize> {
        cells.iter().try_fold(root, |vertex, &cell| {
            let children = &self.vertices[vertex].children;
            children.iter().copied().find(|&child| self.vertices[child].cell == Some(cell))
        })
    }

    /// The children of a vertex with at least this many positions below, the largest first.
    pub fn large_children(&self, vertex: usize, effort: u64) -> Vec<usize> {
        let children = self.vertices[vertex].children.iter().copied();
        let mut large: Vec<usize> = children.filter(|&child| self.vertices[child].below >= effort).collect();
        large.sort_by_key(|&child| std::cmp::Reverse(self.vertices[child].below));
        large
    }
}
