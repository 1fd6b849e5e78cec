//! A rating list over many players: maximum likelihood under Davidson's extension of Bradley and Terry to draws.
//!
//! With strengths r (in natural units) and a draw parameter d, the chances of win, loss and draw are proportional to
//! e^r1, e^r2 and e^(d + (r1+r2)/2) (R. R. Davidson, 1970). The likelihood is concave, so Newton's method finds its maximum;
//! its curvature gives the intervals. A very weak prior (a deviation of 1,000 Elo) keeps unbeaten players finite.

use serde::{Deserialize, Serialize};

use super::counts::Wdl;
use super::interval::Z95;

/// Elo by natural unit of strength.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The curvature of the prior: a deviation of 1,000 Elo.
const PRIOR: f64 = (UNIT / 1000.0) * (UNIT / 1000.0);

/// The games between two players, by their places in the list of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The player whose wins are counted.
    pub first: usize,
    /// The opponent.
    pub second: usize,
    /// The results.
    pub games: Wdl,
}

/// One player's line in the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The place in the list of names.
    pub player: usize,
    /// Elo above the mean of all players.
    pub elo: f64,
    /// Its 95 % error.
    pub error: f64,
    /// Games played.
    pub games: u64,
    /// Points won.
    pub points: f64,
}

/// Ratings of `players` players, the best first; their mean is zero.
pub fn rate(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let draws = encounters.iter().any(|encounter| encounter.games.draws > 0);
    let mut fit = Fit { strengths: vec![0.0; players], draw: if draws { Some(0.0) } else { None } };
    for _ in 0..100 {
        if fit.improve(encounters) < 1e-9 {
            break;
        }
    }
    let covariance = inverse(fit.slopes(encounters).1);
    let mut list: Vec<Rating> =
        (0..players).map(|player| fit.rating(player, &covariance, encounters)).collect();
    list.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.player.cmp(&b.player)));
    list
}

struct Fit {
    strengths: Vec<f64>,
    /// Davidson's draw parameter; `None` when there was no draw.
    draw: Option<f64>,
}

impl Fit {
    fn unknowns(&self) -> usize {
        self.strengths.len() + usize::from(self.draw.is_some())
    }

    /// Chances of win, draw and loss between two players.
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let (a, b) = (self.strengths[first], self.strengths[second]);
        let weights =
            [a - b, self.draw.map_or(f64::NEG_INFINITY, |draw| draw + (a - b) / 2.0), 0.0].map(f64::exp);
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// The slope of the log-likelihood and minus its curvature.
    fn slopes(&self, encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (players, n) = (self.strengths.len(), self.unknowns());
        let mut slope: Vec<f64> = self.strengths.iter().map(|strength| -PRIOR * strength).collect();
        slope.resize(n, 0.0);
        let mut curve = vec![vec![0.0; n]; n];
        (0..players).for_each(|i| curve[i][i] = PRIOR);
        for &Encounter { first, second, games } in encounters {
            let count = games.games() as f64;
            let [win, draw, _] = self.chances(first, second);
            let expected = win + draw / 2.0;
            let surplus = games.points() - count * expected;
            slope[first] += surplus;
            slope[second] -= surplus;
            let spread = count * (win + draw / 4.0 - expected * expected);
            curve[first][first] += spread;
            curve[second][second] += spread;
            curve[first][second] -= spread;
            curve[second][first] -= spread;
            if self.draw.is_some() {
                slope[players] += games.draws as f64 - count * draw;
                curve[players][players] += count * draw * (1.0 - draw);
                let mixed = count * draw * (0.5 - expected);
                for (player, mixed) in [(first, mixed), (second, -mixed)] {
                    curve[player][players] += mixed;
                    curve[players][player] += mixed;
                }
            }
        }
        (slope, curve)
    }

