//! Resistance: which move to play when all of them are proved to lose.
//!
//! A proof says nothing of how hard it is to find over the board. So a lost position is defended by the move that leaves the fewest wins at
//! once, then by the one that does best against the opponent of the rollouts and took the search longest to refute.

use std::time::Duration;

use game::{Bits, Cell, Colour, Outcome, Position};

use crate::player::{Candidate, Limits, Thought};
use crate::rollout::{Empties, Rollouts};
use crate::stopwatch::{Deadline, Stopwatch};

/// Rollouts for all moves together, as time allows; every move has the same number.
const ROLLOUTS: usize = 4096;
/// Rollouts for a move at the most: enough to tell 40 from 60 per cent.
const EACH: usize = 96;
/// The time that is spent on it at the most, of what is left of the thought's.
const LONGEST: Duration = Duration::from_millis(200);

/// Puts the candidates of a lost position in order, the hardest to refute first.
pub(super) fn order<const W: usize>(
    thought: &mut Thought,
    position: &Position<W>,
    rollouts: &mut Rollouts,
    limits: &Limits,
) {
    let most = limits.time.map_or(LONGEST, |time| time.saturating_sub(thought.elapsed).min(LONGEST));
    // A thought of so many visits must not depend on the clock.
    let deadline = Deadline::new(Stopwatch::start(limits.cpu), limits.visits.is_none().then_some(most));
    let candidates = &mut thought.candidates;
    let wins = count_wins(candidates, position, rollouts, &deadline);
    let visited = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0).max(1);
    let danger = position.winning_cells(position.turn().other());
    let rank = |candidate: &Candidate, wins: f64| {
        let left = (danger - Bits::from_iter([candidate.cell])).len();
        (left, wins + candidate.visits as f64 / visited as f64)
    };
    let mut ranked: Vec<_> = candidates.drain(..).zip(wins).collect();
    ranked.sort_by(|(a, wins_of_a), (b, wins_of_b)| {
        let (a, b) = (rank(a, *wins_of_a), rank(b, *wins_of_b));
        a.0.cmp(&b.0).then(b.1.total_cmp(&a.1))
    });
    candidates.extend(ranked.into_iter().map(|(candidate, _)| candidate));
}

/// The share of rollouts after each move that the mover wins.
fn count_wins<const W: usize>(
    candidates: &[Candidate],
    position: &Position<W>,
    rollouts: &mut Rollouts,
    deadline: &Deadline,
) -> Vec<f64> {
    let mut wins = vec![0.0; candidates.len()];
    let rounds = (ROLLOUTS / candidates.len().max(1)).clamp(1, EACH);
    let mut done = 0;
    while done < rounds && !deadline.is_over() {
        for (candidate, wins) in candidates.iter().zip(&mut wins) {
            *wins += roll_out(candidate.cell, position, rollouts);
        }
        done += 1;
    }
    wins.iter().map(|wins| wins / f64::from(done.max(1) as u32)).collect()
}

fn roll_out<const W: usize>(cell: Cell, position: &Position<W>, rollouts: &mut Rollouts) -> f64 {
    let mover: Colour = position.turn();
    let mut board = *position.board();
    let before = [position.last_moves()[1], Some(cell)];
    board.play(cell);
    let outcome = match board.outcome() {
        Some(outcome) => outcome,
        None => {
            let mut empties = Empties::of(&board);
            rollouts.run(&mut board, &mut empties, before)
        }
    };
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == mover)),
    }
}
