//! Threat-space search on any board: [`search::threats`] on a [`Position`] with its winning cells.

use game::{Bits, Cell, Colour, Position};
use search::threats::{self, Attack, Line, Search};

/// A winning line of the side to move whose first move is in `first`.
///
/// The side to move must have no winning cell and face at most one.
pub fn find<const W: usize>(position: &Position<W>, first: Bits<W>, search: &mut Search) -> Option<Line> {
    search.find(&Side::of(position), Some(first))
}

/// A position in which the side that was to move attacks.
#[derive(Clone, Copy)]
struct Side<const W: usize> {
    position: Position<W>,
    attacker: Colour,
}

impl<const W: usize> Side<W> {
    fn of(position: &Position<W>) -> Side<W> {
        Side { position: *position, attacker: position.turn() }
    }
}

impl<const W: usize> Attack for Side<W> {
    type Cells = Bits<W>;

    fn wins(&self) -> Bits<W> {
        let goes_on = self.position.outcome().is_none();
        if goes_on { self.position.winning_cells(self.attacker) } else { Bits::EMPTY }
    }

    fn danger(&self) -> Bits<W> {
        self.position.winning_cells(self.attacker.other())
    }

    fn is_free(&self, cell: usize) -> bool {
        self.position.is_legal(Cell::new(cell))
    }

    fn moves(&mut self) -> Bits<W> {
        let danger = self.danger();
        if danger.is_empty() { near(&self.position) } else { danger }
    }

    fn threats(&mut self, cell: usize) -> Bits<W> {
        { *self }.strike(cell)
    }

    fn strike(&mut self, cell: usize) -> Bits<W> {
        self.position.play(Cell::new(cell));
        self.position.winning_cells(self.attacker)
    }

    fn block(&mut self, cell: usize) -> bool {
        self.position.play(Cell::new(cell));
        self.position.outcome().is_none()
    }
}

/// Empty cells at most two steps from a stone of the side to move: the others hardly ever threaten.
fn near<const W: usize>(position: &Position<W>) -> Bits<W> {
    let shape = position.shape();
    let mut near = position.board().stones(position.turn());
    for _ in 0..2 {
        for cell in near {
            shape.neighbours(cell).for_each(|next| near.insert(next));
        }
    }
    near & position.empty_cells()
}

/// Does the side to move win by this line, whatever else has been placed since it was found?
pub fn replay<const W: usize>(start: &Position<W>, line: &Line) -> bool {
    threats::replay(&Side::of(start), line, |_, _| {})
}

/// The moves of the side to move that lose to a line found for the other side as if it were its turn.
pub fn refuted<const W: usize>(position: &Position<W>, line: &Line, moves: Bits<W>) -> Bits<W> {
    let risky = risky(position, line, moves);
    let mut lost = moves - risky;
    for cell in risky {
        let mut after = *position;
        after.play(cell);
        if replay(&after, line) {
            lost.insert(cell);
        }
    }
    lost
}

/// The moves that may change what happens in the line: its own cells, and those that give the blocker a threat even
/// with all its blocking stones on the board and none of the attacker's.
fn risky<const W: usize>(position: &Position<W>, line: &Line, moves: Bits<W>) -> Bits<W> {
    let side = position.turn();
    let mut played = *position;
    played.pass();
    let mut blocked = *position;
    let mut touched = Bits::EMPTY;
    for cell in line.cells().map(Cell::new) {
        touched.insert(cell);
        played.play(cell);
        let threats = played.winning_cells(side.other());
        touched = touched | threats;
        let Some(block) = threats.only() else { break };
        played.play(block);
        if blocked.winning_cells(side).has(block) || blocked.empty_cells().len() < 3 {
            return moves;
        }
        blocked.play(block);
        blocked.pass();
    }
    if !blocked.winning_cells(side).is_empty() {
        return moves;
    }
    let threatens = |&cell: &Cell| {
        let mut after = blocked;
        after.play(cell);
        !after.winning_cells(side).is_empty()
    };
    (touched & moves) | (moves - touched).iter().filter(threatens).collect()
}
