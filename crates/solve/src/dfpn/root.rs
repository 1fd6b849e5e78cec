//! What the schedule of replies asks of a search: the replies of a root, and that a proof of one speaks against the others.

use super::look::Judged;
use super::{Child, Expanded, Search};
use crate::key::{Images, Word};
use crate::position::Position;
use crate::shape::Cell;

impl<W: Word> Search<'_, W> {
    /// The replies of a position that must be looked at, one of each set of symmetric ones, with the keys of
    /// what follows.
    pub fn replies(&mut self, position: &Position) -> Vec<(Cell, Position, W)> {
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let count = self.children_of(position, &mut children);
        let reply = |child: &Child<W>| {
            let cell = child.cell as usize;
            (cell, position.played(self.shared.shape, cell), child.key)
        };
        children[..count].iter().map(reply).collect()
    }

    /// Lets the proof of one reply speak against the others.
    pub fn spread(&mut self, position: &Position, proved: Cell) {
        let mut children = [Child { key: W::default(), phi: 0.0, delta: 0.0, cell: 0 }; 64];
        let count = self.children_of(position, &mut children);
        let children = &mut children[..count];
        children.iter_mut().for_each(|child| self.refresh(child));
        let images = Images::of(self.shared.places, position.stones);
        if let Some(proved) = children.iter().position(|child| child.cell as usize == proved) {
            self.dismiss(position, &images, children, proved);
            self.imitate(position, &images, children, proved);
        }
    }

    pub(super) fn children_of(&mut self, position: &Position, children: &mut [Child<W>; 64]) -> usize {
        let node = self.root(position);
        let Judged::Open(moves) = self.look_once(position, node.key, node.symmetry).judged else { return 0 };
        match self.expand(&node, moves, children) {
            Expanded::Wins(_) => 0,
            Expanded::Open(count, _) => count,
        }
    }
}
