//! `lab tune`: better settings by SPSA or from a grid, and a sequential test on fresh games that confirms them.
//!
//! The state is a JSON file with the request that it answers, written after every step: the same command
//! continues where it was, and another one does not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::admit::{Where, check_players};
use super::ending::usage;
use super::options::{BoardOptions, MatchOptions, SprtOptions};
use super::telling::tell_match;
use crate::contest::{Contest, run_match};
use crate::say::{self, note};
use crate::seat::Factory;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::stats::bandit::Bandit;
use crate::stats::spsa::{Parameter, Spsa};
use crate::tally::Tally;

/// Arguments of `lab tune`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab tune rave --param rave=500:0:2000:100 --param explore=0.1:0:1:0.05 --steps 1000 --size 6 --visits 500
  robusto lab tune rave --grid lookahead=0,1,2 --steps 400 --size 6 --visits 500")]
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
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
    /// Pairs of games a step.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    pub pairs: u64,
    /// Where the state is kept; if not given, a file of its own for each request: robusto-tune-XXXXXXXX.json.
    #[arg(long)]
    pub state: Option<PathBuf>,
    /// Begin anew, whatever the state says.
    #[arg(long)]
    pub anew: bool,
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
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StateFile {
    request: Request,
    tuning: Tuning,
    /// Games that ended by faults.
    faults: u64,
}

/// What a tuning was asked for: names and values, all of which must be the same for it to go on.
type Request = BTreeMap<String, String>;

/// How far it is.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Tuning {
    Spsa(Spsa),
    Grid { settings: Vec<Vec<(String, String)>>, bandit: Bandit, planned: u64 },
}

/// Runs `lab tune`.
pub fn run(args: &TuneArgs, factory: &Factory) -> Result<()> {
    let request = request(args)?;
    let file = args.state.clone().unwrap_or_else(|| usual_file(&request));
    let fresh = begin(args)?;
    let roster = args.play.engines.roster()?;
    check_players(&fresh.contests(args)?, Where::Here, &roster, factory)?;
    let mut state =
        continued(&file, &request, args.anew)?.unwrap_or(StateFile { request, tuning: fresh, faults: 0 });
    while !state.tuning.is_done() {
        let tally = state.tuning.step(args, factory)?;
        state.faults += tally.faults().iter().sum::<u64>();
        check_faults(args, state.faults, &tally)?;
        save(&file, &state)?;
        note(state.tuning.line());
    }
    let winner = state.tuning.winner(&args.player);
    say::line(winner.to_string())?;
    if args.confirm > 0 && winner != args.player {
        confirm(args, winner, factory)?;
    }
    Ok(())
}

/// The winner against the player that was to be improved, in games with seeds that the tuning has not seen.
fn confirm(args: &TuneArgs, winner: PlayerSpec, factory: &Factory) -> Result<()> {
    let contest = args.play.contest(args.board.board()?, [winner, args.player.clone()], args.confirm)?;
    let contest = Contest { sprt: Some(args.test.sprt()?), seed: contest.seed ^ 0x5EED_0000_0000, ..contest };
    let outcome = run_match(&contest, factory, args.play.concurrency, &mut |_, _, _| {})?;
    tell_match(None, &contest, outcome.tally, false)
}

fn check_faults(args: &TuneArgs, faults: u64, tally: &Tally) -> Result<()> {
    let texts = tally.efforts.iter().flat_map(|effort| &effort.fault_texts);
    let text = texts.last().map_or("", String::as_str);
    let is_over = args.play.max_faults > 0 && faults >= args.play.max_faults;
    ensure!(
        !is_over,
        "{faults} games ended by faults, the last one in {text}: nothing follows from this tuning"
    );
    Ok(())
}

