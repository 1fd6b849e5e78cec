//! Which opening to offer under the swap rule: the one after which both sides stand as near to equal as can
//! be, since the opponent takes the better one.
//!
//! Every opening is looked at for a moment and the most even ones for longer. An offer that was broken off
//! can be gone on with, so that a player who is shared by many tables can be lent to others meanwhile.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Cell, Record, Shape};
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};

use crate::swap::{Stage, imbalance};

/// The most openings that are looked at.
const MOST_OPENINGS: usize = 36;
/// How many of them are looked at again for longer.
const FINALISTS: usize = 4;

/// An opening to be offered, in the making.
#[derive(Clone, Debug)]
pub struct Offer {
    start: Moment,
    /// The openings of this round that are still to be looked at, the next one last.
    left: Vec<Cell>,
    /// How many the round has.
    count: usize,
    /// What the opponent may think of each opening of this round that was looked at.
    seen: Vec<(Cell, Thought)>,
    is_final: bool,
}

impl Offer {
    /// The offer for a game whose next stone the opponent may take over; `None` for any other.
    pub fn of(record: &Record, swap_rule: bool) -> Option<Offer> {
        // On a board of one cell the first stone ends the game.
        let is_offered = Stage::of(record, swap_rule) == Stage::Opening && record.shape().len() > 1;
        let mut left = candidate_openings(record.shape());
        left.reverse();
        let (count, start) = (left.len(), *record.position());
        is_offered.then_some(Offer { start, left, count, seen: Vec::new(), is_final: false })
    }

    /// Whether every opening was looked at for as long as it is to be.
    pub fn is_done(&self) -> bool {
        self.left.is_empty() && self.is_final
    }

    /// Goes on until all openings were looked at or `stop` becomes true; at least one is looked at. The thought is about the
    /// empty board, with the most even opening so far as its best move.
    pub fn go_on(&mut self, player: &mut dyn Player, limits: &Limits, stop: &AtomicBool) -> Thought {
        while !self.is_done() {
            match self.left.pop() {
                None => self.begin_final(),
                Some(cell) => self.look_at(cell, player, limits, stop),
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        let best = self.seen.iter().min_by(|a, b| imbalance(&a.1).total_cmp(&imbalance(&b.1)));
        let (cell, after) = best.expect("a board has openings");
        seen_from_before(*cell, after.clone())
    }

    fn begin_final(&mut self) {
        self.seen.sort_by(|a, b| imbalance(&a.1).total_cmp(&imbalance(&b.1)));
        self.seen.truncate(FINALISTS);
        self.left = self.seen.iter().map(|seen| seen.0).rev().collect();
        self.count = self.left.len();
        self.is_final = true;
    }

    fn look_at(&mut self, cell: Cell, player: &mut dyn Player, limits: &Limits, stop: &AtomicBool) {
        let mut position = self.start;
        position.play(cell);
        let thought = if position.outcome().is_some() {
            Thought { verdict: Verdict::Loss, ..Thought::default() }
        } else {
            player.think(&position, &share_of(limits, 2, self.count), stop, &mut |_| {})
        };
        match self.seen.iter_mut().find(|seen| seen.0 == cell) {
            Some(seen) => seen.1 = thought,
            None => self.seen.push((cell, thought)),
        }
    }
}

/// Openings that differ even when the board is turned or mirrored, spread over the board when there are many.
fn candidate_openings(shape: &Shape) -> Vec<Cell> {
    let cells = shape.openings();
    let count = cells.len().min(MOST_OPENINGS);
    (0..count).map(|i| cells[i * cells.len() / count]).collect()
}

/// Limits for each of `count` thoughts that share the `part`-th of the whole.
fn share_of(limits: &Limits, part: u32, count: usize) -> Limits {
    let divisor = part * count.max(1) as u32;
    Limits {
        visits: limits.visits.map(|visits| (visits / u64::from(divisor)).max(1)),
        time: limits.time.map(|time| time / divisor),
        ..limits.clone()
    }
}

/// The thought about an opening, told as one about the empty board.
fn seen_from_before(cell: Cell, after: Thought) -> Thought {
    let win_rate = 1.0 - after.win_rate;
    let verdict = after.verdict.flipped();
    let reply = after.candidates.first().map(|candidate| candidate.line.clone()).unwrap_or_default();
    let line = [cell].into_iter().chain(reply).collect();
    let visits = after.visits;
    let candidate = Candidate { cell, visits, win_rate, rave: win_rate, prior: 0.5, verdict, line };
    Thought { candidates: vec![candidate], win_rate, verdict, ..after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factory::{PlayerFactory, Purpose, Seating};
    use crate::mock::MockFactory;
    use game::Size;

    #[test]
    fn openings_are_few_and_differ() {
        let openings = |size| candidate_openings(Shape::of(size)).len();
        assert_eq!(openings(Size::havannah(2).unwrap()), 2);
        assert_eq!(openings(Size::havannah(4).unwrap()), 6);
        assert_eq!(openings(Size::hex(19).unwrap()), MOST_OPENINGS);
        assert_eq!(openings(Size::hex(1).unwrap()), 1);
    }

    #[test]
    fn an_offer_that_is_broken_off_again_and_again_comes_to_the_same_opening() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let record = Record::new(shape);
        // The further down the board the first stone is, the better it is.
        let factory = MockFactory::believing(|moment| {
            let first = moment.shape().cells().position(|cell| moment.stone(cell).is_some());
            1.0 - first.unwrap_or(0) as f32 / 10.0
        });
        let seating = Seating { shape, threads: 1, memory: 1, seed: 1, purpose: Purpose::Play };
        let mut player = factory.make(&seating);
        let limits = Limits::visits(1000);
        let mut whole = Offer::of(&record, true).unwrap();
        let thought = whole.go_on(&mut *player, &limits, &AtomicBool::new(false));
        assert!(whole.is_done());
        let mut pieces = Offer::of(&record, true).unwrap();
        let (stop, mut turns) = (AtomicBool::new(true), 0);
        while !pieces.is_done() {
            pieces.go_on(&mut *player, &limits, &stop);
            turns += 1;
        }
        // Six openings, the word that the first round is over, and four finalists.
        assert_eq!(turns, 11);
        assert_eq!(pieces.go_on(&mut *player, &limits, &stop).best(), thought.best());
        assert!(Offer::of(&record, false).is_none());
    }
}
