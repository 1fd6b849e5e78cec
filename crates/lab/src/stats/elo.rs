//! What a score is worth in Elo: logistic Elo (400 points are ten to one) and normalised Elo (effort to measure), with error
//! bars, from single games or from pairs. The values agree with fastchess and fishtest.

use serde::{Deserialize, Serialize};

use super::counts::Distribution;
use super::interval::{Interval, Z95, normal_below};

/// Normalised Elo by one standard deviation of a game's score: 800 / ln 10, so that it is near logistic Elo between equals.
pub const NORMALISED_UNIT: f64 = 347.435_585_522_601_46;

/// A strength difference with its 95 % error bar, and the chance that it is above zero.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    /// Logistic Elo of the first player above the second.
    pub elo: f64,
    /// The ends of the 95 % interval in logistic Elo; infinite when every game had one result.
    pub interval: Interval,
    /// Half the interval's width, as fastchess prints it.
    pub error: f64,
    /// Normalised Elo.
    pub normalised: f64,
    /// Its 95 % error.
    pub normalised_error: f64,
    /// Likelihood of superiority: the chance that the first player is the stronger.
    pub superiority: f64,
}

impl Elo {
    /// The estimate from observed scores.
    pub fn of(scores: &Distribution) -> Elo {
        let (mean, variance) = scores.moments();
        let deviation = (variance / scores.observations).sqrt();
        let interval = Interval { low: elo_of(mean - Z95 * deviation), high: elo_of(mean + Z95 * deviation) };
        Elo {
            elo: elo_of(mean),
            interval,
            error: interval.half_width(),
            normalised: (mean - 0.5) / scores.game_variance().sqrt() * NORMALISED_UNIT,
            normalised_error: Z95 * NORMALISED_UNIT / scores.games().sqrt(),
            superiority: normal_below((mean - 0.5) / deviation),
        }
    }
}

impl Elo {
    /// The estimate when every game was won, or every game lost: infinite, with the finite end of its
    /// interval from that of the share of points.
    pub fn one_sided(self, share: &Interval) -> Elo {
        let infinite = if share.low <= 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
        let (low, high) = if share.low <= 0.0 { (0.0, share.high) } else { (share.low, 1.0) };
        Elo {
            elo: infinite,
            interval: Interval { low: elo_of(low), high: elo_of(high) },
            error: f64::INFINITY,
            normalised: infinite,
            ..self
        }
    }
}

/// The Elo difference at which this score is expected; infinite outside of 0 to 1.
pub fn elo_of(score: f64) -> f64 {
    match score {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => -400.0 * (1.0 / s - 1.0).log10(),
    }
}

/// The score expected at this Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Wdl};
    use super::*;

    #[track_caller]
    fn near(value: f64, published: f64) {
        assert!((value - published).abs() <= 0.01 * published.abs().max(1.0), "{value} is not {published}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -35.5, 0.0, 1.0, 400.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        near(score_of(400.0), 10.0 / 11.0);
    }

    /// The examples in fastchess' tests of single games (wins, losses, draws there).
    #[test]
    fn single_games_agree_with_fastchess() {
        let elo = Elo::of(&Wdl::new(76, 123, 89).distribution());
        near(elo.normalised, -20.76);
        near(elo.normalised_error, 40.13);
        near(elo.superiority * 100.0, 15.53);
        let elo = Elo::of(&Wdl::new(136, 111, 96).distribution());
        near(elo.normalised, 49.77);
        near(elo.normalised_error, 36.77);
        near(elo.elo, 40.70);
        near(elo.error, 30.43);
        near(elo.superiority * 100.0, 99.60);
        let elo = Elo::of(&Wdl::new(34, 0, 356).distribution());
        near(elo.normalised, -508.44);
        near(elo.normalised_error, 34.48);
    }

    /// The examples in fastchess' tests of pairs, its counts of win-loss and draw-draw joined.
    #[test]
    fn pairs_agree_with_fastchess() {
        for (pairs, values) in [
            ([34, 54, 31 + 32, 64, 75], [57.94, 28.28, 55.58, 27.65, 100.00]),
            ([332, 433, 457 + 41, 333, 334], [-9.17, 10.96, -8.64, 10.33, 5.05]),
            ([7895, 8757, 5485 + 200, 568, 9999], [-19.01, 2.65, -21.04, 2.95, 0.0]),
        ] {
            let elo = Elo::of(&Pairs(pairs).distribution());
            near(elo.normalised, values[0]);
            near(elo.normalised_error, values[1]);
            near(elo.elo, values[2]);
            near(elo.error, values[3]);
            near(elo.superiority * 100.0, values[4]);
        }
    }
}
