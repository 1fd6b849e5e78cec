//! How a run went: the standing of a part after so many games, in the order in which they came, who played, and the command that
//! ordered it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::command::notes::Notes;
use crate::progress::Standing;
use crate::stats::Sprt;
use crate::store::{RunRow, StoredGame};
use crate::tally::Tally;

/// The standings of one part, the last one complete; about `most` of them.
pub fn course(
    games: &[StoredGame],
    pairing: u64,
    planned: u64,
    sprt: Option<&Sprt>,
    most: usize,
) -> Vec<Standing> {
    let mut games: Vec<&StoredGame> = games.iter().filter(|game| game.pairing == pairing).collect();
    games.sort_by(|a, b| a.played.total_cmp(&b.played).then(a.task.number.cmp(&b.task.number)));
    let step = games.len().div_ceil(most.max(1)).max(1);
    let mut tally = Tally::default();
    let mut found = Vec::new();
    for (i, game) in games.iter().enumerate() {
        tally.add(&game.task, &game.result);
        if (i + 1) % step == 0 || i + 1 == games.len() {
            found.push(Standing::of(&tally, planned, sprt, Duration::from_secs(1), 0));
        }
    }
    found
}

/// What one machine has delivered.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Share {
    /// Games.
    pub games: u64,
    /// Seconds that they took.
    pub seconds: f64,
    /// When the last one came, in seconds since 1970.
    pub last: f64,
}

/// Who has played, by name.
pub fn machines(games: &[StoredGame]) -> BTreeMap<String, Share> {
    let mut found: BTreeMap<String, Share> = BTreeMap::new();
    for game in games {
        let share = found.entry(game.worker.clone()).or_default();
        share.games += 1;
        share.seconds += game.result.seconds;
        share.last = share.last.max(game.played);
    }
    found
}

/// The command that ordered a run; empty when it is not known.
pub fn command(run: &RunRow) -> String {
    Notes::of(run).command
}
