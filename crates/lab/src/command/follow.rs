//! Orders a run, plays it here unless told otherwise, and shows how far it is until it is done.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};

use super::options::RunOptions;
use crate::progress::Display;
use crate::runner;
use crate::seat::Factory;
use crate::stats::Sprt;
use crate::store::{Pairing, Plan, State, Store, StoredGame};
use crate::tally::Tally;
use crate::worker::{WorkerOptions, work};

/// A run that was followed to its end, or as far as it is when its games were only ordered.
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
    /// Games at once; as many as the cores allow if not said.
    pub at_once: Option<usize>,
    /// JSON lines instead of a bar.
    pub json: bool,
}

/// Orders the run, or finds it again, and plays it.
pub fn follow(plan: &Plan, options: &RunOptions, hands: &Hands) -> Result<Followed> {
    let store = options.store.open()?;
    let run = options.run.clone().unwrap_or_else(|| fresh_name(&plan.kind));
    match store.run(&run)? {
        Some(row) => {
            ensure!(row.kind == plan.kind, "the run {run:?} is a {}, not a {}", row.kind, plan.kind);
            let same = store.pairings(&run)?.iter().map(|part| &part.0).eq(plan.pairings.iter());
            ensure!(same, "the run {run:?} has other players or settings; choose another name");
            if row.state == State::Paused {
                store.set_state(&run, State::Open)?;
            }
        }
        None => store.create_run(&run, plan, hands.factory)?,
    }
    eprintln!("run {run}");
    if !options.queue_only {
        play_here(&store, &run, hands)?;
    }
    let mut sums = Sums::default();
    sums.update(&store, &run)?;
    let row = store.known_run(&run)?;
    if row.state != State::Done {
        eprintln!("the run has {} of {} games so far", row.played, row.planned);
    }
    Ok(Followed { parts: sums.parts(&store, &run)?, run })
}

/// Works on a run until it is done, and shows it.
fn play_here(store: &Store, run: &str, hands: &Hands) -> Result<()> {
    let parts: Vec<Pairing> = store.pairings(run)?.into_iter().map(|part| part.0).collect();
    let players: Vec<_> = parts.iter().flat_map(|part| &part.contest.players).collect();
    let options = WorkerOptions {
        at_once: hands.at_once.unwrap_or_else(|| runner::concurrency(&players)),
        until_empty: true,
        only: Some(run.into()),
        ..WorkerOptions::default()
    };
    let (stop, left) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| show(store, run, &parts, hands.json, &left));
        work(store, hands.factory, &options, &stop);
        left.store(true, Ordering::Relaxed);
        watcher.join().unwrap_or_else(|_| anyhow::bail!("the display of the run panicked"))
    })
}

/// Shows how far a run is until it is left.
fn show(store: &Store, run: &str, parts: &[Pairing], json: bool, left: &AtomicBool) -> Result<()> {
    let planned: u64 = parts.iter().map(|part| 2 * part.contest.pairs).sum();
    let before = store.known_run(run)?.played;
    let mut display = Display::new(planned, before, json);
    let mut sums = Sums::default();
    loop {
        let is_last = left.load(Ordering::Relaxed);
        // A database that does not answer now may do so later; the workers insist on their own.
        if sums.update(store, run).is_ok() {
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

    /// Adds what has come since the last call.
    pub fn update(&mut self, store: &Store, run: &str) -> Result<()> {
        if self.seen.is_empty() {
            store.games(run)?.iter().for_each(|game| self.add(game));
            return Ok(());
        }
        for (pairing, number) in store.game_numbers(run)? {
            if !self.seen.contains(&(pairing, number)) {
                store.game(run, pairing, number)?.iter().for_each(|game| self.add(game));
            }
        }
        Ok(())
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
    format!("{kind}-{}", moment_text(crate::store::runs::now() as u64))
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
