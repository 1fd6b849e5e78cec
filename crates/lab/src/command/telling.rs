//! What a finished run came to, as its kind tells it; and whether faults ended it, which is a failure.

use anyhow::{Result, bail};
use serde::Serialize;

use crate::contest::{Contest, Outcome};
use crate::papers::compare;
use crate::report::ratings::standings;
use crate::report::text::match_text;
use crate::say;
use crate::stats::{Elo, Interval};
use crate::store::Pairing;
use crate::tally::Tally;

/// The last line of `--json` of a match.
#[derive(Serialize)]
struct Report<'a> {
    run: Option<&'a str>,
    contest: &'a Contest,
    identities: [String; 2],
    #[serde(flatten)]
    outcome: &'a Outcome,
    bounds: Option<(f64, f64)>,
    faults: [u64; 2],
    score: f64,
    interval: Interval,
    elo: Elo,
}

/// Tells the result of one match. Fails when faults ended it or decided its test.
pub fn tell_match(run: Option<&str>, contest: &Contest, tally: Tally, json: bool) -> Result<()> {
    let outcome = Outcome::of(contest, tally);
    let tally = &outcome.tally;
    if json {
        let report = Report {
            run,
            contest,
            identities: [0, 1].map(|i| contest.players[i].identity()),
            outcome: &outcome,
            bounds: contest.sprt.map(|sprt| sprt.bounds()),
            faults: tally.faults(),
            score: tally.score(),
            interval: tally.interval(),
            elo: tally.elo(),
        };
        say::line(serde_json::to_string(&report)?)?;
    } else {
        say::print(&match_text(contest, &outcome))?;
    }
    if outcome.is_faulty() {
        let [first, second] = tally.faults();
        bail!(
            "faults ended the match ({first} of the first player, {second} of the second): nothing follows from it"
        );
    }
    Ok(())
}

/// Tells the result of a run of any kind.
pub fn tell_run(kind: &str, run: &str, mut parts: Vec<(Pairing, Tally)>, json: bool) -> Result<()> {
    if matches!(kind, "match" | "sprt") && parts.len() == 1 {
        let (part, tally) = parts.remove(0);
        return tell_match(Some(run), &part.contest, tally, json);
    }
    match kind {
        "reproduce" => tell_comparisons(&parts, json)?,
        _ => tell_standings(run, &parts, json)?,
    }
    let is_faulty = |part: &&(Pairing, Tally)| Outcome::of(&part.0.contest, part.1.clone()).is_faulty();
    let faulty: Vec<&str> = parts.iter().filter(is_faulty).map(|part| part.0.label.as_str()).collect();
    if let Some(first) = faulty.first() {
        bail!(
            "faults ended {} of {} parts, among them {first}: nothing follows from those",
            faulty.len(),
            parts.len()
        );
    }
    Ok(())
}

fn tell_standings(run: &str, parts: &[(Pairing, Tally)], json: bool) -> Result<()> {
    let standings = standings(parts);
    if json {
        say::line(serde_json::json!({ "run": run, "standings": standings }).to_string())?;
    } else {
        standings.iter().try_for_each(|standings| say::print(&standings.text()))?;
    }
    Ok(())
}

fn tell_comparisons(parts: &[(Pairing, Tally)], json: bool) -> Result<()> {
    for comparison in compare(parts) {
        match json {
            true => say::line(serde_json::to_string(&comparison)?)?,
            false => say::line(comparison.line())?,
        }
    }
    Ok(())
}
