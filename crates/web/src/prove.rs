//! "Who wins?", asked of the solvers.

use std::sync::atomic::AtomicBool;

use game::Colour;
use solve::answer::{Answer, Budget, Progress, Task};
use solve::method::{self, Method};

use crate::options::{Proof, Reply};

/// Works until the position is proved or `stop` becomes true. Where the solver writes certificates, the proof has one.
pub fn prove(
    task: &Task,
    threads: usize,
    memory: u64,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof),
) -> Proof {
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let plain = Budget { threads, memory, ..Budget::default() };
    let turn = task.position.turn();
    let mut told = |progress: &Progress| watch(&look(progress, turn));
    let certified = Budget { certify: true, ..plain };
    let answer = method::prove(task, Method::Auto, &certified, stop, &mut told)
        .or_else(|_| method::prove(task, Method::Auto, &plain, stop, &mut told))
        .unwrap_or_default();
    let Answer { verdict, best, line, nodes, certificate, .. } = answer;
    let line = if line.is_empty() { best.into_iter().collect() } else { line };
    Proof { verdict, line, nodes, certificate, ..Proof::default() }
}

/// A look at a running search, from the side of the colour to move. The two questions (does White win, does Black?) are asked by
/// turns; a proof that the other side wins is a disproof for us.
fn look(progress: &Progress, turn: Colour) -> Proof {
    let is_own = progress.attacker == turn;
    let seen = |proof: f32, disproof: f32| {
        let (proof, disproof) = (proof as u64, disproof as u64);
        if is_own { (proof, disproof) } else { (disproof, proof) }
    };
    let (proof, disproof) = seen(progress.proof, progress.disproof);
    let reply = |reply: &solve::answer::Reply| {
        let (proof, disproof) = seen(reply.proof, reply.disproof);
        let state = match (reply.proof == 0.0, reply.disproof == 0.0) {
            (true, _) => Some(if is_own { "wins" } else { "loses" }),
            (_, true) => Some(if is_own { "fails" } else { "holds" }),
            _ => None,
        };
        Reply { cell: reply.cell, proof, disproof, work: reply.work, state }
    };
    let replies = progress.replies.iter().map(reply).collect();
    Proof { nodes: progress.nodes, proof, disproof, replies, ..Proof::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Record, Size};
    use search::player::Verdict;

    fn verdict(game: Game, size: &str, moves: &str) -> Proof {
        let shape = game::Shape::of(Size::parse(game, size).unwrap());
        let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
        prove(&Task::of(&record), 1, 64 << 20, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn small_boards_are_proved_and_lines_are_ours() {
        assert_eq!(verdict(Game::Havannah, "3", "").verdict, Verdict::Win);
        let lost = verdict(Game::Havannah, "4", "a1 g4 a2 f5 a3 e6");
        assert_eq!((lost.verdict, lost.line.len()), (Verdict::Win, 1));
        // Black must stop a bridge and cannot: two corners are threatened at once.
        let forced = verdict(Game::Havannah, "4", "a1 d4 a2 e5 a3 b1 b5 c1 c6");
        assert_eq!(forced.verdict, Verdict::Loss);
        let book = crate::walk::Book::open(&forced.certificate.expect("a certificate")).unwrap();
        assert_eq!(book.start().len(), 9);
    }

    #[test]
    fn other_boards_are_proved_by_search() {
        assert_eq!(verdict(Game::Hex, "3", "b2 a1").verdict, Verdict::Win);
    }
}
