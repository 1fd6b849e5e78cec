//! The swap rule, both ways: which opening to offer, and when to take the opponent's.
//!
//! Who swaps gets the opener's place, so a swap is worth what the opener stands to win; and the best opening to offer is the
//! one after which both sides stand as near to equal as can be.

use game::{Cell, Move, Record, Shape};
use search::player::{Limits, Thought, Verdict};

/// The swap that would be legal now: of stones where the board allows it, else of sides.
pub(crate) fn legal_swap(record: &Record) -> Option<Move> {
    [Move::Swap, Move::SwapSides].into_iter().find(|&mv| record.check(mv).is_ok())
}

/// Whether the side to move should rather have the opener's place.
pub(crate) fn should_swap(thought: &Thought) -> bool {
    match thought.verdict {
        Verdict::Win | Verdict::Draw => false,
        Verdict::Loss => true,
        Verdict::Unknown => thought.win_rate < 0.5,
    }
}

/// How far from equal a position is for the side to move, from 0 to 1/2.
pub(crate) fn imbalance(thought: &Thought) -> f32 {
    match thought.verdict {
        Verdict::Win | Verdict::Loss => 0.5,
        Verdict::Draw => 0.0,
        Verdict::Unknown => (thought.win_rate - 0.5).abs(),
    }
}

/// The most openings that are looked at.
const MOST_OPENINGS: usize = 36;
/// How many of them are looked at again for longer.
pub(crate) const FINALISTS: usize = 4;

/// Openings that differ even when the board is turned or mirrored, spread over the board when there are many.
pub(crate) fn candidate_openings(shape: &Shape) -> Vec<Cell> {
    let cells = shape.openings();
    let count = cells.len().min(MOST_OPENINGS);
    (0..count).map(|i| cells[i * cells.len() / count]).collect()
}

/// Limits for each of `count` thoughts that share the `part`-th of the whole.
pub(crate) fn share_of(limits: &Limits, part: u32, count: usize) -> Limits {
    let divisor = part * count.max(1) as u32;
    Limits {
        visits: limits.visits.map(|visits| (visits / u64::from(divisor)).max(1)),
        time: limits.time.map(|time| time / divisor),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn proofs_count_more_than_rates() {
        let thought = |win_rate, verdict| Thought { win_rate, verdict, ..Thought::default() };
        assert!(
            should_swap(&thought(0.4, Verdict::Unknown)) && !should_swap(&thought(0.6, Verdict::Unknown))
        );
        assert!(should_swap(&thought(0.9, Verdict::Loss)) && !should_swap(&thought(0.1, Verdict::Win)));
        assert_eq!(imbalance(&thought(0.5, Verdict::Win)), 0.5);
    }
}