/// What decides the course of a tuning.
fn request(args: &TuneArgs) -> Result<Request> {
    let play = &args.play;
    let parameters: Vec<String> = args.parameters.iter().map(ToString::to_string).collect();
    let rows = [
        ("player", args.player.to_string()),
        ("parameters", parameters.join(" ")),
        ("grid", args.grid.join(" ")),
        ("steps", args.steps.to_string()),
        ("pairs", args.pairs.to_string()),
        ("board", args.board.board()?.to_string()),
        ("pace", play.pace()?.to_string()),
        ("openings", play.openings.to_string()),
        ("seed", play.seed.to_string()),
        ("margin", play.margin.to_string()),
        ("resign", format!("{:?}", play.resign)),
        ("proved", play.proved.to_string()),
        ("draw", play.draw.map(|rule| rule.to_string()).unwrap_or_default()),
    ];
    Ok(rows.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

/// A file that no other request has.
fn usual_file(request: &Request) -> PathBuf {
    let text = serde_json::to_string(request).unwrap_or_default();
    format!("robusto-tune-{}.json", &blake3::hash(text.as_bytes()).to_hex()[..8]).into()
}

fn begin(args: &TuneArgs) -> Result<Tuning> {
    ensure!(!args.parameters.is_empty() || !args.grid.is_empty(), "nothing to tune: give --param or --grid");
    let is_ours = matches!(args.player.kind, PlayerKind::Preset { .. });
    ensure!(is_ours, "{} has no settings: only presets of ours can be tuned", args.player);
    if !args.parameters.is_empty() {
        return Ok(Tuning::Spsa(Spsa::new(args.parameters.clone(), args.steps, args.play.seed)));
    }
    let settings = combinations(&args.grid)?;
    let bandit = Bandit::new(settings.len());
    Ok(Tuning::Grid { settings, bandit, planned: args.steps })
}

/// The state in the file if it answers the same request; `None` if there is none.
fn continued(file: &Path, request: &Request, anew: bool) -> Result<Option<StateFile>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) if !anew => text,
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("the state {}", file.display())),
    };
    let advice = "say --anew to begin anew, or --state FILE for another file";
    let state: StateFile = serde_json::from_str(&text)
        .map_err(|error| anyhow!("the state {} cannot be read ({error}); {advice}", file.display()))
        .map_err(usage)?;
    let other = request.iter().find(|(name, value)| state.request.get(*name) != Some(value));
    if let Some((name, value)) = other {
        let stored = state.request.get(name).map_or("", String::as_str);
        return Err(usage(anyhow!(
            "{} holds another tuning: its {name} is {stored:?}, not {value:?}; {advice}",
            file.display()
        )));
    }
    Ok(Some(state))
}

/// Written aside and moved into place, so that a kill leaves the old or the new state.
fn save(path: &Path, state: &StateFile) -> Result<()> {
    let aside = path.with_extension("new");
    let place = || format!("writing {}", path.display());
    std::fs::write(&aside, serde_json::to_vec_pretty(state)?).with_context(place)?;
    std::fs::rename(&aside, path).with_context(place)
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

    /// The players that a tuning begins with, each against the one to be improved.
    fn contests(&self, args: &TuneArgs) -> Result<Vec<Contest>> {
        let players = match self {
            Tuning::Spsa(spsa) => {
                let trial = spsa.trial();
                vec![
                    with_values(&args.player, &spsa.parameters, &trial.plus),
                    with_values(&args.player, &spsa.parameters, &trial.minus),
                ]
            }
            Tuning::Grid { settings, .. } => {
                settings.iter().map(|settings| with_settings(&args.player, settings)).collect()
            }
        };
        let board = args.board.board()?;
        players.into_iter().map(|player| args.play.contest(board, [player, args.player.clone()], 2)).collect()
    }

    /// Plays one step's games and learns from them.
    fn step(&mut self, args: &TuneArgs, factory: &Factory) -> Result<Tally> {
        Ok(match self {
            Tuning::Spsa(spsa) => {
                let trial = spsa.trial();
                let plus = with_values(&args.player, &spsa.parameters, &trial.plus);
                let minus = with_values(&args.player, &spsa.parameters, &trial.minus);
                let tally = duel(args, [plus, minus], spsa.done, factory)?;
                spsa.learn(&trial, tally.games.wins as f64 - tally.games.losses as f64);
                tally
            }
            Tuning::Grid { settings, bandit, .. } => {
                let arm = bandit.next().context("the grid is empty")?;
                let player = with_settings(&args.player, &settings[arm]);
                let tally = duel(args, [player, args.player.clone()], bandit.arms[arm].games(), factory)?;
                let games = tally.games;
                bandit.arms[arm].wins += games.wins;
                bandit.arms[arm].draws += games.draws;
                bandit.arms[arm].losses += games.losses;
                tally
            }
        })
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
