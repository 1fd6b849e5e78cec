//! The manifest: one line of JSON for each generation, by which every network's history can be read.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files;
use crate::gate::Match;
use crate::train::pass::Score;

/// How well a network foresees positions of games that it has not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Foresight {
    /// Positions.
    pub positions: usize,
    /// Cross entropy of the results.
    pub value: f64,
    /// The share of winners foreseen.
    pub winners: f64,
    /// Cross entropy of the policy.
    pub policy: f64,
    /// The share of best moves foreseen.
    pub moves: f64,
    /// Cross entropy of the winning shapes' cells.
    pub shape: f64,
    /// Cross entropy of the opponent's reply.
    #[serde(default)]
    pub reply: f64,
    /// Cross entropy of the kind of win.
    #[serde(default)]
    pub kind: f64,
    /// Cross entropy of the game's length, as a share of the empty cells.
    #[serde(default)]
    pub length: f64,
}

impl From<Score> for Foresight {
    fn from(score: Score) -> Foresight {
        Foresight {
            positions: score.cases as usize,
            value: score.value / score.cases.max(1.0),
            winners: score.right / score.cases.max(1.0),
            policy: score.policy / score.policies.max(1.0),
            moves: score.first / score.policies.max(1.0),
            shape: score.shape / score.ends.max(1.0),
            reply: score.reply / score.replies.max(1.0),
            kind: score.kind / score.kinds.max(1.0),
            length: score.length / score.lengths.max(1.0),
        }
    }
}

/// What is known of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1 on.
    pub generation: usize,
    /// The game.
    pub game: String,
    /// The boards that were played on.
    pub sizes: Vec<String>,
    /// Games of this generation.
    pub games: usize,
    /// Positions that were learned, those of earlier generations in the window included.
    pub positions: usize,
    /// Positions that were labelled by proof.
    pub proved: usize,
    /// The checksum of the network that played.
    pub before: String,
    /// The checksum of the network that was learned.
    pub network: String,
    /// How well it foresees, by board.
    pub foresight: BTreeMap<String, Foresight>,
    /// The match against the network before it.
    pub gate: Match,
    /// Matches against opponents that stay the same from generation to generation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<Fixed>,
    /// Whether it plays from now on.
    pub kept: bool,
}

/// A match against an opponent that stays the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixed {
    /// The opponent and its simulations a move: `castro-nodist:2000`.
    pub opponent: String,
    /// What it came to.
    #[serde(flatten)]
    pub result: Match,
}

/// All generations of a manifest.
pub fn read(path: &Path) -> io::Result<Vec<Generation>> {
    read_lines(path)
}

/// All lines of a file of JSON lines; none if there is no file. A last line that was torn off by a crash is cut away, so
/// this is for those who go on with the file.
pub fn read_lines<T: for<'a> Deserialize<'a>>(path: &Path) -> io::Result<Vec<T>> {
    let text = bytes(path)?;
    let whole = whole(&text);
    if whole.len() < text.len() {
        std::fs::OpenOptions::new().write(true).open(path)?.set_len(whole.len() as u64)?;
    }
    parse(whole)
}

/// All whole lines of a file of JSON lines, for those who only look: the loop may be in the middle of a line.
pub fn look_at_lines<T: for<'a> Deserialize<'a>>(path: &Path) -> io::Result<Vec<T>> {
    parse(whole(&bytes(path)?))
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        text => text,
    }
}

/// What ends with a new line.
fn whole(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

fn parse<T: for<'a> Deserialize<'a>>(text: &[u8]) -> io::Result<Vec<T>> {
    let wrong = |error: serde_json::Error| io::Error::new(io::ErrorKind::InvalidData, error);
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).map_err(wrong)).collect()
}

/// The history of each network that comes with the program.
pub fn shipped() -> Vec<Vec<Generation>> {
    let files = [
        include_bytes!("../../search/src/networks/havannah.jsonl").as_slice(),
        include_bytes!("../../search/src/networks/hex.jsonl").as_slice(),
        include_bytes!("../../search/src/networks/y.jsonl").as_slice(),
    ];
    files.iter().map(|text| parse(text).expect("the file in the repository is whole")).collect()
}

/// Adds a line to a file of JSON lines, in one piece.
pub fn append(path: &Path, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    files::append(path, &text)
}

/// The Elo that each generation reached: each kept network counts from the one before it, the first one from 0.
pub fn reached(generations: &[Generation]) -> Vec<f64> {
    let mut elo = 0.0;
    let reached = generations.iter().map(|Generation { gate, kept, .. }| {
        let reached = elo + gate.elo;
        if *kept {
            elo = reached;
        }
        reached
    });
    reached.collect()
}

/// Elo by generation as a few lines of text.
pub fn curve(generations: &[Generation]) -> String {
    let mut text = String::new();
    for (generation, reached) in generations.iter().zip(reached(generations)) {
        let Generation { generation: number, gate, kept, .. } = generation;
        let bar = "#".repeat(((reached / 20.0).round().max(0.0) as usize).min(60));
        let sign = if *kept { ' ' } else { 'x' };
        text += &format!(
            "{number:>4} {sign} {reached:>6.0} Elo  {:>5.1} % ±{:.1} of {:<4} {bar}\n",
            100.0 * gate.score,
            100.0 * gate.within,
            gate.games,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_that_is_not_kept_is_not_built_upon() {
        let [mut first, second] = shipped()[0][..2].to_vec().try_into().unwrap();
        let sum = first.gate.elo + second.gate.elo;
        assert_eq!(reached(&[first.clone(), second.clone()]), [first.gate.elo, sum]);
        first.kept = false;
        assert_eq!(reached(&[first.clone(), second.clone()]), [first.gate.elo, second.gate.elo]);
    }
}
