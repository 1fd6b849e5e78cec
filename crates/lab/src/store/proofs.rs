//! Proofs in the store: jobs with their answers, certificates by content hash, proved positions, and who coordinates.
//!
//! A job's row is the truth about it; the queue only carries it to a worker, and may do so twice. States: `ordered`, `running`,
//! `answered` (a worker has spoken), `folded` or `refused` (the coordinator has judged), `cancelled`. Whatever
//! is written here is on the disk before the call returns, unlike games.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use apalis_core::task::builder::TaskBuilder;
use cluster::{Fact, Order, Spec};

use super::db::{Db, Store, on_db};
use super::queue::{Membership, Ticket};
use super::runs::now;

/// The kind of a run that is a proof.
pub const PROOF: &str = "proof";

/// Our tables for proofs.
pub(super) const TABLES: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS lab_proof_jobs (
        run TEXT NOT NULL, number BIGINT NOT NULL, moves TEXT NOT NULL, budget BIGINT NOT NULL, state TEXT NOT NULL,
        ordered DOUBLE PRECISION NOT NULL, began DOUBLE PRECISION NOT NULL, beat DOUBLE PRECISION NOT NULL,
        ended DOUBLE PRECISION NOT NULL, worker TEXT NOT NULL, nodes BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
        answer TEXT NOT NULL, hash TEXT NOT NULL, root TEXT NOT NULL, tries BIGINT NOT NULL, job TEXT NOT NULL,
        PRIMARY KEY (run, number))",
    "CREATE TABLE IF NOT EXISTS lab_certificates (hash TEXT PRIMARY KEY, bytes BYTEA NOT NULL)",
    "CREATE TABLE IF NOT EXISTS lab_facts (
        board TEXT NOT NULL, position TEXT NOT NULL, value TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (board, position))",
    "CREATE TABLE IF NOT EXISTS lab_leases (run TEXT PRIMARY KEY, owner TEXT NOT NULL, beat DOUBLE PRECISION NOT NULL)",
];

/// A job as it stands in the store.
#[derive(Clone, Debug)]
pub struct JobRow {
    /// Its number in the proof.
    pub number: u64,
    /// The position.
    pub moves: Vec<u16>,
    /// Nodes that it may search.
    pub budget: u64,
    /// Where it stands.
    pub state: String,
    /// When a worker took it, in seconds since 1970.
    pub began: f64,
    /// When the answer was judged.
    pub ended: f64,
    /// Who works on it.
    pub worker: String,
    /// Nodes that it took.
    pub nodes: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// What the worker said.
    pub answer: String,
    /// The certificate, if one came.
    pub hash: String,
    /// The root's numbers after the answer was judged, or why it was refused.
    pub root: String,
}

type JobTuple = (i64, String, i64, String, f64, f64, String, i64, f64, String, String, String);

const COLUMNS: &str =
    "number, moves, budget, state, began, ended, worker, nodes, seconds, answer, hash, root";

/// How an answer was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The job.
    pub number: u64,
    /// `folded` or `refused`.
    pub state: &'static str,
    /// The root's numbers after it, or why it was refused.
    pub note: String,
    /// The proved position: its key, value and certificate.
    pub fact: Option<(String, &'static str, String)>,
}

/// Jobs on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flying {
    /// Ordered, not yet taken.
    pub ordered: u64,
    /// Taken by workers.
    pub running: u64,
}

