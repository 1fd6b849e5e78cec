//! `lab tune`: better settings by SPSA or from a grid, and a sequential test on fresh games that confirms them.
//!
//! The state is a JSON file, written after every step: the same command continues where it was.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::options::{BoardOptions, MatchOptions, SprtOptions};
use crate::contest::{Contest, run_match};
use crate::report::text::match_text;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::stats::bandit::Bandit;
use crate::stats::spsa::{Parameter, Spsa};
use crate::tally::Tally;

/// Arguments of `lab tune`.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// The player to improve.
    pub player: PlayerSpec,
    /// A number to tune by SPSA: name=value:low:high:step. May be repeated.
    #[arg(long = "param", conflicts_with = "grid")]
    pub parameters: Vec<Parameter>,
    /// Values to choose from: name=a,b,c. May be repeated; all combinations are tried.
    #[arg(long)]
    pub grid: Vec<String>,
    /// Steps (SPSA) or pairs of games (grid).
    #[arg(long, default_value_t = 200)]
    pub steps: u64,
    /// Pairs of games a step.
    #[arg(long, default_value_t = 4)]
    pub pairs: u64,
    /// Where the state is kept.
    #[arg(long, default_value = "robusto-tune.json")]
    pub state: PathBuf,
    /// Games of the confirming test at most; 0 leaves it out.
    #[arg(long, default_value_t = 2000)]
    pub confirm: u64,
    #[command(flatten)]
    pub test: SprtOptions,
    #[command(flatten)]
    pub board: BoardOptions,
    #[command(flatten)]
    pub play: MatchOptions,
}

/// What the file holds.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Tuning {
    Spsa(Spsa),
    Grid { settings: Vec<Vec<(String, String)>>, bandit: Bandit, planned: u64 },
}

/// Runs `lab tune`.
pub fn run(args: &TuneArgs, factory: &Factory) -> Result<()> {
    let mut tuning = begin_or_continue(args)?;
    while !tuning.is_done() {
        tuning.step(args, factory)?;
        save(&args.state, &tuning)?;
        eprintln!("{}", tuning.line());
    }
    let winner = tuning.winner(&args.player);
    println!("{winner}");
    if args.confirm > 0 && winner != args.player {
        // Games with seeds that the tuning has not seen.
        let contest = args.play.contest(args.board.board()?, [winner, args.player.clone()], args.confirm)?;
        let contest =
            Contest { sprt: Some(args.test.sprt()?), seed: contest.seed ^ 0x5EED_0000_0000, ..contest };
        let outcome = run_match(&contest, factory, args.play.concurrency, &mut |_, _, _| {})?;
        print!("{}", match_text(&contest, &outcome));
    }
    Ok(())
}

fn begin_or_continue(args: &TuneArgs) -> Result<Tuning> {
    if let Ok(text) = std::fs::read_to_string(&args.state) {
        return serde_json::from_str(&text).with_context(|| format!("the state {}", args.state.display()));
    }
    ensure!(!args.parameters.is_empty() || !args.grid.is_empty(), "nothing to tune: give --param or --grid");
    if !args.parameters.is_empty() {
        return Ok(Tuning::Spsa(Spsa::new(args.parameters.clone(), args.steps, args.play.seed)));
    }
    let settings = combinations(&args.grid)?;
    let bandit = Bandit::new(settings.len());
    Ok(Tuning::Grid { settings, bandit, planned: args.steps })
}

/// Written aside and moved into place, so that a kill leaves the old or the new state.
fn save(path: &Path, tuning: &Tuning) -> Result<()> {
    let aside = path.with_extension("new");
    std::fs::write(&aside, serde_json::to_vec_pretty(tuning)?)?;
    std::fs::rename(&aside, path).with_context(|| format!("writing {}", path.display()))
}

/// All combinations of `name=a,b,c` texts.
fn combinations(grid: &[String]) -> Result<Vec<Vec<(String, String)>>> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for text in grid {
        let (name, values) = text.split_once('=').with_context(|| format!("{text:?} is not name=a,b,c"))?;
        all = all
            .iter()
            .flat_map(|chosen| {
                values.split(',').map(move |value| {
                    let mut more = chosen.clone();
                    more.push((name.trim().into(), value.trim().into()));
                    more
                })
            })
            .collect();
        ensure!(all.len() <= 10_000, "the grid has more than 10,000 points");
    }
    Ok(all)
}

