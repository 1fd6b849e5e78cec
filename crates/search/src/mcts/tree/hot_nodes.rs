//! Thread-local copies of hot nodes, for one of several threads.
//!
//! Every simulation counts at the root and at the nodes below it that all follow; where all threads write, the
//! lines of the cache travel between the cores all the time, and that cost a second thread half of its worth. So a
//! thread chooses and counts on a copy of its own, and from time to time it *exchanges*: what it has counted since
//! is added to the node, and what the others have counted comes into the copy. What a copy has not heard of is one
//! or two hundredths of its node's visits for each other thread.
//!
//! A thread alone has no copies.

use std::sync::atomic::Ordering::Relaxed;

use super::{
    Block, CHUNK, HEADER, LANES, LINK, MOVE, NODE_VISITS, POINTS, RAVE_POINTS, RAVE_VISITS, Row, Tree, VISITS,
};

/// Nodes with so many visits are copied.
const MANY: u32 = 256;
/// The share of a node's visits after which a copy is exchanged.
const SHARE: u32 = 64;
/// And the most visits before that.
const MOST: u32 = 32;
/// The most copies of a thread, and the fewest; a power of two.
const SLOTS: (usize, usize) = (256, 4);

/// The copies of one thread.
pub struct HotNodes {
    copies: Tree,
    bytes: usize,
    slots: Vec<Slot>,
}

struct Slot {
    /// The node, or none.
    of: Block,
    /// The copy, and what the node was at the last exchange.
    copy: Block,
    seen: Block,
    /// Simulations until the next exchange.
    left: u32,
}

impl HotNodes {
    /// For boards of so many cells, in about so many bytes.
    pub fn new(cells: usize, bytes: usize) -> HotNodes {
        let size = HEADER + cells.div_ceil(LANES) * CHUNK;
        let place = |number: usize| Block(((HEADER + number * size) / HEADER) as u32);
        let slot = |i| Slot { of: Block::NONE, copy: place(2 * i), seen: place(2 * i + 1), left: 0 };
        let (most, fewest) = SLOTS;
        let fitting = (bytes / (8 * size)).clamp(fewest, most);
        let slots: Vec<Slot> = (0..1usize << fitting.ilog2()).map(slot).collect();
        let bytes = (HEADER + 2 * slots.len() * size) * 4;
        HotNodes { copies: Tree::new(bytes), bytes, slots }
    }

    /// Bytes that the copies take when all are made.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The place of a node's copy; there is a power of two of them.
    fn slot(&self, block: Block) -> usize {
        (block.0.wrapping_mul(0x9E37_79B1) >> 16) as usize & (self.slots.len() - 1)
    }

    /// The tree in which to choose and count at a node, and the node in it. A node becomes much visited here.
    #[inline]
    pub fn enter<'a>(&'a mut self, tree: &'a Tree, block: Block) -> (&'a Tree, Block) {
        let at = self.slot(block);
        let slot = &mut self.slots[at];
        if slot.of != block {
            if tree.node_visits(block) < MANY {
                return (tree, block);
            }
            slot.leave(&self.copies, tree);
            slot.copy(&self.copies, tree, block);
        }
        (&self.copies, slot.copy)
    }

    /// The same without making a copy: another node may have taken its place meanwhile.
    #[inline]
    pub fn find<'a>(&'a self, tree: &'a Tree, block: Block) -> (&'a Tree, Block) {
        let slot = &self.slots[self.slot(block)];
        if slot.of == block { (&self.copies, slot.copy) } else { (tree, block) }
    }

    /// A simulation through the node is counted; now and then that is an exchange.
    #[inline]
    pub fn count(&mut self, tree: &Tree, block: Block) {
        let at = self.slot(block);
        let slot = &mut self.slots[at];
        if slot.of == block {
            slot.left -= 1;
            if slot.left == 0 {
                slot.exchange(&self.copies, tree);
            }
        }
    }

    /// Gives all copies up; their counts are in the tree then.
    pub fn leave(&mut self, tree: &Tree) {
        for slot in &mut self.slots {
            slot.leave(&self.copies, tree);
        }
    }
}

