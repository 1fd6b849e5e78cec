//! A grid of settings as a bandit: play the one that may still be best (UCB1; P. Auer and others, 2002).

use serde::{Deserialize, Serialize};

use super::counts::Wdl;

/// The settings to choose from, with their results so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bandit {
    /// Results of each setting against the common opponent.
    pub arms: Vec<Wdl>,
    /// How much doubt counts; games have a deviation of at most a half.
    pub doubt: f64,
}

impl Bandit {
    /// So many settings without results.
    pub fn new(arms: usize) -> Bandit {
        Bandit { arms: vec![Wdl::default(); arms], doubt: 0.5 }
    }

    /// The setting to play next: one without games, else the greatest score plus doubt. `None` without settings.
    pub fn next(&self) -> Option<usize> {
        let all: u64 = self.arms.iter().map(Wdl::games).sum();
        let promise = |arm: &Wdl| match arm.games() {
            0 => f64::INFINITY,
            games => arm.score() + self.doubt * (2.0 * (all as f64).ln() / games as f64).sqrt(),
        };
        // The first of equals, so that a run repeats itself.
        (0..self.arms.len()).rev().max_by(|&a, &b| promise(&self.arms[a]).total_cmp(&promise(&self.arms[b])))
    }

    /// The setting that was played most: the one to confirm.
    pub fn best(&self) -> Option<usize> {
        (0..self.arms.len()).rev().max_by_key(|&i| self.arms[i].games())
    }
}

#[cfg(test)]
mod tests {
    use search::random::Random;

    use super::*;

    #[test]
    fn the_best_setting_is_played_most() {
        let chances = [0.45, 0.5, 0.65, 0.55];
        let mut bandit = Bandit::new(chances.len());
        let mut random = Random::new(3);
        assert_eq!(bandit.next(), Some(0));
        for _ in 0..4000 {
            let arm = bandit.next().unwrap();
            bandit.arms[arm].add(if random.unit() < chances[arm] { 2 } else { 0 });
        }
        assert_eq!(bandit.best(), Some(2));
        assert!(bandit.arms[2].games() > 2000);
        assert_eq!(Bandit::new(0).next(), None);
    }
}
