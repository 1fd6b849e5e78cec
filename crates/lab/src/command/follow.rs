//! Orders a run, plays it here unless told otherwise, and shows how far it is until it is done.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::admit::{Where, check_players};
use super::options::{MatchOptions, RunOptions};
use crate::contest::Contest;
use crate::progress::Display;
use crate::roster::Roster;
use crate::runner;
use crate::say::{self, note};
use crate::seat::Factory;
use crate::stats::Sprt;
use crate::store::runs::now;
use crate::store::{Pairing, Plan, State, Store, StoredGame, stop_on_signal};
use crate::tally::Tally;
use crate::worker::{WorkerOptions, work};

/// A run that was followed to its end, or as far as it got.
pub struct Followed {
    /// The run's name.
    pub run: String,
    /// The parts with their sums.
    pub parts: Vec<(Pairing, Tally)>,
}

/// How to play a run here.
pub struct Hands<'a> {
    /// Makes the players.
    pub factory: &'a Factory,
    /// The engines of this machine.
    pub roster: Roster,
    /// Games at once; as many as the cores allow if not said.
    pub at_once: Option<usize>,
    /// JSON lines instead of a bar.
    pub json: bool,
    /// Tells every game as it ends.
    pub log: bool,
}

impl<'a> Hands<'a> {
    /// As the options say.
    pub fn new(factory: &'a Factory, roster: Roster, options: &MatchOptions) -> Hands<'a> {
        Hands { factory, roster, at_once: options.concurrency, json: options.json, log: options.log }
    }
}

/// Orders the run, or finds it again, and plays it. `None` when it was only ordered, which is told here.
pub fn follow(plan: &Plan, options: &RunOptions, hands: &Hands) -> Result<Option<Followed>> {
    let place = if options.queue_only { Where::Elsewhere } else { Where::Store };
    let contests = plan.pairings.iter().map(|pairing| &pairing.contest);
    check_players(contests, place, &hands.roster, hands.factory)?;
    let store = options.store.open()?;
    let run = match &options.run {
        Some(run) => order(&store, run, plan, hands.factory).map(|_| run.clone())?,
        None => order_anew(&store, plan, hands.factory)?,
    };
    if options.queue_only {
        let planned = store.known_run(&run)?.planned;
        match hands.json {
            true => say::line(serde_json::json!({ "run": run, "ordered": planned }).to_string())?,
            false => say::line(format!("run {run}: {planned} games ordered"))?,
        }
        return Ok(None);
    }
    note(format!("run {run}"));
    let parts = finish(&store, &run, hands)?;
    Ok(Some(Followed { parts, run }))
}

/// Orders the run under its name, or finds it there and orders what it lacks.
fn order(store: &Store, run: &str, plan: &Plan, factory: &Factory) -> Result<()> {
    let Some(row) = store.run(run)? else { return store.create_run(run, plan, factory) };
    ensure!(row.kind == plan.kind, "the run {run:?} is a {}, not a {}", row.kind, plan.kind);
    let stored: Vec<Pairing> = store.pairings(run)?.into_iter().map(|part| part.0).collect();
    // The limits of a match may change; all else makes it another match.
    let lasting = |pairing: &Pairing| Pairing {
        contest: Contest { pairs: 0, max_faults: 0, ..pairing.contest.clone() },
        ..pairing.clone()
    };
    let is_same = stored.iter().map(lasting).eq(plan.pairings.iter().map(lasting));
    ensure!(is_same, "the run {run:?} has other players or settings; choose another name");
    let contests = |pairings: &[Pairing]| -> Vec<Contest> {
        pairings.iter().map(|pairing| pairing.contest.clone()).collect()
    };
    let (stored, wanted) = (contests(&stored), contests(&plan.pairings));
    if stored != wanted {
        return grow(store, run, &stored, &wanted, factory);
    }
    if row.state == State::Paused {
        store.set_state(run, State::Open)?;
    }
    Ok(())
}

/// Changes the limits of a run's matches. Decided ones stay as they are, and fewer games than before are
/// refused.
pub fn grow(
    store: &Store,
    run: &str,
    stored: &[Contest],
    wanted: &[Contest],
    factory: &Factory,
) -> Result<()> {
    let mut changes = Vec::new();
    for (part, (old, new)) in stored.iter().zip(wanted).enumerate() {
        let games = 2 * old.pairs;
        ensure!(new.pairs >= old.pairs, "the run {run:?} has {games} games ordered; it can only get more");
        let is_decided = store.score(run, part as u64)?.is_decided(new);
        changes.push((!is_decided).then(|| new.clone()));
    }
    ensure!(changes.iter().any(Option::is_some), "the run {run:?} is decided; it is not played on");
    store.extend_run(run, &changes, factory)
}

/// Orders the run under a name that nobody else has.
fn order_anew(store: &Store, plan: &Plan, factory: &Factory) -> Result<String> {
    let base = fresh_name(&plan.kind);
    for number in 1..=100 {
        let name = if number == 1 { base.clone() } else { format!("{base}-{number}") };
        if store.run(&name)?.is_some() {
            continue;
        }
        match store.create_run(&name, plan, factory) {
            Ok(()) => return Ok(name),
            // Another process may have taken the name in between.
            Err(error) if store.run(&name)?.is_none() => return Err(error),
            Err(_) => {}
        }
    }
    bail!("all names from {base} on are taken; choose one with --run")
}

/// Plays what a run lacks and returns its parts with their sums.
pub fn finish(store: &Store, run: &str, hands: &Hands) -> Result<Vec<(Pairing, Tally)>> {
    play_here(store, run, hands)?;
    let mut sums = Sums::default();
    sums.update(store, run)?;
    let row = store.known_run(run)?;
    if row.state != State::Done {
        note(format!("the run has {} of {} games so far", row.played, row.planned));
    }
    sums.parts(store, run)
}

/// Works on a run until it is done or interrupted, and shows it.
fn play_here(store: &Store, run: &str, hands: &Hands) -> Result<()> {
    let parts: Vec<Pairing> = store.pairings(run)?.into_iter().map(|part| part.0).collect();
    let players: Vec<_> = parts.iter().flat_map(|part| &part.contest.players).collect();
    let options = WorkerOptions {
        at_once: hands.at_once.unwrap_or_else(|| runner::concurrency(&players)),
        until_empty: true,
        only: Some(run.into()),
        roster: hands.roster.clone(),
        ..WorkerOptions::default()
    };
    let (stop, left) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    stop_on_signal(Arc::clone(&stop));
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| show(store, run, &parts, hands, &left));
        work(store, hands.factory, &options, &stop);
        left.store(true, Ordering::Relaxed);
        watcher.join().unwrap_or_else(|_| anyhow::bail!("the display of the run panicked"))
    })
}

