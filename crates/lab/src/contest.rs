//! A match between two players: which games it consists of, and the call that plays them all.

use anyhow::{Context, Result};
use game::Shape;
use serde::{Deserialize, Serialize};

use crate::opening::{Openings, balance};
use crate::pace::Pace;
use crate::runner::{self, Flow};
use crate::seat::{Factory, Place};
use crate::spec::PlayerSpec;
use crate::stats::{Sprt, Verdict};
use crate::tally::Tally;
use crate::task::{Adjudication, Board, GameResult, Task};

/// A match as it is ordered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// The board.
    pub board: Board,
    /// The two players; the first one's score is counted.
    pub players: [PlayerSpec; 2],
    /// How long they may think.
    pub pace: Pace,
    /// Where openings come from; they are repeated with other seeds when there are too few.
    pub openings: Openings,
    /// How many pairs of games at most.
    pub pairs: u64,
    /// All random numbers follow from it.
    pub seed: u64,
    /// Seconds that a late answer is forgiven.
    pub margin: f64,
    /// The test that ends the match early, if any.
    pub sprt: Option<Sprt>,
    /// When a game may end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Whether visits of all moves are kept.
    #[serde(default)]
    pub keep_visits: bool,
}

impl Contest {
    /// A match of so many pairs with everything else as usual: two random stones as openings, half a second forgiven.
    pub fn new(board: Board, players: [PlayerSpec; 2], pace: Pace, pairs: u64) -> Contest {
        Contest {
            board,
            players,
            pace,
            openings: Openings::Random(2),
            pairs,
            seed: 1,
            margin: 0.5,
            sprt: None,
            adjudication: Adjudication::default(),
            keep_visits: false,
        }
    }

    /// The games of the match, in order.
    pub fn tasks(&self, factory: &Factory) -> Result<Vec<Task>> {
        let openings = self.opening_list(factory)?;
        Ok((0..2 * self.pairs)
            .map(|number| Task {
                number,
                board: self.board,
                players: self.players.clone(),
                exchanged: number % 2 == 1,
                opening: openings[(number / 2) as usize % openings.len()].clone(),
                pace: self.pace,
                margin: self.margin,
                seed: seed_of(self.seed, number),
                adjudication: self.adjudication,
                keep_visits: self.keep_visits,
            })
            .collect())
    }

    fn opening_list(&self, factory: &Factory) -> Result<Vec<String>> {
        let place = Place { board: self.board, seed: self.seed };
        let mut player = None;
        let mut judge = |position: &search::player::Moment| -> Result<f32> {
            if player.is_none() {
                player = Some(factory(&self.players[1], &place).context("the judge of balanced openings")?);
            }
            let player = player.as_mut().expect("the judge was just made");
            Ok(balance(&mut **player, position, 2000))
        };
        self.openings.list(Shape::of(self.board.0), self.pairs as usize, self.seed, &mut judge)
    }
}

/// The seed of one game of a run.
fn seed_of(seed: u64, number: u64) -> u64 {
    let mut random = search::random::Random::new(seed ^ number.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    random.bits() >> 1
}

/// A match as it went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The games, added up.
    pub tally: Tally,
    /// The test's log-likelihood ratio, if there was a test.
    pub llr: Option<f64>,
    /// What the test said in the end.
    pub verdict: Option<Verdict>,
}

/// Log-likelihood ratio and verdict of a test after these games.
pub fn judge(sprt: &Sprt, tally: &Tally) -> (f64, Verdict) {
    let llr = sprt.llr(&tally.pairs.distribution());
    (llr, if tally.pairs.is_empty() { Verdict::Open } else { sprt.verdict(llr) })
}

/// Plays a match in this process, `at_once` games at a time (as many as the cores allow, if not said), and tells `watch` of
/// every game.
pub fn run_match(
    contest: &Contest,
    factory: &Factory,
    at_once: Option<usize>,
    watch: &mut dyn FnMut(&Task, &GameResult, &Tally),
) -> Result<Outcome> {
    let [first, second] = &contest.players;
    let at_once = at_once.unwrap_or_else(|| runner::concurrency(&[first, second]));
    let mut tally = Tally::default();
    runner::run(contest.tasks(factory)?.into_iter(), at_once, factory, |task, result| {
        tally.add(task, &result);
        watch(task, &result, &tally);
        let ended = contest.sprt.is_some_and(|sprt| judge(&sprt, &tally).1 != Verdict::Open);
        Ok(if ended { Flow::Enough } else { Flow::More })
    })?;
    let judged = contest.sprt.map(|sprt| judge(&sprt, &tally));
    Ok(Outcome { tally, llr: judged.map(|j| j.0), verdict: judged.map(|j| j.1) })
}
