//! Takes filled cells out of rows again: a row of a filled position becomes one of the position itself.
//!
//! A dead stone that a row uses is named dead; a captured one goes into the carrier with another cell that captures it. Whether a cell is dead is
//! asked in the row's own world, where the loser owns every cell that is neither a stone nor in the carrier. So it may take stones of the winner
//! that the row did not need: these are given to it, as few as suffice.

use connections::{FillStep, fill_by_steps, is_dead};

use super::board::{Board, Cells, Position};
use super::rows::Needs;
use crate::shape::bits;

/// A position whose dead and captured cells are filled.
pub(super) struct Filled {
    pub position: Position,
    /// How the winner's came about, the first first.
    pub steps: Vec<Step>,
}

/// Stones that the winner was given at once.
pub(super) struct Step {
    /// Its stones before.
    before: Cells,
    dead: Cells,
    captured: Cells,
}

impl Filled {
    /// Fills a position.
    pub fn new(board: &Board, position: &Position, winner: usize) -> Filled {
        let mut steps = Vec::new();
        let fill = fill_by_steps(board, position.stones, |step: FillStep<Cells>| {
            // Dead cells are given to White.
            let dead = if winner == 0 { step.dead } else { 0 };
            let captured = if winner == step.colour { step.captured } else { 0 };
            if dead | captured != 0 {
                steps.push(Step { before: step.before[winner], dead, captured });
            }
        });
        Filled { position: Position { stones: fill.stones, turn: position.turn }, steps }
    }
}

/// What a row is changed by.
pub(super) enum Change {
    /// More stones.
    Given(Vec<usize>),
    /// Stones that are dead.
    Dead(Vec<usize>),
    /// Pairs of cells of which the winner gets one.
    Captured(Vec<usize>),
}

/// Takes stones out of one row.
pub(super) struct Unfill<'a> {
    board: &'a Board,
    winner: usize,
    /// What the row needs by now.
    needs: Needs,
    given: Cells,
    changes: Vec<Change>,
}

impl<'a> Unfill<'a> {
    /// Begins with a row that needs this.
    pub fn new(board: &'a Board, winner: usize, needs: Needs) -> Unfill<'a> {
        Unfill { board, winner, needs, given: 0, changes: Vec::new() }
    }

    /// What was done, in its order.
    pub fn changes(self) -> Vec<Change> {
        let given = (self.given != 0).then(|| Change::Given(bits(self.given).collect()));
        given.into_iter().chain(self.changes).collect()
    }

    /// Takes out what a step has filled, `played` being stones that the winner has got since. Says whether it succeeded.
    ///
    /// Of cells that capture each other all but one are dead beside one that is still there; the last goes into the carrier with one of them.
    pub fn step(&mut self, step: &Step, played: Cells) -> bool {
        let own = step.before | played;
        let mut gone: Cells = 0;
        while let left @ 1.. = self.needs.stones & step.captured {
            let beside = |cell: usize| own | step.captured & !gone & !(1 << cell);
            let cell = bits(left)
                .find(|&cell| self.drop_dead(cell, own))
                .or_else(|| bits(left).find(|&cell| self.drop_dead(cell, beside(cell))))
                .or_else(|| bits(left).find(|&cell| self.capture(cell, step.captured, own)));
            let Some(cell) = cell else { return false };
            gone |= 1 << cell;
        }
        bits(step.dead).all(|cell| self.needs.stones >> cell & 1 == 0 || self.drop_dead(cell, own))
    }

    /// Takes out a dead stone; the winner owns these cells besides.
    fn drop_dead(&mut self, cell: usize, own: Cells) -> bool {
        let without = Needs { stones: self.needs.stones & !(1 << cell), ..self.needs };
        let Some(more) = self.support(cell, without, own) else { return false };
        self.needs = without;
        self.give(more);
        match self.changes.last_mut() {
            Some(Change::Dead(cells)) => cells.push(cell),
            _ => self.changes.push(Change::Dead(vec![cell])),
        }
        true
    }

    /// Puts a stone and one of the other cells into the carrier, if each is dead when the winner has the other.
    pub fn capture(&mut self, cell: usize, others: Cells, own: Cells) -> bool {
        bits(others & !(1 << cell)).any(|other| self.capture_with(cell, other, own))
    }

    fn capture_with(&mut self, cell: usize, other: usize, own: Cells) -> bool {
        let pair: Cells = 1 << cell | 1 << other;
        let Needs { stones, carrier } = self.needs;
        // A cell that has gone into the carrier by a change of before cannot be taken for a stone from the start.
        let is_new = carrier & 1 << other != 0;
        if is_new && self.changes.iter().any(|change| change.names(other)) {
            return false;
        }
        let needed = if is_new { pair } else { pair & stones };
        let mut rest = Needs { stones: stones & !pair, carrier: carrier & !pair };
        let mut more = 0;
        for lost in bits(needed) {
            let taken = Needs { stones: rest.stones | (pair & !(1 << lost)), ..rest };
            let Some(found) = self.support(lost, taken, own & !pair) else { return false };
            more |= found;
            rest.stones |= found;
            rest.carrier &= !found;
        }
        self.given |= if is_new { 1 << other } else { 0 };
        self.needs = Needs { stones: rest.stones, carrier: rest.carrier | pair };
        self.give(more);
        match self.changes.last_mut() {
            Some(Change::Captured(cells)) => cells.extend([cell, other]),
            _ => self.changes.push(Change::Captured(vec![cell, other])),
        }
        true
    }

    fn give(&mut self, more: Cells) {
        self.given |= more;
        self.needs.stones |= more;
        self.needs.carrier &= !more;
    }

    /// Stones of `own` that make a cell dead beside what is needed; as few as suffice, nothing if all of them do not.
    fn support(&self, cell: usize, needs: Needs, own: Cells) -> Option<Cells> {
        if self.is_dead(cell, needs, 0) {
            return Some(0);
        }
        let mut more = own & !needs.stones & !(1 << cell);
        if !self.is_dead(cell, needs, more) {
            return None;
        }
        for stone in bits(more) {
            if self.is_dead(cell, needs, more & !(1 << stone)) {
                more &= !(1 << stone);
            }
        }
        Some(more)
    }

    fn is_dead(&self, cell: usize, needs: Needs, more: Cells) -> bool {
        let own = needs.stones | more;
        let empty = needs.carrier & !more | 1 << cell;
        let mut stones = [self.board.all & !(own | empty); 2];
        stones[self.winner] = own;
        is_dead(self.board, stones, cell)
    }
}

impl Change {
    fn names(&self, cell: usize) -> bool {
        let (Change::Given(cells) | Change::Dead(cells) | Change::Captured(cells)) = self;
        cells.contains(&cell)
    }
}
