//! "Who wins?", asked of the solvers.

use std::sync::atomic::AtomicBool;

use search::player::Moment;
use solve::answer::{Budget, Task};
use solve::method::{self, Method};

use crate::options::Proof;

/// Works until the position is proved or `stop` becomes true.
pub fn prove(
    position: &Moment,
    threads: usize,
    memory: u64,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof),
) -> Proof {
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let budget = Budget { threads, memory, ..Budget::default() };
    let turn = position.turn();
    let answer = method::prove(&Task::at(position), Method::Auto, &budget, stop, &mut |progress| {
        // The two questions are asked by turns; a proof that the other side wins is a disproof for us.
        let (proof, disproof) = (progress.proof as u64, progress.disproof as u64);
        let (proof, disproof) = if progress.attacker == turn { (proof, disproof) } else { (disproof, proof) };
        watch(&Proof { nodes: progress.nodes, proof, disproof, ..Proof::default() });
    });
    let answer = answer.unwrap_or_default();
    let line = if answer.line.is_empty() { answer.best.into_iter().collect() } else { answer.line };
    Proof { verdict: answer.verdict, line, nodes: answer.nodes, ..Proof::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Record, Size};
    use search::player::Verdict;

    fn verdict(game: Game, size: &str, moves: &str) -> Proof {
        let shape = game::Shape::of(Size::parse(game, size).unwrap());
        let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
        prove(record.position(), 1, 64 << 20, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn small_boards_are_proved_and_lines_are_ours() {
        assert_eq!(verdict(Game::Havannah, "3", "").verdict, Verdict::Win);
        let lost = verdict(Game::Havannah, "4", "a1 g4 a2 f5 a3 e6");
        assert_eq!((lost.verdict, lost.line.len()), (Verdict::Win, 1));
        // Black must stop a bridge and cannot: two corners are threatened at once.
        let forced = verdict(Game::Havannah, "4", "a1 d4 a2 e5 a3 b1 b5 c1 c6");
        assert_eq!(forced.verdict, Verdict::Loss);
    }

    #[test]
    fn other_boards_are_proved_by_search() {
        assert_eq!(verdict(Game::Hex, "3", "b2 a1").verdict, Verdict::Win);
    }
}
