//! What clients may ask for over the WebSocket: one JSON object a message, told apart by its field `do`.
//!
//! The answers are in [`crate::wire`]. Everything here is text from outside: it is parsed once and then
//! checked against the rules by the session. See API.md for the whole conversation.

#![warn(clippy::indexing_slicing)]

use serde::{Deserialize, Serialize};

/// Who sits at one side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seat {
    /// A person at this screen.
    Human,
    /// An engine of a level; no level means full strength.
    Engine {
        /// The level.
        level: Option<u8>,
        /// A player of another kind, by its preset; it has no levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        preset: Option<String>,
    },
    /// A person on another machine, by invitation.
    Guest,
}

/// Time for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeControl {
    /// Milliseconds for the whole game.
    pub main: u64,
    /// Milliseconds added after each move.
    pub increment: u64,
    /// Milliseconds of a period of byo-yomi, after the main time.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    pub period: u64,
    /// How many periods there are; none for a clock without byo-yomi.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub periods: u32,
}

/// A game to begin.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewGame {
    /// `havannah` or `hex`.
    pub game: String,
    /// `8`, `4x4x5`, `11x9`.
    pub size: String,
    /// White's seat.
    pub white: Seat,
    /// Black's seat.
    pub black: Seat,
    /// Whether the second player may swap.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub swap: bool,
    /// Clocks, if wanted.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub clock: Option<TimeControl>,
    /// Stones that stand already: a letter a cell (`.`, `w`, `b`), in the order of the shape.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub stones: Option<String>,
    /// Who moves first after a set-up.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub turn: Option<String>,
    /// Moves to play at once, in GUI coordinates.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub moves: Option<String>,
}

fn yes() -> bool {
    true
}

/// The first message of a connection.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The session that this tab had before.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub session: Option<String>,
    /// The session that this browser had last; taken only when no other window of its owner has it open.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub last: Option<String>,
    /// The secret of an invitation.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub join: Option<String>,
}

/// Where to go in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To the start of the game.
    Start,
    /// One move back.
    Back,
    /// One move on.
    Forward,
    /// To the end of the line.
    End,
    /// To the variation before this one.
    Up,
    /// To the variation after this one.
    Down,
}

/// A wish, and what the client had before its eyes when it made it. A wish about another game or moment than
/// the table's own came too late and is not obeyed; one that does not say is taken to be about the present.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Wish {
    /// The game, as `table` of the state says.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub table: Option<String>,
    /// The moment, as `at` of the state says.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub at: Option<String>,
    /// What is wished.
    #[serde(flatten)]
    pub command: Command,
}

impl Command {
    /// Whether it may put another game on the table.
    pub fn may_replace(&self) -> bool {
        matches!(
            self,
            Command::New(_) | Command::Open { .. } | Command::BatchOpen { .. } | Command::LibraryOpen { .. }
        )
    }
}

/// One wish of a client.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Begins a game; the one before is saved.
    New(Box<NewGame>),
    /// Plays a cell at the current node.
    Play {
        /// A cell, or `swap`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Takes a move back, the engine's reply with it.
    Undo,
    /// Plays a move again that was taken back.
    Redo,
    /// Looks at a node.
    Go {
        /// Its number.
        node: usize,
    },
    /// Looks at the node before, after, ...
    Step {
        /// Where to.
        to: Step,
    },
    /// Gives up, for the side to move unless a colour is named.
    Resign {
        /// `white` or `black`.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        colour: Option<String>,
    },
    /// Asks for a good move.
    Hint,
    /// Switches continuous analysis.
    Analyse {
        /// On or off.
        on: bool,
        /// Who analyses: `gtp:` and the name of an engine of the owner's file; Robusto itself if nobody is named.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        by: Option<String>,
    },
    /// Evaluates every moment of the shown line, or stops doing so.
    Review {
        /// On or off.
        on: bool,
    },
    /// Evaluates the moments before and after a move.
    Judge {
        /// The node that the move led to.
        node: usize,
    },
    /// Lets the engine wait after each move of a person until the move is judged, or not.
    Teach {
        /// On or off.
        on: bool,
    },
    /// Evaluates every opening of a board, one of each set of images: the swap map. Or stops doing so. No
    /// game is touched.
    Openings {
        /// `havannah` or `hex`.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<String>", optional))]
        game: String,
        /// `8`, `4x4x5`, `11x9`.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<String>", optional))]
        size: String,
        /// On or off.
        on: bool,
    },
    /// Asks the solver about the current moment, or stops it.
    Solve {
        /// On or off.
        on: bool,
    },
    /// Lets the engine move now, or stops it.
    Think {
        /// On or off.
        on: bool,
    },
    /// Adds moves after the current node, and goes there if told so.
    Line {
        /// Cells in GUI coordinates.
        moves: Vec<String>,
        /// How many of them to go along.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<usize>", optional))]
        go: usize,
    },
    /// Makes a line the main one.
    Promote {
        /// The node that it leads to.
        node: usize,
    },
    /// Deletes a node and what follows.
    Delete {
        /// The node.
        node: usize,
    },
    /// Brings back what was deleted last.
    Restore,
    /// Puts a game on the table that was kept.
    Reopen {
        /// Its name.
        kept: String,
    },
    /// Says something about a moment.
    Comment {
        /// The node.
        node: usize,
        /// The text; empty takes it away.
        text: String,
    },
    /// Changes who sits where.
    Seats {
        /// White's seat.
        white: Seat,
        /// Black's seat.
        black: Seat,
    },
    /// Gives the players names.
    Names {
        /// White's.
        white: String,
        /// Black's.
        black: String,
    },
    /// Opens a game file.
    Open {
        /// Its text: SGF, HGF or a list of moves.
        text: String,
        /// Its name, for messages.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<String>", optional))]
        name: String,
    },
    /// Makes a link for a person on another machine.
    Invite {
        /// The guest's colour.
        colour: String,
    },
    /// Puts game files on the pile to review, and begins.
    Batch {
        /// Names and texts.
        files: Vec<(String, String)>,
        /// Seconds for every moment of a game.
        seconds: f32,
    },
    /// Goes on with the review of the pile, or stops it.
    BatchRun {
        /// On or off.
        on: bool,
    },
    /// Opens a game of the pile at the moment before one of its moves.
    BatchOpen {
        /// The game's number.
        game: usize,
        /// The move's number, from 1.
        ply: usize,
    },
    /// Takes all games off the pile.
    ForgetBatch,
    /// Lets engines think while a person's turn goes on, or not.
    Ponder {
        /// On or off.
        on: bool,
    },
    /// Adds game files to the session's library.
    Library {
        /// Names and texts.
        files: Vec<(String, String)>,
    },
    /// Adds all games that are kept on this machine to the library.
    LibraryOwn,
    /// Opens a game of the library.
    LibraryOpen {
        /// Its number.
        game: usize,
    },
    /// Empties the library.
    ForgetLibrary,
}
