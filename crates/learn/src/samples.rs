//! Played games as lines of JSON, to be handed to other programs or to another loop.
//!
//! ```text
//! {"game":"havannah","size":"4","winner":"white","moves":["d4","c3"],
//!  "thoughts":[{"ply":1,"verdict":"open","value":0.53,"visits":[["c3",120],["e5",31]]}]}
//! ```
//!
//! What comes from outside is replayed before it is believed. The winner need not be the one of the last position: a
//! game counts for the side that had a proved win.

use std::collections::HashSet;
use std::path::Path;

use game::{Cell, Colour, Coords, Game, Shape, Size, cell_name, parse_cell};
use search::networks::features;
use search::player::{Moment, Verdict};
use serde::{Deserialize, Serialize};

use crate::files::replace;
use crate::played::{Played, Searched, read_file};
use crate::run::{LearnError, at, lock};
use crate::standing::Aim;

/// The file in a loop's folder that has the games from elsewhere.
pub(crate) const IMPORTED: &str = "imported.played";

/// A game as it stands in a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    game: String,
    size: String,
    winner: Winner,
    moves: Vec<String>,
    thoughts: Vec<Thought>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    White,
    Black,
    Draw,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Thought {
    ply: usize,
    verdict: Word,
    value: f32,
    visits: Vec<(String, u16)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Open,
    Win,
    Draw,
    Loss,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// It is not such a line at all.
    #[error("this is not a game of learning: {0}")]
    Json(#[from] serde_json::Error),
    /// There is no such board, or too small a one.
    #[error("nothing can be learned on a board {0:?}")]
    Board(String),
    /// A move cannot be played.
    #[error("move {0} ({1}) is not legal")]
    Move(usize, String),
    /// A thought is about no position of the game, or makes no sense there.
    #[error("the thought after {0} moves {1}")]
    Thought(usize, String),
}

impl From<&Played> for Sample {
    fn from(played: &Played) -> Sample {
        let name = |&cell: &Cell| cell_name(played.shape(), cell, Coords::Gui);
        let thought = |searched: &Searched| Thought {
            ply: searched.ply,
            verdict: match searched.verdict {
                Verdict::Unknown => Word::Open,
                Verdict::Win => Word::Win,
                Verdict::Draw => Word::Draw,
                Verdict::Loss => Word::Loss,
            },
            value: searched.value,
            visits: searched.visits.iter().map(|(cell, visits)| (name(cell), *visits)).collect(),
        };
        Sample {
            game: played.size.game().to_string(),
            size: played.size.to_string(),
            winner: match played.winner {
                None => Winner::Draw,
                Some(Colour::White) => Winner::White,
                Some(Colour::Black) => Winner::Black,
            },
            moves: played.moves.iter().map(name).collect(),
            thoughts: played.searched.iter().map(thought).collect(),
        }
    }
}

impl Sample {
    /// The game of a line, replayed.
    pub fn read(line: &str) -> Result<Played, SampleError> {
        let sample: Sample = serde_json::from_str(line)?;
        let size = Game::named(&sample.game).and_then(|game| Size::parse(game, &sample.size).ok());
        let size = size.filter(|&size| features::of(Shape::of(size)).is_some());
        let size = size.ok_or_else(|| SampleError::Board(format!("{} {}", sample.game, sample.size)))?;
        let shape = Shape::of(size);
        let mut positions = vec![Moment::new(shape)];
        let mut moves = Vec::new();
        for (name, number) in sample.moves.iter().zip(1..) {
            let mut position = *positions.last().expect("the empty board at least");
            let cell = parse_cell(shape, name, Coords::Gui).ok();
            let cell = cell.filter(|&cell| position.try_play(cell).is_ok());
            moves.push(cell.ok_or_else(|| SampleError::Move(number, name.clone()))?);
            positions.push(position);
        }
        let searched = sample
            .thoughts
            .iter()
            .map(|thought| thought.read(shape, &positions))
            .collect::<Result<_, _>>()?;
        let winner = match sample.winner {
            Winner::Draw => None,
            Winner::White => Some(Colour::White),
            Winner::Black => Some(Colour::Black),
        };
        Ok(Played { size, winner, moves, searched })
    }
}

impl Thought {
    fn read(&self, shape: &Shape, positions: &[Moment]) -> Result<Searched, SampleError> {
        let wrong = |what: String| SampleError::Thought(self.ply, what);
        let position = positions.get(self.ply).filter(|position| position.outcome().is_none());
        let position = position.ok_or_else(|| wrong("is about a game that is over".into()))?;
        if !(0.0..=1.0).contains(&self.value) {
            return Err(wrong(format!("expects {}, which is no share of wins", self.value)));
        }
        let mut visits: Vec<(Cell, u16)> = Vec::new();
        for (name, count) in &self.visits {
            let cell = parse_cell(shape, name, Coords::Gui).ok();
            let is_new = |cell: &Cell| {
                position.empty_cells().has(*cell) && visits.iter().all(|(seen, _)| seen != cell)
            };
            let cell = cell
                .filter(is_new)
                .ok_or_else(|| wrong(format!("visits {name}, which is taken or named twice")))?;
            visits.push((cell, *count));
        }
        let verdict = match self.verdict {
            Word::Open => Verdict::Unknown,
            Word::Win => Verdict::Win,
            Word::Draw => Verdict::Draw,
            Word::Loss => Verdict::Loss,
        };
        Ok(Searched { ply: self.ply, verdict, value: self.value, visits })
    }
}

/// Adds games from elsewhere to those that a loop learns from, in every generation from now on; how many were not there
/// yet. The loop must have begun, with the same game, and nobody may be at work on it.
pub fn import(folder: &Path, games: &[Played]) -> Result<usize, LearnError> {
    let path = folder.join(IMPORTED);
    let aim = at(folder, Aim::of(folder))?.ok_or_else(|| LearnError::NoLoop(folder.display().to_string()))?;
    if let Some(game) = games.iter().map(|game| game.size.game()).find(|game| game.word() != aim.game) {
        return Err(LearnError::Import(aim.game, game.to_string()));
    }
    let _lock = lock(folder)?;
    let bytes = |game: &Played| {
        let mut bytes = Vec::new();
        game.write(&mut bytes).map(|()| bytes)
    };
    let there = at(&path, read_file(&path))?;
    let mut all: Vec<Vec<u8>> = at(&path, there.iter().map(bytes).collect())?;
    let mut seen: HashSet<Vec<u8>> = all.iter().cloned().collect();
    for game in games {
        let game = at(&path, bytes(game))?;
        if seen.insert(game.clone()) {
            all.push(game);
        }
    }
    at(&path, replace(&path, &all.concat()))?;
    Ok(all.len() - there.len())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use search::random::Random;
    use search::settings::Settings;

    use super::*;
    use crate::play::{Plan, play};

    fn bytes(played: &Played) -> Vec<u8> {
        let mut bytes = Vec::new();
        played.write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn games_come_back_as_they_went() {
        let plan = Plan { visits: 40, one_in: 2, ..Plan::default() };
        for (game, size) in [(Game::Havannah, "4"), (Game::Hex, "5"), (Game::Havannah, "3x3x4")] {
            let shape = Shape::of(Size::parse(game, size).unwrap());
            for seed in 0..4 {
                let stop = AtomicBool::new(false);
                let played =
                    play(shape, &Settings::default(), &plan, None, &mut Random::new(seed), &stop).unwrap();
                // Values have the precision of the file.
                let played = Played::read(&mut &bytes(&played)[..]).unwrap();
                let line = serde_json::to_string(&Sample::from(&played)).unwrap();
                assert_eq!(bytes(&Sample::read(&line).unwrap()), bytes(&played), "{line}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_gets_a_sentence() {
        let line = r#"{"game":"havannah","size":"4","winner":"white","moves":["d4","c3"],"thoughts":[{"ply":1,"verdict":"open","value":0.5,"visits":[["c3",12],["e5",3]]}]}"#;
        assert!(Sample::read(line).is_ok());
        for (from, to, sentence) in [
            ("{\"game\"", "\"game\"", "this is not a game of learning"),
            ("havannah", "chess", "nothing can be learned on a board \"chess 4\""),
            ("havannah\",\"size\":\"4", "hex\",\"size\":\"2", "nothing can be learned on a board \"hex 2\""),
            ("[\"d4\",\"c3\"]", "[\"d4\",\"d4\"]", "move 2 (d4) is not legal"),
            ("[\"d4\",\"c3\"]", "[\"z9\",\"c3\"]", "move 1 (z9) is not legal"),
            ("\"ply\":1", "\"ply\":3", "the thought after 3 moves is about a game that is over"),
            ("0.5", "1.5", "expects 1.5, which is no share"),
            ("[\"e5\",3]", "[\"d4\",3]", "visits d4, which is taken"),
            ("[\"e5\",3]", "[\"c3\",3]", "visits c3, which is taken or named twice"),
            ("\"open\"", "\"maybe\"", "this is not a game of learning"),
        ] {
            assert!(line.contains(from), "{from}");
            let error = Sample::read(&line.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(sentence), "{error}");
        }
    }
}
