//! Making room: nodes below a number of visits and all below proved moves are given up, and what remains slides together.
//!
//! Three passes in order of address, as compacting collectors do: give every kept block its new place, change the
//! links, move the words. A child is always younger than its parent, so that it has the higher address and blocks only move down.

use std::sync::atomic::Ordering::Relaxed;

use super::{
    Block, CHUNK, FORWARD, HEADER, LANES, Lane, MARK, NODE_VISITS, PLACE, POINTS, RAVE_POINTS, RAVE_VISITS,
    Tree, VISITS,
};

impl Tree {
    /// Keeps the part of the tree below `root` where nodes were visited at least `least` times, and returns the new place of
    /// the root. Nobody else may use the tree meanwhile.
    pub fn collect(&mut self, root: Block, least: u32) -> Block {
        self.mark(root, least);
        let top = self.give_places();
        self.change_links();
        let new_root = Block(self.word(root.0 as usize * HEADER + FORWARD).load(Relaxed));
        self.slide();
        *self.top.0.get_mut() = top as u64;
        new_root
    }

    fn mark(&mut self, root: Block, least: u32) {
        let mut open = vec![root];
        while let Some(block) = open.pop() {
            self.word(block.0 as usize * HEADER).fetch_or(MARK, Relaxed);
            for lane in self.lanes(block) {
                let (child, bounds) = self.link(lane);
                if !child.exists() {
                    continue;
                }
                if bounds.is_exact() || self.node_visits(child) < least {
                    self.set_link(lane, Block::NONE);
                } else if self.word(child.0 as usize * HEADER).load(Relaxed) & MARK == 0 {
                    open.push(child);
                }
            }
        }
    }

    /// The first words of all blocks, kept or not, in order of address. What a bump has left over looks like blocks without moves.
    fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        let top = self.top.0.load(Relaxed) as usize;
        let mut at = HEADER;
        std::iter::from_fn(move || {
            let here = at;
            (here < top).then(|| {
                at += self.size(here);
                here
            })
        })
    }

    /// Moves in the tree. Nobody else may use the tree meanwhile.
    pub fn lane_count(&self) -> u64 {
        self.blocks().map(|at| u64::from(self.word(at).load(Relaxed) & !MARK)).sum()
    }

    fn size(&self, at: usize) -> usize {
        let lanes = (self.word(at).load(Relaxed) & !MARK) as usize;
        HEADER + lanes.div_ceil(LANES) * CHUNK
    }

    fn is_marked(&self, at: usize) -> bool {
        self.word(at).load(Relaxed) & MARK != 0
    }

    fn give_places(&mut self) -> usize {
        let mut top = HEADER;
        for at in self.blocks().filter(|&at| self.is_marked(at)) {
            self.word(at + FORWARD).store((top / HEADER) as u32, Relaxed);
            top += self.size(at);
        }
        top
    }

    fn change_links(&mut self) {
        for at in self.blocks().filter(|&at| self.is_marked(at)) {
            let block = Block((at / HEADER) as u32);
            for index in 0..self.len(block) {
                let lane = Lane { block, index };
                let (child, _) = self.link(lane);
                if child.exists() {
                    let place = self.word(child.0 as usize * HEADER + FORWARD).load(Relaxed);
                    self.set_link(lane, Block(place & PLACE));
                } else if child == Block::COMING {
                    self.set_link(lane, Block::NONE);
                }
            }
        }
    }

    fn slide(&mut self) {
        let top = self.top.0.load(Relaxed) as usize;
        let mut at = HEADER;
        while at < top {
            let size = self.size(at);
            if self.is_marked(at) {
                let to = self.word(at + FORWARD).load(Relaxed) as usize * HEADER;
                self.word(at).fetch_and(!MARK, Relaxed);
                // Never upwards: kept blocks only move closer together.
                self.arena.slide(at, to, size);
            }
            at += size;
        }
    }

    /// Halves the counts of a block whose visits come near the end of their 32 bits, and of those below it.
    pub fn halve_large(&mut self, root: Block) {
        const LARGE: u32 = 1 << 30;
        let mut open = vec![root];
        while let Some(block) = open.pop() {
            if self.node_visits(block) < LARGE {
                continue;
            }
            self.word(block.0 as usize * HEADER + NODE_VISITS).store(self.node_visits(block) / 2, Relaxed);
            for lane in self.lanes(block) {
                for row in [VISITS, POINTS, RAVE_VISITS, RAVE_POINTS] {
                    let word = self.word(Self::at(lane, row));
                    word.store(word.load(Relaxed) / 2, Relaxed);
                }
                let (child, _) = self.link(lane);
                if child.exists() {
                    open.push(child);
                }
            }
        }
    }
}
