//! The connection: one pool of either kind, our tables and apalis' made on first use.

use std::future::Future;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use sqlx::Connection;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::runtime::Runtime;

use crate::say::note;

/// A pool of either kind.
#[derive(Clone, Debug)]
pub(super) enum Db {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same code on whichever pool there is. Both understand `$1` and the plain SQL that the lab uses.
macro_rules! on_db {
    ($db:expr, $pool:ident => $code:expr) => {
        match $db {
            $crate::store::db::Db::Sqlite($pool) => $code,
            $crate::store::db::Db::Postgres($pool) => $code,
        }
    };
}
pub(super) use on_db;

const TABLES: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS lab_runs (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, priority BIGINT NOT NULL,
        created DOUBLE PRECISION NOT NULL, planned BIGINT NOT NULL, notes TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS lab_pairings (
        run TEXT NOT NULL, number BIGINT NOT NULL, label TEXT NOT NULL, state TEXT NOT NULL,
        planned BIGINT NOT NULL, contest TEXT NOT NULL,
        PRIMARY KEY (run, number))",
    "CREATE TABLE IF NOT EXISTS lab_games (
        run TEXT NOT NULL, pairing BIGINT NOT NULL, number BIGINT NOT NULL, half_points BIGINT NOT NULL,
        plies BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, worker TEXT NOT NULL, played DOUBLE PRECISION NOT NULL,
        task TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (run, pairing, number))",
    "CREATE TABLE IF NOT EXISTS lab_faults (
        run TEXT NOT NULL, pairing BIGINT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (run, pairing, number))",
];

/// How long a server may take to answer the first call.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the set-up of a file is tried while another process is at it, a tenth of a second apart.
const TRIES: usize = 100;

/// The number of the lock under which PostgreSQL's tables are made; any number that nobody else takes.
const SETUP_LOCK: i64 = 0x0072_6f62_7573_746f;

/// The open store. Its calls block; they may come from any thread that is not itself asynchronous.
#[derive(Clone, Debug)]
pub struct Store {
    pub(super) db: Db,
    runtime: Arc<Runtime>,
}

impl Store {
    /// Opens `postgres://...`, or else an SQLite file, which is made if it is missing.
    pub fn open(url: &str) -> Result<Store> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let db = runtime
            .block_on(connect(url))
            .with_context(|| format!("cannot open the lab's database {}", without_password(url)))?;
        Ok(Store { db, runtime: Arc::new(runtime) })
    }

    /// Opens a store that is there, to look at it: nothing is made or changed.
    pub fn open_to_read(url: &str) -> Result<Store> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let opened = runtime.block_on(async {
            if is_postgres(url) {
                return connect_postgres(url).await.map(Db::Postgres);
            }
            let options = sqlite_options(url)?.read_only(true).busy_timeout(PATIENCE);
            Ok(Db::Sqlite(SqlitePoolOptions::new().max_connections(2).connect_with(options).await?))
        });
        let db =
            opened.with_context(|| format!("cannot open the lab's database {}", without_password(url)))?;
        Ok(Store { db, runtime: Arc::new(runtime) })
    }

    /// Whether there is anything to open: a file, or any server.
    pub fn is_there(url: &str) -> bool {
        is_postgres(url) || std::path::Path::new(sqlite_path(url)).exists()
    }

    pub(super) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

/// Raises `stop` at the first interrupt or request to terminate; the second one ends the program.
pub fn stop_on_signal(stop: Arc<AtomicBool>) {
    let wait = move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            signalled().await;
            stop.store(true, Ordering::Relaxed);
            note("finishing what is at hand; a second interrupt leaves at once");
            signalled().await;
            std::process::exit(130);
        });
    };
    // Without a thread of its own the first interrupt ends the program, as it would anyway.
    let _ = std::thread::Builder::new().name("signals".into()).spawn(wait);
}

/// Returns at the next interrupt or request to terminate.
async fn signalled() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

