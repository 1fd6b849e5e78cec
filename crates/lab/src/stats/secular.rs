//! The most likely distribution under a constraint: the inner step of the generalised likelihood ratio.
//!
//! Given observed shares and a function `g` of the score whose mean must be zero, the most likely distribution is
//! `p / (1 + x g)` with the one `x` that makes the mean zero (M. Van den Bergh, "Comments on the multinomial MLE", prop. 1.1).

/// Scores with their probabilities.
pub type Shares = Vec<(f64, f64)>;

/// The most likely distribution in which the mean of `g` is zero. `g` must take both signs.
pub fn constrained(observed: &[(f64, f64)], g: impl Fn(f64) -> f64) -> Shares {
    let values: Vec<(f64, f64)> = observed.iter().map(|&(score, share)| (g(score), share)).collect();
    let x = root(&values);
    observed.iter().zip(&values).map(|(&(score, share), (g, _))| (score, share / (1.0 + x * g))).collect()
}

/// Solves `sum p g / (1 + x g) = 0`, which falls from plus to minus infinity between its two poles.
fn root(values: &[(f64, f64)]) -> f64 {
    let least = values.iter().map(|v| v.0).fold(f64::INFINITY, f64::min);
    let most = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(least < 0.0 && most > 0.0, "the constraint lies outside of the scores");
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let slope: f64 = values.iter().map(|(g, p)| p * g / (1.0 + middle * g)).sum();
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::super::counts::moments;
    use super::*;

    #[test]
    fn the_constraint_holds_and_nothing_changes_where_it_held_before() {
        let observed = [(0.0, 0.2), (0.5, 0.3), (1.0, 0.5)];
        let shares = constrained(&observed, |score| score - 0.5);
        assert!((moments(&shares).0 - 0.5).abs() < 1e-9);
        let same = constrained(&observed, |score| score - 0.65);
        for (a, b) in same.iter().zip(&observed) {
            assert!((a.1 - b.1).abs() < 1e-9);
        }
    }
}