    /// One step of Newton's method, held to at most two units; returns the largest change.
    fn improve(&mut self, encounters: &[Encounter]) -> f64 {
        let (slope, curve) = self.slopes(encounters);
        let covariance = inverse(curve);
        let step: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&slope).map(|(c, s)| c * s).sum()).collect();
        let largest = step.iter().fold(0.0, |most: f64, change: &f64| most.max(change.abs()));
        let scale = (2.0 / largest).min(1.0);
        for (strength, change) in self.strengths.iter_mut().zip(&step) {
            *strength += scale * change;
        }
        if let Some(draw) = &mut self.draw {
            *draw += scale * step[self.strengths.len()];
        }
        largest
    }

    fn rating(&self, player: usize, covariance: &[Vec<f64>], encounters: &[Encounter]) -> Rating {
        let n = self.strengths.len();
        let mean = self.strengths.iter().sum::<f64>() / n as f64;
        // The deviation from the mean of all players: the common shift is not a matter of the games.
        let row: f64 = covariance[player][..n].iter().sum::<f64>() / n as f64;
        let all: f64 = covariance[..n].iter().flat_map(|row| &row[..n]).sum::<f64>() / (n * n) as f64;
        let variance = covariance[player][player] - 2.0 * row + all;
        let own = |e: &Encounter| match player {
            p if p == e.first => e.games,
            p if p == e.second => e.games.flipped(),
            _ => Wdl::default(),
        };
        Rating {
            player,
            elo: UNIT * (self.strengths[player] - mean),
            error: Z95 * UNIT * variance.max(0.0).sqrt(),
            games: encounters.iter().map(|e| own(e).games()).sum(),
            points: encounters.iter().map(|e| own(e).points()).sum(),
        }
    }
}

/// The inverse of a positive definite matrix, by elimination with pivots.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(i == j)));
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        let scale = 1.0 / matrix[i][i].max(f64::MIN_POSITIVE);
        matrix[i].iter_mut().for_each(|value| *value *= scale);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            other.iter_mut().zip(&row).for_each(|(value, r)| *value -= factor * r);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use search::random::Random;

    use super::super::elo::{Elo, score_of};
    use super::*;

    #[test]
    fn two_players_get_the_elo_of_their_score() {
        let games = Wdl::new(136, 111, 96);
        let list = rate(2, &[Encounter { first: 0, second: 1, games }]);
        let direct = Elo::of(&games.distribution());
        assert_eq!((list[0].player, list[0].games, list[0].points), (0, 343, 191.5));
        let difference = list[0].elo - list[1].elo;
        // Davidson's model is not the logistic curve of scores: with a third of draws Elo is stretched.
        assert!(difference > direct.elo && difference < 2.0 * direct.elo, "{difference}");
        let games = Wdl::new(150, 0, 50);
        let list = rate(2, &[Encounter { first: 0, second: 1, games }]);
        let direct = Elo::of(&games.distribution());
        assert!((list[0].elo - list[1].elo - direct.elo).abs() < 0.5);
        assert!((2.0 * list[0].error - direct.error).abs() < 1.0);
    }

    #[test]
    fn strengths_are_found_again_within_their_intervals() {
        let truth = [120.0, 40.0, 0.0, -60.0, -100.0];
        let mut random = Random::new(7);
        let mut encounters = Vec::new();
        for first in 0..truth.len() {
            for second in first + 1..truth.len() {
                let mut games = Wdl::default();
                let chance = score_of(truth[first] - truth[second]) as f32;
                (0..2000).for_each(|_| games.add(if random.unit() < chance { 2 } else { 0 }));
                encounters.push(Encounter { first, second, games });
            }
        }
        let list = rate(truth.len(), &encounters);
        assert_eq!(list.iter().map(|rating| rating.player).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        for rating in &list {
            assert!(rating.error < 12.0);
            assert!((rating.elo - truth[rating.player]).abs() < 1.5 * rating.error, "{rating:?}");
        }
    }

    #[test]
    fn an_unbeaten_player_stays_finite_and_a_missing_one_stays_in_the_middle() {
        let games = Wdl::new(50, 0, 0);
        let list = rate(3, &[Encounter { first: 2, second: 0, games }]);
        assert_eq!(list.iter().map(|rating| rating.player).collect::<Vec<_>>(), [2, 1, 0]);
        assert!(list[0].elo.is_finite() && list[0].elo > 300.0);
        assert!(list[1].elo.abs() < 1e-6 && list[1].games == 0);
    }
}