/// Shows how far a run is until it is left.
fn show(store: &Store, run: &str, parts: &[Pairing], hands: &Hands, left: &AtomicBool) -> Result<()> {
    let begin = now();
    let planned: u64 = parts.iter().map(|part| 2 * part.contest.pairs).sum();
    let before = store.known_run(run)?.played;
    let mut display = Display::new(planned, before, hands.json);
    let mut sums = Sums::default();
    loop {
        let is_last = left.load(Ordering::Relaxed);
        // A database that does not answer now may do so later; the workers insist on their own.
        if let Ok(games) = sums.update(store, run) {
            for game in games.iter().filter(|game| hands.log && game.played >= begin) {
                display.log(game.pairing, &game.task, &game.result);
            }
            let sprt: Option<&Sprt> = parts.first().and_then(|part| part.contest.sprt.as_ref());
            match parts.len() {
                1 => display.show(&sums.sum(0), planned, sprt),
                _ => display.show_games(sums.games(), planned),
            }
        }
        if is_last {
            display.finish();
            return Ok(());
        }
        let mut pause = 0;
        while pause < 25 && !left.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
            pause += 1;
        }
    }
}

/// The games of a run so far, added up as they come.
#[derive(Default)]
pub struct Sums {
    seen: HashSet<(u64, u64)>,
    tallies: BTreeMap<u64, Tally>,
}

impl Sums {
    /// The sums of these games.
    pub fn of(games: &[StoredGame]) -> Sums {
        let mut sums = Sums::default();
        games.iter().for_each(|game| sums.add(game));
        sums
    }

    fn add(&mut self, game: &StoredGame) {
        if self.seen.insert((game.pairing, game.task.number)) {
            self.tallies.entry(game.pairing).or_default().add(&game.task, &game.result);
        }
    }

    /// Adds what has come since the last call, and returns it.
    pub fn update(&mut self, store: &Store, run: &str) -> Result<Vec<StoredGame>> {
        let mut games = Vec::new();
        if self.seen.is_empty() {
            games = store.games(run)?;
        } else {
            for (pairing, number) in store.game_numbers(run)? {
                if !self.seen.contains(&(pairing, number)) {
                    games.extend(store.game(run, pairing, number)?);
                }
            }
        }
        games.iter().for_each(|game| self.add(game));
        Ok(games)
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The sum of one part.
    pub fn sum(&self, pairing: u64) -> Tally {
        self.tallies.get(&pairing).cloned().unwrap_or_default()
    }

    /// All parts of a run with their sums.
    pub fn parts(&self, store: &Store, run: &str) -> Result<Vec<(Pairing, Tally)>> {
        let parts = store.pairings(run)?.into_iter().enumerate();
        Ok(parts.map(|(number, (part, _))| (part, self.sum(number as u64))).collect())
    }
}

/// A name such as `match-20261115-215301`.
fn fresh_name(kind: &str) -> String {
    format!("{kind}-{}", moment_text(now() as u64))
}

/// Year, month, day and time of day (UTC) as digits.
pub fn moment_text(seconds: u64) -> String {
    // Howard Hinnant's days-to-date, which counts years from March.
    let days = (seconds / 86_400) as i64 + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * march + 2) / 5 + 1, if march < 10 { march + 3 } else { march - 9 });
    let year = year + 400 * era + i64::from(month <= 2);
    let time = seconds % 86_400;
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment_text(0), "19700101-000000");
        assert_eq!(moment_text(951_782_399), "20000228-235959");
        assert_eq!(moment_text(951_782_400), "20000229-000000");
        assert_eq!(moment_text(1_794_787_199), "20261115-235959");
    }
}