async fn connect(url: &str) -> Result<Db> {
    if !is_postgres(url) {
        let mut tries = 0;
        loop {
            match open_sqlite(url).await {
                Err(error) if tries < TRIES && is_setting_up(&error) => tries += 1,
                opened => return opened,
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let pool = connect_postgres(url).await?;
    // A whole cluster may start at once on an empty database: one at a time makes the tables.
    let mut lock = pool.acquire().await?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(SETUP_LOCK).execute(&mut *lock).await?;
    apalis_postgres::PostgresStorage::setup(&pool).await?;
    let db = Db::Postgres(pool);
    make_tables(&db).await?;
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(SETUP_LOCK).execute(&mut *lock).await?;
    drop(lock);
    Ok(db)
}

async fn open_sqlite(url: &str) -> Result<Db> {
    let pool = connect_sqlite(url).await?;
    let made = async {
        apalis_sqlite::SqliteStorage::setup(&pool).await?;
        make_tables(&Db::Sqlite(pool.clone())).await
    };
    if let Err(error) = made.await {
        pool.close().await;
        return Err(error);
    }
    Ok(Db::Sqlite(pool))
}

/// Whether another process may be making the same tables: each of its steps is whole, so trying again gets
/// on.
fn is_setting_up(error: &anyhow::Error) -> bool {
    let told = |text: String| {
        let text = text.to_lowercase();
        ["locked", "busy", "already exists", "unique constraint", "executing migration", "dirty"]
            .iter()
            .any(|part| text.contains(part))
    };
    error.chain().any(|cause| told(cause.to_string()))
}

async fn make_tables(db: &Db) -> Result<()> {
    for table in TABLES.into_iter().chain(super::proofs::TABLES).chain(super::portions::TABLES) {
        on_db!(db, pool => { sqlx::query(table).execute(pool).await?; });
    }
    Ok(())
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

fn sqlite_path(url: &str) -> &str {
    url.strip_prefix("sqlite://").or(url.strip_prefix("sqlite:")).unwrap_or(url)
}

fn sqlite_options(url: &str) -> Result<SqliteConnectOptions> {
    Ok(SqliteConnectOptions::from_str(&format!("sqlite://{}", sqlite_path(url)))?)
}

async fn connect_sqlite(url: &str) -> Result<SqlitePool> {
    let options = sqlite_options(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A crash of the machine may lose the last games, which are then played again; the file stays sound.
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(60));
    Ok(SqlitePoolOptions::new().max_connections(8).connect_with(options).await?)
}

async fn connect_postgres(url: &str) -> Result<PgPool> {
    // The pool would try again and again for its whole patience, and forget why: one call of our own says at
    // once.
    let first = tokio::time::timeout(PATIENCE, PgConnection::connect(url)).await;
    let first = first.map_err(|_| anyhow!("the server has not answered for {} s", PATIENCE.as_secs()))?;
    first?.close().await?;
    Ok(PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE)
        .after_connect(|connection, _| {
            Box::pin(async move {
                // Commits need not wait for the disk: they are lost only in order, so a lost game is one still to be played.
                sqlx::query("SET synchronous_commit = off").execute(&mut *connection).await?;
                // A worker that is stopped in the middle of a step must not keep its locks for ever.
                sqlx::query("SET idle_in_transaction_session_timeout = '10s'")
                    .execute(connection)
                    .await
                    .map(drop)
            })
        })
        .connect(url)
        .await?)
}

/// The address as it may be shown.
pub(crate) fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(start), Some(end)) if start < end => match url[start + 3..end].find(':') {
            Some(colon) => format!("{}:***{}", &url[..start + 3 + colon], &url[end..]),
            None => url.into(),
        },
        _ => url.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("postgres://me:secret@host/db"), "postgres://me:***@host/db");
        assert_eq!(without_password("postgres://me@host/db"), "postgres://me@host/db");
        assert_eq!(without_password("lab.sqlite"), "lab.sqlite");
    }
}
