//! Where moments of the table meet the solvers: what the session, GTP and `robusto solve` ask, in the solvers' words.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Limits, Moment, Proof, Seating, Solver};
use game::Outcome as Ending;
use solve::answer::{self, Answer, Budget, Progress, Task, Verdict};
use solve::method::{Method, prove};

/// The solver for GTP, the terminal and the app.
pub struct Auto;

/// What a solver may use, from what a player may use.
pub fn budget(seating: &Seating, limits: &Limits) -> Budget {
    Budget {
        limits: answer::Limits { time: limits.time, nodes: limits.visits },
        memory: usize::try_from(seating.memory).unwrap_or(usize::MAX),
        threads: seating.threads,
        certify: false,
    }
}

/// The result of the game, if it is known.
pub fn ending(position: &Moment, verdict: Verdict) -> Option<Ending> {
    match verdict {
        Verdict::Win => Some(Ending::Win(position.turn())),
        Verdict::Loss => Some(Ending::Win(position.turn().other())),
        Verdict::Draw => Some(Ending::Draw),
        Verdict::Unknown => None,
    }
}

fn finished(position: &Moment, answer: Answer) -> Proof {
    Proof {
        outcome: ending(position, answer.verdict),
        best: answer.best,
        line: answer.line,
        nodes: answer.nodes,
        elapsed: answer.elapsed,
    }
}

impl Solver for Auto {
    fn solve(
        &self,
        position: &Moment,
        seating: &Seating,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Proof),
    ) -> Proof {
        let mut told = |progress: &Progress| {
            watch(&Proof { nodes: progress.nodes, elapsed: progress.elapsed, ..Proof::default() });
        };
        let answer = prove(&Task::at(position), Method::Auto, &budget(seating, limits), stop, &mut told);
        // A game that is over has nothing to prove; the protocol asks before.
        answer.map_or_else(|_| Proof::default(), |answer| finished(position, answer))
    }
}

/// The time without fractions that nobody reads.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}
