//! Castro's proof trees: read what they say about each position and compare it with a proof of ours.

use std::io::Read;

use game::sgf::{NodeId, ProofNote, SgfError, Tree};
use referee::Colour;
use verify::Value;

use super::Proof;

/// What a proof tree says about one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The moves that lead there, in GUI coordinates.
    pub moves: Vec<String>,
    /// The note.
    pub note: ProofNote,
}

impl Opinion {
    /// The proved value, if the note states one.
    pub fn value(&self) -> Option<Value> {
        match self.note.outcome? {
            0 => Some(Value::Draw),
            1 => Some(Value::Wins(Colour::White)),
            2 => Some(Value::Wins(Colour::Black)),
            _ => None,
        }
    }
}

/// Reads all notes of a proof tree in HGF or SGF.
pub fn opinions(source: impl Read) -> Result<Vec<Opinion>, SgfError> {
    let tree = Tree::read(source)?;
    let mut found = Vec::new();
    let mut waiting: Vec<(NodeId, Vec<String>)> = vec![(tree.root(), Vec::new())];
    while let Some((node, mut moves)) = waiting.pop() {
        let played = tree.value(node, "W").or_else(|| tree.value(node, "B"));
        moves.extend(played.map(str::to_lowercase));
        if let Some(note) = tree.value(node, "C").and_then(ProofNote::parse) {
            found.push(Opinion { moves: moves.clone(), note });
        }
        waiting.extend(tree.children(node).map(|child| (child, moves.clone())));
    }
    Ok(found)
}

/// How opinions compare with a proof.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Positions of the proof for which both name the same value.
    pub agreed: usize,
    /// Positions of the proof for which they name different ones.
    pub contradicted: Vec<Opinion>,
    /// Positions that the proof does not spell out, or that have no proved value.
    pub elsewhere: usize,
}

impl Proof {
    /// Compares opinions with a half of this proof. Every position of a winner's strategy has the
    /// value of the claim; a half of a draw says nothing about single positions.
    pub fn compare(&self, opinions: &[Opinion]) -> Comparison {
        let mut comparison = Comparison::default();
        for opinion in opinions {
            match opinion.value().filter(|_| self.claim.value != Value::Draw && self.holds(&opinion.moves)) {
                Some(value) if value == self.claim.value => comparison.agreed += 1,
                Some(_) => comparison.contradicted.push(opinion.clone()),
                None => comparison.elsewhere += 1,
            }
        }
        comparison
    }

    /// Does the proof spell out the position after these moves of the game?
    fn holds(&self, moves: &[String]) -> bool {
        let start = self.claim.names();
        let Some(rest) = moves.strip_prefix(start.as_slice()) else { return false };
        let cell = |name: &String| self.claim.shape.parse(name).ok().map(|cell| cell.index());
        let cells: Option<Vec<usize>> = rest.iter().map(cell).collect();
        cells.is_some_and(|cells| self.roots.iter().any(|&root| self.walk(root, &cells).is_some()))
    }
}
