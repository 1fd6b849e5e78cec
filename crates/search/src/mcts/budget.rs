//! How many simulations a thought may still begin, handed out to the threads in batches: one shared counter for each
//! simulation would travel between the cores all the time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::atoms;

/// The simulations of one thought. On a line of the cache of its own, since all threads change it.
#[repr(align(128))]
pub(super) struct Budget {
    begun: AtomicU64,
    limit: u64,
}

impl Budget {
    pub fn new(limit: u64) -> Budget {
        Budget { begun: AtomicU64::new(0), limit }
    }

    /// Takes up to `count` simulations and returns how many are granted; 0 when all are begun.
    pub fn take(&self, count: u64) -> u64 {
        atoms::take_up_to(&self.begun, count, self.limit)
    }

    /// Gives back simulations that were granted and not begun.
    pub fn give_back(&self, count: u64) {
        self.begun.fetch_sub(count, Relaxed);
    }

    /// How many are granted so far: those of batches that are under way included.
    pub fn begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_never_get_more_than_the_limit_together() {
        let budget = Budget::new(1001);
        let work = || {
            let mut got = 0;
            loop {
                let granted = budget.take(8);
                if granted > 4 {
                    budget.give_back(1);
                    got += granted - 1;
                } else {
                    got += granted;
                }
                if granted == 0 {
                    return got;
                }
            }
        };
        let sum: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(sum, budget.begun());
        assert!(sum <= 1001);
    }
}
