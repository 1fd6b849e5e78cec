//! What the server says: every message and every answer as a type. [`crate::message`] has what clients wish.
//!
//! The page's types (`ui/src/wire.ts`) are generated from these two modules; [`crate::typescript`] fails when
//! they are stale. What the fields mean is said here and nowhere else.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::message::Seat;

/// A colour in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<game::Colour> for Colour {
    fn from(colour: game::Colour) -> Colour {
        match colour {
            game::Colour::White => Colour::White,
            game::Colour::Black => Colour::Black,
        }
    }
}

/// Who has won, or wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Draw,
}

impl From<game::Outcome> for Winner {
    fn from(outcome: game::Outcome) -> Winner {
        match outcome {
            game::Outcome::Win(game::Colour::White) => Winner::White,
            game::Outcome::Win(game::Colour::Black) => Winner::Black,
            game::Outcome::Draw => Winner::Draw,
        }
    }
}

/// What is proved, for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing.
    Unknown,
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

impl From<search::player::Verdict> for Verdict {
    fn from(verdict: search::player::Verdict) -> Verdict {
        match verdict {
            search::player::Verdict::Unknown => Verdict::Unknown,
            search::player::Verdict::Win => Verdict::Win,
            search::player::Verdict::Draw => Verdict::Draw,
            search::player::Verdict::Loss => Verdict::Loss,
        }
    }
}

/// Whether the swap is still to come: the first stone is to be placed, or may be taken over now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SwapStage {
    /// The first stone is to be placed.
    Opening,
    /// It may be taken over now.
    Reply,
}

/// One of a thing for each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// A message over the WebSocket.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The first one.
    Welcome(Welcome),
    /// The game with its variations.
    Tree(Tree),
    /// The moment that is looked at, and the table.
    State(Box<State>),
    /// What an engine thinks of a position, at most four times a second.
    Analysis(Analysis),
    /// What the solver has found about a position, or what is known from proofs of other positions.
    Proof(Proof),
    /// Where the moment stands in a proof, if it does.
    Walk(Walk),
    /// Moves that the library's games made here.
    Explorer(Explorer),
    /// The swap map in the making.
    SwapMap(SwapMap),
    /// The games of the pile that were reviewed.
    Batch(Batch),
    /// The game on the table was replaced and is kept.
    Kept(Kept),
    /// Moves were deleted, and can be brought back.
    Deleted(Deleted),
    /// A sentence for the user.
    Notice(Notice),
}

/// Who the client is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Welcome {
    /// The session's name, which is its owner's secret; guests do not learn it.
    pub session: Option<String>,
    /// What the client may do.
    pub role: RoleWord,
}

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Role"))]
#[serde(rename_all = "snake_case")]
pub enum RoleWord {
    /// Everything.
    Owner,
    /// Play from the guest's seat.
    Guest,
}

/// A moment of a game, without anything about seats.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// The game.
    #[cfg_attr(test, ts(type = "GameName"))]
    pub game: &'static str,
    /// The board's measures.
    pub size: String,
    /// A letter a cell: `.`, `w`, `b`.
    pub stones: String,
    /// Who is to move.
    pub turn: Colour,
    /// Moves so far.
    pub ply: usize,
    /// The cell of the last move.
    pub last: Option<usize>,
    /// Pairs of cell and number of the move that filled it.
    pub numbers: Vec<(usize, usize)>,
    /// Whether the first stone may be taken over now.
    pub can_swap: bool,
    /// Cells at which each colour wins at once.
    pub threats: Both<Vec<usize>>,
    /// Whether nobody can win any more.
    pub dead: bool,
    /// How the game has ended.
    pub over: Option<Over>,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// Who has won.
    pub winner: Winner,
    /// In what way.
    pub how: Ending,
    /// The win in words.
    pub sentence: String,
    /// The shapes that win.
    pub wins: Vec<Win>,
}

/// In what way a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By a winning shape.
    Win,
    /// The board is full.
    Draw,
    /// Somebody gave up.
    Resign,
    /// Somebody's time was up.
    Time,
}

