//! Counts of results: single games, and pairs of games from one opening with colours exchanged.
//!
//! A pair is the unit of judgement: its two games share an opening, so they are not independent, and the pair's score varies
//! less than two single games would (fishtest calls its five possible scores "pentanomial").

use serde::{Deserialize, Serialize};

/// A small prior for scores that never occurred, as fishtest mixes it in.
const NEVER: f64 = 1e-3;

/// Wins, draws and losses of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wdl {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

impl Wdl {
    /// The counts in that order.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    /// How many games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points by game, from 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// Counts a game by the first player's half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games seen by the other player.
    pub const fn flipped(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The games as a distribution of scores.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&[self.losses, self.draws, self.wins], 1)
    }
}

/// Pairs of games by the half points that the first player got from both: none, one, two, three, four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// How many pairs.
    pub fn len(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Counts a pair by the half points of its two games.
    pub fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// The pairs as a distribution of scores.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&self.0, 2)
    }
}

/// An observed distribution of scores between 0 and 1, with the number of observations.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Each possible score with its observed share, in ascending order; no share is zero.
    pub shares: Vec<(f64, f64)>,
    /// How many observations (games or pairs).
    pub observations: f64,
    /// How many games one observation holds: 1 or 2.
    pub games_each: f64,
}

impl Distribution {
    fn new(counts: &[u64], games_each: u32) -> Distribution {
        let counts: Vec<f64> = counts.iter().map(|&n| if n == 0 { NEVER } else { n as f64 }).collect();
        let observations: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        let shares = counts.iter().enumerate().map(|(i, n)| (i as f64 / top, n / observations)).collect();
        Distribution { shares, observations, games_each: f64::from(games_each) }
    }

    /// How many games were observed.
    pub fn games(&self) -> f64 {
        self.observations * self.games_each
    }

    /// Mean and variance of one observation's score.
    pub fn moments(&self) -> (f64, f64) {
        moments(&self.shares)
    }

    /// The variance that one game would have if the games of a pair were independent.
    pub fn game_variance(&self) -> f64 {
        self.moments().1 * self.games_each
    }
}

/// Mean and variance of values with their probabilities.
pub(super) fn moments(shares: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = shares.iter().map(|(value, p)| value * p).sum();
    let variance = shares.iter().map(|(value, p)| p * (value - mean).powi(2)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_in_halves() {
        let mut games = Wdl::default();
        for half_points in [2, 1, 0, 2] {
            games.add(half_points);
        }
        assert_eq!(games, Wdl::new(2, 1, 1));
        assert_eq!((games.points(), games.score(), games.flipped().points()), (2.5, 0.625, 1.5));
        assert_eq!(Wdl::default().score(), 0.5);
    }

    #[test]
    fn a_pair_falls_on_one_of_five_scores() {
        let mut pairs = Pairs::default();
        for (first, second) in [(0, 0), (2, 0), (1, 1), (2, 1), (2, 2)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs, Pairs([1, 0, 2, 1, 1]));
        let (mean, _) = pairs.distribution().moments();
        assert!((mean - 0.55).abs() < 1e-3);
    }
}
