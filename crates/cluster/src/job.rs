//! What coordinator and workers say to each other, as JSON.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use referee::Colour;
use serde::{Deserialize, Serialize};
use verify::{Limits, Value};

use crate::ground::Ground;
use crate::tree::Numbers;

/// A proof as it is ordered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// `havannah` or `hex`.
    pub game: String,
    /// The board, such as `3x4x4`.
    pub size: String,
    /// The moves that lead to the position.
    pub moves: Vec<u16>,
    /// Nodes of the first job on a position.
    pub budget: u64,
    /// Jobs grow up to this many nodes; then the position is split.
    pub most: u64,
    /// The next job on an unfinished position has so many times the nodes.
    pub growth: u64,
    /// Bytes of a job's table.
    pub memory: u64,
}

impl Spec {
    /// What the board is called in the store of proved positions.
    pub fn board(&self) -> String {
        format!("{} {}", self.game, self.size)
    }
}

/// One job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The proof.
    pub run: String,
    /// The job's number in the proof.
    pub number: u64,
    /// `havannah` or `hex`.
    pub game: String,
    /// The board.
    pub size: String,
    /// The moves that lead to the position.
    pub moves: Vec<u16>,
    /// Nodes that may be searched.
    pub budget: u64,
    /// Bytes of the table.
    pub memory: u64,
}

/// The effort that a worker sees for both questions of a position, White's first: proof and disproof.
pub type Outlook = [[f64; 2]; 2];

/// What a worker answers, beside the certificate.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// `white`, `black` or `draw`; nothing if the budget ran out.
    pub value: Option<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds that the job took.
    pub seconds: f64,
    /// Seconds of them that went into the certificate.
    pub writing: f64,
    /// Numbers of the position.
    pub outlook: Option<Outlook>,
    /// Numbers of replies, by cell.
    pub replies: Vec<(u16, Outlook)>,
}

/// An answer as the coordinator believes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Belief {
    /// The value is proved by the certificate with this hash.
    Proved(Value, String),
    /// The budget ran out; this is how it looks.
    Open {
        /// The position's numbers.
        outlook: Option<[Numbers; 2]>,
        /// Its replies' numbers.
        replies: Vec<(u16, [Numbers; 2])>,
    },
    /// It is not believed, for this reason.
    Refused(String),
}

/// The value that a word of an answer names.
pub fn value_named(word: &str) -> Option<Value> {
    match word {
        "white" => Some(Value::Wins(Colour::White)),
        "black" => Some(Value::Wins(Colour::Black)),
        "draw" => Some(Value::Draw),
        _ => None,
    }
}

/// Numbers as the tree takes them.
pub fn numbers(outlook: Outlook) -> [Numbers; 2] {
    outlook.map(|[proof, disproof]| Numbers::open(proof, disproof))
}

/// The name of a certificate: the hash of its bytes.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// What to believe of an answer to the question about the position after these moves. A value is believed only if the
/// certificate proves exactly that.
pub fn believe(ground: &Ground, moves: &[u16], answer: &str, certificate: Option<&[u8]>) -> Belief {
    match read(ground, moves, answer, certificate) {
        Ok(belief) => belief,
        Err(error) => Belief::Refused(format!("{error:#}")),
    }
}

/// What a certificate of a worker may cost: a hostile one must not stop the whole proof.
fn limits() -> Limits {
    Limits { memory: 2 << 30, time: Some(Duration::from_secs(300)), ..Limits::default() }
}

fn read(ground: &Ground, moves: &[u16], answer: &str, certificate: Option<&[u8]>) -> Result<Belief> {
    let answer: Answer = serde_json::from_str(answer).context("the answer is no answer")?;
    let Some(word) = &answer.value else {
        let replies = answer.replies.iter().map(|&(cell, outlook)| (cell, numbers(outlook))).collect();
        return Ok(Belief::Open { outlook: answer.outlook.map(numbers), replies });
    };
    let value = value_named(word).with_context(|| format!("there is no result {word:?}"))?;
    let bytes = certificate.context("the answer comes without a certificate")?;
    let report = verify::check(bytes, &limits(), &mut |_| true).context("the certificate")?;
    let claim = &report.claim;
    let is_same =
        claim.shape.form() == ground.shape().form() && claim.is_after(moves) && claim.value == value;
    ensure!(is_same, "the certificate proves something else");
    Ok(Belief::Proved(value, hash(bytes)))
}
