//! Rating lists and cross tables, one a board.

use std::fmt::Write;

use serde::Serialize;

use crate::stats::rating::{Encounter, rate};
use crate::store::Pairing;
use crate::tally::Tally;

/// One player's line.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The player's name.
    pub player: String,
    /// Elo above the mean of all players.
    pub elo: f64,
    /// Its 95 % error.
    pub error: f64,
    /// Games played.
    pub games: u64,
    /// Share of points.
    pub score: f64,
}

/// The list of one board.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The board.
    pub board: String,
    /// The players, the best first.
    pub lines: Vec<Line>,
    /// Share of points of the row's player against the column's, in the order of the lines; null without games.
    pub cross: Vec<Vec<Option<f64>>>,
}

/// The rating lists of a run, one for every board in it.
pub fn standings(parts: &[(Pairing, Tally)]) -> Vec<Standings> {
    let mut boards: Vec<String> = Vec::new();
    for (part, _) in parts {
        let board = part.contest.board.to_string();
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    boards.into_iter().map(|board| of_board(board, parts)).collect()
}

fn of_board(board: String, parts: &[(Pairing, Tally)]) -> Standings {
    let mut names: Vec<String> = Vec::new();
    let mut encounters = Vec::new();
    for (part, tally) in parts.iter().filter(|(part, _)| part.contest.board.to_string() == board) {
        let [first, second] = [0, 1].map(|i| {
            let name = part.contest.players[i].label();
            names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        });
        if first != second {
            encounters.push(Encounter { first, second, games: tally.games });
        }
    }
    let ratings = rate(names.len(), &encounters);
    let order: Vec<usize> = ratings.iter().map(|rating| rating.player).collect();
    let cross = |row: usize, column: usize| {
        let (mut points, mut games) = (0.0, 0);
        for e in &encounters {
            if (e.first, e.second) == (row, column) {
                points += e.games.points();
                games += e.games.games();
            } else if (e.second, e.first) == (row, column) {
                points += e.games.flipped().points();
                games += e.games.games();
            }
        }
        (games > 0).then(|| points / games as f64)
    };
    Standings {
        board,
        cross: order.iter().map(|&row| order.iter().map(|&column| cross(row, column)).collect()).collect(),
        lines: ratings
            .into_iter()
            .map(|rating| Line {
                player: names[rating.player].clone(),
                elo: rating.elo,
                error: rating.error,
                games: rating.games,
                score: rating.points / rating.games.max(1) as f64,
            })
            .collect(),
    }
}

impl Standings {
    /// The list as plain text.
    pub fn text(&self) -> String {
        let width = self.lines.iter().map(|line| line.player.chars().count()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.board);
        for (place, (line, cross)) in self.lines.iter().zip(&self.cross).enumerate() {
            let _ = write!(
                text,
                "{:3}  {:width$}  {:+6.0} ± {:<4.0} {:6} games {:5.1} % ",
                place + 1,
                line.player,
                line.elo,
                line.error,
                line.games,
                100.0 * line.score
            );
            for share in cross {
                let _ = match share {
                    Some(share) => write!(text, " {:4.0}", 100.0 * share),
                    None => write!(text, "    -"),
                };
            }
            text.push('\n');
        }
        text
    }
}
