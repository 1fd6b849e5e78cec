//! The lab's runs as the app shows them: how far each is, its tables and curves, and who plays.
//!
//! This crate knows no database: whoever serves the app may hand in a [`Lab`]. Nothing here changes a run.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;

use crate::api::Refusal;
use crate::server::Shared;

/// What there is to look at. Calls may take their time: they are made on threads of their own.
pub trait Lab: Send + Sync {
    /// All runs, in the order in which workers look at them.
    fn runs(&self) -> Result<Vec<LabRun>, String>;
    /// One run in full; `None` when there is none of that name.
    fn report(&self, name: &str) -> Result<Option<LabReport>, String>;
}

/// A run in the list of runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabRun {
    /// Its name.
    pub name: String,
    /// The command that made it: `match`, `sprt`, `tournament`, `tune`, `reproduce` or `proof`.
    pub kind: String,
    /// `open`, `paused` or `done`.
    pub state: String,
    /// Greater ones are played first.
    pub priority: i64,
    /// When it was ordered, in seconds since 1970.
    pub created: f64,
    /// Games ordered.
    pub planned: u64,
    /// Games delivered.
    pub played: u64,
}

/// A run in full.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabReport {
    /// How it stands in the list.
    pub run: LabRun,
    /// The command line that ordered it, as far as it is known.
    pub command: String,
    /// Its parts.
    pub parts: Vec<LabPart>,
    /// Who has played.
    pub machines: Vec<LabMachine>,
    /// A proof on many machines in words.
    pub text: Option<String>,
}

/// Two players on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabPart {
    /// What tables call it.
    pub label: String,
    /// The game and the size of its board.
    pub board: String,
    /// The players; the first one's score is counted.
    pub players: [String; 2],
    /// Games ordered.
    pub planned: u64,
    /// Games delivered.
    pub games: u64,
    /// Wins, draws and losses of the first player.
    pub wdl: [u64; 3],
    /// The first player's share of points.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Elo above the second player; none when it is infinite.
    pub elo: Option<f64>,
    /// Its 95 % error.
    pub error: Option<f64>,
    /// The log-likelihood ratio, if there is a test.
    pub llr: Option<f64>,
    /// Where the test ends.
    pub bounds: Option<[f64; 2]>,
    /// What the test says.
    pub verdict: Option<String>,
    /// Games lost by faults of the first and of the second player.
    pub faults: [u64; 2],
    /// How it went, game by game as they came, some left out.
    pub curve: Vec<LabPoint>,
}

/// How a part stood after so many games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabPoint {
    /// Games by then.
    pub games: u64,
    /// Elo above the second player.
    pub elo: Option<f64>,
    /// Its 95 % error.
    pub error: Option<f64>,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
}

/// A machine that plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabMachine {
    /// Its name.
    pub name: String,
    /// Games that it has delivered.
    pub games: u64,
    /// Seconds that they took.
    pub seconds: f64,
    /// When the last one came, in seconds since 1970.
    pub last: f64,
}

/// What is not there.
pub(crate) fn missing(text: &str) -> Refusal {
    (StatusCode::NOT_FOUND, text.to_string())
}

/// Asks for one who has a session, on a thread that may wait.
pub(crate) async fn ask<T: Send + 'static>(
    shared: &Shared,
    id: &str,
    question: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Refusal> {
    // Whoever has a session owns a table here: guests have none.
    shared.sessions.find(id).ok_or_else(|| missing("There is no such game."))?;
    let broken = |error: String| (StatusCode::INTERNAL_SERVER_ERROR, error);
    let answer = tokio::task::spawn_blocking(question).await;
    answer.map_err(|error| broken(error.to_string()))?.map_err(broken)
}

fn the_lab(shared: &Shared) -> Result<Arc<dyn Lab>, Refusal> {
    shared.options.lab.clone().ok_or_else(|| missing("There is no lab here."))
}

/// All runs.
pub async fn runs(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<Vec<LabRun>>, Refusal> {
    let lab = the_lab(&shared)?;
    ask(&shared, &id, move || lab.runs()).await.map(Json)
}

/// One run.
pub async fn report(
    State(shared): State<Shared>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<LabReport>, Refusal> {
    let lab = the_lab(&shared)?;
    let found = ask(&shared, &id, move || lab.report(&name)).await?;
    found.map(Json).ok_or_else(|| missing("There is no such run."))
}
