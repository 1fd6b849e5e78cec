//! The swap rule: when it is in force, when to take the opponent's stone, and what it makes of a thought.
//!
//! After the first stone the second player has the choice between playing on and taking the stone over, which
//! exchanges the two sides. So a reply is worth the better of a share and its rest, an opening the worse of
//! the two, and nothing but a draw can save the first player when every opening is decided. Which opening to
//! offer is found by [`crate::Offer`].

use game::{Move, Record};
use search::player::{Candidate, Thought, Verdict};

/// Whether the swap is still to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It is not.
    Past,
    /// The first stone is to be placed, and may be taken over.
    Opening,
    /// The first stone may be taken over now.
    Reply,
}

impl Stage {
    /// The stage of a game that is played with or without the swap rule.
    pub fn of(record: &Record, swap_rule: bool) -> Stage {
        let shape = record.shape();
        let is_usual = record.set_up_stones().is_empty() && record.first_turn() == shape.first_colour();
        if !swap_rule || !is_usual || record.is_over() {
            return Stage::Past;
        }
        match record.len() {
            0 => Stage::Opening,
            1 => Stage::Reply,
            _ => Stage::Past,
        }
    }

    /// What a verdict on the bare position becomes for the side to move. At the opening the bare verdict says
    /// nothing.
    pub fn verdict(self, bare: Verdict) -> Verdict {
        match (self, bare) {
            (Stage::Past, bare) => bare,
            (Stage::Opening, _) => Verdict::Unknown,
            (Stage::Reply, Verdict::Loss) => Verdict::Win,
            (Stage::Reply, bare) => bare,
        }
    }
}

/// The swap that would be legal now: of stones where the board allows it, else of sides.
pub fn legal(record: &Record) -> Option<Move> {
    [Move::Swap, Move::SwapSides].into_iter().find(|&mv| record.check(mv).is_ok())
}

/// Whether the side to move should rather have the opener's place, after a thought about the bare position.
pub fn is_better(thought: &Thought) -> bool {
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

/// A thought about the bare position, turned into one about the game with its swap. At the opening the
/// candidates are sorted anew: the most even first.
pub fn included(thought: &Thought, stage: Stage, record: &Record) -> Thought {
    let mut thought = thought.clone();
    match stage {
        Stage::Past => {}
        Stage::Reply => {
            if is_better(&thought) {
                thought.win_rate = 1.0 - thought.win_rate;
            }
            thought.verdict = stage.verdict(thought.verdict);
        }
        Stage::Opening => include_at_opening(&mut thought, record),
    }
    thought
}

fn include_at_opening(thought: &mut Thought, record: &Record) {
    let at_once = record.position().winning_cells(record.turn());
    let most = thought.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let is_known = |candidate: &Candidate| candidate.visits * 20 >= most || at_once.has(candidate.cell);
    for candidate in thought.candidates.iter_mut().filter(|candidate| !at_once.has(candidate.cell)) {
        candidate.win_rate = candidate.win_rate.min(1.0 - candidate.win_rate);
        if candidate.verdict == Verdict::Win {
            candidate.verdict = Verdict::Loss;
        }
    }
    // Openings that were hardly looked at stay behind those that were.
    thought.candidates.sort_by(|a, b| {
        let rank = |candidate: &Candidate| (is_known(candidate), worth(candidate));
        let ((known_a, worth_a), (known_b, worth_b)) = (rank(a), rank(b));
        known_b.cmp(&known_a).then(worth_b.total_cmp(&worth_a))
    });
    thought.win_rate = thought.candidates.first().map_or(0.5, worth);
    thought.verdict = Verdict::Unknown;
    if thought.candidates.first().is_some_and(|best| best.verdict == Verdict::Win) {
        thought.verdict = Verdict::Win;
    }
}

fn worth(candidate: &Candidate) -> f32 {
    match candidate.verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
        Verdict::Unknown => candidate.win_rate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Cell, Colour, Coords, Shape, Size};

    fn record(moves: &str) -> Record {
        Record::from_moves(Shape::of(Size::havannah(4).unwrap()), moves, Coords::Gui).unwrap()
    }

    fn thought(rates: &[(f32, Verdict)]) -> Thought {
        let candidate = |(i, &(win_rate, verdict)): (usize, &(f32, Verdict))| Candidate {
            cell: Cell::new(i),
            visits: 100,
            win_rate,
            rave: win_rate,
            prior: 0.0,
            verdict,
            line: vec![Cell::new(i)],
        };
        let candidates: Vec<_> = rates.iter().enumerate().map(candidate).collect();
        let (win_rate, verdict) = rates[0];
        Thought { candidates, win_rate, verdict, ..Thought::default() }
    }

    #[test]
    fn proofs_count_more_than_rates() {
        let thought = |win_rate, verdict| Thought { win_rate, verdict, ..Thought::default() };
        assert!(is_better(&thought(0.4, Verdict::Unknown)) && !is_better(&thought(0.6, Verdict::Unknown)));
        assert!(is_better(&thought(0.9, Verdict::Loss)) && !is_better(&thought(0.1, Verdict::Win)));
        assert_eq!(imbalance(&thought(0.5, Verdict::Win)), 0.5);
    }

    #[test]
    fn the_stage_follows_rule_and_game() {
        assert_eq!(Stage::of(&record(""), true), Stage::Opening);
        assert_eq!(Stage::of(&record("a1"), true), Stage::Reply);
        for (moves, rule) in [("a1 b2", true), ("a1 swap", true), ("", false), ("a1", false)] {
            assert_eq!(Stage::of(&record(moves), rule), Stage::Past);
        }
        let mut over = record("a1");
        over.resign(Colour::Black).unwrap();
        assert_eq!(Stage::of(&over, true), Stage::Past);
    }

    #[test]
    fn a_lost_reply_is_won_by_swapping() {
        let game = record("d4");
        let lost = included(&thought(&[(0.1, Verdict::Loss)]), Stage::Reply, &game);
        assert_eq!((lost.verdict, lost.win_rate), (Verdict::Win, 0.9));
        let good = included(&thought(&[(0.7, Verdict::Unknown)]), Stage::Reply, &game);
        assert_eq!((good.verdict, good.win_rate), (Verdict::Unknown, 0.7));
        let drawn = included(&thought(&[(0.5, Verdict::Draw)]), Stage::Reply, &game);
        assert_eq!(drawn.verdict, Verdict::Draw);
    }

    #[test]
    fn the_best_opening_is_the_most_even_one() {
        let seen = included(
            &thought(&[(0.9, Verdict::Unknown), (0.45, Verdict::Unknown), (1.0, Verdict::Win)]),
            Stage::Opening,
            &record(""),
        );
        assert_eq!(seen.best(), Some(Cell::new(1)));
        assert_eq!((seen.win_rate, seen.verdict), (0.45, Verdict::Unknown));
        assert_eq!(seen.candidates[2].verdict, Verdict::Loss);
    }
}
