//! Positions that are reached in several orders, as one node: where in the tree a position is, by its stones.
//!
//! Keys have 128 bits, of which 96 are compared and some of the others are the place in the table. Slots are two words, the first mixed with the
//! second, so that a slot that two threads write at once is nobody's. When the tree is collected blocks move, and the table begins anew.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use game::{Board, Cell, Colour};

use super::tree::Block;
use crate::random::Random;

/// The table.
pub(super) struct Transpositions {
    /// What a stone adds to the key, for each colour.
    stones: [Vec<u128>; 2],
    slots: Box<[[AtomicU64; 2]]>,
}

/// Bytes of tree for each slot: a little less than a node takes on small boards.
const TREE_A_SLOT: usize = 1 << 10;
/// Bits of a slot that name the block.
const PLACE: u64 = (1 << 32) - 1;

impl Transpositions {
    /// An empty table beside a tree of so many bytes.
    pub fn new(cells: usize, bytes: usize) -> Transpositions {
        let mut random = Random::new(0x7a9e);
        let mut keys =
            || (0..cells).map(|_| u128::from(random.bits()) << 64 | u128::from(random.bits())).collect();
        let count = (bytes / TREE_A_SLOT).next_power_of_two().clamp(1 << 10, 1 << 24);
        Transpositions { stones: [keys(), keys()], slots: (0..count).map(|_| Default::default()).collect() }
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(&*self.slots)
    }

    /// The key of a position, the side to move aside: in one tree it follows from the stones.
    pub fn key<const W: usize>(&self, board: &Board<W>) -> u128 {
        let stones = Colour::BOTH
            .into_iter()
            .flat_map(|colour| board.stones(colour).iter().map(move |cell| (cell, colour)));
        stones.fold(0, |key, (cell, colour)| self.with(key, cell, colour))
    }

    /// The key after a stone.
    pub fn with(&self, key: u128, cell: Cell, colour: Colour) -> u128 {
        key ^ self.stones[colour.index()][cell.index()]
    }

    /// The node of a position, if the table knows it.
    pub fn find(&self, key: u128) -> Option<Block> {
        let (slot, high, low) = self.slot(key);
        let second = slot[1].load(Acquire);
        let is_known = second != 0 && second & !PLACE == high && slot[0].load(Relaxed) ^ second == low;
        is_known.then(|| Block::at(second & PLACE))
    }

    /// Remembers where a position is, in the place of another that had the slot.
    pub fn put(&self, key: u128, block: Block) {
        let (slot, high, low) = self.slot(key);
        let second = high | block.place();
        slot[0].store(low ^ second, Relaxed);
        slot[1].store(second, Release);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    fn slot(&self, key: u128) -> (&[AtomicU64; 2], u64, u64) {
        let (high, low) = ((key >> 64) as u64, key as u64);
        (&self.slots[high as usize & PLACE as usize & (self.slots.len() - 1)], high & !PLACE, low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Shape, Size};

    #[test]
    fn positions_are_known_by_their_stones() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut table = Transpositions::new(shape.len(), 1 << 20);
        let board = |moves: [usize; 3]| {
            let mut board = Board::<1>::new(shape);
            for cell in moves {
                board.play(Cell::new(cell));
            }
            board
        };
        let (one, same, other) = (board([3, 9, 20]), board([20, 9, 3]), board([3, 20, 9]));
        assert_eq!(table.key(&one), table.key(&same));
        assert_ne!(table.key(&one), table.key(&other));
        assert_eq!(table.with(table.key(&Board::<1>::new(shape)), Cell::new(3), Colour::White), {
            let mut first = Board::<1>::new(shape);
            first.play(Cell::new(3));
            table.key(&first)
        });
        table.put(table.key(&one), Block::at(7));
        assert_eq!(table.find(table.key(&same)), Some(Block::at(7)));
        assert_eq!(table.find(table.key(&other)), None);
        table.clear();
        assert_eq!(table.find(table.key(&one)), None);
    }
}