/// A winning shape.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Win {
    /// Its kind: `ring`, `bridge`, `fork`, `chain`.
    #[cfg_attr(test, ts(type = "WinKind"))]
    pub kind: &'static str,
    /// Whose it is.
    pub colour: Colour,
    /// Its stones.
    pub cells: Vec<usize>,
    /// The corners, edges or sides that it joins, as bits.
    pub marks: u16,
    /// The same in words.
    pub names: Vec<&'static str>,
    /// What a ring encloses.
    pub enclosed: Vec<usize>,
}

/// The moment at the node that is looked at, and the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct State {
    /// The moment.
    #[serde(flatten)]
    pub moment: Moment,
    /// The identity of the position on the board.
    pub key: String,
    /// The game on the table.
    pub table: String,
    /// This moment of it.
    pub at: String,
    /// The node that is looked at.
    pub node: usize,
    /// The node at which the game itself stands; a guest always sees this.
    pub live: usize,
    /// Whether the second player may swap.
    pub swap_rule: bool,
    /// Where a swap would put the stone.
    pub swap_to: Option<SwapTo>,
    /// Who sits where.
    pub seats: Both<Seat>,
    /// Whether an engine is to move.
    pub thinking: bool,
    /// Whether analysis runs.
    pub analysing: bool,
    /// The preset of another engine that analyses.
    pub analyst: Option<String>,
    /// The move that was suggested.
    pub hint: Option<Hint>,
    /// Whether a suggestion was asked for.
    pub hint_due: bool,
    /// How far the review of the game is.
    pub review: ReviewProgress,
    /// The identity of the position that the solver works on.
    pub solving: Option<String>,
    /// How far the review of the pile is.
    pub batch: BatchProgress,
    /// Whether engines think during a person's turn.
    pub ponder: bool,
    /// Whether the engine waits after each move of a person until it is judged.
    pub teach: bool,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Whether one can be played again.
    pub can_redo: bool,
    /// The clocks.
    pub clock: Option<Clock>,
    /// How many guests look at the game.
    pub guests: usize,
    /// The colour of the guest's seat.
    pub guest: Option<Colour>,
    /// The secret of the invitation, for the owner.
    pub invitation: Option<String>,
}

/// Where a swap would put the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapTo {
    /// The cell.
    pub cell: usize,
    /// Whether it exchanges the sides instead of the stone.
    pub sides: bool,
}

/// A move that was suggested.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The identity of the position that it is about.
    pub key: String,
    /// The cell; none for the swap.
    pub cell: Option<usize>,
    /// Whether it is the swap.
    pub swap: bool,
}

/// How far the review of the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewProgress {
    /// Moments still to be looked at.
    pub left: usize,
    /// All of them.
    pub total: usize,
}

/// How far the review of the pile is, in moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchProgress {
    /// Done.
    pub done: usize,
    /// All.
    pub total: usize,
    /// Whether it goes on.
    pub on: bool,
    /// Games of the pile.
    pub games: usize,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClockState"))]
pub struct Clock {
    /// White's time.
    pub white: u64,
    /// Black's.
    pub black: u64,
    /// Whose clock runs.
    pub running: Option<Colour>,
    /// For the whole game.
    pub main: u64,
    /// Added after each move.
    pub increment: u64,
    /// A period of byo-yomi.
    pub period: u64,
    /// How many periods there were at the start.
    pub periods: u32,
    /// How many are left; none before the main time is used up.
    pub periods_left: Both<u32>,
}

/// The game with its variations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TreeMessage"))]
pub struct Tree {
    /// The game on the table.
    pub table: String,
    /// White's and Black's names in the file.
    pub names: [String; 2],
    /// Facts of the file.
    pub info: Vec<(String, Vec<String>)>,
    /// All nodes.
    pub nodes: Vec<TreeNode>,
}

/// A node of the tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// Its number.
    pub id: usize,
    /// The node before it.
    pub parent: Option<usize>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
    /// The move that led to it, in GUI coordinates.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who made it.
    pub mover: Colour,
    /// What is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
    /// White's win share.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub white: Option<f64>,
    /// Simulations behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub visits: Option<u64>,
    /// Who wins, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub proved: Option<Winner>,
    /// The best move from here and what is expected after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<Vec<usize>>,
}

