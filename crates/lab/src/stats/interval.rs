//! Intervals of confidence for a share, and the normal distribution.

use serde::{Deserialize, Serialize};
use statrs::function::erf::{erf_inv, erfc};

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A range of plausible values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the value lies within, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half the distance between the ends.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether two intervals have a value in common.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The chance that a standard normal value is below `x`.
pub fn normal_below(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The value that a standard normal one is below with chance `p`.
pub fn normal_quantile(p: f64) -> f64 {
    std::f64::consts::SQRT_2 * erf_inv(2.0 * p - 1.0)
}

/// Wilson's score interval at 95 % for a share of `points` among `games` (E. B. Wilson, 1927). Half points are allowed; the
/// interval is then a little too wide, because a draw varies less than a win or a loss.
pub fn wilson(points: f64, games: f64) -> Interval {
    wilson_at(points, games, Z95)
}

/// Wilson's interval for any normal quantile `z`.
pub fn wilson_at(points: f64, games: f64, z: f64) -> Interval {
    if games <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (share, z2) = (points / games, z * z);
    let middle = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let reach = z / (1.0 + z2 / games) * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    Interval { low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_distribution_and_its_inverse() {
        assert!((normal_below(0.0) - 0.5).abs() < 1e-12);
        assert!((normal_below(Z95) - 0.975).abs() < 1e-9);
        assert!((normal_quantile(0.975) - Z95).abs() < 1e-6);
    }

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn wilson_agrees_with_newcombe() {
        for (points, games, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0000, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let interval = wilson(points, games);
            assert!((interval.low - low).abs() < 1e-4, "{points}/{games}: {interval:?}");
            assert!((interval.high - high).abs() < 1e-4, "{points}/{games}: {interval:?}");
        }
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, high: 1.0 });
    }
}
