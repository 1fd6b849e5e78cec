//! `lab match` and `lab sprt`: two players.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::follow::{Followed, Hands, follow};
use super::options::{BoardOptions, MatchOptions, RunOptions, SprtOptions};
use crate::contest::{Contest, Outcome, judge, run_match};
use crate::progress::Display;
use crate::report::text::match_text;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::stats::{Elo, Interval, Sprt};
use crate::store::{Pairing, Plan};
use crate::tally::Tally;

/// Arguments of `lab match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The player whose score is counted: preset[,key=value...] or gtp:command line.
    pub first: PlayerSpec,
    /// Its opponent.
    pub second: PlayerSpec,
    /// Games to play at most; an odd number is rounded up.
    #[arg(long, default_value_t = 200)]
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
pub struct SprtArgs {
    #[command(flatten)]
    pub duel: MatchArgs,
    #[command(flatten)]
    pub test: SprtOptions,
}

/// The last line of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    run: Option<&'a str>,
    contest: &'a Contest,
    identities: [String; 2],
    #[serde(flatten)]
    outcome: &'a Outcome,
    score: f64,
    interval: Interval,
    elo: Elo,
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
    if args.no_store {
        let outcome = without_store(&contest, &args.play, factory)?;
        return tell(None, &contest, &outcome, args.play.json);
    }
    let kind = if sprt.is_some() { "sprt" } else { "match" };
    let label = format!("{} - {}", contest.players[0].label(), contest.players[1].label());
    let plan = Plan {
        kind: kind.into(),
        priority: args.order.priority,
        notes: "{}".into(),
        pairings: vec![Pairing { label, contest: contest.clone() }],
    };
    let hands = Hands { factory, at_once: args.play.concurrency, json: args.play.json };
    let Followed { run, parts, .. } = follow(&plan, &args.order, &hands)?;
    let tally = parts.into_iter().next().map(|part| part.1).unwrap_or_default();
    tell(Some(&run), &contest, &outcome_of(&contest, tally), args.play.json)
}

fn without_store(contest: &Contest, options: &MatchOptions, factory: &Factory) -> Result<Outcome> {
    let mut display = Display::new(2 * contest.pairs, 0, options.json);
    let outcome = run_match(contest, factory, options.concurrency, &mut |_, _, tally| {
        display.show(tally, 2 * contest.pairs, contest.sprt.as_ref());
    })?;
    display.finish();
    Ok(outcome)
}

/// A sum of games with the test's opinion.
pub fn outcome_of(contest: &Contest, tally: Tally) -> Outcome {
    let judged = contest.sprt.map(|sprt| judge(&sprt, &tally));
    Outcome { tally, llr: judged.map(|j| j.0), verdict: judged.map(|j| j.1) }
}

fn tell(run: Option<&str>, contest: &Contest, outcome: &Outcome, json: bool) -> Result<()> {
    let tally = &outcome.tally;
    if !json {
        print!("{}", match_text(contest, outcome));
        return Ok(());
    }
    let report = Report {
        run,
        contest,
        identities: [0, 1].map(|i| contest.players[i].identity()),
        outcome,
        score: tally.score(),
        interval: tally.interval(),
        elo: tally.elo(),
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}
