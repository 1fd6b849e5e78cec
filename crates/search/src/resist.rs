//! Resistance: which move to play when all of them lose.
//!
//! A proof says nothing of how hard it is to find over the board. So a lost position is defended by the move that leaves the fewest wins at
//! once, then by the one whose cell matters most to an opponent who makes mistakes, and which took the search longest to refute: the mover
//! wins more of the random games in which it has that cell. A cell that is dead or far from everything matters to nobody.

use std::cmp::Ordering;
use std::time::Duration;

use game::{Bits, Cell, Outcome, Position};

use crate::player::{Candidate, Limits, Thought};
use crate::random::Random;
use crate::rollout::{Empties, play_out};
use crate::stopwatch::{Deadline, Stopwatch};

/// What the move with most visits has before one without any, in shares of games. With 1 the opponent had four winning replies of ten more than
/// with this in Y of side 5, and a quarter more in Hex 4x4; without any it was no better (docs/results/hex/).
const VISITS_WORTH: f64 = 0.1;
/// Random games, as time allows; each tells of every cell that the mover has in it.
const GAMES: usize = 4096;
/// Random games that are played however late it is: a millisecond.
const LEAST: usize = 128;
/// The time that is spent on it at the most, of what is left of the thought's.
const LONGEST: Duration = Duration::from_millis(200);

/// Puts the candidates of a lost position in order, the hardest to refute first.
pub fn order<const W: usize>(
    thought: &mut Thought,
    position: &Position<W>,
    random: &mut Random,
    limits: &Limits,
) {
    let most = limits.time.map_or(LONGEST, |time| time.saturating_sub(thought.elapsed).min(LONGEST));
    // A thought of so many visits must not depend on the clock.
    let deadline = Deadline::new(Stopwatch::start(limits.cpu), limits.visits.is_none().then_some(most));
    let hope = hope(position, random, &deadline);
    let visited = thought.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0).max(1);
    let worth = |candidate: &Candidate| {
        hope[candidate.cell.index()] + VISITS_WORTH * candidate.visits as f64 / visited as f64
    };
    thought.candidates.sort_by(|a, b| compare(position, (a.cell, worth(a)), (b.cell, worth(b))));
}

/// The one of some moves that is hardest to refute, as far as random games tell. Panics when there is none.
pub fn hardest<const W: usize>(position: &Position<W>, among: Bits<W>, random: &mut Random) -> Cell {
    let hope = hope(position, random, &Deadline::new(Stopwatch::start(false), None));
    let worth = |cell: Cell| (cell, hope[cell.index()]);
    among.iter().min_by(|&a, &b| compare(position, worth(a), worth(b))).expect("there are moves")
}

/// The order of two moves with what they are worth: first come those that leave fewer wins at once.
fn compare<const W: usize>(position: &Position<W>, a: (Cell, f64), b: (Cell, f64)) -> Ordering {
    let danger = position.winning_cells(position.turn().other());
    let left = |cell: Cell| (danger - Bits::from_iter([cell])).len();
    left(a.0).cmp(&left(b.0)).then(b.1.total_cmp(&a.1))
}

/// By cell, the share of random games with the mover's stone there that the mover wins.
fn hope<const W: usize>(position: &Position<W>, random: &mut Random, deadline: &Deadline) -> Vec<f64> {
    let (mover, cells) = (position.turn(), position.empty_cells());
    let mut empties = Empties::of(position.board());
    let mut seen = vec![(0.0, 0.0); position.shape().len()];
    for game in 0..GAMES {
        if game >= LEAST && deadline.is_over() {
            break;
        }
        let mut board = *position.board();
        let won = match play_out(&mut board, &mut empties, random) {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == mover)),
        };
        for cell in board.stones(mover) & cells {
            let (wins, games) = &mut seen[cell.index()];
            *wins += won;
            *games += 1.0;
        }
    }
    seen.into_iter().map(|(wins, games)| wins / f64::max(games, 1.0)).collect()
}
