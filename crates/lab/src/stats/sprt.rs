//! The sequential test: after every pair of games, is the first player at least `elo1` better, or no more than `elo0`?
//!
//! It is the generalised sequential probability ratio test that fishtest uses: the log-likelihood ratio (LLR) compares the
//! most likely distributions of scores under both hypotheses, whose Elo is either logistic (the expected score is fixed) or
//! normalised (the expected score in standard deviations is fixed; M. Van den Bergh, "Normalized Elo, practical").

use serde::{Deserialize, Serialize};

use super::counts::{Distribution, moments};
use super::elo::{NORMALISED_UNIT, score_of};
use super::secular::{Shares, constrained};

/// In which Elo the two hypotheses are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// A difference in expected score.
    Logistic,
    /// A difference in expected score by standard deviation, so that every test takes about as long.
    #[default]
    Normalised,
}

impl std::str::FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Model, String> {
        match text.to_ascii_lowercase().as_str() {
            "logistic" => Ok(Model::Logistic),
            "normalised" | "normalized" => Ok(Model::Normalised),
            _ => Err(format!("{text:?} is no model of Elo (logistic or normalised)")),
        }
    }
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The first player is better by about `elo1`.
    Accepted,
    /// The first player is not better than `elo0`.
    Rejected,
    /// Faults decided, not play: nothing is known about the players' strength.
    Faults,
}

impl Verdict {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Faults => "faults",
        }
    }
}

/// A test with its hypotheses and error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference that is not good enough.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// The chance to accept at `elo0`.
    pub alpha: f64,
    /// The chance to reject at `elo1`.
    pub beta: f64,
    /// The kind of Elo.
    pub model: Model,
}