/// What an engine thinks of a position, the swap included.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The identity of the position.
    pub key: String,
    /// The engine of somebody else whose it is; Robusto's own if nobody is named. Without visits it is a move and no more.
    pub by: Option<String>,
    /// Its node.
    pub node: usize,
    /// Who is to move; shares are for that side.
    pub turn: Colour,
    /// Whether the swap is still to come.
    pub swap: Option<SwapStage>,
    /// What swapping is worth, when it is possible.
    pub swap_win: Option<f64>,
    /// Simulations.
    pub visits: u64,
    /// Time.
    pub seconds: f64,
    /// Bytes.
    pub memory: u64,
    /// The win share.
    pub win: f64,
    /// What is proved.
    pub verdict: Verdict,
    /// Whether it goes on.
    pub live: bool,
    /// The moves, the best first.
    pub moves: Vec<Candidate>,
}

/// A move in an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Candidate {
    /// Its cell.
    pub cell: usize,
    /// Simulations.
    pub visits: u64,
    /// The win share after it.
    pub win: f64,
    /// What rollouts say of it.
    pub rave: f64,
    /// What knowledge said of it beforehand.
    pub prior: f64,
    /// What is proved of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub verdict: Option<Verdict>,
    /// The line that is expected, of the best moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<Vec<usize>>,
}

/// What the solver has found about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ProofMessage"))]
pub struct Proof {
    /// The identity of the position.
    pub key: String,
    /// Its node.
    pub node: usize,
    /// Who is to move.
    pub turn: Colour,
    /// Who wins; none as long as it is not proved.
    pub winner: Option<Winner>,
    /// Whether the swap is still to come.
    pub swap: Option<SwapStage>,
    /// Whether the swap is what wins.
    pub take: bool,
    /// The best move and what follows.
    pub line: Vec<usize>,
    /// Nodes so far.
    pub nodes: u64,
    /// Work left to prove a win.
    pub proof: u64,
    /// Work left to refute one.
    pub disproof: u64,
    /// What is known of the moves from here while the solver works.
    pub replies: Vec<ProofReply>,
    /// Time.
    pub seconds: f64,
    /// Whether it goes on.
    pub live: bool,
}

/// What the solver knows of one move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProofReply {
    /// Its cell.
    pub cell: usize,
    /// Work left to prove that it wins.
    pub proof: u64,
    /// Work left to prove that it does not.
    pub disproof: u64,
    /// Nodes spent on it.
    pub work: u64,
    /// What is proved of it.
    #[cfg_attr(test, ts(type = "\"wins\" | \"loses\" | \"fails\" | \"holds\" | null"))]
    pub state: Option<&'static str>,
}

/// Where the moment stands in a proof.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WalkMessage"))]
pub struct Walk {
    /// The identity of the position.
    pub key: String,
    /// Whether the swap is still to come.
    pub swap: Option<SwapStage>,
    /// The place; none when no proof has it.
    pub place: Option<WalkPlace>,
}

/// A place in a proof.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalkPlace {
    /// Who wins the bare position. Nobody when the line has left one half of the proof of a draw.
    pub winner: Option<Winner>,
    /// Whether the proof was checked.
    pub checked: bool,
    /// Positions of the whole proof.
    pub positions: u64,
    /// Whether the line has left what the proof spells out.
    pub beyond: bool,
    /// Whether the rows are the loser's replies.
    pub replies: bool,
    /// How the proof ends here.
    pub end: ProofEnd,
    /// The moves that the proof spells out.
    pub rows: Vec<WalkRow>,
    /// Replies that the proof does not spell out.
    pub others: usize,
    /// In a proof by connections (Hex), the empty cells that hold the win.
    pub carrier: Option<Vec<usize>>,
}

