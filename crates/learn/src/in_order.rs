//! Numbered work on several threads, whose results are taken in the order of the numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Does what has these numbers on so many threads, each of which takes the next number when it is done with one. What
/// comes of them is given to `take` in order, and what comes after a gap is lost. `work` gives nothing when it is
/// stopped, and `take` says whether more is wanted.
pub(crate) fn in_order<T: Send, E: Send>(
    numbers: Range<usize>,
    threads: usize,
    work: impl Fn(usize) -> Result<Option<T>, E> + Sync,
    mut take: impl FnMut(T) -> Result<bool, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(numbers.start);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1).min(numbers.len()) {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let result = work(number);
                    let goes_on = matches!(result, Ok(Some(_)));
                    if send.send((number, result)).is_err() || !goes_on {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut wanted = numbers.start;
        let mut early = BTreeMap::new();
        // Whoever still works when this ends finds nobody who would take it, and ends, too.
        for (number, result) in receive {
            let Some(result) = result? else { continue };
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                if !take(result)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The later numbers are done first.
    fn slow(number: usize) -> Result<Option<usize>, String> {
        std::thread::sleep(Duration::from_millis(if number.is_multiple_of(4) { 20 } else { 1 }));
        Ok(Some(number))
    }

    fn taken(
        numbers: Range<usize>,
        threads: usize,
        work: impl Fn(usize) -> Result<Option<usize>, String> + Sync,
        most: usize,
    ) -> (Vec<usize>, Result<(), String>) {
        let mut taken = Vec::new();
        let result = in_order(numbers, threads, work, |number| {
            taken.push(number);
            Ok(taken.len() < most)
        });
        (taken, result)
    }

    #[test]
    fn results_come_in_the_order_of_their_numbers() {
        for threads in [0, 1, 3, 40] {
            assert_eq!(taken(7..30, threads, slow, 99), ((7..30).collect(), Ok(())), "{threads} threads");
            assert_eq!(taken(7..30, threads, slow, 5), ((7..12).collect(), Ok(())), "{threads} threads");
            assert_eq!(taken(7..7, threads, slow, 5), (vec![], Ok(())), "{threads} threads");
        }
    }

    #[test]
    fn nothing_is_taken_after_a_gap() {
        let gap = |number| if number == 12 { Ok(None) } else { slow(number) };
        let error = |number| if number == 12 { Err("no".to_owned()) } else { slow(number) };
        for threads in [1, 3] {
            assert_eq!(taken(0..30, threads, gap, 99), ((0..12).collect(), Ok(())), "{threads} threads");
            let (before, result) = taken(0..30, threads, error, 99);
            assert!(before.len() <= 12 && result == Err("no".to_owned()), "{before:?} {threads} threads");
        }
    }
}