impl Slot {
    fn leave(&mut self, copies: &Tree, tree: &Tree) {
        if self.of != Block::NONE {
            self.exchange(copies, tree);
            self.of = Block::NONE;
        }
    }

    fn copy(&mut self, copies: &Tree, tree: &Tree, block: Block) {
        self.of = block;
        for part in [self.copy, self.seen] {
            copies.word(part.0 as usize * HEADER).store(tree.len(block) as u32, Relaxed);
            copies.word(part.0 as usize * HEADER + NODE_VISITS).store(0, Relaxed);
            for chunk in 0..tree.len(block).div_ceil(LANES) {
                for row in [VISITS, POINTS, RAVE_VISITS, RAVE_POINTS] {
                    copies.row(part, chunk, row).store([0; LANES]);
                }
            }
        }
        self.exchange(copies, tree);
    }

    fn exchange(&mut self, copies: &Tree, tree: &Tree) {
        let [of, copy, seen] = [(tree, self.of), (copies, self.copy), (copies, self.seen)]
            .map(|(tree, block)| tree.word(block.0 as usize * HEADER + NODE_VISITS));
        let counted = copy.load(Relaxed).wrapping_sub(seen.load(Relaxed));
        let visits = of.fetch_add(counted, Relaxed).wrapping_add(counted);
        copy.store(visits, Relaxed);
        seen.store(visits, Relaxed);
        self.left = (visits / SHARE).clamp(1, MOST);
        self.exchange_rows(copies, tree);
    }

    fn exchange_rows(&self, copies: &Tree, tree: &Tree) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has what the function was compiled for.
            return unsafe { self.exchange_wide(copies, tree) };
        }
        self.exchange_plain(copies, tree);
    }

    fn exchange_plain(&self, copies: &Tree, tree: &Tree) {
        for chunk in 0..tree.len(self.of).div_ceil(LANES) {
            for row in [VISITS, POINTS, RAVE_VISITS, RAVE_POINTS] {
                let of = tree.row(self.of, chunk, row);
                let (copy, seen) = (copies.row(self.copy, chunk, row), copies.row(self.seen, chunk, row));
                add_news(of, copy, seen);
                let now = of.load();
                copy.store(now);
                seen.store(now);
            }
            for row in [MOVE, LINK] {
                copies.row(self.copy, chunk, row).store(tree.row(self.of, chunk, row).load());
            }
        }
    }

    /// The same by whole rows. Counts of RAVE that two threads add in the same moment may get lost.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn exchange_wide(&self, copies: &Tree, tree: &Tree) {
        use std::arch::x86_64::*;
        for chunk in 0..tree.len(self.of).div_ceil(LANES) {
            for row in [VISITS, POINTS] {
                let of = tree.row(self.of, chunk, row);
                let (copy, seen) = (copies.row(self.copy, chunk, row), copies.row(self.seen, chunk, row));
                let news = _mm256_xor_si256(copy.load_wide(), seen.load_wide());
                if _mm256_testz_si256(news, news) == 0 {
                    add_news(of, copy, seen);
                }
                let now = of.load_wide();
                copy.store_wide(now);
                seen.store_wide(now);
            }
            for row in [RAVE_VISITS, RAVE_POINTS] {
                let of = tree.row(self.of, chunk, row);
                let (copy, seen) = (copies.row(self.copy, chunk, row), copies.row(self.seen, chunk, row));
                let news = _mm256_sub_epi32(copy.load_wide(), seen.load_wide());
                let now = _mm256_add_epi32(of.load_wide(), news);
                of.store_wide(now);
                copy.store_wide(now);
                seen.store_wide(now);
            }
            for row in [MOVE, LINK] {
                copies.row(self.copy, chunk, row).store_wide(tree.row(self.of, chunk, row).load_wide());
            }
        }
    }
}