/// A move that a proof spells out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalkRow {
    /// Its cell.
    pub cell: usize,
    /// What answers it.
    pub answer: Option<usize>,
    /// Positions below it.
    pub positions: u64,
    /// How it ends.
    pub end: ProofEnd,
    /// In a proof by connections (Hex), the empty cells that hold the win after it and its answer.
    pub carrier: Option<Vec<usize>>,
}

/// How a branch of a proof goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProofEnd {
    /// By more moves.
    Open,
    /// A stone wins at once.
    Wins,
    /// By a short ending that the checker searches.
    Searched,
    /// The connection was not touched: any move keeps it.
    Stands,
    /// Nothing helps any more.
    Helpless,
    /// By threats.
    Threats,
}

/// Moves that the library's games made in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ExplorerMessage"))]
pub struct Explorer {
    /// The identity of the position.
    pub key: String,
    /// Games of the library.
    pub games: usize,
    /// Files that could not be read.
    pub bad: usize,
    /// The moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// A move that games of the library made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerMove {
    /// Its cell.
    pub cell: usize,
    /// How many.
    pub games: usize,
    /// How many of them the mover won.
    pub wins: usize,
    /// Of how many with a known result.
    pub known: usize,
    /// Some of them.
    pub some: Vec<ExplorerGame>,
}

/// A game of the library.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerGame {
    /// Its number in the library.
    pub number: usize,
    /// Its file.
    pub file: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Who won.
    pub winner: Option<Winner>,
}

/// A swap map in the making.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SwapMapMessage"))]
pub struct SwapMap {
    /// Its board: `game/size`.
    pub key: String,
    /// Openings still to be looked at.
    pub left: usize,
    /// All of them.
    pub total: usize,
    /// Those that are known.
    pub openings: Vec<Opening>,
}

/// What an opening is worth to the first player if nobody swaps. Cells that are images of it share it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opening {
    /// Its cells, in GUI coordinates.
    pub cells: Vec<String>,
    /// The win share.
    pub winrate: f64,
    /// What is proved.
    pub verdict: Verdict,
    /// Simulations.
    pub visits: u64,
}

/// The games of the pile that were reviewed, and their players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BatchMessage"))]
pub struct Batch {
    /// The games.
    pub games: Vec<BatchGame>,
    /// The players.
    pub players: Vec<BatchPlayer>,
    /// Files that could not be read.
    pub bad: usize,
}

/// A player of the pile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchPlayer {
    /// The name.
    pub name: String,
    /// Games.
    pub games: usize,
    /// How the player did.
    #[serde(flatten)]
    pub score: Score,
}

/// How a player did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// Moves.
    pub moves: usize,
    /// The mean share that they kept.
    pub accuracy: f64,
    /// Inaccuracies, mistakes, blunders.
    pub faults: [usize; 3],
    /// Faults that are proved.
    pub proved: usize,
}

/// A reviewed game of the pile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchGame {
    /// Its number.
    pub number: usize,
    /// Its file.
    pub file: String,
    /// The game.
    #[cfg_attr(test, ts(type = "GameName"))]
    pub game: &'static str,
    /// The board's measures.
    pub size: String,
    /// White's and Black's names.
    pub names: [String; 2],
    /// Who won.
    pub winner: Option<Winner>,
    /// Moves.
    pub plies: usize,
    /// How White did.
    pub white: Score,
    /// How Black did.
    pub black: Score,
    /// The worst moves.
    pub worst: Vec<Judgement>,
}

/// A move that was judged.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judgement {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// Who made it.
    pub colour: Colour,
    /// The name of who made it.
    pub player: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best move in its place.
    pub best: Option<String>,
    /// The mover's win share before it.
    pub before: f64,
    /// And after it.
    pub after: f64,
    /// What it threw away.
    pub lost: f64,
    /// In a word: `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
    #[cfg_attr(test, ts(type = "Quality"))]
    pub verdict: &'static str,
    /// How hard the best move was to find: `easy`, `medium`, `hard`.
    #[cfg_attr(test, ts(type = "\"easy\" | \"medium\" | \"hard\" | null"))]
    pub difficulty: Option<&'static str>,
    /// Whether it is proved that it gave away a win or a draw.
    pub proved: bool,
}

