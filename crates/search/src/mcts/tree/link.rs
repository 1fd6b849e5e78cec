//! The word that leads from a move to the node after it: who makes that node, when others may see it, and what is proved of the move.
//!
//! These few steps are all that threads must agree on. They are written for any atomic word, so that
//! a model checker can try every order in which threads may take them: see the tests below.

use super::{Block, Bounds, PLACE};
use crate::mcts::atoms::Word;

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

#[cfg(test)]
mod models {
    use std::sync::atomic::Ordering;

    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU32;

    fn open() -> AtomicU32 {
        AtomicU32::new(word(Block::NONE, Bounds::OPEN))
    }

    /// A link without order: what the models must find wrong.
    struct Careless(AtomicU32);

    impl Word for Careless {
        fn read(&self) -> u32 {
            self.0.load(Ordering::Relaxed)
        }

        fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool {
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok()
        }
    }

    #[test]
    fn one_thread_makes_the_node() {
        loom::model(|| {
            let link = Arc::new(open());
            let other = link.clone();
            let there = loom::thread::spawn(move || claim(&*other));
            let claims = [claim(&*link), there.join().unwrap()];
            assert_eq!(claims.iter().filter(|&&claimed| claimed).count(), 1);
        });
    }

    struct Node<L> {
        link: L,
        block: UnsafeCell<u32>,
    }

    // SAFETY: the model checker watches every access to the block.
    unsafe impl<L: Sync> Sync for Node<L> {}

    /// One thread fills a block and publishes it, the other waits for the link and reads the block. The checker
    /// complains when nothing orders the two.
    fn publication<L: Word + Send + Sync + 'static>(new: fn() -> L) {
        loom::model(move || {
            let node = Arc::new(Node { link: new(), block: UnsafeCell::new(0) });
            let maker = node.clone();
            let there = loom::thread::spawn(move || {
                assert!(claim(&maker.link));
                // SAFETY: as above.
                maker.block.with_mut(|block| unsafe { *block = 7 });
                publish(&maker.link, Block(1));
            });
            while !read(&node.link).0.exists() {
                loom::thread::yield_now();
            }
            // SAFETY: as above.
            assert_eq!(node.block.with(|block| unsafe { *block }), 7);
            there.join().unwrap();
        });
    }

    #[test]
    fn a_published_node_is_whole() {
        publication(open);
    }

    #[test]
    #[should_panic(expected = "Causality violation")]
    fn a_link_without_order_is_found() {
        publication(|| Careless(open()));
    }

    #[test]
    fn proofs_and_links_do_not_overwrite_each_other() {
        loom::model(|| {
            let link = Arc::new(open());
            assert!(claim(&*link));
            let other = link.clone();
            let there = loom::thread::spawn(move || {
                prove(&*other, Bounds::NO_WIN);
                prove(&*other, Bounds::NO_LOSS)
            });
            publish(&*link, Block(9));
            assert!(there.join().unwrap(), "the second bound is news");
            assert_eq!(read(&*link), (Block(9), Bounds::DRAW));
        });
    }

    /// In a full arena claims are given back; when the threads have met for the collection, nothing is left half made.
    #[test]
    fn no_claim_outlives_a_full_arena() {
        loom::model(|| {
            let link = Arc::new(open());
            let try_to_expand = |link: &AtomicU32| {
                if claim(link) {
                    publish(link, Block::NONE);
                }
            };
            let other = link.clone();
            let there = loom::thread::spawn(move || try_to_expand(&other));
            try_to_expand(&link);
            there.join().unwrap();
            assert_eq!(read(&*link).0, Block::NONE);
            assert!(claim(&*link));
        });
    }
}
