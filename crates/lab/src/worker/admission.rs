//! Which players sit down at a worker's tables: those that its own machine knows and that can play on the
//! board.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::roster::Roster;
use crate::say::sentence;
use crate::seat::Factory;
use crate::spec::PlayerSpec;
use crate::task::Board;

/// How long a player that could not play is not asked again.
const AGAIN: Duration = Duration::from_secs(60);

/// Why players cannot play here.
#[derive(Clone, Debug)]
pub(super) struct Lack {
    /// One sentence.
    pub why: String,
    /// Whether this is the first time that it is told.
    pub is_news: bool,
}

/// Who was asked, and with what result.
pub(super) struct Admission<'a> {
    roster: &'a Roster,
    factory: &'a Factory,
    known: Mutex<BTreeMap<(String, String), Answer>>,
}

/// The player as it can be seated, or since when and why it cannot.
type Answer = Result<PlayerSpec, (Instant, String)>;

impl<'a> Admission<'a> {
    /// Nobody has been asked yet.
    pub fn new(roster: &'a Roster, factory: &'a Factory) -> Admission<'a> {
        Admission { roster, factory, known: Mutex::default() }
    }

    /// The players as they can be seated, or why one cannot.
    pub fn ask(&self, players: &[PlayerSpec; 2], board: Board) -> Result<[PlayerSpec; 2], Lack> {
        let [first, second] = players;
        Ok([self.ask_one(first, board)?, self.ask_one(second, board)?])
    }

    fn ask_one(&self, spec: &PlayerSpec, board: Board) -> Result<PlayerSpec, Lack> {
        let mut known = self.known.lock().expect("nobody panics while asking a player");
        let key = (spec.to_string(), board.to_string());
        match known.get(&key) {
            Some(Ok(seated)) => return Ok(seated.clone()),
            Some(Err((since, why))) if since.elapsed() < AGAIN => {
                return Err(Lack { why: why.clone(), is_news: false });
            }
            _ => {}
        }
        let checked = self.roster.admitted(spec).and_then(|seated| {
            self.roster.check(&seated, board, self.factory)?;
            Ok(seated)
        });
        let answer = checked.map_err(|error| (Instant::now(), sentence(&error)));
        known.insert(key, answer.clone());
        answer.map_err(|(_, why)| Lack { why, is_news: true })
    }
}
