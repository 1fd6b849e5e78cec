//! The word that leads from a move to the node after it: who makes that node, when others may see it, and what is proved of the move.
//!
//! These few steps are all that threads must agree on. They are written for any atomic word, so that
//! the model checker of the tests can try every order in which threads may take them.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{Block, Bounds, PLACE};

/// An atomic word of 32 bits.
pub trait Word {
    /// Reads it; what was written before it was published is seen.
    fn read(&self) -> u32;
    /// Changes it in one step, unless `change` declines. Returns whether it was changed.
    fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool;
}

impl Word for AtomicU32 {
    #[inline(always)]
    fn read(&self) -> u32 {
        self.load(Ordering::Acquire)
    }

    #[inline(always)]
    fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool {
        self.fetch_update(Ordering::AcqRel, Ordering::Acquire, change).is_ok()
    }
}

/// The word of a link.
pub const fn word(block: Block, bounds: Bounds) -> u32 {
    block.0 | bounds.code() << 29
}

/// The node and what is proved.
#[inline(always)]
pub fn read(link: &impl Word) -> (Block, Bounds) {
    let word = link.read();
    (Block(word & PLACE), Bounds::from_code(word >> 29))
}

/// Claims the making of the node. Only one thread succeeds, until the claim is given back.
#[inline]
pub fn claim(link: &impl Word) -> bool {
    link.change(|word| (word & PLACE == Block::NONE.0).then_some(word & !PLACE | Block::COMING.0))
}

/// Publishes the node (or, with `NONE`, gives the claim back).
#[inline]
pub fn publish(link: &impl Word, block: Block) {
    link.change(|word| Some(word & !PLACE | block.0));
}

/// Narrows what is proved. Returns whether that was news.
pub fn prove(link: &impl Word, bounds: Bounds) -> bool {
    link.change(|word| {
        let old = Bounds::from_code(word >> 29);
        let new = old.narrowed(bounds);
        (new != old).then_some(word & PLACE | new.code() << 29)
    })
}
