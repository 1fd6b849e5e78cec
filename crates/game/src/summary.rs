//! One line about a game file: what `robusto games` prints.

use std::io::Read;

use crate::sgf::{Line, read_record_line};
use crate::{Game, Kind, Outcome, Record, Size};

/// How a game ended, or that it did not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ending {
    /// A winning shape on the board.
    Win,
    /// A full board without one.
    Draw,
    /// Somebody gave up.
    Resign,
    /// Somebody ran out of time.
    Time,
    /// None of these.
    #[default]
    Unfinished,
}

impl Ending {
    /// The word that users read.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Win => "win",
            Ending::Draw => "draw",
            Ending::Resign => "resign",
            Ending::Time => "time",
            Ending::Unfinished => "unfinished",
        }
    }
}

/// The facts about one game file; a bad file has an `error` and the facts up to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSummary {
    /// Which game, if that is known.
    pub game: Option<Game>,
    /// Which board, if that is known.
    pub size: Option<Size>,
    /// How many moves were made, a swap counted as one; resigning is not a move.
    pub plies: usize,
    /// Whether the second move was a swap.
    pub swap: bool,
    /// Who won on the board.
    pub winner: Option<Outcome>,
    /// The shapes that the last stone completed.
    pub by: Vec<Kind>,
    /// How the game ended.
    pub end: Ending,
    /// The winner that the file claims, colours put right.
    pub listed: Option<Outcome>,
    /// What is wrong with the file.
    pub error: Option<String>,
}

impl GameSummary {
    /// The facts about a record.
    pub fn of(record: &Record) -> GameSummary {
        let end = match (record.outcome(), record.end()) {
            (Some(Outcome::Win(_)), _) => Ending::Win,
            (Some(Outcome::Draw), _) => Ending::Draw,
            (None, Some(crate::End::Resigned(_))) => Ending::Resign,
            (None, Some(crate::End::TimedOut(_))) => Ending::Time,
            (None, None) => Ending::Unfinished,
        };
        GameSummary {
            game: Some(record.shape().game()),
            size: Some(record.shape().size()),
            plies: record.len(),
            swap: record.is_swapped(),
            winner: record.outcome(),
            by: record.wins().iter().map(|win| win.kind).collect(),
            end,
            listed: record.listed,
            error: None,
        }
    }

    /// Reads a game file and sums it up; errors become part of the summary.
    pub fn read(source: impl Read) -> GameSummary {
        let import = read_record_line(source, Line::Auto);
        let summary = import.record.as_ref().map(GameSummary::of).unwrap_or_default();
        GameSummary { error: import.error.map(|error| error.to_string()), ..summary }
    }

    /// `white`, `black`, `draw` or `none`: who won on the board.
    pub fn winner_word(&self) -> &'static str {
        self.winner.map_or("none", Outcome::word)
    }

    /// `white`, `black` or `draw`: who the file says won.
    pub fn listed_word(&self) -> Option<&'static str> {
        self.listed.map(Outcome::word)
    }
}