impl Sprt {
    /// A test with errors of 5 %.
    pub const fn new(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Below the first value the test rejects, above the second it accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the observed scores; zero before the first game.
    pub fn llr(&self, scores: &Distribution) -> f64 {
        if scores.observations < 0.5 {
            return 0.0;
        }
        let [low, high] = [self.elo0, self.elo1].map(|elo| self.most_likely(scores, elo));
        let gain: f64 =
            scores.shares.iter().zip(low.iter().zip(&high)).map(|(s, (l, h))| s.1 * (h.1 / l.1).ln()).sum();
        scores.observations * gain
    }

    /// What to conclude from a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (reject, accept) = self.bounds();
        match llr {
            l if l >= accept => Verdict::Accepted,
            l if l <= reject => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    fn most_likely(&self, scores: &Distribution, elo: f64) -> Shares {
        match self.model {
            Model::Logistic => {
                let expected = score_of(elo);
                constrained(&scores.shares, |score| score - expected)
            }
            Model::Normalised => {
                most_likely_at(&scores.shares, elo / NORMALISED_UNIT * scores.games_each.sqrt())
            }
        }
    }
}

/// The most likely distribution whose mean is `t` standard deviations above one half, by repeated linearisation.
fn most_likely_at(observed: &[(f64, f64)], t: f64) -> Shares {
    let even = 1.0 / observed.len() as f64;
    let mut shares: Shares = observed.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..10 {
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let next = constrained(observed, |score| {
            score - 0.5 - t * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        });
        let moved = next.iter().zip(&shares).map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max);
        shares = next;
        if moved < 1e-9 {
            break;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use search::random::Random;

    use super::super::elo::score_of;
    use super::super::{Pairs, Wdl};
    use super::*;

    #[track_caller]
    fn near(llr: f64, published: f64) {
        assert!((llr - published).abs() <= 0.01 * published.abs().max(1.0), "{llr} is not {published}");
    }

    /// The examples in fastchess' tests (its counts are wins, losses, draws).
    #[test]
    fn single_games_agree_with_fastchess() {
        for (model, elo0, elo1, (wins, losses, draws), llr) in [
            (Model::Normalised, 0.0, 2.0, (36433, 36027, 68692), 0.92),
            (Model::Normalised, -1.75, 0.25, (10871, 10650, 20431), 2.30),
            (Model::Logistic, 0.5, 2.5, (21404, 21184, 40708), -1.57),
            (Model::Logistic, 0.0, 2.0, (57433, 57030, 106593), -2.59),
        ] {
            near(Sprt::new(elo0, elo1, model).llr(&Wdl::new(wins, draws, losses).distribution()), llr);
        }
    }

    /// The examples in fastchess' tests, its counts of win-loss and draw-draw joined. (Two further ones have a single kind of
    /// result; there its root is coarse. [`one_kind_of_result`] checks ours.)
    #[test]
    fn pairs_agree_with_fastchess() {
        for (model, elo0, elo1, pairs, llr) in [
            (Model::Normalised, 0.0, 2.0, [365, 16618, 36029 + 200, 16974, 390], 2.25),
            (Model::Normalised, -1.75, 0.25, [127, 4883, 10311 + 401, 5150, 104], 3.01),
            (Model::Logistic, 0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            (Model::Logistic, 0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ] {
            near(Sprt::new(elo0, elo1, model).llr(&Pairs(pairs).distribution()), llr);
        }
    }

    /// With all pairs won the most likely distribution still keeps its constraint, although it lies beside a pole.
    #[test]
    fn one_kind_of_result() {
        let scores = Pairs([0, 0, 0, 0, 104]).distribution();
        let t = 5.0 / NORMALISED_UNIT * std::f64::consts::SQRT_2;
        let (mean, variance) = moments(&most_likely_at(&scores.shares, t));
        assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-9);
        let llr = Sprt::new(0.0, 5.0, Model::Normalised).llr(&scores);
        assert!((2.0..3.0).contains(&llr), "{llr}");
    }

    /// fishtest's page of mathematics: errors of 5 % stop at 2.94 either way.
    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt::new(0.0, 2.0, Model::Normalised);
        let (low, high) = sprt.bounds();
        near(low, -2.944);
        near(high, 2.944);
        assert_eq!(
            [-3.0, 0.0, 3.0].map(|llr| sprt.verdict(llr)),
            [Verdict::Rejected, Verdict::Open, Verdict::Accepted]
        );
        assert_eq!(sprt.llr(&Pairs::default().distribution()), 0.0);
    }

    /// Plays pairs of a coin that wins with the score of `elo` until the test ends.
    fn coin(sprt: &Sprt, elo: f64, random: &mut Random) -> Verdict {
        let chance = score_of(elo) as f32;
        let mut pairs = Pairs::default();
        loop {
            let [first, second] = [(); 2].map(|()| if random.unit() < chance { 2 } else { 0 });
            pairs.add(first, second);
            let verdict = sprt.verdict(sprt.llr(&pairs.distribution()));
            if verdict != Verdict::Open {
                return verdict;
            }
        }
    }

    fn accepted(sprt: &Sprt, elo: f64, runs: usize, seed: u64) -> f64 {
        let mut random = Random::new(seed);
        let count = (0..runs).filter(|_| coin(sprt, elo, &mut random) == Verdict::Accepted).count();
        count as f64 / runs as f64
    }

    /// 1,000 runs at 5 % vary by 0.7 %: three deviations are allowed.
    #[test]
    fn coins_are_judged_at_the_promised_rates() {
        let sprt = Sprt::new(0.0, 60.0, Model::Logistic);
        assert!(accepted(&sprt, 0.0, 1000, 1) <= 0.07);
        assert!(accepted(&sprt, 60.0, 1000, 2) >= 0.93);
        let middle = accepted(&sprt, 30.0, 400, 3);
        assert!((0.4..0.6).contains(&middle), "{middle}");
        assert!(accepted(&sprt, -60.0, 200, 4) == 0.0);
    }

    /// Without draws a game's deviation is a half, so that 50 normalised Elo are the score 0.5 + 50 / 347.4 / 2.
    #[test]
    fn coins_are_judged_at_the_promised_rates_in_normalised_elo() {
        let sprt = Sprt::new(0.0, 60.0, Model::Normalised);
        assert!(accepted(&sprt, 0.0, 400, 5) <= 0.085);
        assert!(
            accepted(&sprt, super::super::elo::elo_of(0.5 + 60.0 / NORMALISED_UNIT / 2.0), 400, 6) >= 0.915
        );
    }
}
