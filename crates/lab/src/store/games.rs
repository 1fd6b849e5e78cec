//! Games that were delivered.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sqlx::query::Query;
use sqlx::{Database, Encode, IntoArguments, Type};

use super::db::{Store, on_db};
use super::runs::now;
use crate::contest::Score;
use crate::task::{Ending, GameResult, Task};

/// A game with the place it has in its run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// The part of the run.
    pub pairing: u64,
    /// What was ordered.
    pub task: Task,
    /// What came.
    pub result: GameResult,
    /// Who played it.
    pub worker: String,
    /// When it was stored, in seconds since 1970.
    pub played: f64,
}

/// A game on its way into the database.
pub(super) struct GameRow<'a> {
    run: &'a str,
    pairing: i64,
    worker: &'a str,
    result: &'a GameResult,
    is_faulty: bool,
    texts: [String; 2],
}

impl<'a> GameRow<'a> {
    pub(super) fn new(
        run: &'a str,
        pairing: u64,
        task: &Task,
        result: &'a GameResult,
        worker: &'a str,
    ) -> Result<GameRow<'a>> {
        let texts = [serde_json::to_string(task)?, serde_json::to_string(result)?];
        let is_faulty = matches!(result.ending, Ending::Fault(_));
        Ok(GameRow { run, pairing: pairing as i64, worker, result, is_faulty, texts })
    }

    /// The statement that notes its fault, if it ended by one.
    pub(super) fn fault_query<D>(&self) -> Option<Query<'_, D, <D as Database>::Arguments>>
    where
        D: Database,
        <D as Database>::Arguments: IntoArguments<D>,
        for<'q> &'q str: Encode<'q, D> + Type<D>,
        for<'q> i64: Encode<'q, D> + Type<D>,
    {
        let note = || sqlx::query("INSERT INTO lab_faults VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
        self.is_faulty.then(|| note().bind(self.run).bind(self.pairing).bind(self.result.number as i64))
    }

    /// The statement that adds it, unless it is there.
    pub(super) fn insert_query<D>(&self) -> Query<'_, D, <D as Database>::Arguments>
    where
        D: Database,
        <D as Database>::Arguments: IntoArguments<D>,
        for<'q> &'q str: Encode<'q, D> + Type<D>,
        for<'q> String: Encode<'q, D> + Type<D>,
        for<'q> i64: Encode<'q, D> + Type<D>,
        for<'q> f64: Encode<'q, D> + Type<D>,
    {
        let [task, result] = self.texts.clone();
        sqlx::query(
            "INSERT INTO lab_games VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
        )
        .bind(self.run)
        .bind(self.pairing)
        .bind(self.result.number as i64)
        .bind(i64::from(self.result.half_points))
        .bind(self.result.plies as i64)
        .bind(self.result.seconds)
        .bind(self.worker)
        .bind(now())
        .bind(task)
        .bind(result)
    }
}

type GameTuple = (i64, String, String, String, f64);

impl Store {
    /// Stores a game. False when it was there before: then nothing changes.
    pub fn add_game(
        &self,
        run: &str,
        pairing: u64,
        task: &Task,
        result: &GameResult,
        worker: &str,
    ) -> Result<bool> {
        let row = GameRow::new(run, pairing, task, result, worker)?;
        self.wait(async {
            on_db!(&self.db, pool => {
                let mut tx = pool.begin().await?;
                let added = row.insert_query().execute(&mut *tx).await?.rows_affected();
                if let Some(fault) = row.fault_query().filter(|_| added == 1) {
                    fault.execute(&mut *tx).await?;
                }
                tx.commit().await?;
                Ok(added == 1)
            })
        })
    }

    /// Whether a game is still wanted: its part is open and it has not come yet.
    pub fn is_wanted(&self, run: &str, pairing: u64, number: u64) -> Result<bool> {
        let (open,): (i64,) = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT COUNT(*) FROM lab_pairings p WHERE p.run = $1 AND p.number = $2 AND p.state = 'open'
                 AND NOT EXISTS (SELECT 1 FROM lab_games g WHERE g.run = $1 AND g.pairing = $2 AND g.number = $3)")
                .bind(run).bind(pairing as i64).bind(number as i64).fetch_one(pool).await)
        })?;
        Ok(open > 0)
    }

    /// Which games of a run are there: pairing and number.
    pub fn game_numbers(&self, run: &str) -> Result<Vec<(u64, u64)>> {
        let rows: Vec<(i64, i64)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as("SELECT pairing, number FROM lab_games WHERE run = $1")
                .bind(run).fetch_all(pool).await)
        })?;
        Ok(rows.into_iter().map(|(pairing, number)| (pairing as u64, number as u64)).collect())
    }

    /// All games of a run, in the order of their parts and numbers.
    pub fn games(&self, run: &str) -> Result<Vec<StoredGame>> {
        let rows: Vec<GameTuple> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT pairing, task, result, worker, played FROM lab_games WHERE run = $1 ORDER BY pairing, number")
                .bind(run).fetch_all(pool).await)
        })?;
        rows.into_iter().map(stored_game).collect()
    }

    /// One game of a run.
    pub fn game(&self, run: &str, pairing: u64, number: u64) -> Result<Option<StoredGame>> {
        let row: Option<GameTuple> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT pairing, task, result, worker, played FROM lab_games WHERE run = $1 AND pairing = $2 AND number = $3")
                .bind(run).bind(pairing as i64).bind(number as i64).fetch_optional(pool).await)
        })?;
        row.map(stored_game).transpose()
    }

    /// The score of one part of a run: all that decides when it ends.
    pub fn score(&self, run: &str, pairing: u64) -> Result<Score> {
        let rows: Vec<(i64, i64, Option<i64>)> = self.wait(async {
            on_db!(&self.db, pool => sqlx::query_as(
                "SELECT g.number, g.half_points, f.number FROM lab_games g
                 LEFT JOIN lab_faults f ON f.run = g.run AND f.pairing = g.pairing AND f.number = g.number
                 WHERE g.run = $1 AND g.pairing = $2 ORDER BY g.number")
                .bind(run).bind(pairing as i64).fetch_all(pool).await)
        })?;
        let faults = rows.iter().filter(|row| row.2.is_some()).count() as u64;
        let mut score = Score { faults, ..Score::default() };
        for two in rows.windows(2).filter(|two| two[0].0 % 2 == 0 && two[1].0 == two[0].0 + 1) {
            let [first, second] = [two[0].1 as u8, two[1].1 as u8];
            score.pairs.add(first, second);
            if two[0].2.is_none() && two[1].2.is_none() {
                score.sound_pairs.add(first, second);
            }
        }
        Ok(score)
    }
}

fn stored_game((pairing, task, result, worker, played): GameTuple) -> Result<StoredGame> {
    let task = serde_json::from_str(&task).context("a task in the database")?;
    let result = serde_json::from_str(&result).context("a game in the database")?;
    Ok(StoredGame { pairing: pairing as u64, task, result, worker, played })
}
