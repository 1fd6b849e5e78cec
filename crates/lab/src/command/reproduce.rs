//! `lab reproduce`: the papers' experiments at a chosen scale, our results beside theirs.

use anyhow::{Result, ensure};
use clap::Args;

use super::follow::{Followed, Hands, follow};
use super::notes::Notes;
use super::options::{MatchOptions, RunOptions};
use super::telling::tell_run;
use crate::calibrate::thesis_factor;
use crate::papers::{Scale, experiment, experiments};
use crate::say;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::store::{Pairing, Plan};
use crate::tables::{measure, table_id};
use crate::task::Board;

/// Arguments of `lab reproduce`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab reproduce --list
  robusto lab reproduce 4.3 --sizes 4,6 --games 100 --time 0.1 --run figures
  robusto lab reproduce table-4.1")]
pub struct ReproduceArgs {
    /// Figures and tables: 4.3, stankiewicz-1, table-4.4, ...
    pub experiments: Vec<String>,
    /// Show all experiments and leave.
    #[arg(long)]
    pub list: bool,
    /// Only these sizes, parted by commas.
    #[arg(long, value_delimiter = ',')]
    pub sizes: Vec<usize>,
    /// Only this case of the figure; may be repeated.
    #[arg(long = "case")]
    pub cases: Vec<String>,
    /// Games a point.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Factor of the published times; --time or --visits replaces them.
    #[arg(long, default_value_t = 1.0)]
    pub scale: f64,
    /// Make times mean what they meant on the thesis' machine: its UCT does 500,000 simulations on size 4 in 11 s.
    #[arg(long)]
    pub calibrate: bool,
    #[command(flatten)]
    pub play: MatchOptions,
    #[command(flatten)]
    pub order: RunOptions,
}

/// Runs `lab reproduce`.
pub fn run(args: &ReproduceArgs, factory: &Factory) -> Result<()> {
    if args.list || args.experiments.is_empty() {
        for experiment in experiments() {
            say::line(format!(
                "{:20} {} ({}; {} cases, {})",
                experiment.id,
                experiment.title,
                experiment.source,
                experiment.cases.len(),
                experiment.pace
            ))?;
        }
        let tables = "measurements of the thesis (Ewalds, tables 4.1 to 4.6)";
        say::line(format!("{:20} {tables}", "table-4.1 ... 4.6"))?;
        return Ok(());
    }
    let (tables, matches): (Vec<&String>, Vec<&String>) =
        args.experiments.iter().partition(|word| table_id(word).is_some());
    for id in tables.iter().filter_map(|word| table_id(word)) {
        tell_table(args, id)?;
    }
    if matches.is_empty() {
        return Ok(());
    }
    let pairings = pairings(args, &matches, factory)?;
    let (kind, notes) = ("reproduce".into(), Notes::now());
    let plan = Plan { kind, priority: args.order.priority, notes, pairings };
    let hands = Hands::new(factory, args.play.engines.roster()?, &args.play);
    let Some(Followed { run, parts }) = follow(&plan, &args.order, &hands)? else { return Ok(()) };
    tell_run(&plan.kind, &run, parts, args.play.json)
}

/// Random games are cheap: fifty for every game of a match.
fn tell_table(args: &ReproduceArgs, id: &str) -> Result<()> {
    for number in measure(id, &args.sizes, 50 * args.games, args.scale)? {
        match args.play.json {
            true => say::line(serde_json::to_string(&number)?)?,
            false => say::line(number.line())?,
        }
    }
    Ok(())
}

fn pairings(args: &ReproduceArgs, ids: &[&String], factory: &Factory) -> Result<Vec<Pairing>> {
    ensure!(args.scale > 0.0 && args.scale <= 100.0, "{} is no scale of times", args.scale);
    let play = &args.play;
    let own_pace = play.visits.is_some() || play.time.is_some() || play.cpu.is_some() || play.clock.is_some();
    let machine = if args.calibrate { thesis_factor(factory)? } else { 1.0 };
    let scale = Scale {
        sizes: args.sizes.clone(),
        cases: args.cases.clone(),
        pace: if own_pace { Some(play.pace()?) } else { None },
        factor: args.scale * machine,
    };
    let nobody = [PlayerSpec::preset("uct"), PlayerSpec::preset("uct")];
    let model = play.contest(Board(game::Size::havannah(4)?), nobody, args.games)?;
    let mut pairings = Vec::new();
    for id in ids {
        pairings.extend(experiment(id)?.pairings(&scale, &model)?);
    }
    ensure!(!pairings.is_empty(), "no case of these experiments is on these sizes");
    Ok(pairings)
}
