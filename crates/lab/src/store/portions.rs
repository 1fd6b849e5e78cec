//! Portions of work that the lab does not understand itself: an order as text goes out, bytes come back. Learning uses it.
//!
//! A portion is known by (run, part, number); its row is the truth about it, the queue only carries it to a worker and
//! may do so twice. The first answer counts. What is ordered or answered is on the disk before the call returns.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::db::{Db, Store, on_db};
use super::queue::{Membership, Ticket};
use super::runs::now;

/// The kind of a run whose work comes in portions.
pub const LEARN: &str = "learn";

/// Our tables for portions: the orders with their answers, and files that orders name.
pub(super) const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS lab_portions (
        run TEXT NOT NULL, part TEXT NOT NULL, number BIGINT NOT NULL, job TEXT NOT NULL, state TEXT NOT NULL,
        worker TEXT NOT NULL, answered DOUBLE PRECISION NOT NULL, answer BYTEA, PRIMARY KEY (run, part, number))",
    "CREATE TABLE IF NOT EXISTS lab_files (
        run TEXT NOT NULL, hash TEXT NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (run, hash))",
];

/// A portion as the queue carries it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Portion {
    /// The run.
    pub run: String,
    /// The part of the run.
    pub part: String,
    /// Its number in the part.
    pub number: u64,
    /// What is to be done.
    pub job: String,
}

impl Portion {
    fn key(&self) -> String {
        format!("{}/{}/{}", self.run, self.part, self.number)
    }
}

/// Runs code in a transaction that is on the disk when it ends.
macro_rules! durably {
    ($store:expr, $tx:ident => $code:expr) => {
        $store.wait(async {
            match &$store.db {
                Db::Sqlite(pool) => {
                    let mut $tx = pool.begin().await?;
                    let result = $code;
                    $tx.commit().await?;
                    anyhow::Ok(result)
                }
                Db::Postgres(pool) => {
                    let mut $tx = pool.begin().await?;
                    sqlx::query("SET LOCAL synchronous_commit = on").execute(&mut *$tx).await?;
                    let result = $code;
                    $tx.commit().await?;
                    anyhow::Ok(result)
                }
            }
        })
    };
}

impl Store {
    /// Makes a run whose work comes in portions, or opens it again.
    pub fn enter_learning(&self, run: &str, priority: i64) -> Result<()> {
        ensure!(!run.is_empty() && run.len() <= 100, "a run needs a name of 1 to 100 letters");
        durably!(self, tx => {
            sqlx::query("INSERT INTO lab_runs VALUES ($1, $2, 'open', $3, $4, 0, '{}') ON CONFLICT DO NOTHING")
                .bind(run).bind(LEARN).bind(priority).bind(now()).execute(&mut *tx).await?;
            sqlx::query("UPDATE lab_runs SET state = 'open', priority = $3 WHERE id = $1 AND kind = $2")
                .bind(run).bind(LEARN).bind(priority).execute(&mut *tx).await?;
        })?;
        let row = self.known_run(run)?;
        ensure!(row.kind == LEARN, "the run {run:?} is a {}, it does not learn", row.kind);
        Ok(())
    }

