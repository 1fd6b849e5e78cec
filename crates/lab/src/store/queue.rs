//! The queue of games still to be played: apalis' tables and queries, one queue a run.
//!
//! The lab calls apalis' queries itself instead of running its worker, for three reasons: games are played on threads of their
//! own, so a busy worker still sends heartbeats; one game is taken at a time, so none waits behind another; and a game costs
//! no time in timers of a polling loop. Whatever a dead worker had taken is put back by the heartbeats of the living.

use std::fmt::Display;
use std::time::Duration;

use anyhow::{Context, Result};
use apalis_core::backend::{TaskResult, WorkerFilter};
use apalis_core::task::Task as QueueTask;
use apalis_core::task::builder::TaskBuilder;
use apalis_core::task::status::Status;
use apalis_core::worker::context::WorkerContext;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::db::{Db, Store};
use super::games::GameRow;
use super::runs::now;
use crate::task::{GameResult, Task};

/// What lies in the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The run.
    pub run: String,
    /// The part of the run.
    pub pairing: u64,
    /// The game.
    pub task: Task,
}

/// A job that a worker has taken and must hand back.
#[derive(Debug)]
pub struct Ticket<J = Job> {
    /// The job.
    pub job: J,
    pub(super) result: TaskResult<serde_json::Value>,
    /// Whether somebody else had taken it before.
    pub is_second_try: bool,
}

impl<J> Ticket<J> {
    /// The job's name in the queue.
    pub fn id(&self) -> String {
        self.result.task_id.to_string()
    }
}

/// Seconds of silence after which a worker is not counted.
const ALIVE: i64 = 12;

/// A worker's place at the queue of one run.
#[derive(Clone, Debug)]
pub struct Membership {
    worker: WorkerContext,
    run: String,
    /// Time between heartbeats.
    pub heartbeat: Duration,
    /// A worker that was silent for so long is dead.
    pub dead_after: Duration,
}

impl Membership {
    /// The worker's name.
    pub fn name(&self) -> &str {
        self.worker.name()
    }

    /// The run whose queue it is.
    pub fn run(&self) -> &str {
        &self.run
    }

    fn sqlite(&self) -> apalis_sqlite::Config {
        apalis_sqlite::Config::default().queue(&self.run).batch_size(1).heartbeat_interval(self.heartbeat)
    }

    fn postgres(&self) -> apalis_postgres::Config {
        apalis_postgres::Config::default().queue(&self.run).batch_size(1).heartbeat_interval(self.heartbeat)
    }
}

impl Store {
    /// Puts games into a run's queue. Pushing a job again does nothing as long as it is there.
    pub(super) fn push(&self, run: &str, jobs: &[Job]) -> Result<()> {
        self.push_as(run, jobs, |job| format!("{run}/{}/{}", job.pairing, job.task.number))
    }

    /// Puts jobs of any kind into a run's queue, in their order, each under its key.
    pub(super) fn push_as<J: Serialize>(
        &self,
        run: &str,
        jobs: &[J],
        key: impl Fn(&J) -> String,
    ) -> Result<()> {
        let start = now() as u64 - jobs.len() as u64;
        for (block, jobs) in jobs.chunks(1000).enumerate() {
            let mut tasks = Vec::with_capacity(jobs.len());
            for (i, job) in jobs.iter().enumerate() {
                // The queue goes by time: moments in the past, one second apart, keep the order.
                let place = start + (1000 * block + i) as u64;
                let task = TaskBuilder::new(serde_json::to_vec(job)?);
                tasks.push(task.run_at_timestamp(place).idempotency_key(key(job)).build());
            }
            self.wait(self.push_tasks(run, tasks))?;
        }
        Ok(())
    }

