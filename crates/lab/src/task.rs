//! One game as it is ordered ([`Task`]) and as it is delivered ([`GameResult`]): plain data that fits a queue and a file.

use std::fmt;
use std::str::FromStr;

use anyhow::Context;
use engine::Sides;
use game::{Colour, Game, Size};
use serde::{Deserialize, Serialize};

use crate::pace::Pace;
use crate::spec::PlayerSpec;

/// A board as text: `havannah 5`, `hex 11x9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Board(pub Size);

impl TryFrom<String> for Board {
    type Error = anyhow::Error;

    fn try_from(text: String) -> anyhow::Result<Board> {
        let (game, size) = text.split_once(' ').unwrap_or(("havannah", &text));
        let game = Game::named(game).ok_or_else(|| anyhow::anyhow!("there is no game {game:?}"))?;
        Ok(Board(Size::parse(game, size)?))
    }
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        board.to_string()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.game(), self.0)
    }
}

/// When a game may end before the board decides it. Off unless asked for.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A player whose expected share of wins stays below this for three of its moves resigns.
    pub resign: Option<f32>,
    /// A game whose result a player has proved ends with that result.
    pub proved: bool,
    /// When a game that goes on is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// A game is drawn once so many moves are on the board and each player has found its own chances even for
/// three of its moves. As text: `60` (whatever the players think) or `60:0.05` (expected shares of wins from
/// 0.45 to 0.55).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DrawRule {
    /// Moves on the board.
    pub plies: usize,
    /// How far from one half an even share may be; none asks nobody.
    pub band: Option<f32>,
}

impl FromStr for DrawRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<DrawRule> {
        let wrong =
            || format!("{text:?} is no rule for draws (60 moves, or 60:0.05 with how even they must be)");
        let (plies, band) = text.split_once(':').map_or((text, None), |(plies, band)| (plies, Some(band)));
        let plies = plies.trim().parse().ok().filter(|&plies| plies > 0).with_context(wrong)?;
        let band = band.map(|band| band.trim().parse().ok().filter(|band| (0.0..=0.5).contains(band)));
        Ok(DrawRule { plies, band: band.map(|band| band.with_context(wrong)).transpose()? })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.plies)?;
        self.band.map_or(Ok(()), |band| write!(f, ":{band}"))
    }
}

impl TryFrom<String> for DrawRule {
    type Error = anyhow::Error;

    fn try_from(text: String) -> anyhow::Result<DrawRule> {
        text.parse()
    }
}

impl From<DrawRule> for String {
    fn from(rule: DrawRule) -> String {
        rule.to_string()
    }
}

/// A game to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Which game of its run, from zero. Games 2k and 2k + 1 are a pair: one opening, colours exchanged.
    pub number: u64,
    /// The board.
    pub board: Board,
    /// The two players; the first one's score is counted.
    pub players: [PlayerSpec; 2],
    /// Whether the first player has the colour that moves second on an empty board.
    pub exchanged: bool,
    /// The opening, as moves in GUI coordinates.
    pub opening: String,
    /// How long the players may think.
    pub pace: Pace,
    /// Seconds that a late answer is forgiven.
    pub margin: f64,
    /// What the players' random numbers follow from.
    pub seed: u64,
    /// When the game may end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Whether the visits of every move that was thought about are kept, for training.
    #[serde(default)]
    pub keep_visits: bool,
}

impl Task {
    /// The pair that the game belongs to.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The colour of each player at the start.
    pub fn colours(&self, first_colour: Colour) -> [Colour; 2] {
        let first = if self.exchanged { first_colour.other() } else { first_colour };
        [first, first.other()]
    }

    /// Which player has which colour, whatever is swapped.
    pub fn sides(&self, first_colour: Colour) -> Sides<usize> {
        let first = self.colours(first_colour)[0];
        Sides(Colour::BOTH.map(|colour| usize::from(colour != first)))
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A winning shape; the kinds that the last stone completed.
    Board(Vec<String>),
    /// A full board without one.
    Draw,
    /// The loser resigned.
    Resigned,
    /// A player had proved the result.
    Proved,
    /// The rule for draws that the match has.
    Adjudicated,
    /// The loser did something that it must not.
    Fault(Fault),
}

/// What a player must not do. It loses the game by it, and the game counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// One sentence about it.
    pub text: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A move that the rules refuse.
    Illegal,
    /// An answer that came too late, or never.
    Late,
    /// An answer that is no move at all.
    Garbage,
    /// The program ended or panicked.
    Crash,
}

impl FaultKind {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Late => "late",
            FaultKind::Garbage => "garbage",
            FaultKind::Crash => "crash",
        }
    }
}

impl Ending {
    /// The word in tables: the strongest winning shape, or how else the game ended.
    pub fn word(&self) -> &str {
        match self {
            Ending::Board(kinds) => {
                let strongest = ["chain", "fork", "bridge", "ring"];
                strongest.into_iter().find(|word| kinds.iter().any(|kind| kind == word)).unwrap_or("win")
            }
            Ending::Draw => "draw",
            Ending::Resigned => "resigned",
            Ending::Proved => "proved",
            Ending::Adjudicated => "adjudicated",
            Ending::Fault(fault) => fault.kind.word(),
        }
    }
}

/// One move as it was played, opening moves not included.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveNote {
    /// The move in GUI coordinates.
    #[serde(rename = "move")]
    pub name: String,
    /// Seconds that it took.
    pub seconds: f64,
    /// Simulations of this thought.
    pub work: u64,
    /// Simulations in the tree, those kept from earlier moves included.
    pub nodes: u64,
    /// The mover's expected share of wins, if the player tells.
    pub value: Option<f32>,
    /// What the player has proved for the mover: `win`, `draw`, `loss` or nothing.
    pub verdict: Option<String>,
    /// Visits by cell number, when they are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<(u16, u32)>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Which game of its run.
    pub number: u64,
    /// Half points of the first player: 0, 1 or 2.
    pub half_points: u8,
    /// `white`, `black` or `draw`.
    pub winner: String,
    /// How the game ended.
    pub ending: Ending,
    /// Moves on the board, the opening's included.
    pub plies: usize,
    /// The moves after the opening.
    pub moves: Vec<MoveNote>,
    /// Seconds that the game took.
    pub seconds: f64,
}
