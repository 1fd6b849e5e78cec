//! `lab tournament`: many players on one or several boards, and the rating list over them.
//!
//! Players come from the command line, or from a plan with a baseline and groups of test cases, as in ParamLog: every case
//! plays the baseline on every board at every pace.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use game::{Game, Size};
use serde::Deserialize;

use super::follow::{Followed, Hands, follow};
use super::options::{MatchOptions, RunOptions};
use crate::contest::Contest;
use crate::pace::Pace;
use crate::report::ratings::{Standings, standings};
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::store::{Pairing, Plan};
use crate::task::Board;

/// Arguments of `lab tournament`.
#[derive(Args, Debug)]
pub struct TournamentArgs {
    /// The players; in a gauntlet the first one plays all others.
    #[arg(required_unless_present = "plan")]
    pub players: Vec<PlayerSpec>,
    /// A TOML file with baseline, sizes, paces and groups of cases.
    #[arg(long, conflicts_with = "players")]
    pub plan: Option<PathBuf>,
    /// The first player against all others instead of all against all.
    #[arg(long)]
    pub gauntlet: bool,
    /// The game: havannah or hex.
    #[arg(long, default_value = "havannah")]
    pub game: String,
    /// Sizes of boards, parted by commas.
    #[arg(long, value_delimiter = ',', default_value = "5")]
    pub sizes: Vec<String>,
    /// Games of every pairing on every board.
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    #[command(flatten)]
    pub play: MatchOptions,
    #[command(flatten)]
    pub order: RunOptions,
}

/// A plan file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    baseline: PlayerSpec,
    sizes: Vec<String>,
    #[serde(default)]
    paces: Vec<Pace>,
    games: Option<u64>,
    group: Vec<Group>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    /// Weights let a group have more or fewer games than the others.
    #[serde(default = "one")]
    weight: f64,
    case: Vec<Case>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    player: PlayerSpec,
}

fn one() -> f64 {
    1.0
}

/// Runs `lab tournament`.
pub fn run(args: &TournamentArgs, factory: &Factory) -> Result<()> {
    let pairings = match &args.plan {
        Some(path) => planned(args, path)?,
        None => paired(args)?,
    };
    let plan =
        Plan { kind: "tournament".into(), priority: args.order.priority, notes: "{}".into(), pairings };
    let hands = Hands { factory, at_once: args.play.concurrency, json: args.play.json };
    let Followed { run, parts, .. } = follow(&plan, &args.order, &hands)?;
    let standings: Vec<Standings> = standings(&parts);
    if args.play.json {
        println!("{}", serde_json::to_string(&serde_json::json!({ "run": run, "standings": standings }))?);
    } else {
        standings.iter().for_each(|standings| print!("{}", standings.text()));
    }
    Ok(())
}

fn boards(game: &str, sizes: &[String]) -> Result<Vec<Board>> {
    let game = Game::named(game).with_context(|| format!("there is no game {game:?}"))?;
    sizes.iter().map(|size| Ok(Board(Size::parse(game, size)?))).collect()
}

/// All against all, or the first against all others, on every board.
fn paired(args: &TournamentArgs) -> Result<Vec<Pairing>> {
    ensure!(args.players.len() >= 2, "a tournament needs two players");
    let mut pairings = Vec::new();
    for board in boards(&args.game, &args.sizes)? {
        let firsts = if args.gauntlet { 1 } else { args.players.len() };
        for (i, first) in args.players[..firsts].iter().enumerate() {
            for second in &args.players[i + 1..] {
                let contest = args.play.contest(board, [first.clone(), second.clone()], args.games)?;
                let label = format!("{} - {}", first.label(), second.label());
                pairings.push(Pairing { label, contest });
            }
        }
    }
    Ok(pairings)
}

/// Every case against the baseline, on every board at every pace.
fn planned(args: &TournamentArgs, path: &PathBuf) -> Result<Vec<Pairing>> {
    let place = || format!("the plan {}", path.display());
    let text = std::fs::read_to_string(path).with_context(place)?;
    let plan: PlanFile = toml::from_str(&text).with_context(place)?;
    let paces = if plan.paces.is_empty() { vec![args.play.pace()?] } else { plan.paces };
    let mut pairings = Vec::new();
    for board in boards(&args.game, &plan.sizes)? {
        for group in &plan.group {
            let games = (plan.games.unwrap_or(args.games) as f64 * group.weight).max(2.0) as u64;
            for case in &group.case {
                let players = [case.player.clone().named(&case.name), plan.baseline.clone()];
                let contest = args.play.contest(board, players, games)?;
                pairings.extend(paces.iter().map(|&pace| Pairing {
                    label: format!("{}: {}", group.name, case.name),
                    contest: Contest { pace, ..contest.clone() },
                }));
            }
        }
    }
    Ok(pairings)
}
