//! The tree of a proof-number search: nodes in one block of memory of fixed size, made compact when it is full.
//!
//! Numbers are kept from the side to move at a node: phi is the effort to prove its claim (the attacker's: "I win"; the
//! defender's: "you do not"), delta the effort to refute it.

use std::io::{self, Read, Write};

use crate::checkpoint::number;

/// Cell of the root, and "none".
pub const NOWHERE: u16 = u16::MAX;

/// A node: the move that leads to it, its numbers and where its children stand.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Effort to prove the claim of the side to move.
    pub phi: f32,
    /// Effort to refute it.
    pub delta: f32,
    /// Number of the first child.
    pub first: u32,
    /// Expansions below.
    pub work: u32,
    /// How many children stand there; 0 at a leaf.
    pub count: u16,
    /// The move.
    pub cell: u16,
    /// The move that proves the claim.
    pub best: u16,
    /// Threads that are at work below.
    pub busy: u16,
}

impl Node {
    /// A leaf, with the effort that is expected to refute its claim: to prove that the move is good.
    pub fn leaf(cell: u16, delta: f32) -> Node {
        Node { phi: 1.0, delta, first: 0, work: 0, count: 0, cell, best: NOWHERE, busy: 0 }
    }

    /// Is the claim proved or refuted?
    pub fn solved(&self) -> bool {
        self.phi == 0.0 || self.delta == 0.0
    }

    /// Writes down that the claim holds (by a move, if one is known) or fails.
    pub fn settle(&mut self, holds: bool, best: u16) {
        (self.phi, self.delta) = if holds { (0.0, f32::INFINITY) } else { (f32::INFINITY, 0.0) };
        self.best = best;
    }
}

/// The tree.
pub struct Tree {
    /// The nodes; the root is the first.
    pub nodes: Vec<Node>,
    capacity: usize,
    /// Grows whenever nodes have moved, so that numbers kept outside are no longer good.
    pub generation: u32,
    least_work: u32,
}

impl Tree {
    /// A tree of a root alone. Half of the memory is for the copy that is made when it is full.
    pub fn new(memory: usize) -> Tree {
        let capacity = (memory / 2 / size_of::<Node>()).max(4096);
        Tree { nodes: vec![Node::leaf(NOWHERE, 1.0)], capacity, generation: 0, least_work: 4 }
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The numbers of a node's children.
    pub fn children(&self, node: u32) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first as usize..first as usize + usize::from(count)
    }

    /// Share of the memory in use.
    pub fn fill(&self) -> f64 {
        self.nodes.len() as f64 / self.capacity as f64
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
    }

    /// Makes children of a leaf.
    pub fn attach(&mut self, node: u32, cells: &[(u16, f32)]) {
        if self.nodes.len() + cells.len() > self.capacity {
            // The leaf stays one: whoever comes next expands it in the room that is made.
            self.collect();
            return;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(cells.iter().map(|&(cell, effort)| Node::leaf(cell, effort)));
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first, cells.len() as u16);
    }

    /// Computes a node's numbers out of its children's; true if they changed.
    pub fn gather(&mut self, node: u32) -> bool {
        let (mut phi, mut delta, mut best) = (f32::INFINITY, 0.0f32, NOWHERE);
        for child in &self.nodes[self.children(node)] {
            if child.delta < phi {
                phi = child.delta;
                best = child.cell;
            }
            delta += child.phi;
        }
        if phi == 0.0 {
            delta = f32::INFINITY;
        }
        let node = &mut self.nodes[node as usize];
        let changed = (node.phi, node.delta) != (phi, delta);
        (node.phi, node.delta, node.best) = (phi, delta, best);
        changed
    }

    /// Writes the nodes.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.nodes.len() as u64).to_le_bytes())?;
        for node in &self.nodes {
            let numbers = u64::from(node.phi.to_bits()) | u64::from(node.delta.to_bits()) << 32;
            let below = u64::from(node.first) | u64::from(node.work) << 32;
            let moves = u64::from(node.count) | u64::from(node.cell) << 16 | u64::from(node.best) << 32;
            for word in [numbers, below, moves] {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Takes the nodes of a tree that was saved. They must make sense: children stand after their parents, inside the tree.
    pub fn load(&mut self, source: &mut dyn Read) -> io::Result<()> {
        let count = number(source)?;
        if count == 0 || count > self.capacity as u64 {
            return Err(io::Error::other("the tree does not fit this memory"));
        }
        self.nodes.clear();
        for at in 0..count {
            let (numbers, below, moves) = (number(source)?, number(source)?, number(source)?);
            let node = Node {
                phi: f32::from_bits(numbers as u32),
                delta: f32::from_bits((numbers >> 32) as u32),
                first: below as u32,
                work: (below >> 32) as u32,
                count: moves as u16,
                cell: (moves >> 16) as u16,
                best: (moves >> 32) as u16,
                busy: 0,
            };
            let end = u64::from(node.first) + u64::from(node.count);
            if node.count > 0 && (u64::from(node.first) <= at || end > count) {
                return Err(io::Error::other("the tree is torn"));
            }
            self.nodes.push(node);
        }
        self.generation += 1;
        Ok(())
    }

    /// Makes room: the children of nodes that cost little are given up. What they have told stays in the numbers above.
    fn collect(&mut self) {
        while self.nodes.len() > self.capacity / 2 && self.least_work < u32::MAX / 2 {
            self.compact();
            self.least_work = if self.nodes.len() > self.capacity / 2 {
                self.least_work.saturating_mul(2)
            } else {
                (self.least_work / 2).max(4)
            };
        }
    }

    fn compact(&mut self) {
        let mut kept = Vec::with_capacity(self.nodes.len() / 2);
        kept.push(self.nodes[0]);
        let mut at = 0;
        while at < kept.len() {
            let mut node: Node = kept[at];
            node.busy = 0;
            if node.work < self.least_work {
                node.count = 0;
            }
            let first = kept.len() as u32;
            let old = node.first as usize;
            kept.extend_from_slice(&self.nodes[old..old + usize::from(node.count)]);
            node.first = first;
            kept[at] = node;
            at += 1;
        }
        self.nodes = kept;
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tree_gives_up_cheap_nodes_and_keeps_dear_ones() {
        let mut tree = Tree::new(0);
        tree.attach(0, &[1, 2, 3].map(|cell| (cell, 1.0)));
        tree.nodes[0].work = 1000;
        tree.nodes[2].work = 999;
        tree.nodes[2].phi = 7.0;
        let before = tree.generation;
        let mut at = 2;
        while tree.generation == before {
            at = if tree.nodes[at as usize].count == 0 { at } else { tree.nodes[at as usize].first };
            tree.attach(at, &(0..50).map(|cell| (cell, 1.0)).collect::<Vec<(u16, f32)>>());
        }
        assert!(tree.nodes.len() <= 2048);
        let child = tree.nodes[tree.children(0)][1];
        assert_eq!((child.cell, child.phi, child.count), (2, 7.0, 50));
    }
}
