//! What the games so far add up to: score, pairs, how they ended, how long they took.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::stats::{Elo, Interval, Pairs, Wdl, wilson};
use crate::task::{Ending, GameResult, Task};

/// What one player did over all its games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Moves made after openings.
    pub moves: u64,
    /// Seconds for them.
    pub seconds: f64,
    /// The longest move, in seconds.
    pub longest: f64,
    /// Simulations for them.
    pub work: u64,
    /// Faults by kind.
    pub faults: BTreeMap<String, u64>,
    /// The first few faults in words.
    pub fault_texts: Vec<String>,
    /// Games won by the word of their ending.
    pub wins_by: BTreeMap<String, u64>,
}

impl Effort {
    /// Seconds a move.
    pub fn seconds_per_move(&self) -> f64 {
        self.seconds / self.moves.max(1) as f64
    }

    /// Simulations a move.
    pub fn work_per_move(&self) -> f64 {
        self.work as f64 / self.moves.max(1) as f64
    }
}

/// The sum of many games between two players, counted for the first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Single games.
    pub games: Wdl,
    /// Games of the first player with the colour that moves first.
    pub moving_first: Wdl,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Single games that did not end by a fault.
    #[serde(default)]
    pub played_out: Wdl,
    /// Complete pairs without a game that ended by a fault.
    #[serde(default)]
    pub sound_pairs: Pairs,
    /// Moves on the board over all games.
    pub plies: u64,
    /// Seconds over all games.
    pub seconds: f64,
    /// What each player did.
    pub efforts: [Effort; 2],
    /// Games whose partner has not come yet, by pair: half points, and whether a fault ended it.
    waiting: BTreeMap<u64, (u8, bool)>,
}

impl Tally {
    /// Counts a game. The caller sees to it that none comes twice.
    pub fn add(&mut self, task: &Task, result: &GameResult) {
        self.games.add(result.half_points);
        if !task.exchanged {
            self.moving_first.add(result.half_points);
        }
        let is_faulty = matches!(result.ending, Ending::Fault(_));
        if !is_faulty {
            self.played_out.add(result.half_points);
        }
        match self.waiting.remove(&task.pair()) {
            Some((half_points, was_faulty)) => {
                self.pairs.add(half_points, result.half_points);
                if !is_faulty && !was_faulty {
                    self.sound_pairs.add(half_points, result.half_points);
                }
            }
            None => drop(self.waiting.insert(task.pair(), (result.half_points, is_faulty))),
        }
        self.plies += result.plies as u64;
        self.seconds += result.seconds;
        self.add_moves(task, result);
        self.add_ending(result);
    }

    fn add_moves(&mut self, task: &Task, result: &GameResult) {
        let opening = result.plies - result.moves.len();
        for (i, note) in result.moves.iter().enumerate() {
            let second = (opening + i) % 2 == 1;
            let effort = &mut self.efforts[usize::from(second != task.exchanged)];
            effort.moves += 1;
            effort.seconds += note.seconds;
            effort.longest = effort.longest.max(note.seconds);
            effort.work += note.work;
        }
    }

    fn add_ending(&mut self, result: &GameResult) {
        let [first, second] = &mut self.efforts;
        let (winner, loser) = if result.half_points == 2 { (first, second) } else { (second, first) };
        if result.half_points != 1 {
            *winner.wins_by.entry(result.ending.word().into()).or_default() += 1;
        }
        if let Ending::Fault(fault) = &result.ending {
            *loser.faults.entry(fault.kind.word().into()).or_default() += 1;
            if loser.fault_texts.len() < 5 {
                loser.fault_texts.push(format!("game {}: {}", result.number, fault.text));
            }
        }
    }

    /// Games that ended by a fault of the first and of the second player.
    pub fn faults(&self) -> [u64; 2] {
        [0, 1].map(|i| self.efforts[i].faults.values().sum())
    }

    /// The first player's share of points.
    pub fn score(&self) -> f64 {
        self.games.score()
    }

    /// The 95 % interval of that share.
    pub fn interval(&self) -> Interval {
        wilson(self.games.points(), self.games.games() as f64)
    }

    /// The first player's strength above the second: from pairs when there are some, else from single games.
    pub fn elo(&self) -> Elo {
        let elo = match self.pairs.is_empty() {
            false => Elo::of(&self.pairs.distribution()),
            true => Elo::of(&self.games.distribution()),
        };
        match (self.games.points(), self.games.games()) {
            (_, 0) => elo,
            (points, games) if points == 0.0 || points == games as f64 => elo.one_sided(&self.interval()),
            _ => elo,
        }
    }

    /// Moves on the board by game.
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games.games().max(1) as f64
    }
}
