//! Exact labels: from the end of a game backwards, a prover is asked who wins, as far as it can tell.
//!
//! What is proved stands in the place of what the search thought; and positions before the earliest proof count as
//! won by the side that had the proved win, even if the game went otherwise after that.

use game::Colour;
use search::player::Verdict;
use search::prover::{Prover, Reply};

use crate::played::Played;

/// Turns that the prover has for a position.
const TURNS: usize = 6;
/// Positions in a row without an answer after which the rest of a game is given up.
const GIVE_UP: usize = 2;

/// Labels the recorded positions of a game; returns how many are new.
pub fn label(played: &mut Played, prover: &mut dyn Prover) -> usize {
    let positions = played.positions();
    let has_draws = played.shape().has_draws();
    let mut open = 0;
    let mut labelled = 0;
    let mut winner: Option<Option<Colour>> = None;
    for (ply, position) in positions.iter().enumerate().rev() {
        if position.outcome().is_some() {
            continue;
        }
        let at = played.searched.iter().position(|searched| searched.ply == ply);
        if let Some(known) =
            at.map(|at| played.searched[at].verdict).filter(|&known| known != Verdict::Unknown)
        {
            winner = Some(match known {
                Verdict::Win => Some(position.turn()),
                Verdict::Loss => Some(position.turn().other()),
                _ => None,
            });
            continue;
        }
        let reply = (0..TURNS).map(|_| prover.ask(position)).find(|&reply| reply != Reply::Open);
        let (verdict, cell) = match reply {
            Some(Reply::Yes(cell)) => (Verdict::Win, cell),
            // Without draws, who does not win loses.
            Some(Reply::No) if !has_draws => (Verdict::Loss, None),
            Some(_) => continue,
            None => {
                open += 1;
                if open == GIVE_UP {
                    break;
                }
                continue;
            }
        };
        open = 0;
        winner = Some(Some(if verdict == Verdict::Win { position.turn() } else { position.turn().other() }));
        if let Some(at) = at {
            let searched = &mut played.searched[at];
            searched.verdict = verdict;
            searched.value = if verdict == Verdict::Win { 1.0 } else { 0.0 };
            searched.visits = cell.map(|cell| (cell, 1)).into_iter().collect();
            labelled += 1;
        }
    }
    if let Some(winner) = winner {
        played.winner = winner;
    }
    labelled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Searched;
    use game::{Cell, Size};
    use search::player::Moment;

    /// Knows by looking at everything.
    struct Oracle;

    fn wins(position: &Moment) -> bool {
        position.empty_cells().iter().any(|cell| {
            let mut after = *position;
            after.play(cell);
            if after.outcome().is_some() {
                after.outcome().unwrap().winner() == Some(position.turn())
            } else {
                !wins(&after)
            }
        })
    }

    impl Prover for Oracle {
        fn ask(&mut self, position: &Moment) -> Reply {
            if position.empty_cells().len() > 7 {
                return Reply::Open;
            }
            if wins(position) { Reply::Yes(None) } else { Reply::No }
        }

        fn forget(&mut self) {}
    }

    #[test]
    fn labels_are_what_is_true_as_far_as_it_is_known() {
        let size = Size::hex(3).unwrap();
        // Black (top to bottom) could win at once at the fourth ply and does not see it.
        let moves = [4, 0, 1, 8, 5, 7].map(Cell::new).to_vec();
        let searched =
            |ply| Searched { ply, verdict: Verdict::Unknown, value: 0.5, visits: vec![(Cell::new(2), 3)] };
        let mut played =
            Played { size, winner: Some(Colour::White), moves, searched: (0..6).map(searched).collect() };
        label(&mut played, &mut Oracle);
        let positions = played.positions();
        for searched in &played.searched {
            let position = &positions[searched.ply];
            if position.empty_cells().len() > 7 || position.outcome().is_some() {
                assert_eq!(searched.verdict, Verdict::Unknown);
            } else {
                let expected = if wins(position) { Verdict::Win } else { Verdict::Loss };
                assert_eq!(searched.verdict, expected, "{}", searched.ply);
            }
        }
        let earliest = &positions[2];
        assert_eq!(
            played.winner,
            Some(if wins(earliest) { earliest.turn() } else { earliest.turn().other() })
        );
    }
}
