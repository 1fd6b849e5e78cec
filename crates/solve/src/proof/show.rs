//! A position of a proof in words, for walking through it.

use super::{End, Proof};

/// One move that goes on from a position of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The vertex after it.
    pub vertex: usize,
    /// The move.
    pub name: String,
    /// The answer, if the move is a reply of the opponent and its answer is written.
    pub answer: Option<String>,
    /// Positions below.
    pub below: u64,
    /// How it ends, in words.
    pub end: String,
}

impl Proof {
    /// The moves that go on from a vertex, the one with most positions below first.
    pub fn show(&self, vertex: usize) -> Vec<Line> {
        self.large_children(vertex, 0).into_iter().map(|child| self.line(child)).collect()
    }

    fn line(&self, vertex: usize) -> Line {
        let known = &self.vertices[vertex];
        let answer = known.children.first().filter(|_| !known.by_prover).copied();
        let end = self.end(answer.unwrap_or(vertex));
        let name = |vertex| self.name(vertex);
        Line { vertex, name: name(vertex), answer: answer.map(name), below: known.below, end }
    }

    fn end(&self, vertex: usize) -> String {
        let known = &self.vertices[vertex];
        match known.end {
            End::Wins => "wins".into(),
            End::Searched => "left to the checker".into(),
            End::Held => "holds by pairs of cells".into(),
            End::Shared { vertex, .. } => format!("like the position after {}", self.path(vertex).join(" ")),
            End::Open if known.children.is_empty() && known.chains == 0 => "nothing helps".into(),
            End::Open if known.children.is_empty() => format!("wins by threats ({} chains)", known.chains),
            End::Open => format!("{} replies", known.children.len()),
        }
    }

    /// The names of the moves from the root to a vertex.
    pub fn path(&self, vertex: usize) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = vertex;
        while let Some(parent) = self.vertices[at].parent {
            names.push(self.name(at));
            at = parent;
        }
        names.reverse();
        names
    }
}
