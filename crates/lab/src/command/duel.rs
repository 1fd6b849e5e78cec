//! `lab match` and `lab sprt`: two players.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::admit::{Where, check_players, seated};
use super::follow::{Followed, Hands, follow};
use super::notes::Notes;
use super::options::{BoardOptions, MatchOptions, RunOptions, SprtOptions};
use super::telling::{tell_match, tell_run};
use crate::contest::{Contest, run_match_until};
use crate::progress::Display;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::stats::Sprt;
use crate::store::{Pairing, Plan, stop_on_signal};
use crate::tally::Tally;

/// Arguments of `lab match`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab match castro rave --size 6 --visits 1000 --games 400
  robusto lab match strong engine:castro --size 5 --time 0.5 --run castro --log
  robusto lab match strong engine:castro --size 5 --time 0.5 --run castro --games 800     (400 more)
  robusto lab match 'gtp,name=old:old/robusto gtp' strong --size 8 --time 1 --no-store")]
pub struct MatchArgs {
    /// The player whose score is counted: preset[,key=value...], engine:NAME, or with --no-store gtp:command
    /// line.
    pub first: PlayerSpec,
    /// Its opponent.
    pub second: PlayerSpec,
    /// Games to play at most; an odd number is rounded up.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Keep nothing: play in this process without the lab's database.
    #[arg(long, conflicts_with_all = ["run", "queue_only"])]
    pub no_store: bool,
    #[command(flatten)]
    pub board: BoardOptions,
    #[command(flatten)]
    pub play: MatchOptions,
    #[command(flatten)]
    pub order: RunOptions,
}

/// Arguments of `lab sprt`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  robusto lab sprt strong,rave=400 strong --size 8 --time 0.2 --elo0 0 --elo1 20
  robusto lab sprt rave uct --size 5 --visits 1000 --games 4000 --max-faults 3 --json
The verdict is accepted, rejected, open (too few games) or faults; with the last the exit code is 1.")]
pub struct SprtArgs {
    #[command(flatten)]
    pub duel: MatchArgs,
    #[command(flatten)]
    pub test: SprtOptions,
}

/// Runs `lab sprt`.
pub fn run_sprt(args: SprtArgs, factory: &Factory) -> Result<()> {
    let sprt = args.test.sprt()?;
    run(args.duel, Some(sprt), factory)
}

/// Runs `lab match`, with a test if there is one.
pub fn run(args: MatchArgs, sprt: Option<Sprt>, factory: &Factory) -> Result<()> {
    let players = [args.first.clone(), args.second.clone()];
    let contest = Contest { sprt, ..args.play.contest(args.board.board()?, players, args.games)? };
    let roster = args.play.engines.roster()?;
    if args.no_store {
        check_players([&contest], Where::Here, &roster, factory)?;
        let tally = without_store(&seated(&contest, &roster)?, &args.play, factory)?;
        return tell_match(None, &contest, tally, args.play.json);
    }
    let kind = if sprt.is_some() { "sprt" } else { "match" };
    let label = format!("{} - {}", contest.players[0].label(), contest.players[1].label());
    let plan = Plan {
        kind: kind.into(),
        priority: args.order.priority,
        notes: Notes::now(),
        pairings: vec![Pairing { label, contest }],
    };
    let hands = Hands::new(factory, roster, &args.play);
    let Some(Followed { run, parts }) = follow(&plan, &args.order, &hands)? else { return Ok(()) };
    tell_run(kind, &run, parts, args.play.json)
}

fn without_store(contest: &Contest, options: &MatchOptions, factory: &Factory) -> Result<Tally> {
    let mut display = Display::new(2 * contest.pairs, 0, options.json);
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_signal(Arc::clone(&stop));
    let outcome =
        run_match_until(contest, factory, options.concurrency, &stop, &mut |task, result, tally| {
            if options.log {
                display.log(0, task, result);
            }
            display.show(tally, 2 * contest.pairs, contest.sprt.as_ref());
        })?;
    display.finish();
    Ok(outcome.tally)
}
