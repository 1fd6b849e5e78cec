//! Tuning of many numbers at once by simultaneous perturbation (SPSA; J. C. Spall, 1992), with fishtest's conventions.
//!
//! Each step plays the settings moved by +c against the settings moved by -c, in random directions, and moves all numbers
//! towards the winner. The state is plain data, so that a tuning can stop and go on.

use search::random::Random;
use serde::{Deserialize, Serialize};

/// Exponents of the falling gains, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The setting's name.
    pub name: String,
    /// Its value now.
    pub value: f64,
    /// The least value allowed.
    pub low: f64,
    /// The greatest value allowed.
    pub high: f64,
    /// The perturbation at the last step: as small as still makes a measurable difference.
    pub step: f64,
}

impl std::fmt::Display for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}:{}:{}:{}", self.name, self.value, self.low, self.high, self.step)
    }
}

impl std::str::FromStr for Parameter {
    type Err = String;

    /// Reads `name=value:low:high:step`.
    fn from_str(text: &str) -> Result<Parameter, String> {
        let wrong = || format!("{text:?} is not of the form name=value:low:high:step");
        let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
        let numbers: Vec<f64> =
            rest.split(':').map(|part| part.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let &[value, low, high, step] = numbers.as_slice() else { return Err(wrong()) };
        if !(low <= value && value <= high && step > 0.0) {
            return Err(format!(
                "{text:?}: the value must lie between low and high, and the step be above 0"
            ));
        }
        Ok(Parameter { name: name.trim().into(), value, low, high, step })
    }
}

/// A tuning: the numbers and how far it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// The numbers as they are now.
    pub parameters: Vec<Parameter>,
    /// Steps done.
    pub done: u64,
    /// Steps planned.
    pub planned: u64,
    /// How far a number moves at the last step, in its squared `step`, for a whole point of difference (fishtest's r_end).
    pub gain: f64,
    /// Every step's directions follow from it.
    pub seed: u64,
}

/// The two settings that a step lets play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Values moved one way.
    pub plus: Vec<f64>,
    /// Values moved the other way.
    pub minus: Vec<f64>,
    directions: Vec<f64>,
}

impl Spsa {
    /// A tuning of so many steps from the given values.
    pub fn new(parameters: Vec<Parameter>, planned: u64, seed: u64) -> Spsa {
        Spsa { parameters, done: 0, planned, gain: 0.002, seed }
    }

    /// The next step's two settings; the same until [`Spsa::learn`] is told the result.
    pub fn trial(&self) -> Trial {
        let mut random = Random::new(self.seed ^ self.done.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let directions: Vec<f64> =
            self.parameters.iter().map(|_| if random.unit() < 0.5 { -1.0 } else { 1.0 }).collect();
        let moved = |sign: f64| {
            let pairs = self.parameters.iter().zip(&directions);
            pairs.map(|(p, d)| (p.value + sign * d * self.width(p)).clamp(p.low, p.high)).collect()
        };
        Trial { plus: moved(1.0), minus: moved(-1.0), directions }
    }

    /// Moves the numbers by the difference of points (plus won minus lost, over all games of the trial).
    pub fn learn(&mut self, trial: &Trial, difference: f64) {
        let scale = self.gain * self.falling_gain();
        for i in 0..self.parameters.len() {
            let width = self.width(&self.parameters[i]);
            let parameter = &mut self.parameters[i];
            let push = scale * parameter.step * parameter.step / width * trial.directions[i] * difference;
            parameter.value = (parameter.value + push).clamp(parameter.low, parameter.high);
        }
        self.done += 1;
    }

    /// Whether all planned steps are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.planned
    }

    /// The perturbation now: it falls to `step` at the end.
    fn width(&self, parameter: &Parameter) -> f64 {
        parameter.step * ((self.planned.max(1)) as f64 / (self.done + 1) as f64).powf(GAMMA)
    }

    /// The gain now, by the gain at the end; the first tenth of the steps is held back.
    fn falling_gain(&self) -> f64 {
        let planned = self.planned.max(1) as f64;
        let hold = 0.1 * planned;
        ((hold + planned) / (hold + self.done as f64 + 1.0)).powf(ALPHA)
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::score_of;
    use super::*;

    #[test]
    fn a_parameter_reads_from_text() {
        let parameter: Parameter = "rave.k=500:0:2000:50".parse().unwrap();
        assert_eq!((parameter.name.as_str(), parameter.value, parameter.step), ("rave.k", 500.0, 50.0));
        for text in ["k", "k=1", "k=1:2:3:1", "k=1:0:2:0", "k=1:0:2:x", "k=1:0:2:1:1"] {
            assert!(text.parse::<Parameter>().is_err(), "{text}");
        }
    }

    /// Elo falls with the square of the distance from 40 and 3: the tuning finds both from games alone.
    #[test]
    fn a_noisy_hill_is_climbed() {
        let elo = |values: &[f64]| -((values[0] - 40.0) / 2.0).powi(2) - (20.0 * (values[1] - 3.0)).powi(2);
        let parameters = vec!["a=10:0:100:6".parse().unwrap(), "b=1:0:10:0.6".parse().unwrap()];
        let mut spsa = Spsa { gain: 0.02, ..Spsa::new(parameters, 3000, 11) };
        let mut random = Random::new(5);
        while !spsa.is_done() {
            let trial = spsa.trial();
            assert_eq!(trial, spsa.trial());
            let chance = score_of(elo(&trial.plus) - elo(&trial.minus)) as f32;
            let wins = (0..8).filter(|_| random.unit() < chance).count() as f64;
            spsa.learn(&trial, 2.0 * wins - 8.0);
        }
        let (a, b) = (spsa.parameters[0].value, spsa.parameters[1].value);
        assert!((a - 40.0).abs() < 8.0 && (b - 3.0).abs() < 0.8, "{a} {b}");
    }
}
