//! A match between two players: which games it consists of, and the call that plays them all.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use game::Shape;
use serde::{Deserialize, Serialize};

use crate::opening::{Openings, balance};
use crate::pace::Pace;
use crate::runner::{self, Flow};
use crate::seat::{Factory, Place};
use crate::spec::PlayerSpec;
use crate::stats::{Pairs, Sprt, Verdict};
use crate::tally::Tally;
use crate::task::{Adjudication, Board, GameResult, Task};

/// Games that may end by faults before a match does, unless it says otherwise.
pub const MAX_FAULTS: u64 = 10;

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
    /// Games that may end by faults before the match does; 0 lets it go on.
    #[serde(default)]
    pub max_faults: u64,
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
            max_faults: MAX_FAULTS,
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
    /// What the test said in the end. A match without a test that faults ended has the verdict `faults`.
    pub verdict: Option<Verdict>,
}

impl Outcome {
    /// What these games came to. In the end a test that faults decided has the verdict `faults`.
    pub fn of(contest: &Contest, tally: Tally) -> Outcome {
        let score = Score::of(&tally);
        let ended = score.is_faulty(contest.max_faults).then_some(Verdict::Faults);
        let Some(sprt) = contest.sprt else { return Outcome { tally, llr: None, verdict: ended } };
        let verdict = match score.verdict(&sprt) {
            Verdict::Open if sprt.verdict(score.llr(&sprt)) != Verdict::Open => Verdict::Faults,
            verdict => verdict,
        };
        Outcome { llr: Some(score.llr(&sprt)), verdict: Some(ended.unwrap_or(verdict)), tally }
    }

    /// Whether faults ended the match or decided its test.
    pub fn is_faulty(&self) -> bool {
        self.verdict == Some(Verdict::Faults)
    }
}

/// What decides when a match ends: its pairs, those of them without faults, and games that ended by faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// All complete pairs.
    pub pairs: Pairs,
    /// Those in which no game ended by a fault.
    pub sound_pairs: Pairs,
    /// Games that ended by a fault.
    pub faults: u64,
}

impl Score {
    /// The score of these games.
    pub fn of(tally: &Tally) -> Score {
        let faults = tally.faults().iter().sum();
        Score { pairs: tally.pairs, sound_pairs: tally.sound_pairs, faults }
    }

    /// The test's log-likelihood ratio over all pairs.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        sprt.llr(&self.pairs.distribution())
    }

    /// What the test says: accepted or rejected only when it says so with and without the pairs that have a
    /// fault.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        let of = |pairs: &Pairs| match pairs.is_empty() {
            true => Verdict::Open,
            false => sprt.verdict(sprt.llr(&pairs.distribution())),
        };
        let (all, sound) = (of(&self.pairs), of(&self.sound_pairs));
        if all == sound { all } else { Verdict::Open }
    }

    /// Whether there are as many faults as end a match.
    pub fn is_faulty(&self, max_faults: u64) -> bool {
        max_faults > 0 && self.faults >= max_faults
    }

    /// Whether a match is over before all its games are played.
    pub fn is_decided(&self, contest: &Contest) -> bool {
        self.is_faulty(contest.max_faults)
            || contest.sprt.is_some_and(|sprt| self.verdict(&sprt) != Verdict::Open)
    }
}

/// Plays a match in this process, `at_once` games at a time (as many as the cores allow, if not said), and tells `watch` of
/// every game.
pub fn run_match(
    contest: &Contest,
    factory: &Factory,
    at_once: Option<usize>,
    watch: &mut dyn FnMut(&Task, &GameResult, &Tally),
) -> Result<Outcome> {
    run_match_until(contest, factory, at_once, &AtomicBool::new(false), watch)
}

