//! Runs: what was ordered, and whether it is still wanted.

use std::collections::HashSet;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::db::{Db, Store, on_db};
use super::queue::Job;
use crate::contest::Contest;
use crate::seat::Factory;

/// Two players on a board, as one part of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// What tables call it.
    pub label: String,
    /// The match.
    pub contest: Contest,
}

/// A run as it is ordered.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// `match`, `tournament`, `sprt`, `tune` or `reproduce` (proofs and learning have no plan: see [`super::proofs`] and [`super::portions`]).
    pub kind: String,
    /// Runs with greater numbers are played first.
    pub priority: i64,
    /// Whatever the command that made the run wants to find again, as JSON.
    pub notes: String,
    /// The parts. A part with more games gets more of the workers' time; all advance together.
    pub pairings: Vec<Pairing>,
}

/// Whether a run or a pairing is still to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Workers play it.
    Open,
    /// Workers leave it alone for now.
    Paused,
    /// No more games are wanted.
    Done,
}

impl State {
    /// The word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Paused => "paused",
            State::Done => "done",
        }
    }

    fn named(word: &str) -> Result<State> {
        [State::Open, State::Paused, State::Done]
            .into_iter()
            .find(|state| state.word() == word)
            .with_context(|| format!("the database holds an unknown state {word:?}"))
    }
}

/// A run as it stands in the list of runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunRow {
    /// The run's name.
    pub id: String,
    /// The command that made it.
    pub kind: String,
    /// Whether it is played.
    pub state: State,
    /// Greater ones first.
    pub priority: i64,
    /// Seconds since 1970.
    pub created: f64,
    /// Games ordered, or portions.
    pub planned: u64,
    /// Games delivered, or portions.
    pub played: u64,
    /// What the command noted.
    #[serde(skip)]
    pub notes: String,
}

const RUNS: &str = "SELECT r.id, r.kind, r.state, r.priority, r.created,
    r.planned + (SELECT COUNT(*) FROM lab_portions p WHERE p.run = r.id),
    (SELECT COUNT(*) FROM lab_games g WHERE g.run = r.id) +
    (SELECT COUNT(*) FROM lab_portions p WHERE p.run = r.id AND p.state <> 'ordered'), r.notes FROM lab_runs r ORDER BY r.priority DESC, r.created";

type RunTuple = (String, String, String, i64, f64, i64, i64, String);

impl Store {
    /// Orders a run under a new name: its parts and all its games. Nothing is ordered when any of it fails.
    pub fn create_run(&self, id: &str, plan: &Plan, factory: &Factory) -> Result<()> {
        self.create_run_around(id, plan, &HashSet::new(), factory)
    }

    /// The same without the games (pairing and number) that are there already and will be added.
    pub fn create_run_around(
        &self,
        id: &str,
        plan: &Plan,
        there: &HashSet<(u64, u64)>,
        factory: &Factory,
    ) -> Result<()> {
        ensure!(!id.is_empty() && id.len() <= 100, "a run needs a name of 1 to 100 letters");
        ensure!(self.run(id)?.is_none(), "there is a run named {id:?} already");
        let jobs = jobs_of(id, plan, factory)?;
        self.wait(async {
            on_db!(&self.db, pool => {
                let mut tx = pool.begin().await?;
                // The run is shown to workers only when its queue is full.
                sqlx::query("INSERT INTO lab_runs VALUES ($1, $2, 'paused', $3, $4, $5, $6)")
                    .bind(id).bind(&plan.kind).bind(plan.priority).bind(now()).bind(jobs.len() as i64).bind(&plan.notes)
                    .execute(&mut *tx).await?;
                for (number, pairing) in plan.pairings.iter().enumerate() {
                    sqlx::query("INSERT INTO lab_pairings VALUES ($1, $2, $3, 'open', $4, $5)")
                        .bind(id).bind(number as i64).bind(&pairing.label).bind(2 * pairing.contest.pairs as i64).bind(serde_json::to_string(&pairing.contest)?)
                        .execute(&mut *tx).await?;
                }
                tx.commit().await?;
            });
            anyhow::Ok(())
        })?;
        let missing: Vec<Job> =
            jobs.into_iter().filter(|job| !there.contains(&(job.pairing, job.task.number))).collect();
        self.push(id, &missing)?;
        self.set_state(id, State::Open)
    }

