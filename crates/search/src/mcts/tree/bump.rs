//! Bump allocation: where a thread puts its new nodes. It takes the arena in stretches of many nodes, so that threads
//! seldom meet at the top of it and do not write to the same lines of the cache. One thread alone takes what it
//! needs and wastes nothing.

use super::{HEADER, Tree};
use crate::mcts::atoms;

/// The bump allocator of one thread: its stretch of the arena.
pub struct Bump {
    next: usize,
    end: usize,
    /// Words to take at once.
    step: usize,
}

impl Bump {
    /// For the only thread.
    pub fn alone() -> Bump {
        Bump { next: 0, end: 0, step: 0 }
    }

    /// For one of several threads.
    pub fn shared() -> Bump {
        Bump { next: 0, end: 0, step: 4096 }
    }

    /// The place of `size` words, which is a multiple of a header's.
    pub(super) fn take(&mut self, tree: &Tree, size: usize) -> Option<usize> {
        if self.next + size > self.end {
            self.clear(tree);
            let step = size.max(self.step);
            self.next = atoms::reserve(&tree.top.0, step as u64, tree.arena.len() as u64)? as usize;
            self.end = self.next + step;
            if self.step > 0 {
                tree.arena.foresee(self.next, self.end);
            }
        }
        let start = self.next;
        self.next += size;
        Some(start)
    }

    /// Leaves the rest as blocks without moves.
    fn clear(&mut self, tree: &Tree) {
        debug_assert!((self.end - self.next).is_multiple_of(HEADER));
        tree.arena.wipe(self.next, self.end - self.next);
        self.next = self.end;
    }

    /// Gives the rest back where that can be done. Nobody else may use the tree meanwhile.
    pub fn close(&mut self, tree: &mut Tree) {
        let top = tree.top.0.get_mut();
        if self.end as u64 == *top {
            *top = self.next as u64;
        } else {
            self.clear(tree);
        }
        (self.next, self.end) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::Block;
    use game::Cell;

    #[test]
    fn nodes_of_two_threads_are_all_found_and_none_twice() {
        let mut tree = Tree::new(1 << 20);
        let mut bumps = [Bump::shared(), Bump::shared()];
        let moves: Vec<(Cell, f32)> = (0..100).map(|i| (Cell::new(i), 0.5)).collect();
        let mut blocks: Vec<(Block, usize)> = Vec::new();
        for i in 0..60 {
            let count = 1 + i * 7 % 100;
            blocks.push((tree.add(&moves[..count], &mut bumps[i % 2]).unwrap(), count));
        }
        bumps.iter_mut().for_each(|bump| bump.close(&mut tree));
        let lanes: usize = blocks.iter().map(|&(_, count)| count).sum();
        assert_eq!(tree.lane_count(), lanes as u64);
        assert!(blocks.iter().all(|&(block, count)| tree.len(block) == count));
        assert!(tree.used() > lanes * 24);
    }

    #[test]
    fn a_full_arena_gives_no_place() {
        let tree = Tree::new(0);
        let moves: Vec<(Cell, f32)> = (0..100).map(|i| (Cell::new(i), 0.5)).collect();
        let mut bump = Bump::shared();
        let added = std::iter::from_fn(|| tree.add(&moves, &mut bump)).count();
        assert!(added > 60, "{added}");
        assert!(tree.add(&moves, &mut bump).is_none());
    }
}
