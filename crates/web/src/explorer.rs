//! Games to compare with: which moves were played in this position, by whom, and how they scored.
//!
//! Games meet whatever way round they were played: a position of a game is filed under its key, and asked for under the keys
//! of all symmetries of the position on the board.

use std::collections::{BTreeMap, HashMap};

use game::{Cell, Colour, Outcome, Record, Size};

use crate::limits;
use crate::wire::{Explorer, ExplorerGame, ExplorerMove};

/// One game of a library.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    record: Record,
    result: Option<Outcome>,
}

impl Entry {
    fn view(&self, number: usize) -> ExplorerGame {
        let [white, black] = self.record.names.clone();
        ExplorerGame { number, file: self.name.clone(), white, black, winner: self.result.map(Into::into) }
    }
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
        self.summary()
    }

    /// Adds games that were read already, and says how it went.
    pub fn add_records(&mut self, records: impl IntoIterator<Item = (String, Record)>) -> String {
        let free = limits::LIBRARY.saturating_sub(self.games.len());
        for (name, record) in records.into_iter().take(free) {
            self.file(&name, &record);
        }
        self.summary()
    }

    /// A game of the library.
    pub fn record(&self, number: usize) -> Option<&Record> {
        self.games.get(number).map(|entry| &entry.record)
    }

    fn summary(&self) -> String {
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
            record: record.clone(),
            result: record.result().or(record.listed),
        });
    }

    /// What was played in the moment of a record, whose identity is the key.
    pub fn look_up(&self, record: &Record, key: String) -> Explorer {
        let (shape, position) = (record.shape(), record.position());
        // In a position that is its own image, moves that are images of each other are one.
        let kept = shape.symmetries().iter().zip(position.keys()).filter(|(_, key)| **key == position.key());
        let kept: Vec<_> = kept.map(|(map, _)| map).collect();
        let least = |cell: Cell| kept.iter().map(|map| map[cell.index()]).min().unwrap_or(cell);
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
                    moves.entry(least(ours)).or_default().push(number);
                }
            }
        }
        let mut moves: Vec<ExplorerMove> =
            moves.into_iter().map(|(cell, games)| self.row(record.turn(), cell, &games)).collect();
        moves.sort_by_key(|row| std::cmp::Reverse(row.games));
        Explorer { key, games: self.games.len(), bad: self.bad, moves }
    }

    fn row(&self, turn: Colour, cell: Cell, games: &[u32]) -> ExplorerMove {
        let result = |number: &&u32| self.games[**number as usize].result;
        let wins = games.iter().filter(|number| result(number) == Some(Outcome::Win(turn))).count();
        let known = games.iter().filter(|number| result(number).is_some()).count();
        let some =
            games.iter().take(20).map(|&number| self.games[number as usize].view(number as usize)).collect();
        ExplorerMove { cell: cell.index(), games: games.len(), wins, known, some }
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
        let answer = library.look_up(&record, String::new());
        assert_eq!(answer.moves.len(), 1);
        assert_eq!(answer.moves[0].games, 2);
        // Before the first stone the two corners are one move.
        let first = library.look_up(&Record::new(shape), String::new());
        let counts: Vec<usize> = first.moves.iter().map(|row| row.games).collect();
        assert_eq!(counts, [2, 1]);
    }
}