impl Tuning {
    fn is_done(&self) -> bool {
        match self {
            Tuning::Spsa(spsa) => spsa.is_done(),
            Tuning::Grid { bandit, planned, .. } => {
                bandit.arms.iter().map(|arm| arm.games()).sum::<u64>() >= 2 * planned
            }
        }
    }

    fn step(&mut self, args: &TuneArgs, factory: &Factory) -> Result<()> {
        match self {
            Tuning::Spsa(spsa) => {
                let trial = spsa.trial();
                let plus = with_values(&args.player, &spsa.parameters, &trial.plus);
                let minus = with_values(&args.player, &spsa.parameters, &trial.minus);
                let tally = duel(args, [plus, minus], spsa.done, factory)?;
                spsa.learn(&trial, tally.games.wins as f64 - tally.games.losses as f64);
            }
            Tuning::Grid { settings, bandit, .. } => {
                let arm = bandit.next().context("the grid is empty")?;
                let player = with_settings(&args.player, &settings[arm]);
                let games =
                    duel(args, [player, args.player.clone()], bandit.arms[arm].games(), factory)?.games;
                bandit.arms[arm].wins += games.wins;
                bandit.arms[arm].draws += games.draws;
                bandit.arms[arm].losses += games.losses;
            }
        }
        Ok(())
    }

    fn line(&self) -> String {
        match self {
            Tuning::Spsa(spsa) => {
                let values = spsa.parameters.iter().map(|p| format!("{}={:.4}", p.name, p.value));
                format!("step {}/{}: {}", spsa.done, spsa.planned, values.collect::<Vec<_>>().join(" "))
            }
            Tuning::Grid { settings, bandit, .. } => {
                let best = bandit.best().unwrap_or(0);
                let arm = &bandit.arms[best];
                format!("{:?}: {:.1} % in {} games", settings[best], 100.0 * arm.score(), arm.games())
            }
        }
    }

    fn winner(&self, player: &PlayerSpec) -> PlayerSpec {
        match self {
            Tuning::Spsa(spsa) => {
                let values: Vec<f64> = spsa.parameters.iter().map(|p| p.value).collect();
                with_values(player, &spsa.parameters, &values)
            }
            Tuning::Grid { settings, bandit, .. } => {
                bandit.best().map_or_else(|| player.clone(), |best| with_settings(player, &settings[best]))
            }
        }
    }
}

/// One step's games, with seeds of its own.
fn duel(args: &TuneArgs, players: [PlayerSpec; 2], step: u64, factory: &Factory) -> Result<Tally> {
    let contest = args.play.contest(args.board.board()?, players, 2 * args.pairs)?;
    let seed = contest.seed.wrapping_add(step.wrapping_mul(0x9E37_79B9)) & (u64::MAX >> 1);
    let contest = Contest { seed, ..contest };
    Ok(run_match(&contest, factory, args.play.concurrency, &mut |_, _, _| {})?.tally)
}

/// Numbers whose steps are whole are whole settings.
fn with_values(player: &PlayerSpec, parameters: &[Parameter], values: &[f64]) -> PlayerSpec {
    parameters.iter().zip(values).fold(player.clone(), |player, (parameter, value)| {
        let is_whole = [parameter.low, parameter.high, parameter.step].iter().all(|x| x.fract() == 0.0);
        let text = if is_whole { format!("{:.0}", value) } else { format!("{value:.5}") };
        player.with(&parameter.name, &text)
    })
}

fn with_settings(player: &PlayerSpec, settings: &[(String, String)]) -> PlayerSpec {
    settings.iter().fold(player.clone(), |player, (name, value)| player.with(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_all_combinations() {
        let all = combinations(&["a=1,2".into(), "b=x,y,z".into()]).unwrap();
        assert_eq!(all.len(), 6);
        assert_eq!(all[4], [("a".into(), "2".into()), ("b".into(), "y".into())]);
        assert!(combinations(&["a".into()]).is_err());
    }

    #[test]
    fn values_become_settings() {
        let parameters: Vec<Parameter> =
            vec!["rave=500:0:2000:50".parse().unwrap(), "explore=0.1:0:1:0.05".parse().unwrap()];
        let player = with_values(&"rave".parse().unwrap(), &parameters, &[431.6, 0.25]);
        assert_eq!(player.to_string(), "rave,rave=432,explore=0.25000");
    }
}
