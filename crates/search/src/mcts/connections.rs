//! Connection knowledge in the tree: what virtual connections and inferior cells say of a node of a Hex game.
//!
//! A node that was visited often enough is looked at once (`connections::Judge`). Won and lost nodes are settled, moves outside of the must-play
//! region are proved losses, and moves that need not be tried, because another is as good, are put last: they are
//! no losses, so nothing is claimed of them.

use connections::{Board, Cells, Effort, Judge, Judgement, with_cells};
use game::{Bits, Colour, Shape, Size};

use super::bounds::Bounds;
use super::tree::{Block, Lane, Tree};
use super::worker::node_bounds;
use crate::neighbours::Neighbours;
use crate::potential::Potentials;
use crate::settings::{ConnectionEffort, Settings};

/// The prior of a move that need not be tried: below all others.
const LAST: f32 = -1.0;

/// Moves that are tried for a short way to the end, those first after which two-distance (Queenbee, chapter 5) has the fewest stones missing and the
/// most ways. By it the win was the shortest in all 44 won positions of Hex 4x4 with eight empty cells; by stones missing or the size of
/// the carrier alone it took two to four moves more in seven to nine of them.
const TRIES: usize = 16;
/// The least number of moves that a proof by connections takes.
const LEAST_DEPTH: u16 = 3;

/// Looks at nodes of games on one board; each thread has its own.
pub(super) struct Sight<const W: usize> {
    /// Rollouts after which a node is looked at.
    pub after: u32,
    eyes: Box<dyn See<W>>,
}

/// Who looks, whatever sets of cells the board needs.
trait See<const W: usize>: Send {
    fn look(&mut self, tree: &Tree, block: Block, board: &game::Board<W>) -> bool;
    fn hurry(&mut self, tree: &Tree, block: Block, board: &game::Board<W>);
}

struct Look<S> {
    board: Board<S>,
    judge: Judge<S>,
    puts_last: bool,
}

impl<const W: usize> Sight<W> {
    /// What the settings ask for; nothing if they do not, or on boards of other games than Hex.
    pub fn new(settings: &Settings, shape: &Shape) -> Option<Sight<W>> {
        let Size::Rhombus(columns, rows) = shape.size() else { return None };
        if settings.connection_visits == 0 {
            return None;
        }
        let measures = (usize::from(columns), usize::from(rows));
        let eyes: Box<dyn See<W>> =
            with_cells!(shape.len(), S => Box::new(Look::<S>::new(measures, settings)?));
        Some(Sight { after: settings.connection_visits * settings.rollouts, eyes })
    }

    /// Looks at a node and notes what is proved of its moves. Returns whether the node is settled by that.
    pub fn look(&mut self, tree: &Tree, block: Block, board: &game::Board<W>) -> bool {
        self.eyes.look(tree, block, board)
    }

    /// Looks for a short way to the end at a node that is won: a proof is content with any.
    pub fn hurry(&mut self, tree: &Tree, block: Block, board: &game::Board<W>) {
        if node_bounds(tree, block).0 == Bounds::WIN {
            self.eyes.hurry(tree, block, board);
        }
    }
}

impl<S: Cells> Look<S> {
    fn new((columns, rows): (usize, usize), settings: &Settings) -> Option<Look<S>> {
        let effort = match settings.connection_effort {
            ConnectionEffort::Small => Effort::SMALL,
            ConnectionEffort::Medium => Effort::MEDIUM,
            ConnectionEffort::Large => Effort::LARGE,
        };
        let board = Board::new(columns, rows)?;
        Some(Look { board, judge: Judge::new(effort), puts_last: settings.connection_inferior })
    }
}

impl<S: Cells, const W: usize> See<W> for Look<S> {
    fn look(&mut self, tree: &Tree, block: Block, board: &game::Board<W>) -> bool {
        let stones = Colour::BOTH.map(|colour| set(board.stones(colour)));
        let lanes = || tree.lanes(block).map(|lane| (lane, tree.cell(lane).index()));
        match self.judge.judge(&self.board, stones, board.turn().index()) {
            Judgement::Won { by, carrier } => {
                let inside = lanes().find(|&(_, cell)| carrier.holds(cell));
                let chosen = match by {
                    Some(by) => lanes().find(|&(_, cell)| cell == by),
                    None => inside.or_else(|| lanes().next()),
                };
                if let Some((lane, _)) = chosen {
                    note(tree, lane, Bounds::WIN, carrier.size());
                }
                chosen.is_some()
            }
            Judgement::Lost { carrier } => {
                lanes().for_each(|(lane, _)| note(tree, lane, Bounds::LOSS, carrier.size() + 1));
                true
            }
            Judgement::Open { moves, region, carrier } => {
                for (lane, cell) in lanes() {
                    if !region.holds(cell) {
                        note(tree, lane, Bounds::LOSS, carrier.size() + 1);
                    } else if self.puts_last && !moves.holds(cell) {
                        tree.set_prior(lane, LAST);
                    }
                }
                false
            }
        }
    }

