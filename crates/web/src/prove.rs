//! "Who wins?" with what the program has: the df-pn solver on Havannah boards of up to 63 cells, else tree search until it has a proof.

use std::sync::atomic::AtomicBool;

use game::{Cell, Colour, Size};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player, Thought, Verdict};
use search::presets;
use solve::answer::{self, Solver};
use solve::dfpn::Settings;
use solve::position::Position;
use solve::prover::Dfpn;
use solve::shape::Shape;

use crate::options::Proof;

/// Works until the position is proved or `stop` becomes true.
pub fn prove(
    position: &Moment,
    threads: usize,
    memory: u64,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof),
) -> Proof {
    // Somebody who wins with the next stone needs no proof.
    if let Some(cell) = position.winning_cells(position.turn()).first_cell() {
        return Proof { verdict: Verdict::Win, line: vec![cell], ..Proof::default() };
    }
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    match small_board(position) {
        Some(board) => by_proof_numbers(&board, position, threads, memory, stop, watch),
        None => by_search(position, threads, memory, stop, watch),
    }
}

/// The solver's own board with the same cells.
struct SmallBoard {
    shape: Shape,
    position: Position,
    /// Our cells by the solver's numbers.
    cells: Vec<Cell>,
}

fn small_board(moment: &Moment) -> Option<SmallBoard> {
    let Size::Hexagon(p, q, r) = moment.shape().size() else { return None };
    let shape = Shape::new(p.into(), q.into(), r.into()).ok()?;
    let ours = |cell| {
        let (x, y) = shape.coords(cell);
        moment.shape().cell_at(x, y)
    };
    let cells: Vec<Cell> = (0..shape.cells()).map(ours).collect::<Option<_>>()?;
    let mut position = Position::empty();
    for (number, &cell) in cells.iter().enumerate() {
        if let Some(colour) = moment.stone(cell) {
            position.turn = colour.index();
            position.play(&shape, number);
        }
    }
    position.turn = moment.turn().index();
    Some(SmallBoard { shape, position, cells })
}

fn by_proof_numbers(
    board: &SmallBoard,
    moment: &Moment,
    threads: usize,
    memory: usize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof),
) -> Proof {
    let solver = Dfpn { memory, threads, settings: Settings::default() };
    let turn = moment.turn();
    let answer = solver.solve(&board.shape, &board.position, answer::Limits::NONE, stop, &mut |progress| {
        // The two questions are asked by turns; a proof that the other side wins is a disproof for us.
        let is_ours = Colour::BOTH[progress.attacker] == turn;
        let (proof, disproof) = (progress.proof, progress.disproof);
        let (proof, disproof) = if is_ours { (proof, disproof) } else { (disproof, proof) };
        let (proof, disproof) = (proof as u64, disproof as u64);
        watch(&Proof { nodes: progress.nodes, proof, disproof, ..Proof::default() });
    });
    let verdict = match answer.verdict {
        answer::Verdict::Win => Verdict::Win,
        answer::Verdict::Draw => Verdict::Draw,
        answer::Verdict::Loss => Verdict::Loss,
        answer::Verdict::Unknown => Verdict::Unknown,
    };
    let line = if answer.line.is_empty() { answer.best.into_iter().collect() } else { answer.line };
    let line = line.into_iter().filter_map(|cell| board.cells.get(cell).copied()).collect();
    Proof { verdict, line, nodes: answer.nodes, ..Proof::default() }
}

fn by_search(
    moment: &Moment,
    threads: usize,
    memory: usize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof),
) -> Proof {
    let settings = presets::preset(presets::NAMES[0]).unwrap_or_default();
    let mut player = Mcts::new(settings, Resources { threads, memory, ..Resources::default() });
    let proof_of = |thought: &Thought| Proof {
        verdict: thought.verdict,
        line: thought.candidates.first().map(|best| best.line.clone()).unwrap_or_default(),
        nodes: thought.visits,
        ..Proof::default()
    };
    let thought = player.think(moment, &Limits::default(), stop, &mut |thought| watch(&proof_of(thought)));
    proof_of(&thought)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Record};

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