/// The same; once `stop` is true no further game begins.
pub fn run_match_until(
    contest: &Contest,
    factory: &Factory,
    at_once: Option<usize>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Task, &GameResult, &Tally),
) -> Result<Outcome> {
    let [first, second] = &contest.players;
    let at_once = at_once.unwrap_or_else(|| runner::concurrency(&[first, second]));
    let mut tally = Tally::default();
    runner::run(contest.tasks(factory)?.into_iter(), at_once, factory, |task, result| {
        tally.add(task, &result);
        watch(task, &result, &tally);
        let is_over = stop.load(Ordering::Relaxed) || Score::of(&tally).is_decided(contest);
        Ok(if is_over { Flow::Enough } else { Flow::More })
    })?;
    Ok(Outcome::of(contest, tally))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;
    use crate::task::{Ending, Fault, FaultKind};

    fn tally(games: &[(u8, bool)]) -> Tally {
        let board = Board::try_from(String::from("havannah 4")).unwrap();
        let players = [PlayerSpec::preset("a"), PlayerSpec::preset("b")];
        let pairs = (games.len() as u64 / 2).max(1);
        let contest =
            Contest { openings: Openings::Empty, ..Contest::new(board, players, Pace::Visits(1), pairs) };
        let tasks = contest.tasks(&crate::players::make_random).unwrap();
        let mut tally = Tally::default();
        for (task, &(half_points, is_faulty)) in tasks.iter().zip(games) {
            let fault = Fault { kind: FaultKind::Crash, text: "ouch".into() };
            let ending = if is_faulty { Ending::Fault(fault) } else { Ending::Resigned };
            let (number, winner) = (task.number, "white".into());
            let (plies, moves, seconds) = (0, Vec::new(), 0.0);
            tally.add(task, &GameResult { number, half_points, winner, ending, plies, moves, seconds });
        }
        tally
    }

    fn verdict(games: &[(u8, bool)], max_faults: u64) -> Option<Verdict> {
        let board = Board::try_from(String::from("havannah 4")).unwrap();
        let players = [PlayerSpec::preset("a"), PlayerSpec::preset("b")];
        let sprt = Some(Sprt::new(0.0, 100.0, Model::Logistic));
        let contest = Contest { sprt, max_faults, ..Contest::new(board, players, Pace::Visits(1), 1) };
        Outcome::of(&contest, tally(games)).verdict
    }

    #[test]
    fn faults_decide_nothing() {
        let (won, given, lost, even) = ((2, false), (2, true), (0, true), [(2, false), (0, false)]);
        assert_eq!(verdict(&[won; 60], 10), Some(Verdict::Accepted));
        assert_eq!(verdict(&[given; 60], 10), Some(Verdict::Faults));
        assert_eq!(verdict(&[given; 60], 0), Some(Verdict::Faults));
        assert_eq!(verdict(&[lost; 60], 0), Some(Verdict::Faults));
        // Fair games alone say nothing yet, and with gifts among them neither.
        let mixed: Vec<_> = even.into_iter().chain([given; 60]).collect();
        assert_eq!(verdict(&mixed, 0), Some(Verdict::Faults));
        // Two faults among many clear wins change nothing, unless two are too many.
        let clear: Vec<_> = [given; 2].into_iter().chain([won; 60]).collect();
        assert_eq!(verdict(&clear, 10), Some(Verdict::Accepted));
        assert_eq!(verdict(&clear, 2), Some(Verdict::Faults));
        assert_eq!(verdict(&[], 10), Some(Verdict::Open));
    }

    #[test]
    fn a_score_of_nothing_is_infinitely_bad() {
        let elo = tally(&[(0, false); 4]).elo();
        assert_eq!(
            (elo.elo, elo.interval.low, elo.normalised),
            (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY)
        );
        assert!(elo.interval.high.is_finite() && elo.interval.high < 0.0, "{elo:?}");
        let elo = tally(&[(2, false); 4]).elo();
        assert!(elo.elo == f64::INFINITY && elo.interval.low > 0.0, "{elo:?}");
        assert!(serde_json::to_value(elo).unwrap()["elo"].is_null());
        // Whatever is not all or nothing stays finite, and no game at all says nothing.
        assert!(tally(&[(0, false), (1, false)]).elo().elo.is_finite());
        assert_eq!(tally(&[]).elo().elo, 0.0);
    }
}