    /// Orders portions of one part. Those that are ordered already stay as they are, but an unanswered one that the
    /// queue has lost is put back. A portion that is there with another job is refused.
    pub fn order_portions(&self, portions: &[Portion]) -> Result<()> {
        let Some(Portion { run, part, .. }) = portions.first() else { return Ok(()) };
        durably!(self, tx => for portion in portions {
            sqlx::query("INSERT INTO lab_portions VALUES ($1, $2, $3, $4, 'ordered', '', 0, NULL) ON CONFLICT DO NOTHING")
                .bind(run).bind(part).bind(portion.number as i64).bind(&portion.job).execute(&mut *tx).await?;
        })
        .context("ordering portions")?;
        let rows: Vec<(i64, String, String)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT number, job, state FROM lab_portions WHERE run = $1 AND part = $2")
                .bind(run).bind(part).fetch_all(pool).await)
        })?;
        let known: HashMap<u64, (String, String)> =
            rows.into_iter().map(|(number, job, state)| (number as u64, (job, state))).collect();
        let queued = self.queued(run)?;
        let mut missing = Vec::new();
        for portion in portions {
            let Some((job, state)) = known.get(&portion.number) else { continue };
            ensure!(
                *job == portion.job,
                "the run {run:?} has begun {part:?} in another way: go on with the command that it was begun with, or take another name"
            );
            if state == "ordered" && !queued.contains(&portion.key()) {
                missing.push(portion);
            }
        }
        self.sweep(run)?;
        self.push_as(run, &missing, |portion| portion.key())
    }

    /// The keys of what is in a run's queue.
    fn queued(&self, run: &str) -> Result<HashSet<String>> {
        let sql = "WHERE job_type = $1 AND status <> 'Done' AND idempotency_key IS NOT NULL";
        let keys: Vec<String> = self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let sql = format!("SELECT idempotency_key FROM Jobs {sql}");
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(run).fetch_all(pool).await
                }
                Db::Postgres(pool) => {
                    let sql = format!("SELECT idempotency_key FROM apalis.jobs {sql}");
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(run).fetch_all(pool).await
                }
            }
        })?;
        Ok(keys.into_iter().collect())
    }

    /// Takes the next portion of a run, if there is one.
    pub fn take_portion(&self, member: &Membership) -> Result<Option<Ticket<Portion>>> {
        self.take_as(member)
    }

    /// Whether nobody has answered a portion yet.
    pub fn is_portion_wanted(&self, portion: &Portion) -> Result<bool> {
        let count: i64 = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_scalar(
                "SELECT COUNT(*) FROM lab_portions WHERE run = $1 AND part = $2 AND number = $3 AND state = 'ordered'")
                .bind(&portion.run).bind(&portion.part).bind(portion.number as i64).fetch_one(pool).await)
        })?;
        Ok(count == 1)
    }

    /// Stores an answer, then hands the portion back. False if it had been answered before.
    pub fn deliver_portion(
        &self,
        member: &Membership,
        ticket: &Ticket<Portion>,
        answer: &[u8],
        worker: &str,
    ) -> Result<bool> {
        let Portion { run, part, number, .. } = &ticket.job;
        let stored = durably!(self, tx => sqlx::query(
            "UPDATE lab_portions SET state = 'answered', answer = $4, worker = $5, answered = $6
             WHERE run = $1 AND part = $2 AND number = $3 AND state = 'ordered'")
            .bind(run).bind(part).bind(*number as i64).bind(answer).bind(worker).bind(now())
            .execute(&mut *tx).await?.rows_affected())
        .context("storing an answer")?;
        // The answer is the truth: should the queue forget this, the portion is carried to somebody who sees that it is not wanted.
        self.finish(member, ticket)?;
        Ok(stored == 1)
    }

    /// What came of a portion: the answer and who gave it.
    pub fn portion_answer(&self, run: &str, part: &str, number: u64) -> Result<Option<(Vec<u8>, String)>> {
        let row: Option<(Vec<u8>, String)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT answer, worker FROM lab_portions
                 WHERE run = $1 AND part = $2 AND number = $3 AND state = 'answered' AND answer IS NOT NULL")
                .bind(run).bind(part).bind(number as i64).fetch_optional(pool).await)
        })?;
        Ok(row)
    }

    /// How many portions each part of a run has, and how many of them are answered; in the order of the parts.
    pub fn portion_parts(&self, run: &str) -> Result<Vec<(String, u64, u64)>> {
        let rows: Vec<(String, i64, i64)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT part, COUNT(*), COUNT(CASE WHEN state <> 'ordered' THEN 1 END) FROM lab_portions
                 WHERE run = $1 GROUP BY part ORDER BY part")
                .bind(run).fetch_all(pool).await)
        })?;
        Ok(rows.into_iter().map(|(part, all, done)| (part, all as u64, done as u64)).collect())
    }

    /// Who answered how many portions of a run.
    pub fn portion_workers(&self, run: &str) -> Result<Vec<(String, u64)>> {
        let rows: Vec<(String, i64)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT worker, COUNT(*) FROM lab_portions WHERE run = $1 AND state <> 'ordered' GROUP BY worker ORDER BY worker")
                .bind(run).fetch_all(pool).await)
        })?;
        Ok(rows.into_iter().map(|(worker, count)| (worker, count as u64)).collect())
    }

    /// An answer is no good: the portion is to be done again, as soon as it is ordered again.
    pub fn refuse_portion(&self, run: &str, part: &str, number: u64) -> Result<()> {
        durably!(self, tx => sqlx::query(
            "UPDATE lab_portions SET state = 'ordered', answer = NULL WHERE run = $1 AND part = $2 AND number = $3 AND state = 'answered'")
            .bind(run).bind(part).bind(number as i64).execute(&mut *tx).await.map(drop)?)
    }

    /// Nothing more is wanted of a part: what waits leaves the queue, and answers lose their bytes.
    pub fn forget_portions(&self, run: &str, part: &str) -> Result<()> {
        self.withdraw(run, part)?;
        durably!(self, tx => {
            sqlx::query("DELETE FROM lab_portions WHERE run = $1 AND part = $2 AND state = 'ordered'")
                .bind(run).bind(part).execute(&mut *tx).await?;
            sqlx::query("UPDATE lab_portions SET state = 'taken', answer = NULL WHERE run = $1 AND part = $2 AND state = 'answered'")
                .bind(run).bind(part).execute(&mut *tx).await?;
        })
        .context("forgetting portions")
    }

    /// Keeps a file for a run's workers; by its hash they find it.
    pub fn keep_file(&self, run: &str, bytes: &[u8]) -> Result<String> {
        let hash = cluster::job::hash(bytes);
        durably!(self, tx => sqlx::query("INSERT INTO lab_files VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(run).bind(&hash).bind(bytes).execute(&mut *tx).await.map(drop)?)
        .context("keeping a file")?;
        Ok(hash)
    }

    /// A file of a run.
    pub fn file(&self, run: &str, hash: &str) -> Result<Vec<u8>> {
        let row: Option<(Vec<u8>,)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT bytes FROM lab_files WHERE run = $1 AND hash = $2")
                .bind(run).bind(hash).fetch_optional(pool).await)
        })?;
        let bytes = row.with_context(|| format!("the file {hash} is not in the store"))?.0;
        ensure!(cluster::job::hash(&bytes) == hash, "the file {hash} is damaged in the store");
        Ok(bytes)
    }

    /// Removes the files of a run.
    pub fn forget_files(&self, run: &str) -> Result<()> {
        self.wait(async {
            on_db!(&self.db, pool => sqlx::query("DELETE FROM lab_files WHERE run = $1")
                .bind(run).execute(pool).await.map(drop))
        })?;
        Ok(())
    }
}
