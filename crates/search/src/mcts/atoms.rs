//! The atomic words on which threads must agree, behind two small traits: the search runs on the machine's own, the tests on
//! those of a model checker that tries every order in which threads may take their steps.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, Ordering::Relaxed};

/// A word of 32 bits through which other memory is handed over.
pub(super) trait Word {
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

/// A shared number that hands nothing over but itself.
pub(super) trait Counter {
    /// Changes it in one step, unless `change` declines. Returns what it was if it was changed.
    fn step(&self, change: impl FnMut(u64) -> Option<u64>) -> Option<u64>;
}

impl Counter for AtomicU64 {
    #[inline(always)]
    fn step(&self, change: impl FnMut(u64) -> Option<u64>) -> Option<u64> {
        self.fetch_update(Relaxed, Relaxed, change).ok()
    }
}

/// Takes `size` of what is left below `limit` and returns where it begins; `None` if less is left.
pub(super) fn reserve(top: &impl Counter, size: u64, limit: u64) -> Option<u64> {
    top.step(|top| (top + size <= limit).then_some(top + size))
}

/// Takes up to `size` of what is left below `limit` and returns how much that is.
pub(super) fn take_up_to(taken: &impl Counter, size: u64, limit: u64) -> u64 {
    let share = |taken: u64| limit.saturating_sub(taken).min(size);
    share(taken.step(|taken| Some(taken + share(taken))).expect("the change never declines"))
}

#[cfg(test)]
pub(super) mod models {
    //! Atomics of the model checker, and the models of the counters.

    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic as checked;

    impl Word for checked::AtomicU32 {
        fn read(&self) -> u32 {
            self.load(Ordering::Acquire)
        }

        fn change(&self, change: impl FnMut(u32) -> Option<u32>) -> bool {
            self.fetch_update(Ordering::AcqRel, Ordering::Acquire, change).is_ok()
        }
    }

    impl Counter for checked::AtomicU64 {
        fn step(&self, change: impl FnMut(u64) -> Option<u64>) -> Option<u64> {
            self.fetch_update(Relaxed, Relaxed, change).ok()
        }
    }

    /// A counter whose step is taken in two: what the model must find wrong.
    struct Torn(checked::AtomicU64);

    impl Counter for Torn {
        fn step(&self, mut change: impl FnMut(u64) -> Option<u64>) -> Option<u64> {
            let old = self.0.load(Relaxed);
            self.0.store(change(old)?, Relaxed);
            Some(old)
        }
    }

    fn two_reserve<C: Counter + Send + Sync + 'static>(new: fn() -> C) {
        loom::model(move || {
            let top = Arc::new(new());
            let other = top.clone();
            let there = loom::thread::spawn(move || reserve(&*other, 40, 90));
            let places = [reserve(&*top, 40, 90), there.join().unwrap()];
            assert!(places[0] != places[1], "two blocks in one place");
            assert_eq!(reserve(&*top, 40, 90), None, "there is room for two only");
        });
    }

    #[test]
    fn blocks_never_overlap() {
        two_reserve(|| checked::AtomicU64::new(8));
    }

    #[test]
    #[should_panic(expected = "two blocks in one place")]
    fn a_torn_step_is_found() {
        two_reserve(|| Torn(checked::AtomicU64::new(8)));
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        loom::model(|| {
            let taken = Arc::new(checked::AtomicU64::new(0));
            let other = taken.clone();
            let there = loom::thread::spawn(move || take_up_to(&*other, 3, 5));
            let sum = take_up_to(&*taken, 3, 5) + there.join().unwrap();
            assert_eq!(sum, 5);
        });
    }
}
