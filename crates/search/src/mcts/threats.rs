//! Threat-space search in the tree: what [`crate::threats`] finds at a node.
//!
//! A line of the side to move wins. One that the other side would have if the turn were its own says which
//! moves are left: a move loses unless it stands in the way of the line or makes a threat first. Both are
//! proofs; what is not found says nothing.

use game::{Bits, Board, CORNERS, Cell, Colour, EDGES};

use super::bounds::Bounds;
use super::tree::{Block, Tree};
use crate::threats::{Attack, Line, Search, replay};

/// A chain of so many stones may be one away from a threat to close a ring.
const RING_STONES: usize = 4;

/// Looks at a node for sequences of both sides, each by trying at most `tries` moves and until `must_end`, and notes
/// what they prove of its moves. Returns whether the node is settled by that.
pub(super) fn look<const W: usize>(
    tree: &Tree,
    block: Block,
    board: &Board<W>,
    tries: u32,
    must_end: &dyn Fn() -> bool,
) -> bool {
    let (own, other) = (board.turn(), board.turn().other());
    if let Some(line) = find(board, own, tries, must_end) {
        let first = tree.lanes(block).find(|&lane| tree.cell(lane).index() == line.first());
        if let Some(lane) = first.filter(|&lane| !tree.link(lane).1.is_exact()) {
            tree.set_depth(lane, line.plies());
            tree.prove(lane, Bounds::WIN);
        }
        return first.is_some();
    }
    let Some(line) = find(board, other, tries, must_end) else { return false };
    let mut is_lost = true;
    for lane in tree.lanes(block).filter(|&lane| !tree.link(lane).1.is_exact()) {
        if must_end() {
            return false;
        }
        let mut after = Side::of(board, other);
        let cell = tree.cell(lane);
        after.board.place(cell, own);
        if after.board.fresh_wins(cell, own).is_empty() && replay(&after, &line, |_, _| {}) {
            tree.set_depth(lane, line.plies() + 1);
            tree.prove(lane, Bounds::LOSS);
        } else {
            is_lost = false;
        }
    }
    is_lost
}

/// The shortest line by which a colour wins if it is to move; none where somebody is about to win at once.
fn find<const W: usize>(
    board: &Board<W>,
    attacker: Colour,
    tries: u32,
    must_end: &dyn Fn() -> bool,
) -> Option<Line> {
    let wins = |colour| board.empty_cells().iter().any(|cell| board.wins_at(cell, colour));
    if board.outcome().is_some() || Colour::BOTH.into_iter().any(wins) {
        return None;
    }
    Search::new(tries).until(must_end).find_shortest(&Side::of(board, attacker))
}

/// A board on which one colour attacks, and nobody could win at once before.
#[derive(Clone, Copy)]
struct Side<const W: usize> {
    board: Board<W>,
    attacker: Colour,
    danger: Bits<W>,
}

impl<const W: usize> Side<W> {
    fn of(board: &Board<W>, attacker: Colour) -> Side<W> {
        Side { board: *board, attacker, danger: Bits::EMPTY }
    }
}

impl<const W: usize> Attack for Side<W> {
    type Cells = Bits<W>;

    fn wins(&self) -> Bits<W> {
        // Every win that a move threatens is blocked at once.
        Bits::EMPTY
    }

    fn danger(&self) -> Bits<W> {
        self.danger
    }

    fn is_free(&self, cell: usize) -> bool {
        self.board.stone(Cell::new(cell)).is_none()
    }

    fn moves(&mut self) -> Bits<W> {
        let tries = if self.danger.is_empty() { self.board.empty_cells() } else { self.danger };
        tries.iter().filter(|&cell| may_threaten(&self.board, cell, self.attacker)).collect()
    }

    fn threats(&mut self, cell: usize) -> Bits<W> {
        { *self }.strike(cell)
    }

    fn strike(&mut self, cell: usize) -> Bits<W> {
        self.board.place(Cell::new(cell), self.attacker);
        self.board.fresh_wins(Cell::new(cell), self.attacker)
    }

    fn block(&mut self, cell: usize) -> bool {
        let defender = self.attacker.other();
        self.board.place(Cell::new(cell), defender);
        self.danger = self.board.fresh_wins(Cell::new(cell), defender);
        true
    }
}

/// Whether a stone there could make a new winning cell: the chains that it joins touch something, or are long enough for a ring.
fn may_threaten<const W: usize>(board: &Board<W>, cell: Cell, colour: Colour) -> bool {
    let pattern = board.pattern(cell, colour);
    let shape = board.shape();
    let mut marks = shape.marks(cell, colour);
    let mut stones = 1;
    let mut last = None;
    if pattern != 0 {
        for (direction, next) in shape.around(cell).into_iter().enumerate() {
            if let Some(next) = next.filter(|_| pattern >> direction & 1 != 0) {
                let label = board.chain(next);
                if last != Some(label) {
                    marks |= board.chain_marks(label);
                    stones += board.chain_size(label);
                    last = Some(label);
                }
            }
        }
    }
    marks & (CORNERS | EDGES) != 0 || shape.has_rings() && stones >= RING_STONES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Bump, Lane};
    use crate::random::Random;
    use game::{Outcome, Shape, Size};

    /// 2 for a win of the side to move, 1 for a draw, 0 for a loss; by looking at everything.
    fn value(board: &Board<1>) -> u8 {
        match board.outcome() {
            Some(Outcome::Draw) => return 1,
            Some(Outcome::Win(winner)) => return if winner == board.turn() { 2 } else { 0 },
            None => {}
        }
        let mut best = 0;
        for cell in board.empty_cells() {
            let mut after = *board;
            after.play(cell);
            best = best.max(2 - value(&after));
            if best == 2 {
                break;
            }
        }
        best
    }

    #[test]
    fn what_threats_prove_is_true() {
        let mut random = Random::new(11);
        let (mut wins, mut losses) = (0, 0);
        for side in [3, 4] {
            let shape = Shape::of(Size::havannah(side).unwrap());
            for _ in 0..3000 {
                let mut board = Board::<1>::new(shape);
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
                look(&tree, block, &board, 1000, &|| false);
                for (index, &(cell, _)) in moves.iter().enumerate() {
                    let bounds = tree.link(Lane { block, index }).1;
                    if bounds.is_exact() {
                        let mut after = board;
                        after.play(cell);
                        assert_eq!(bounds.least, 2 - value(&after));
                        *(if bounds == Bounds::WIN { &mut wins } else { &mut losses }) += 1;
                    }
                }
            }
        }
        assert!(wins > 20 && losses > 20, "{wins} {losses}");
    }
}