/// Adds what a copy has counted since the last exchange to the node; nothing gets lost.
fn add_news(of: Row, copy: Row, seen: Row) {
    for (i, (new, old)) in copy.load().into_iter().zip(seen.load()).enumerate() {
        if new != old {
            of.add(i, new.wrapping_sub(old));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Bump, Count, Lane};
    use crate::random::Random;
    use game::Cell;

    /// Two threads count at a few nodes, by copies that come and go; a plain sum is kept beside. In the end the tree has it all.
    #[test]
    fn copies_lose_nothing() {
        let tree = Tree::new(1 << 20);
        let moves: Vec<(Cell, f32)> = (0..37).map(|i| (Cell::new(i), 0.5)).collect();
        let blocks: Vec<Block> = (0..40).map(|_| tree.add(&moves, &mut Bump::alone()).unwrap()).collect();
        let mut sums = vec![[(0, 0, 0, 0); 37]; blocks.len()];
        let mut threads = [HotNodes::new(37, 1 << 22), HotNodes::new(37, 0)];
        let mut random = Random::new(9);
        for step in 0..60_000 {
            let (number, index) = (random.below(blocks.len()) * random.below(2), random.below(37));
            let (block, near) = (blocks[number], &mut threads[step % 2]);
            let points = random.below(3) as u32;
            let (place, here) = near.enter(&tree, block);
            place.visit(Lane { block: here, index }, 1);
            let (place, here) = near.find(&tree, block);
            place.add_points(Lane { block: here, index }, points);
            place.add_rave(Lane { block: here, index }, Count { visits: 1, points });
            near.count(&tree, block);
            let sum = &mut sums[number][index];
            *sum = (sum.0 + 1, sum.1 + points, sum.2 + 1, sum.3 + points);
        }
        // HotNodes enough on the way, exact in the end.
        let shown = tree.node_visits(blocks[0]);
        let all: u32 = sums[0].iter().map(|sum| sum.0).sum();
        assert!(shown <= all && all - shown <= 2 * MOST, "{shown} of {all}");
        threads.iter_mut().for_each(|near| near.leave(&tree));
        for (&block, sums) in blocks.iter().zip(&sums) {
            assert_eq!(tree.node_visits(block), sums.iter().map(|sum| sum.0).sum::<u32>());
            for (index, &(visits, points, rave_visits, rave_points)) in sums.iter().enumerate() {
                let lane = Lane { block, index };
                assert_eq!(tree.count(lane), Count { visits, points });
                assert_eq!(tree.rave(lane), Count { visits: rave_visits, points: rave_points });
            }
        }
    }

    #[test]
    fn copies_keep_to_their_memory() {
        for bytes in [1 << 16, 1 << 20, 1 << 30] {
            let hot = HotNodes::new(169, bytes);
            assert!(hot.bytes() <= bytes, "{} of {bytes}", hot.bytes());
            assert!(hot.slots.len().is_power_of_two());
        }
        // As many as ever where there is room, and a few where there is none.
        assert_eq!([0, 1 << 30].map(|bytes| HotNodes::new(169, bytes).slots.len()), [SLOTS.1, SLOTS.0]);
    }

    /// What is proved reaches the copies at their next exchange.
    #[test]
    fn a_proof_reaches_the_copies() {
        use crate::mcts::bounds::Bounds;
        let tree = Tree::new(1 << 20);
        let moves: Vec<(Cell, f32)> = (0..9).map(|i| (Cell::new(i), 0.5)).collect();
        let block = tree.add(&moves, &mut Bump::alone()).unwrap();
        tree.visit(Lane { block, index: 0 }, MANY);
        let mut near = HotNodes::new(9, 1 << 22);
        near.enter(&tree, block);
        tree.prove(Lane { block, index: 3 }, Bounds::LOSS);
        for _ in 0..MOST {
            near.count(&tree, block);
        }
        let (copies, here) = near.find(&tree, block);
        assert_eq!(copies.link(Lane { block: here, index: 3 }).1, Bounds::LOSS);
        assert_eq!(copies.len(here), 9);
    }
}
