//! Threat-space search: each move of the attacker threatens to win at once, so that the reply is forced, until one
//! makes two threats.
//!
//! Such a sequence of the side to move wins. One that the other side would have if the turn were its own says which
//! moves are left: a move loses unless it stands in the way of the sequence or makes a threat first. Both are
//! proofs; what is not found says nothing.

use game::{Bits, Board, CORNERS, Cell, Colour, EDGES};

use super::bounds::Bounds;
use super::tree::{Block, Tree};

/// The longest sequence that is looked for, in moves of the attacker.
const LONGEST: usize = 12;
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
    let mut threats = Threats::new(board.turn(), must_end);
    if threats.find(board, tries) {
        let first = tree.lanes(block).find(|&lane| tree.cell(lane) == threats.moves[0]);
        if let Some(lane) = first.filter(|&lane| !tree.link(lane).1.is_exact()) {
            tree.set_depth(lane, threats.plies());
            tree.prove(lane, Bounds::WIN);
        }
        return first.is_some();
    }
    let mut threats = Threats::new(board.turn().other(), must_end);
    if !threats.find(board, tries) {
        return false;
    }
    let mut is_lost = true;
    for lane in tree.lanes(block).filter(|&lane| !tree.link(lane).1.is_exact()) {
        if must_end() {
            return false;
        }
        let mut after = *board;
        let cell = tree.cell(lane);
        after.place(cell, board.turn());
        if after.fresh_wins(cell, board.turn()).is_empty() && threats.wins(&after) {
            tree.set_depth(lane, threats.plies() + 1);
            tree.prove(lane, Bounds::LOSS);
        } else {
            is_lost = false;
        }
    }
    is_lost
}

/// A sequence of threats, or the search for one.
struct Threats<'a> {
    attacker: Colour,
    /// The attacker's moves; the last one makes two threats.
    moves: Vec<Cell>,
    /// Moves that may still be tried.
    left: u32,
    /// Whether there was more to look at beyond the length that was allowed.
    is_cut: bool,
    must_end: &'a dyn Fn() -> bool,
}

/// Tries between two looks at the clock.
const LOOK: u32 = 16;

impl<'a> Threats<'a> {
    fn new(attacker: Colour, must_end: &'a dyn Fn() -> bool) -> Threats<'a> {
        Threats { attacker, moves: Vec::with_capacity(LONGEST), left: 0, is_cut: true, must_end }
    }

    /// Moves of both sides up to the win.
    fn plies(&self) -> u16 {
        2 * self.moves.len() as u16 + 1
    }

    /// Looks for the shortest sequence by which the attacker wins if it is to move. Nobody may be about to win at once.
    fn find<const W: usize>(&mut self, board: &Board<W>, tries: u32) -> bool {
        let wins =
            Colour::BOTH.map(|colour| board.empty_cells().iter().any(|cell| board.wins_at(cell, colour)));
        if board.outcome().is_some() || wins[0] || wins[1] {
            return false;
        }
        self.left = tries;
        (1..=LONGEST).any(|length| {
            let goes_on = std::mem::take(&mut self.is_cut);
            goes_on && self.deepen(board, Bits::EMPTY, length)
        })
    }

    /// Goes on with the sequence; `danger` are the cells at which the defender would win.
    fn deepen<const W: usize>(&mut self, board: &Board<W>, danger: Bits<W>, length: usize) -> bool {
        if !danger.is_empty() && danger.only().is_none() {
            return false;
        }
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let tries = if danger.is_empty() { board.empty_cells() } else { danger };
        for cell in tries.iter().filter(|&cell| may_threaten(board, cell, attacker)) {
            if self.left == 0 {
                return false;
            }
            if self.left.is_multiple_of(LOOK) && (self.must_end)() {
                self.left = 0;
                return false;
            }
            self.left -= 1;
            let mut after = *board;
            after.place(cell, attacker);
            let threats = after.fresh_wins(cell, attacker);
            let Some(reply) = threats.first_cell() else { continue };
            self.moves.push(cell);
            if threats.only().is_none() {
                return true;
            }
            if self.moves.len() < length {
                after.place(reply, defender);
                if self.deepen(&after, after.fresh_wins(reply, defender), length) {
                    return true;
                }
            } else {
                self.is_cut = true;
            }
            self.moves.pop();
        }
        false
    }

    /// Whether the sequence still wins after a stone of the defender that makes no threat.
    fn wins<const W: usize>(&self, start: &Board<W>) -> bool {
        let mut board = *start;
        let mut danger = Bits::EMPTY;
        for &cell in &self.moves {
            let is_free = board.stone(cell).is_none();
            if !is_free || !danger.is_empty() && danger.only() != Some(cell) {
                return false;
            }
            board.place(cell, self.attacker);
            let threats = board.fresh_wins(cell, self.attacker);
            let Some(reply) = threats.first_cell() else { return false };
            if threats.only().is_none() {
                return true;
            }
            board.place(reply, self.attacker.other());
            danger = board.fresh_wins(reply, self.attacker.other());
        }
        false
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
