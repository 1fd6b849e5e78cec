//! The published experiments, as data: `data/experiments.toml` and `data/tables.toml`, retyped from the papers with their
//! sources named.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::contest::Contest;
use crate::pace::Pace;
use crate::spec::PlayerSpec;
use crate::stats::Interval;
use crate::store::Pairing;
use crate::tally::Tally;
use crate::task::Board;

/// One figure or table: cases against a baseline on several sizes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What users call it: `4.3`, `stankiewicz-1`.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// The opponent of cases that name none.
    pub baseline: PlayerSpec,
    /// How long players thought.
    pub pace: Pace,
    /// Sides of the Havannah boards.
    pub sizes: Vec<usize>,
    /// What else there is to know.
    #[serde(default)]
    pub note: String,
    /// The players that were measured.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
}

/// One line of a figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the figure calls it.
    pub name: String,
    /// The player that was measured.
    pub player: PlayerSpec,
    /// Its opponent, if it is not the baseline.
    pub opponent: Option<PlayerSpec>,
    /// Its pace, if it is not the experiment's.
    pub pace: Option<Pace>,
    /// Share of wins in per cent by size; NaN where nothing was published.
    pub published: Vec<f64>,
}

#[derive(Deserialize)]
struct ExperimentFile {
    experiment: Vec<Experiment>,
}

/// All published experiments, in the order of the data file.
pub fn experiments() -> Vec<Experiment> {
    let file: ExperimentFile =
        toml::from_str(include_str!("../data/experiments.toml")).expect("the experiments are well-formed");
    file.experiment
}

/// The experiment of that name.
pub fn experiment(id: &str) -> Result<Experiment> {
    let found = experiments().into_iter().find(|experiment| experiment.id.eq_ignore_ascii_case(id));
    found.with_context(|| format!("there is no experiment {id:?}; --list shows all"))
}

/// Which part of an experiment to repeat, and how.
#[derive(Clone, Debug, Default)]
pub struct Scale {
    /// Only these sizes; all if empty.
    pub sizes: Vec<usize>,
    /// Only these cases; all if empty.
    pub cases: Vec<String>,
    /// Another pace for everybody.
    pub pace: Option<Pace>,
    /// Factor of the published times.
    pub factor: f64,
}

impl Scale {
    fn takes(&self, size: usize, case: &str) -> bool {
        (self.sizes.is_empty() || self.sizes.contains(&size))
            && (self.cases.is_empty() || self.cases.iter().any(|wanted| wanted.eq_ignore_ascii_case(case)))
    }
}

impl Experiment {
    /// The matches that repeat the experiment; `model` says how games are played otherwise.
    pub fn pairings(&self, scale: &Scale, model: &Contest) -> Result<Vec<Pairing>> {
        let mut pairings = Vec::new();
        for &size in &self.sizes {
            let board = Board(game::Size::havannah(size)?);
            for case in self.cases.iter().filter(|case| scale.takes(size, &case.name)) {
                let opponent = case.opponent.as_ref().unwrap_or(&self.baseline);
                let pace = case.pace.unwrap_or(self.pace).scaled(scale.factor);
                let players = [case.player.clone().named(&name_of(&case.name)), opponent.clone()];
                let contest = Contest { board, players, pace: scale.pace.unwrap_or(pace), ..model.clone() };
                pairings.push(Pairing { label: format!("{}: {}", self.id, case.name), contest });
            }
        }
        Ok(pairings)
    }
}

/// A case's name as a player's name, which cannot hold commas.
fn name_of(case: &str) -> String {
    case.replace(',', ";")
}

/// Our result beside theirs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The experiment.
    pub experiment: String,
    /// The case.
    pub case: String,
    /// Side of the board.
    pub size: usize,
    /// Games that we played.
    pub games: u64,
    /// Our share of wins in per cent.
    pub ours: f64,
    /// Its 95 % interval in per cent.
    pub interval: Interval,
    /// The published share in per cent; null where nothing was published.
    pub theirs: Option<f64>,
}

impl Comparison {
    /// Whether the published value lies within our interval.
    pub fn agrees(&self) -> Option<bool> {
        self.theirs.map(|theirs| self.interval.contains(theirs))
    }

    /// One line for people.
    pub fn line(&self) -> String {
        let theirs = match (self.theirs, self.agrees()) {
            (Some(theirs), Some(true)) => format!("{theirs:6.1} %  within"),
            (Some(theirs), _) if theirs > self.interval.high => format!("{theirs:6.1} %  ours is lower"),
            (Some(theirs), _) => format!("{theirs:6.1} %  ours is higher"),
            (None, _) => "     -".into(),
        };
        format!(
            "{:20} {:24} size {:2}  ours {:5.1} % [{:5.1}, {:5.1}] in {:5} games  theirs {theirs}",
            self.experiment,
            self.case,
            self.size,
            self.ours,
            self.interval.low,
            self.interval.high,
            self.games,
        )
    }
}

/// Compares a run's parts with what was published; parts of other origin are left out.
pub fn compare(parts: &[(Pairing, Tally)]) -> Vec<Comparison> {
    let known = experiments();
    parts.iter().filter_map(|(part, tally)| compare_one(&known, part, tally)).collect()
}

fn compare_one(known: &[Experiment], part: &Pairing, tally: &Tally) -> Option<Comparison> {
    let (id, name) = part.label.split_once(": ")?;
    let experiment = known.iter().find(|experiment| experiment.id == id)?;
    let case = experiment.cases.iter().find(|case| case.name == name)?;
    let side = part.contest.board.0.side();
    let place = experiment.sizes.iter().position(|&size| size == side)?;
    let interval = tally.interval();
    Some(Comparison {
        experiment: id.into(),
        case: name.into(),
        size: side,
        games: tally.games.games(),
        ours: 100.0 * tally.score(),
        interval: Interval { low: 100.0 * interval.low, high: 100.0 * interval.high },
        theirs: case.published.get(place).copied().filter(|share| share.is_finite()),
    })
}

#[cfg(test)]
mod tests {
    use search::settings::Settings;

    use super::*;
    use crate::spec::PlayerKind;

    #[test]
    fn every_experiment_is_complete_and_its_players_exist() {
        let all = experiments();
        assert!(all.len() >= 35);
        for experiment in &all {
            for case in &experiment.cases {
                assert_eq!(case.published.len(), experiment.sizes.len(), "{} {}", experiment.id, case.name);
                assert_known(&case.player);
                case.opponent.iter().for_each(assert_known);
            }
            assert_known(&experiment.baseline);
        }
    }

    fn assert_known(player: &PlayerSpec) {
        let PlayerKind::Preset { preset, settings } = &player.kind else { panic!("{player}") };
        let board = game::Size::havannah(10).unwrap();
        let mut table: Settings =
            search::presets::preset(preset, board).unwrap_or_else(|| panic!("{player}"));
        for (name, value) in settings {
            table.set(name, value).unwrap_or_else(|error| panic!("{player}: {error}"));
        }
    }

    #[test]
    fn figures_of_the_thesis_are_retyped_right() {
        let figure = experiment("4.20").unwrap();
        assert_eq!(figure.cases[1].published[6], 63.19);
        assert_eq!(experiment("stankiewicz-1").unwrap().cases[2].published, [61.9]);
        assert!(experiment("4.99").is_err());
    }
}