/// Notes a new job.
macro_rules! insert_job {
    ($order:expr, $to:expr) => {
        sqlx::query(
            "INSERT INTO lab_proof_jobs VALUES ($1, $2, $3, $4, 'ordered', $5, 0, $5, 0, '', 0, 0, '', '', '', 0, $6)",
        )
        .bind(&$order.run)
        .bind($order.number as i64)
        .bind(serde_json::to_string(&$order.moves)?)
        .bind($order.budget as i64)
        .bind(now())
        .bind(serde_json::to_string($order)?)
        .execute($to)
        .await?
    };
}
/// Notes an answer unless there is one; says how many rows that changed.
macro_rules! store_answer {
    ($order:expr, $answer:expr, $certificate:expr, $hash:expr, $worker:expr, $to:expr) => {{
        if let Some(bytes) = $certificate {
            sqlx::query("INSERT INTO lab_certificates VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind($hash)
                .bind(bytes)
                .execute($to)
                .await?;
        }
        let effort: cluster::Answer = serde_json::from_str($answer).unwrap_or_default();
        sqlx::query(
            "UPDATE lab_proof_jobs SET state = 'answered', answer = $3, hash = $4, worker = $5, nodes = $6, seconds = $7
             WHERE run = $1 AND number = $2 AND state IN ('ordered', 'running')",
        )
        .bind(&$order.run)
        .bind($order.number as i64)
        .bind($answer)
        .bind($hash)
        .bind($worker)
        .bind(effort.nodes as i64)
        .bind(effort.seconds)
        .execute($to)
        .await?
        .rows_affected()
    }};
}
impl Store {
    /// Orders a proof under a new name.
    pub fn create_proof(&self, run: &str, spec: &Spec, priority: i64) -> Result<()> {
        ensure!(!run.is_empty() && run.len() <= 100, "a run needs a name of 1 to 100 letters");
        let notes = serde_json::to_string(spec)?;
        self.wait(async {
            on_db!(&self.db, pool => sqlx::query("INSERT INTO lab_runs VALUES ($1, $2, 'open', $3, $4, 0, $5)")
                .bind(run).bind(PROOF).bind(priority).bind(now()).bind(notes).execute(pool).await.map(drop))
        })
        .with_context(|| format!("there may be a run named {run:?} already"))
    }

    /// The proof of that name.
    pub fn proof_spec(&self, run: &str) -> Result<Spec> {
        let row = self.known_run(run)?;
        ensure!(row.kind == PROOF, "the run {run:?} is a {}, not a proof", row.kind);
        serde_json::from_str(&row.notes).context("the order of a proof")
    }

    /// Takes or keeps the right to coordinate a proof. False if another coordinator had a sign of life within `dead_after` seconds.
    pub fn lease(&self, run: &str, owner: &str, dead_after: f64) -> Result<bool> {
        let changed = self.wait(async {
            on_db!(&self.db, pool => sqlx::query(
                "INSERT INTO lab_leases VALUES ($1, $2, $3) ON CONFLICT (run) DO UPDATE SET owner = $2, beat = $3
                 WHERE lab_leases.owner = $2 OR lab_leases.beat < $4")
                .bind(run).bind(owner).bind(now()).bind(now() - dead_after)
                .execute(pool).await.map(|done| done.rows_affected()))
        })?;
        Ok(changed == 1)
    }

    /// Gives the right to coordinate up.
    pub fn release(&self, run: &str, owner: &str) -> Result<()> {
        self.wait(async {
            on_db!(&self.db, pool => sqlx::query("DELETE FROM lab_leases WHERE run = $1 AND owner = $2")
                .bind(run).bind(owner).execute(pool).await.map(drop))
        })?;
        Ok(())
    }

    /// Notes jobs and puts them into the queue, all or none.
    pub fn order_jobs(&self, run: &str, orders: &[Order]) -> Result<()> {
        if orders.is_empty() {
            return Ok(());
        }
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let mut tx = pool.begin().await?;
                    for order in orders {
                        insert_job!(order, &mut *tx);
                    }
                    apalis_sqlite::queries::push_tasks(&mut *tx, run, &tasks(orders, 0)?).await?;
                    tx.commit().await?;
                }
                Db::Postgres(pool) => {
                    let mut tx = pool.begin().await?;
                    sqlx::query("SET LOCAL synchronous_commit = on").execute(&mut *tx).await?;
                    for order in orders {
                        insert_job!(order, &mut *tx);
                    }
                    apalis_postgres::queries::push_tasks(&mut *tx, run, tasks(orders, 0)?).await?;
                    tx.commit().await?;
                }
            }
            anyhow::Ok(())
        })
        .context("ordering jobs")
    }

    /// Takes the next job of a proof, if there is one.
    pub fn take_order(&self, member: &Membership) -> Result<Option<Ticket<Order>>> {
        self.take_as(member)
    }

    /// Notes that a worker begins with a job. False if it is not wanted (any more).
    pub fn begin_job(&self, run: &str, number: u64, worker: &str) -> Result<bool> {
        let changed = self.wait(async {
            on_db!(&self.db, pool => sqlx::query(
                "UPDATE lab_proof_jobs SET state = 'running', worker = $3, began = $4, beat = $4
                 WHERE run = $1 AND number = $2 AND state IN ('ordered', 'running')")
                .bind(run).bind(number as i64).bind(worker).bind(now())
                .execute(pool).await.map(|done| done.rows_affected()))
        })?;
        Ok(changed == 1)
    }

    /// A sign of life of a running job. False if it is not wanted any more.
    pub fn beat_job(&self, run: &str, number: u64) -> Result<bool> {
        let changed = self.wait(async {
            on_db!(&self.db, pool => sqlx::query(
                "UPDATE lab_proof_jobs SET beat = $3 WHERE run = $1 AND number = $2 AND state IN ('ordered', 'running')")
                .bind(run).bind(number as i64).bind(now())
                .execute(pool).await.map(|done| done.rows_affected()))
        })?;
        Ok(changed == 1)
    }

    /// Stores an answer with its certificate and hands the job back, all or none. False if it had been answered before.
    pub fn deliver_answer(
        &self,
        member: &Membership,
        ticket: &Ticket<Order>,
        answer: &str,
        certificate: Option<&[u8]>,
        worker: &str,
    ) -> Result<bool> {
        let hash = certificate.map(cluster::job::hash).unwrap_or_default();
        let order = &ticket.job;
        self.wait(async {
            let stored = match &self.db {
                Db::Sqlite(pool) => {
                    let mut tx = pool.begin().await?;
                    let stored = store_answer!(order, answer, certificate, &hash, worker, &mut *tx);
                    apalis_sqlite::queries::ack_tasks(&mut *tx, &[&ticket.result], member.name()).await?;
                    tx.commit().await?;
                    stored
                }
                Db::Postgres(pool) => {
                    let mut tx = pool.begin().await?;
                    sqlx::query("SET LOCAL synchronous_commit = on").execute(&mut *tx).await?;
                    let stored = store_answer!(order, answer, certificate, &hash, worker, &mut *tx);
                    let results = [&ticket.result];
                    apalis_postgres::queries::handle_results(&mut *tx, &results, member.name()).await?;
                    tx.commit().await?;
                    stored
                }
            };
            anyhow::Ok(stored == 1)
        })
        .context("storing an answer")
    }

    /// Jobs in these states, in the order of their numbers.
    pub fn jobs_in(&self, run: &str, states: &[&str]) -> Result<Vec<JobRow>> {
        let states: Vec<String> = states.iter().map(|state| format!("'{state}'")).collect();
        let query = format!(
            "SELECT {COLUMNS} FROM lab_proof_jobs WHERE run = $1 AND state IN ({}) ORDER BY number",
            states.join(", ")
        );
        let rows: Vec<JobTuple> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(sqlx::AssertSqlSafe(query.clone())).bind(run).fetch_all(pool).await)
        })?;
        rows.into_iter().map(job_row).collect()
    }

    /// All jobs without what their workers said.
    pub fn job_figures(&self, run: &str) -> Result<Vec<JobRow>> {
        let rows: Vec<JobTuple> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT number, moves, budget, state, began, ended, worker, nodes, seconds, '', hash, root
                 FROM lab_proof_jobs WHERE run = $1 ORDER BY number")
                .bind(run).fetch_all(pool).await)
        })?;
        rows.into_iter().map(job_row).collect()
    }

    /// How many jobs are ordered and running.
    pub fn flying(&self, run: &str) -> Result<Flying> {
        let rows: Vec<(String, i64)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT state, COUNT(*) FROM lab_proof_jobs WHERE run = $1 AND state IN ('ordered', 'running') GROUP BY state")
                .bind(run).fetch_all(pool).await)
        })?;
        let count = |word: &str| rows.iter().find(|row| row.0 == word).map_or(0, |row| row.1 as u64);
        Ok(Flying { ordered: count("ordered"), running: count("running") })
    }

    /// Writes down how answers were judged and what they prove, all or none.
    pub fn judge_jobs(&self, run: &str, board: &str, judged: &[Judged]) -> Result<()> {
        self.wait(async {
            on_db!(&self.db, pool => {
                let mut tx = pool.begin().await?;
                for job in judged {
                    sqlx::query("UPDATE lab_proof_jobs SET state = $3, root = $4, ended = $5 WHERE run = $1 AND number = $2")
                        .bind(run).bind(job.number as i64).bind(job.state).bind(&job.note).bind(now())
                        .execute(&mut *tx).await?;
                    if let Some((key, value, hash)) = &job.fact {
                        sqlx::query("INSERT INTO lab_facts VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
                            .bind(board).bind(key).bind(*value).bind(hash).execute(&mut *tx).await?;
                    }
                }
                tx.commit().await?;
            });
            anyhow::Ok(())
        })
        .context("noting judged answers")
    }

    /// Takes jobs back: out of the queue if they wait, and a worker that is at one hears of it.
    pub fn cancel_jobs(&self, run: &str, numbers: &[u64]) -> Result<()> {
        self.wait(async {
            for &number in numbers {
                on_db!(&self.db, pool => sqlx::query(
                    "UPDATE lab_proof_jobs SET state = 'cancelled' WHERE run = $1 AND number = $2 AND state IN ('ordered', 'running')")
                    .bind(run).bind(number as i64).execute(pool).await.map(drop))?;
                let keys = format!("{}/proof/{number}/%", run.replace(['%', '_', '\\'], "_"));
                match &self.db {
                    Db::Sqlite(pool) => sqlx::query(
                        "DELETE FROM Jobs WHERE job_type = $1 AND status = 'Pending' AND idempotency_key LIKE $2")
                        .bind(run).bind(keys).execute(pool).await.map(drop)?,
                    Db::Postgres(pool) => sqlx::query(
                        "DELETE FROM apalis.jobs WHERE job_type = $1 AND status = 'Pending' AND idempotency_key LIKE $2")
                        .bind(run).bind(keys).execute(pool).await.map(drop)?,
                }
            }
            anyhow::Ok(())
        })
        .context("cancelling jobs")
    }

    /// Puts jobs into the queue again that nobody works on and that are not waiting there; returns how many. A worker that
    /// gave no sign for `dead_after` seconds does not count.
    pub fn revive_jobs(&self, run: &str, dead_after: f64) -> Result<u64> {
        let old: Vec<(i64, String, i64)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT number, job, tries FROM lab_proof_jobs WHERE run = $1 AND state IN ('ordered', 'running') AND beat < $2")
                .bind(run).bind(now() - dead_after).fetch_all(pool).await)
        })?;
        if old.is_empty() {
            return Ok(0);
        }
        let waiting: Vec<(Option<String>,)> =
            self.wait(async {
                match &self.db {
                    Db::Sqlite(pool) => {
                        sqlx::query_as(
                            "SELECT idempotency_key FROM Jobs WHERE job_type = $1 AND status = 'Pending'",
                        )
                        .bind(run)
                        .fetch_all(pool)
                        .await
                    }
                    Db::Postgres(pool) => sqlx::query_as(
                        "SELECT idempotency_key FROM apalis.jobs WHERE job_type = $1 AND status = 'Pending'",
                    )
                    .bind(run)
                    .fetch_all(pool)
                    .await,
                }
            })?;
        let is_waiting = |number: i64| {
            let start = format!("{run}/proof/{number}/");
            waiting.iter().any(|row| row.0.as_ref().is_some_and(|key| key.starts_with(&start)))
        };
        let mut revived = 0;
        for (number, job, tries) in old {
            if is_waiting(number) {
                continue;
            }
            let order: Order = serde_json::from_str(&job).context("a job in the store")?;
            self.wait(async {
                on_db!(&self.db, pool => sqlx::query(
                    "UPDATE lab_proof_jobs SET beat = $3, tries = tries + 1 WHERE run = $1 AND number = $2")
                    .bind(run).bind(number).bind(now()).execute(pool).await.map(drop))?;
                let tasks = tasks(std::slice::from_ref(&order), tries + 1)?;
                match &self.db {
                    Db::Sqlite(pool) => {
                        let mut connection = pool.acquire().await?;
                        apalis_sqlite::queries::push_tasks(&mut *connection, run, &tasks).await?;
                    }
                    Db::Postgres(pool) => {
                        let mut connection = pool.acquire().await?;
                        apalis_postgres::queries::push_tasks(&mut *connection, run, tasks).await?;
                    }
                }
                anyhow::Ok(())
            })?;
            revived += 1;
        }
        Ok(revived)
    }

    /// All proved positions of a board.
    pub fn facts(&self, board: &str) -> Result<HashMap<String, Fact>> {
        let rows: Vec<(String, String, String)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT position, value, hash FROM lab_facts WHERE board = $1")
                .bind(board).fetch_all(pool).await)
        })?;
        rows.into_iter()
            .map(|(key, word, hash)| {
                let value = cluster::job::value_named(&word).context("a value in the store")?;
                Ok((key, Fact { value, hash }))
            })
            .collect()
    }

    /// Keeps a proved position with its certificate.
    pub fn add_fact(&self, board: &str, key: &str, value: &str, certificate: &[u8]) -> Result<String> {
        let hash = cluster::job::hash(certificate);
        self.wait(async {
            on_db!(&self.db, pool => {
                let mut tx = pool.begin().await?;
                sqlx::query("INSERT INTO lab_certificates VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(&hash).bind(certificate).execute(&mut *tx).await?;
                sqlx::query("INSERT INTO lab_facts VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
                    .bind(board).bind(key).bind(value).bind(&hash).execute(&mut *tx).await?;
                tx.commit().await?;
            });
            anyhow::Ok(())
        })?;
        Ok(hash)
    }

    /// The certificate with this hash.
    pub fn certificate(&self, hash: &str) -> Result<Vec<u8>> {
        let row: Option<(Vec<u8>,)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT bytes FROM lab_certificates WHERE hash = $1")
                .bind(hash).fetch_optional(pool).await)
        })?;
        let bytes = row.with_context(|| format!("the certificate {hash} is not in the store"))?.0;
        ensure!(cluster::job::hash(&bytes) == hash, "the certificate {hash} is damaged in the store");
        Ok(bytes)
    }
}

/// Jobs as the queue carries them; `tries` tells a second carrying apart.
fn tasks(orders: &[Order], tries: i64) -> Result<Vec<apalis_core::task::Task<Vec<u8>>>> {
    let moment = now() as u64 - 1;
    orders
        .iter()
        .map(|order| {
            let key = format!("{}/proof/{}/{tries}", order.run, order.number);
            let task = TaskBuilder::new(serde_json::to_vec(order)?);
            Ok(task.run_at_timestamp(moment).idempotency_key(key).build())
        })
        .collect()
}

fn job_row(tuple: JobTuple) -> Result<JobRow> {
    let (number, moves, budget, state, began, ended, worker, nodes, seconds, answer, hash, root) = tuple;
    let moves = serde_json::from_str(&moves).context("the moves of a job in the store")?;
    let (number, budget, nodes) = (number as u64, budget as u64, nodes as u64);
    Ok(JobRow { number, moves, budget, state, began, ended, worker, nodes, seconds, answer, hash, root })
}
