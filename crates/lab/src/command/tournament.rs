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
use super::notes::Notes;
use super::options::{MatchOptions, RunOptions};
use super::telling::tell_run;
use crate::contest::Contest;
use crate::pace::Pace;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::store::{Pairing, Plan};
use crate::task::Board;

/// Arguments of `lab tournament`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab tournament uct rave castro strong --sizes 5,8 --games 100 --visits 1000
  robusto lab tournament strong engine:castro engine:morat --gauntlet --sizes 6 --time 0.5
  robusto lab tournament --plan plan.toml --run plan")]
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
    /// The game: havannah, hex or y.
    #[arg(long, default_value = "havannah")]
    pub game: String,
    /// Sizes of boards, parted by commas.
    #[arg(long, value_delimiter = ',', default_value = "5")]
    pub sizes: Vec<String>,
    /// Games of every pairing on every board.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
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
    let (kind, notes) = ("tournament".into(), Notes::now());
    let plan = Plan { kind, priority: args.order.priority, notes, pairings };
    let hands = Hands::new(factory, args.play.engines.roster()?, &args.play);
    let Some(Followed { run, parts }) = follow(&plan, &args.order, &hands)? else { return Ok(()) };
    tell_run(&plan.kind, &run, parts, args.play.json)
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