/// A game was replaced and is kept.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "KeptMessage"))]
pub struct Kept {
    /// The name that it is kept under.
    pub game: String,
}

/// Moves were deleted, and can be brought back.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DeletedMessage"))]
pub struct Deleted {
    /// The game on the table.
    pub table: String,
    /// How many.
    pub moves: usize,
}

/// A sentence for the user.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notice {
    /// What it is.
    pub kind: NoticeKind,
    /// The sentence.
    pub text: String,
}

/// What a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Something to know.
    Info,
    /// Something that went wrong.
    Error,
    /// The connection is refused.
    Refused,
}

/// The tables of a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ShapeMessage"))]
pub struct Shape {
    /// The game.
    #[cfg_attr(test, ts(type = "GameName"))]
    pub game: &'static str,
    /// The board's measures.
    pub size: String,
    /// Who moves first.
    pub first: Colour,
    /// Each row begins half a cell further left (-1) or right (1) than the one above.
    #[cfg_attr(test, ts(type = "-1 | 1"))]
    pub lean: i32,
    /// Whether each colour has sides of its own.
    pub own_sides: bool,
    /// Column, row, marks for White, marks for Black.
    pub cells: Vec<(i32, i32, u16, u16)>,
    /// Names of the cells in every coordinate system.
    #[cfg_attr(test, ts(type = "Record<string, string[]>"))]
    pub names: std::collections::BTreeMap<&'static str, Vec<String>>,
    /// The least cell that each is an image of.
    pub images: Vec<usize>,
}

/// A swap map that was made beforehand, if there is one for the board of the key.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoredMap {
    /// Its board: `game/size`.
    pub key: String,
    /// Its openings.
    pub openings: Option<Vec<Opening>>,
}

/// A game that is kept on this machine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptGame {
    /// The name that it is kept under.
    pub id: String,
    /// The game.
    #[cfg_attr(test, ts(type = "GameName"))]
    pub game: &'static str,
    /// The board's measures.
    pub size: String,
    /// The last position of its main line.
    pub stones: String,
    /// The cell of the last move.
    pub last: Option<usize>,
    /// Moves.
    pub plies: usize,
    /// White's and Black's names.
    pub names: [String; 2],
    /// Who sits where.
    pub seats: Both<Seat>,
    /// Who won.
    pub winner: Option<Winner>,
    /// When it was begun, in seconds since 1970.
    pub begun: u64,
    /// When it was changed last.
    pub changed: u64,
    /// Whether it is on a table.
    pub open: bool,
}

/// What the page needs to know about the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Info {
    /// The program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The opponents to choose from, weakest first.
    pub levels: Vec<LevelInfo>,
    /// The classical players.
    pub classic: Vec<ClassicInfo>,
    /// The engines of the owner's file, as presets: `gtp:NAME`.
    pub engines: Vec<String>,
    /// Whether there is a solver.
    pub solver: bool,
    /// Whether there is a lab to look at.
    pub lab: bool,
    /// Whether one can look at how networks learn.
    pub learning: bool,
    /// Engine threads in all.
    pub threads: usize,
    /// Pages that are open.
    pub connections: usize,
    /// Whether others can reach the server.
    pub open_to_others: bool,
    /// Where.
    pub addresses: Vec<String>,
    /// Whether there are puzzles.
    pub puzzles: bool,
}

/// A graded opponent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelInfo {
    /// Its number; none is full strength.
    pub level: Option<u8>,
    /// What people call it.
    pub name: String,
    /// How much stronger it is than level 1, in Elo, for each game in which that was measured (docs/results/levels.md).
    pub elo: BTreeMap<&'static str, i32>,
    /// Simulations for a move.
    pub visits: Option<u64>,
    /// Simulations for a move where a network leads the search, if that is another number.
    pub guided: Option<u64>,
    /// Time for a move.
    pub seconds: Option<f32>,
}

/// A classical player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassicInfo {
    /// Its name among the presets.
    pub preset: &'static str,
    /// The game that it is made for.
    #[cfg_attr(test, ts(type = "GameName"))]
    pub game: &'static str,
}
