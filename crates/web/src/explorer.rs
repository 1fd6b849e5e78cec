//! Games to compare with: which moves were played in this position, by whom, and how they scored.
//!
//! Games meet whatever way round they were played: a position of a game is filed under its key, and asked for under the keys
//! of all symmetries of the position on the board.

use std::collections::{BTreeMap, HashMap};

use game::{Cell, Colour, Outcome, Record, Size};
use serde_json::{Value, json};

use crate::limits;

/// One game of a library.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    players: [String; 2],
    result: Option<Outcome>,
}

/// A set of games, filed by position.
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: Vec<Entry>,
    bad: usize,
    /// By size and key: game, next cell.
    index: HashMap<(Size, u64), Vec<(u32, Cell)>>,
}

impl Library {
    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds files and says how it went.
    pub fn add(&mut self, files: &[(String, String)]) -> String {
        for (name, text) in files {
            if self.games.len() >= limits::LIBRARY {
                return format!("The library is full: {} games.", limits::LIBRARY);
            }
            match game::sgf::read_record(text.as_bytes()) {
                Ok(record) => self.file(name, &record),
                Err(_) => self.bad += 1,
            }
        }
        match self.bad {
            0 => format!("{} games in the library.", self.games.len()),
            bad => format!("{} games in the library; {bad} files could not be read.", self.games.len()),
        }
    }

    fn file(&mut self, name: &str, record: &Record) {
        let number = self.games.len() as u32;
        let mut replay = record.clone();
        replay.truncate(0);
        for mv in record.moves() {
            if let Some(cell) = mv.cell() {
                let key = (record.shape().size(), replay.position().key());
                self.index.entry(key).or_default().push((number, cell));
            }
            if replay.play(*mv).is_err() {
                break;
            }
        }
        self.games.push(Entry {
            name: limits::shortened(name, limits::NAME),
            players: record.names.clone(),
            result: record.result().or(record.listed),
        });
    }

    /// What was played in the moment of a record.
    pub fn look_up(&self, record: &Record) -> Value {
        let (shape, position) = (record.shape(), record.position());
        let mut moves: BTreeMap<Cell, Vec<u32>> = BTreeMap::new();
        let mut keys_seen = Vec::new();
        for (map, &key) in shape.symmetries().iter().zip(position.keys()) {
            if keys_seen.contains(&key) {
                continue;
            }
            keys_seen.push(key);
            for &(number, cell) in self.index.get(&(shape.size(), key)).into_iter().flatten() {
                // The map takes our board to the game's: go back along it.
                if let Some(ours) = shape.cells().find(|ours| map[ours.index()] == cell) {
                    moves.entry(ours).or_default().push(number);
                }
            }
        }
        let mut rows: Vec<(usize, Value)> = moves
            .into_iter()
            .map(|(cell, games)| (games.len(), self.row(record.turn(), cell, &games)))
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.0));
        let rows: Vec<Value> = rows.into_iter().map(|row| row.1).collect();
        json!({ "type": "explorer", "games": self.games.len(), "bad": self.bad, "moves": rows })
    }

    fn row(&self, turn: Colour, cell: Cell, games: &[u32]) -> Value {
        let result = |number: &&u32| self.games[**number as usize].result;
        let wins = games.iter().filter(|number| result(number) == Some(Outcome::Win(turn))).count();
        let known = games.iter().filter(|number| result(number).is_some()).count();
        let some: Vec<Value> = games
            .iter()
            .take(20)
            .map(|&number| {
                let entry = &self.games[number as usize];
                json!({ "file": entry.name, "white": entry.players[0], "black": entry.players[1],
                    "winner": entry.result.map(Outcome::word) })
            })
            .collect();
        json!({ "cell": cell.index(), "games": games.len(), "wins": wins, "known": known, "some": some })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Shape};

    #[test]
    fn games_meet_whatever_way_round_they_were_played() {
        let mut library = Library::default();
        let file = |moves: &str| ("g".to_string(), format!("(;FF[4]GM[Havannah]AP[Robusto]SZ[4]{moves})"));
        // The corners a1 and g7 are images of each other.
        let said = library.add(&[
            file(";W[a1];B[b2]"),
            file(";W[g7];B[f6]"),
            file(";W[d4]"),
            ("x".into(), "bad".into()),
        ]);
        assert_eq!(said, "3 games in the library; 1 files could not be read.");
        let shape = Shape::of(Size::havannah(4).unwrap());
        let record = Record::from_moves(shape, "a1", Coords::Gui).unwrap();
        let answer = library.look_up(&record);
        assert_eq!(answer["moves"].as_array().unwrap().len(), 1);
        assert_eq!(answer["moves"][0]["games"], 2);
    }
}
