//! A player who asks the solver first: on boards that are small enough, a part of the time goes into a proof, and what is proved is
//! played. Without a proof the other player thinks for the rest of the time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::Shape;
use search::player::{self, Candidate, Limits, Moment, Player, Thought};

use crate::answer::{self, Answer, Budget, Task, Verdict};
use crate::method::{Method, prove};

/// Boards of so many cells are proved from [`OPEN`] empty cells on, larger ones that the solver takes from [`FEW`] on.
const SMALL: usize = 37;
const OPEN: usize = 32;
const FEW: usize = 20;
/// The largest board for the solver.
const LARGEST: usize = 63;
/// Less time than this is not worth the asking: the solver looks at the clock every twenty thousandths of a second only.
const LEAST: Duration = Duration::from_millis(100);

/// The share of the time for the other moves when the best one is proved.
const REMARKS: f64 = 0.05;

/// The player.
pub struct Proving {
    player: Box<dyn Player>,
    share: f64,
    threads: usize,
    memory: usize,
}

impl Proving {
    /// Lets `player` ask a solver for this share of its time, on so many threads and in so much memory of its own.
    pub fn new(player: Box<dyn Player>, share: f32, threads: usize, memory: usize) -> Proving {
        Proving { player, share: f64::from(share), threads, memory }
    }

    /// Whether the solver is of any use on the board.
    pub fn fits(shape: &Shape) -> bool {
        shape.len() <= LARGEST
    }

    fn ask(&self, position: &Moment, time: Duration, stop: &AtomicBool) -> Option<Answer> {
        let most = if position.shape().len() <= SMALL { OPEN } else { FEW };
        if !Proving::fits(position.shape()) || position.empty_cells().len() > most || time < LEAST {
            return None;
        }
        let budget = Budget {
            limits: answer::Limits { time: Some(time), nodes: None },
            memory: self.memory,
            threads: self.threads,
            certify: false,
        };
        prove(&Task::at(position), Method::Auto, &budget, stop, &mut |_| {}).ok()
    }
}

/// The proof as a thought; nothing if it names no move.
fn thought(answer: &Answer, elapsed: Duration) -> Option<Thought> {
    let win_rate = match answer.verdict {
        Verdict::Unknown => return None,
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
    };
    let best = Candidate {
        cell: answer.best?,
        visits: answer.nodes,
        win_rate,
        rave: win_rate,
        prior: 0.0,
        verdict: answer.verdict,
        line: answer.line.clone(),
    };
    Some(Thought {
        candidates: vec![best],
        visits: answer.nodes,
        new_visits: answer.nodes,
        elapsed,
        memory: answer.memory as u64,
        win_rate,
        verdict: answer.verdict,
    })
}

/// What is proved, with what the other player thinks of the other moves.
fn joined(mut proved: Thought, other: Thought) -> Thought {
    let best = proved.candidates[0].cell;
    proved.candidates.extend(other.candidates.into_iter().filter(|candidate| candidate.cell != best));
    proved.elapsed = other.elapsed;
    proved
}

impl Player for Proving {
    /// A thought without a limit of time, or with one of visits, is the other player's alone.
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Instant::now();
        let share = limits
            .time
            .filter(|_| limits.visits.is_none() && limits.among.is_none() && position.outcome().is_none())
            .map(|time| time.mul_f64(self.share));
        let answer = share.and_then(|time| self.ask(position, time, stop));
        let proved = answer.and_then(|answer| thought(&answer, start.elapsed()));
        let spent = start.elapsed();
        let most = match proved {
            // What is left to say is what the other moves are worth.
            Some(_) => limits.time.map(|time| time.mul_f64(REMARKS)),
            None => limits.time,
        };
        let rest = limits.time.map(|time| time.saturating_sub(spent)).min(most);
        let mut thought =
            self.player.think(position, &player::Limits { time: rest, ..limits.clone() }, stop, watch);
        if let Some(proved) = proved {
            thought = joined(proved, thought);
        }
        thought.elapsed += spent;
        thought
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Record, Size};
    use search::player::RandomPlayer;

    fn position(size: &str, moves: &str) -> Moment {
        let shape = Shape::of(Size::parse(Game::Havannah, size).unwrap());
        *Record::from_moves(shape, moves, Coords::Gui).unwrap().position()
    }

    fn think(position: &Moment, share: f32, limits: &Limits) -> Thought {
        let mut player = Proving::new(Box::new(RandomPlayer::new(1)), share, 1, 1 << 24);
        player.think(position, limits, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn what_is_proved_is_played() {
        let minutes = Limits::time(Duration::from_secs(600));
        let thought = think(&position("3", "a1"), 0.5, &minutes);
        assert_ne!(thought.verdict, Verdict::Unknown);
        let thought = think(&position("3", ""), 0.5, &minutes);
        assert_eq!(thought.verdict, Verdict::Win);
        assert!(thought.candidates.iter().skip(1).all(|other| Some(other.cell) != thought.best()));
        let mut after = position("3", "");
        after.play(thought.best().unwrap());
        assert_eq!(think(&after, 0.5, &minutes).verdict, Verdict::Loss);
    }

    #[test]
    fn the_other_player_thinks_where_there_is_no_proof() {
        let time = Limits::time(Duration::from_secs(600));
        for (position, share, limits) in [
            (position("3", ""), 0.5, Limits::visits(5)),
            (position("3", ""), 0.0, time.clone()),
            (position("4", "d4"), 0.5, time.clone()),
            (position("10", ""), 0.5, time),
        ] {
            let thought = think(&position, share, &limits);
            assert_eq!((thought.verdict, thought.visits), (Verdict::Unknown, 1));
        }
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mut over = position("2", "");
        while over.outcome().is_none() {
            over.play(over.empty_cells().first_cell().unwrap());
        }
        assert!(think(&over, 0.5, &Limits::time(Duration::from_secs(1))).best().is_none());
    }
}
