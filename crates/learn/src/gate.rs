//! Gating: does a new network beat the last one? Pairs of games from one opening with colours exchanged, until a
//! sequential test (Wald's, on the scores of pairs) or the number of games says so.

use std::sync::atomic::AtomicBool;

use game::{Colour, Shape, Size};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Player};
use search::random::Random;
use search::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::openings::random_stones;
use crate::played::winner_of;

/// The difference in strength that is looked for, in Elo, against none at all.
const WANTED: f64 = 30.0;
/// The logarithm of 19: one error in twenty either way.
const BOUND: f64 = 2.944;
const MEMORY: usize = 128 << 20;

/// One pair of games: the points of the new network, from 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The number of the pair.
    pub pair: usize,
    /// Points in both games together.
    pub points: f64,
}

/// What a match has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Games.
    pub games: usize,
    /// The new network's share of the points.
    pub score: f64,
    /// Half of the 95 % interval of the score, from the spread of the pairs.
    pub within: f64,
    /// The difference in Elo that the score means.
    pub elo: f64,
}

impl Match {
    /// What some pairs say.
    pub fn of(pairs: &[Pair]) -> Match {
        let count = pairs.len() as f64;
        if pairs.is_empty() {
            return Match::default();
        }
        let (mean, variance) = moments(pairs);
        let games = 2 * pairs.len();
        Match { games, score: mean, within: 1.96 * (variance / count).sqrt(), elo: elo(mean, games) }
    }

    /// The 95 % interval of the Elo.
    pub fn elo_interval(&self) -> [f64; 2] {
        [self.score - self.within, self.score + self.within].map(|score| elo(score, self.games))
    }
}

/// What a share of the points means in Elo: not more than half a point from all or nothing.
fn elo(score: f64, games: usize) -> f64 {
    let least = 0.5 / (games as f64 + 1.0);
    -400.0 * (1.0 / score.clamp(least, 1.0 - least) - 1.0).log10()
}

/// The mean score and the variance of pairs, which is never none: two pairs more are thought of, a win and a loss.
fn moments(pairs: &[Pair]) -> (f64, f64) {
    let count = pairs.len() as f64;
    let mean = pairs.iter().map(|pair| pair.points / 2.0).sum::<f64>() / count;
    let squares: f64 = pairs.iter().map(|pair| (pair.points / 2.0 - mean).powi(2)).sum();
    (mean, (squares + 0.5) / (count + 2.0))
}

/// Whether the sequential test has decided: for the new network, against it, or not yet.
pub fn decision(pairs: &[Pair]) -> Option<bool> {
    if pairs.len() < 8 {
        return None;
    }
    let (mean, variance) = moments(pairs);
    let wanted = 1.0 / (1.0 + 10f64.powf(-WANTED / 400.0));
    let ratio = pairs.len() as f64 * (wanted - 0.5) * (2.0 * mean - 0.5 - wanted) / (2.0 * variance);
    (ratio.abs() >= BOUND).then_some(ratio > 0.0)
}

/// An opponent that stays the same while networks come and go: a preset with so many simulations a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opponent {
    /// The preset.
    pub preset: String,
    /// Simulations a move.
    pub visits: u64,
}

impl std::fmt::Display for Opponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.preset, self.visits)
    }
}

/// Whether a match against an opponent went worse than another one, and not by chance alone.
pub fn is_worse(new: &Match, before: &Match) -> bool {
    new.score + new.within.hypot(before.within) < before.score
}

/// Plays a pair of games on a board; the points of the first of both. `stop` ends it, and nothing comes of it.
pub fn pair(
    number: usize,
    size: Size,
    players: [(&Settings, &Limits); 2],
    seed: u64,
    stop: &AtomicBool,
) -> Option<Pair> {
    let shape = Shape::of(size);
    let mut random = Random::new(seed.wrapping_mul(1 << 32).wrapping_add(number as u64));
    let (opening, _) = random_stones(shape, 2, &mut random);
    let mut points = 0.0;
    for first in Colour::BOTH {
        let mut seats = players.map(|(settings, _)| {
            Mcts::new(
                settings.clone(),
                Resources { memory: MEMORY, seed: random.bits(), ..Resources::default() },
            )
        });
        let mut position = opening;
        while position.outcome().is_none() {
            let seat = usize::from(position.turn() != first);
            let thought = seats[seat].think(&position, players[seat].1, stop, &mut |_| {});
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            position.play(thought.best()?);
        }
        points += match winner_of(&position) {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == first)),
        };
    }
    Some(Pair { pair: number, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(points: &[f64]) -> Vec<Pair> {
        points.iter().enumerate().map(|(pair, &points)| Pair { pair, points }).collect()
    }

    #[test]
    fn a_test_decides_what_is_clear_and_nothing_else() {
        assert_eq!(decision(&pairs(&[2.0; 7])), None);
        assert_eq!(decision(&pairs(&[2.0; 12])), Some(true));
        assert_eq!(decision(&pairs(&[0.0; 12])), Some(false));
        assert_eq!(decision(&pairs(&[1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 1.0])), None);
        let even = Match::of(&pairs(&[2.0, 0.0, 1.0, 1.0]));
        assert!((even.score - 0.5).abs() < 1e-9 && even.elo.abs() < 1e-6 && even.games == 8);
        assert!(is_worse(&Match::of(&pairs(&[0.0; 12])), &Match::of(&pairs(&[2.0; 12]))));
        assert!(!is_worse(&even, &even) && !is_worse(&Match::of(&pairs(&[2.0; 12])), &even));
        assert!(!is_worse(&even, &Match::of(&pairs(&[2.0, 0.0, 2.0, 1.0]))));
        let better = Match::of(&pairs(&[2.0, 1.0, 1.0, 2.0]));
        assert!((better.elo - 190.8).abs() < 0.5 && better.within > 0.1, "{better:?}");
        let [low, high] = better.elo_interval();
        assert!(low < better.elo && better.elo < high && high.is_finite(), "{low} {high}");
    }
}