    /// All runs, in the order in which workers look at them.
    pub fn runs(&self) -> Result<Vec<RunRow>> {
        let rows: Vec<RunTuple> =
            self.wait(async { on_db!(&self.db, pool => sqlx::query_as(RUNS).fetch_all(pool).await) })?;
        rows.into_iter().map(run_row).collect()
    }

    /// The run of that name.
    pub fn run(&self, id: &str) -> Result<Option<RunRow>> {
        Ok(self.runs()?.into_iter().find(|run| run.id == id))
    }

    /// The run of that name, or a sentence that there is none.
    pub fn known_run(&self, id: &str) -> Result<RunRow> {
        self.run(id)?.with_context(|| format!("there is no run named {id:?}"))
    }

    /// Opens, pauses or ends a run.
    pub fn set_state(&self, id: &str, state: State) -> Result<()> {
        let change = "UPDATE lab_runs SET state = $2 WHERE id = $1";
        let changed = self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let query = sqlx::query(change).bind(id).bind(state.word());
                    query.execute(pool).await.map(|done| done.rows_affected())
                }
                Db::Postgres(pool) => {
                    let mut tx = pool.begin().await?;
                    // With it everything that was ordered before is on the disk.
                    sqlx::query("SET LOCAL synchronous_commit = on").execute(&mut *tx).await?;
                    let query = sqlx::query(change).bind(id).bind(state.word());
                    let changed = query.execute(&mut *tx).await?.rows_affected();
                    tx.commit().await?;
                    Ok(changed)
                }
            }
        })?;
        ensure!(changed == 1, "there is no run named {id:?}");
        Ok(())
    }

    /// Moves a run before or behind others.
    pub fn set_priority(&self, id: &str, priority: i64) -> Result<()> {
        let changed = self.wait(async {
            on_db!(&self.db, pool => sqlx::query("UPDATE lab_runs SET priority = $2 WHERE id = $1")
                .bind(id).bind(priority).execute(pool).await.map(|done| done.rows_affected()))
        })?;
        ensure!(changed == 1, "there is no run named {id:?}");
        Ok(())
    }

    /// The names of the runs that workers play, in their order.
    pub fn open_runs(&self) -> Result<Vec<String>> {
        Ok(self.open_kinds()?.into_iter().map(|row| row.0).collect())
    }

    /// The same with what kind of run each is.
    pub fn open_kinds(&self) -> Result<Vec<(String, String)>> {
        let rows: Vec<(String, String)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT id, kind FROM lab_runs WHERE state = 'open' ORDER BY priority DESC, created").fetch_all(pool).await)
        })?;
        Ok(rows)
    }

    /// The match that one part of a run is.
    pub fn contest(&self, run: &str, pairing: u64) -> Result<Option<Contest>> {
        let row: Option<(String,)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT contest FROM lab_pairings WHERE run = $1 AND number = $2")
                .bind(run).bind(pairing as i64).fetch_optional(pool).await)
        })?;
        row.map(|(text,)| serde_json::from_str(&text)).transpose().context("a pairing in the database")
    }

    /// The parts of a run that still lack games.
    pub fn open_parts(&self, run: &str) -> Result<Vec<u64>> {
        let rows: Vec<(i64,)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT p.number FROM lab_pairings p WHERE p.run = $1 AND p.state = 'open' AND p.planned >
                 (SELECT COUNT(*) FROM lab_games g WHERE g.run = $1 AND g.pairing = p.number)")
                .bind(run).fetch_all(pool).await)
        })?;
        Ok(rows.into_iter().map(|row| row.0 as u64).collect())
    }

    /// Changes the limits of a run's matches, the number of pairs and of faults, and orders the games that
    /// are missing then. Parts that are decided are to be left out: `None`.
    pub fn extend_run(&self, id: &str, contests: &[Option<Contest>], factory: &Factory) -> Result<()> {
        let row = self.known_run(id)?;
        let mut pairings: Vec<Pairing> = self.pairings(id)?.into_iter().map(|part| part.0).collect();
        ensure!(pairings.len() == contests.len(), "the run {id:?} has {} parts", pairings.len());
        for (pairing, contest) in pairings.iter_mut().zip(contests) {
            contest.iter().for_each(|contest| pairing.contest = contest.clone());
        }
        let planned: u64 = pairings.iter().map(|pairing| 2 * pairing.contest.pairs).sum();
        let plan = Plan { kind: row.kind, priority: row.priority, notes: row.notes, pairings };
        let there: HashSet<(u64, u64)> = self.game_numbers(id)?.into_iter().collect();
        let is_wanted = |job: &Job| {
            contests[job.pairing as usize].is_some() && !there.contains(&(job.pairing, job.task.number))
        };
        let missing: Vec<Job> = jobs_of(id, &plan, factory)?.into_iter().filter(is_wanted).collect();
        self.set_state(id, State::Paused)?;
        self.wait(async {
            on_db!(&self.db, pool => {
                let mut tx = pool.begin().await?;
                sqlx::query("UPDATE lab_runs SET planned = $2 WHERE id = $1")
                    .bind(id).bind(planned as i64).execute(&mut *tx).await?;
                for (number, contest) in contests.iter().enumerate() {
                    let Some(contest) = contest else { continue };
                    sqlx::query("UPDATE lab_pairings SET state = 'open', planned = $3, contest = $4
                                 WHERE run = $1 AND number = $2")
                        .bind(id).bind(number as i64).bind(2 * contest.pairs as i64)
                        .bind(serde_json::to_string(contest)?).execute(&mut *tx).await?;
                }
                tx.commit().await?;
            });
            anyhow::Ok(())
        })?;
        self.push(id, &missing)?;
        self.set_state(id, State::Open)
    }

    /// Ends a run in which no open part lacks a game.
    pub fn close_if_done(&self, run: &str) -> Result<()> {
        self.wait(async {
            on_db!(&self.db, pool => sqlx::query(
                "UPDATE lab_runs SET state = 'done' WHERE id = $1 AND state = 'open' AND kind NOT IN ('proof', 'learn') AND NOT EXISTS (
                    SELECT 1 FROM lab_pairings p WHERE p.run = $1 AND p.state = 'open' AND p.planned >
                    (SELECT COUNT(*) FROM lab_games g WHERE g.run = $1 AND g.pairing = p.number))")
                .bind(run).execute(pool).await.map(drop))
        })?;
        Ok(())
    }

    /// The parts of a run, in order, with their states.
    pub fn pairings(&self, run: &str) -> Result<Vec<(Pairing, State)>> {
        let rows: Vec<(String, String, String)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT label, state, contest FROM lab_pairings WHERE run = $1 ORDER BY number")
                .bind(run).fetch_all(pool).await)
        })?;
        rows.into_iter()
            .map(|(label, state, contest)| {
                let contest = serde_json::from_str(&contest).context("a pairing in the database")?;
                Ok((Pairing { label, contest }, State::named(&state)?))
            })
            .collect()
    }

    /// No more games of this part are wanted.
    pub fn finish_pairing(&self, run: &str, pairing: u64) -> Result<()> {
        self.wait(async {
            on_db!(&self.db, pool => sqlx::query("UPDATE lab_pairings SET state = 'done' WHERE run = $1 AND number = $2")
                .bind(run).bind(pairing as i64).execute(pool).await.map(drop))
        })?;
        self.withdraw(run, pairing)
    }
}

fn run_row((id, kind, state, priority, created, planned, played, notes): RunTuple) -> Result<RunRow> {
    let state = State::named(&state)?;
    Ok(RunRow { id, kind, state, priority, created, planned: planned as u64, played: played as u64, notes })
}

/// All games of a run, the parts interleaved so that they advance together.
fn jobs_of(run: &str, plan: &Plan, factory: &Factory) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (pairing, Pairing { contest, .. }) in plan.pairings.iter().enumerate() {
        let tasks = contest.tasks(factory)?;
        let count = tasks.len() as f64;
        jobs.extend(tasks.into_iter().enumerate().map(|(i, task)| {
            // Both games of a pair stand at the same place.
            let place = (i / 2 * 2) as f64 / count;
            (place, Job { run: run.into(), pairing: pairing as u64, task })
        }));
    }
    if jobs.is_empty() {
        bail!("the run has no games");
    }
    jobs.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(jobs.into_iter().map(|(_, job)| job).collect())
}

/// Seconds since 1970.
pub(crate) fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}
