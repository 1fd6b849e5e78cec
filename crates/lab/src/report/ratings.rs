//! Rating lists and cross tables, one a board and pace.

use std::fmt::Write;

use serde::Serialize;

use crate::spec::PlayerSpec;
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
    /// How long the players thought.
    pub pace: String,
    /// The players, the best first.
    pub lines: Vec<Line>,
    /// Share of points of the row's player against the column's, in the order of the lines; null without games.
    pub cross: Vec<Vec<Option<f64>>>,
}

/// The rating lists of a run, one for every board and pace in it.
pub fn standings(parts: &[(Pairing, Tally)]) -> Vec<Standings> {
    let mut places: Vec<(String, String)> = Vec::new();
    for (part, _) in parts {
        let place = place_of(part);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.iter().map(|place| of_place(place, parts)).collect()
}

/// Board and pace: a player is another one at another pace.
fn place_of(part: &Pairing) -> (String, String) {
    (part.contest.board.to_string(), part.contest.pace.to_string())
}

/// The players of some parts, each with a name that no other has.
struct Names {
    players: Vec<PlayerSpec>,
}

impl Names {
    /// The player's place in the list; two players that differ in anything are two, whatever they are called.
    fn place(&mut self, player: &PlayerSpec) -> usize {
        self.players.iter().position(|known| known == player).unwrap_or_else(|| {
            self.players.push(player.clone());
            self.players.len() - 1
        })
    }

    fn name(&self, place: usize) -> String {
        let player = &self.players[place];
        let label = player.label();
        let is_shared = self.players.iter().filter(|other| other.label() == label).count() > 1;
        let plain = PlayerSpec { name: None, ..player.clone() };
        if is_shared { format!("{label} ({plain})") } else { label }
    }
}

fn of_place(place: &(String, String), parts: &[(Pairing, Tally)]) -> Standings {
    let mut names = Names { players: Vec::new() };
    let mut encounters = Vec::new();
    for (part, tally) in parts.iter().filter(|(part, _)| place_of(part) == *place) {
        let [first, second] = [0, 1].map(|i| names.place(&part.contest.players[i]));
        if first != second {
            encounters.push(Encounter { first, second, games: tally.games });
        }
    }
    let (board, pace) = place.clone();
    let count = names.players.len();
    let ratings = rate(count, &encounters);
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
        pace,
        cross: order.iter().map(|&row| order.iter().map(|&column| cross(row, column)).collect()).collect(),
        lines: ratings
            .into_iter()
            .map(|rating| Line {
                player: names.name(rating.player),
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
        let mut text = format!("{}, pace {}\n", self.board, self.pace);
        let columns: String = (1..=self.lines.len()).map(|place| format!(" {place:>4}")).collect();
        let _ = writeln!(
            text,
            "{:3}  {:width$}  {:>6}   {:<4} {:>6}       {:>7} {columns}",
            "", "", "Elo", "", "", "score"
        );
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