    async fn push_tasks(&self, run: &str, tasks: Vec<QueueTask<Vec<u8>>>) -> Result<()> {
        match &self.db {
            Db::Sqlite(pool) => {
                let mut tx = pool.begin().await?;
                apalis_sqlite::queries::push_tasks(&mut *tx, run, &tasks).await?;
                tx.commit().await?;
            }
            Db::Postgres(pool) => {
                let mut tx = pool.begin().await?;
                apalis_postgres::queries::push_tasks(&mut *tx, run, tasks).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Makes a worker known at a run's queue. Its name must be new.
    pub fn join(
        &self,
        run: &str,
        name: &str,
        heartbeat: Duration,
        dead_after: Duration,
    ) -> Result<Membership> {
        let worker = WorkerContext::new(&format!("{name}/{run}"));
        let membership = Membership { worker, run: run.into(), heartbeat, dead_after };
        self.wait(self.register(&membership)).context("joining the queue")?;
        Ok(membership)
    }

    /// How many workers at a run's queue are alive: those whose last two heartbeats were not both missed.
    pub fn members(&self, run: &str) -> Result<u64> {
        let count: i64 = self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let sql = "SELECT COUNT(*) FROM Workers WHERE worker_type = $1 AND last_seen > strftime('%s', 'now') - $2";
                    sqlx::query_scalar(sql).bind(run).bind(ALIVE).fetch_one(pool).await
                }
                Db::Postgres(pool) => {
                    let sql = "SELECT COUNT(*) FROM apalis.workers
                        WHERE worker_type = $1 AND last_seen > NOW() - $2 * INTERVAL '1 second'";
                    sqlx::query_scalar(sql).bind(run).bind(ALIVE).fetch_one(pool).await
                }
            }
        })?;
        Ok(count as u64)
    }

    async fn register(&self, member: &Membership) -> Result<()> {
        match &self.db {
            Db::Sqlite(pool) => {
                apalis_sqlite::queries::register_worker(pool, &member.sqlite(), &member.worker, "lab")
                    .await?;
            }
            Db::Postgres(pool) => {
                let mut tx = pool.begin().await?;
                // The moment of the call is set by the heartbeat in the same transaction.
                let never = Default::default();
                apalis_postgres::queries::register_worker(
                    &mut *tx,
                    &member.run,
                    &member.worker,
                    &never,
                    "lab",
                )
                .await?;
                apalis_postgres::queries::keep_alive(&mut *tx, &member.run, &member.worker).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Says that the worker lives, and puts back what dead ones had taken; returns how many jobs that were.
    pub fn beat(&self, member: &Membership) -> Result<u64> {
        self.wait(self.beat_now(member)).context("the heartbeat")
    }

    async fn beat_now(&self, member: &Membership) -> Result<u64> {
        let dead = member.dead_after.as_secs().max(1);
        match &self.db {
            Db::Sqlite(pool) => {
                apalis_sqlite::queries::keep_alive(pool, &member.sqlite(), &member.worker).await?;
                let others = WorkerFilter::AllExcept(member.name().into());
                Ok(apalis_sqlite::queries::reenqueue_orphaned(pool, dead as i64, &member.run, &others)
                    .await?)
            }
            Db::Postgres(pool) => {
                let mut tx = pool.begin().await?;
                let alive = apalis_postgres::queries::keep_alive(&mut *tx, &member.run, &member.worker).await;
                if matches!(alive, Err(apalis_postgres::Error::WorkerOutOfSync)) {
                    // A crash of the database has forgotten the worker.
                    tx.rollback().await?;
                    self.register(member).await?;
                    return Ok(0);
                }
                alive?;
                let count = apalis_postgres::queries::reenqueue_orphaned(&mut *tx, &member.run, dead).await?;
                tx.commit().await?;
                Ok(count)
            }
        }
    }

    /// The jobs that the queue believes in a worker's hands.
    pub fn in_hands(&self, member: &Membership) -> Result<Vec<String>> {
        let sql = "FROM jobs WHERE lock_by = $1 AND status IN ('Running', 'Queued')";
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let sql = format!("SELECT id {}", sql.replace("jobs", "Jobs"));
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(member.name()).fetch_all(pool).await
                }
                Db::Postgres(pool) => {
                    let sql = format!("SELECT id {}", sql.replace("jobs", "apalis.jobs"));
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(member.name()).fetch_all(pool).await
                }
            }
        })
        .context("looking for lost jobs")
    }

    /// Puts a job that a worker has taken, but does not do, back into the queue; nobody takes it for so many
    /// seconds.
    pub fn put_back(&self, member: &Membership, job: &str, seconds: i64) -> Result<()> {
        let set = "SET status = 'Pending', lock_by = NULL, lock_at = NULL, attempts = attempts + 1";
        let which = "WHERE id = $1 AND lock_by = $2 AND status IN ('Running', 'Queued')";
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    let sql = format!(
                        "UPDATE Jobs {set}, run_at = MAX(run_at, strftime('%s', 'now') + $3) {which}"
                    );
                    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(job).bind(member.name());
                    query.bind(seconds).execute(pool).await.map(drop)
                }
                Db::Postgres(pool) => {
                    let sql = format!(
                        "UPDATE apalis.jobs {set}, run_at = GREATEST(run_at, NOW() + $3 * INTERVAL '1 second') {which}"
                    );
                    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(job).bind(member.name());
                    query.bind(seconds).execute(pool).await.map(drop)
                }
            }
        })
        .context("putting a job back into the queue")
    }

    /// Clears jobs that are done out of a run's queue: apalis looks through all that a worker ever had at each hand-back.
    pub fn sweep(&self, run: &str) -> Result<()> {
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => sqlx::query("DELETE FROM Jobs WHERE job_type = $1 AND status = 'Done'")
                    .bind(run)
                    .execute(pool)
                    .await
                    .map(drop),
                Db::Postgres(pool) => {
                    sqlx::query("DELETE FROM apalis.jobs WHERE job_type = $1 AND status = 'Done'")
                        .bind(run)
                        .execute(pool)
                        .await
                        .map(drop)
                }
            }
        })
        .context("sweeping the queue")
    }

    /// Takes the jobs of one part out of a run's queue, those that somebody is at excepted.
    pub(super) fn withdraw(&self, run: &str, part: impl Display) -> Result<()> {
        let keys = format!("{}/{part}/%", run.replace(['%', '_', '\\'], "_"));
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => sqlx::query(
                    "DELETE FROM Jobs WHERE job_type = $1 AND status = 'Pending' AND idempotency_key LIKE $2",
                )
                .bind(run)
                .bind(keys)
                .execute(pool)
                .await
                .map(drop),
                Db::Postgres(pool) => sqlx::query(
                    "DELETE FROM apalis.jobs WHERE job_type = $1 AND status = 'Pending' AND idempotency_key LIKE $2",
                )
                .bind(run)
                .bind(keys)
                .execute(pool)
                .await
                .map(drop),
            }
        })
        .context("withdrawing jobs from the queue")
    }

    /// Takes the next job of the worker's run, if there is one.
    pub fn take(&self, member: &Membership) -> Result<Option<Ticket>> {
        self.take_as(member)
    }

    /// The same for a queue of any kind of job.
    pub(super) fn take_as<J: DeserializeOwned>(&self, member: &Membership) -> Result<Option<Ticket<J>>> {
        let tasks = self.wait(self.fetch(member)).context("taking a job from the queue")?;
        let Some(task) = tasks.into_iter().next() else { return Ok(None) };
        let job = serde_json::from_slice(&task.args).context("a job in the queue")?;
        let task_id = task.task_id().context("a job without an id")?.clone();
        let result = TaskResult { task_id, attempt: 1, status: Status::Done, result: Ok("played".into()) };
        Ok(Some(Ticket { job, result, is_second_try: task.attempt() > 0 }))
    }

    async fn fetch(&self, member: &Membership) -> Result<Vec<QueueTask<Vec<u8>>>> {
        Ok(match &self.db {
            Db::Sqlite(pool) => {
                apalis_sqlite::queries::fetch_next(pool, &member.sqlite(), &member.worker).await?
            }
            Db::Postgres(pool) => {
                let mut connection = pool.acquire().await?;
                apalis_postgres::queries::fetch_next(&mut *connection, &member.postgres(), &member.worker)
                    .await?
            }
        })
    }

    /// Hands a job back as done, without a game. Does nothing when it was taken away meanwhile.
    pub fn finish<J>(&self, member: &Membership, ticket: &Ticket<J>) -> Result<()> {
        self.wait(async {
            match &self.db {
                Db::Sqlite(pool) => {
                    apalis_sqlite::queries::ack_tasks(pool, &[&ticket.result], member.name()).await?;
                }
                Db::Postgres(pool) => {
                    let mut connection = pool.acquire().await?;
                    let results = [&ticket.result];
                    apalis_postgres::queries::handle_results(&mut *connection, &results, member.name())
                        .await?;
                }
            }
            anyhow::Ok(())
        })
        .context("handing a game back to the queue")
    }

    /// Stores a game and hands its job back, both or neither. False when the game was there before.
    pub fn deliver(
        &self,
        member: &Membership,
        ticket: &Ticket,
        result: &GameResult,
        worker: &str,
    ) -> Result<bool> {
        let Job { run, pairing, task } = &ticket.job;
        let row = GameRow::new(run, *pairing, task, result, worker)?;
        self.wait(async {
            let added = match &self.db {
                Db::Sqlite(pool) => {
                    let mut tx = pool.begin().await?;
                    let added = row.insert_query().execute(&mut *tx).await?.rows_affected();
                    if let Some(fault) = row.fault_query().filter(|_| added == 1) {
                        fault.execute(&mut *tx).await?;
                    }
                    apalis_sqlite::queries::ack_tasks(&mut *tx, &[&ticket.result], member.name()).await?;
                    tx.commit().await?;
                    added
                }
                Db::Postgres(pool) => {
                    let mut tx = pool.begin().await?;
                    let added = row.insert_query().execute(&mut *tx).await?.rows_affected();
                    if let Some(fault) = row.fault_query().filter(|_| added == 1) {
                        fault.execute(&mut *tx).await?;
                    }
                    let results = [&ticket.result];
                    apalis_postgres::queries::handle_results(&mut *tx, &results, member.name()).await?;
                    tx.commit().await?;
                    added
                }
            };
            anyhow::Ok(added == 1)
        })
        .context("storing a game")
    }
}