    fn hurry(&mut self, tree: &Tree, block: Block, board: &game::Board<W>) {
        let (turn, empty) = (board.turn(), Neighbours::empty(board.shape()));
        let after = |lane: Lane| {
            let mut after = *board;
            after.place(tree.cell(lane), turn);
            after
        };
        let mut lanes: Vec<Lane> = tree.lanes(block).collect();
        lanes.sort_by_cached_key(|&lane| {
            let potentials = Potentials::after(&empty, &after(lane));
            (potentials.board(turn), -potentials.mobility(turn))
        });
        for lane in lanes.into_iter().take(TRIES) {
            let stones = Colour::BOTH.map(|colour| set(after(lane).stones(colour)));
            let judgement = self.judge.judge(&self.board, stones, turn.other().index());
            if matches!(judgement, Judgement::Lost { .. }) {
                // Nothing is known to be shorter, except a win at once, which needs no search.
                tree.set_depth(lane, LEAST_DEPTH);
                tree.prove(lane, Bounds::WIN);
                return;
            }
        }
    }
}

/// Notes what is proved of a move. It takes at the most as many moves as the proof has cells, and more than two.
fn note(tree: &Tree, lane: Lane, bounds: Bounds, cells: u32) {
    if !tree.link(lane).1.is_exact() {
        tree.set_depth(lane, LEAST_DEPTH.max(cells as u16));
        tree.prove(lane, bounds);
    }
}

fn set<S: Cells, const W: usize>(cells: Bits<W>) -> S {
    S::of(cells.iter().map(|cell| cell.index()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::Bump;
    use crate::random::Random;
    use game::{Cell, Outcome};

    /// Whether the side to move wins, by looking at everything.
    fn wins(board: &game::Board<1>) -> bool {
        if let Some(outcome) = board.outcome() {
            return outcome == Outcome::Win(board.turn());
        }
        board.empty_cells().iter().any(|cell| {
            let mut after = *board;
            after.play(cell);
            !wins(&after)
        })
    }

    #[test]
    fn what_connections_prove_of_moves_is_true() {
        let shape = Shape::of(Size::hex(4).unwrap());
        let settings = Settings { connection_visits: 1, ..Settings::default() };
        let mut sight = Sight::<1>::new(&settings, shape).unwrap();
        let mut random = Random::new(3);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..150 {
            let mut board = game::Board::<1>::new(shape);
            while board.outcome().is_none() && board.empty_count() > 8 {
                let cells: Vec<Cell> = board.empty_cells().iter().collect();
                board.play(cells[random.below(cells.len())]);
            }
            if board.outcome().is_some() {
                continue;
            }
            let moves: Vec<(Cell, f32)> = board.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
            let tree = Tree::new(1 << 16);
            let block = tree.add(&moves, &mut Bump::alone()).unwrap();
            let is_settled = sight.look(&tree, block, &board);
            let mut bounds = Bounds::LOSS;
            for lane in tree.lanes(block) {
                bounds = bounds.best(tree.link(lane).1);
                if tree.link(lane).1.is_exact() {
                    let mut after = board;
                    after.play(tree.cell(lane));
                    assert_eq!(tree.link(lane).1 == Bounds::WIN, !wins(&after));
                    *(if tree.link(lane).1 == Bounds::WIN { &mut won } else { &mut lost }) += 1;
                }
            }
            assert!(!is_settled || bounds.is_exact());
        }
        assert!(won > 20 && lost > 20, "{won} {lost}");
    }

    #[test]
    fn other_games_have_none() {
        let settings = Settings { connection_visits: 1, ..Settings::default() };
        assert!(Sight::<1>::new(&settings, Shape::of(Size::havannah(4).unwrap())).is_none());
        assert!(Sight::<1>::new(&Settings::default(), Shape::of(Size::hex(5).unwrap())).is_none());
    }
}
