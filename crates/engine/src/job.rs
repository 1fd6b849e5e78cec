//! Work on a thread of its own that tells how it goes, can be told to stop, and gives back what it was lent.
//!
//! Players and solvers both run as jobs. A job that is dropped is stopped and waited for; a panic inside becomes [`Failed`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A flag that tells a job to stop; copies are the same flag.
pub type Stop = Arc<AtomicBool>;

/// The job ended by a panic, or no thread could be had for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the job failed")]
pub struct Failed;

/// What the job last told, and whether it is done.
struct News<T> {
    latest: Option<Arc<T>>,
    done: bool,
}

struct NoticeBoard<T> {
    news: Mutex<News<T>>,
    changed: Condvar,
}

impl<T> NoticeBoard<T> {
    fn lock(&self) -> MutexGuard<'_, News<T>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, item: T) {
        let mut news = self.lock();
        news.latest = Some(Arc::new(item));
        self.changed.notify_all();
    }
}

/// Posts the end of a job even when it panics.
struct AtEnd<T>(Arc<NoticeBoard<T>>);

impl<T> Drop for AtEnd<T> {
    fn drop(&mut self) {
        self.0.lock().done = true;
        self.0.changed.notify_all();
    }
}

/// Work under way: `T` is what it tells meanwhile, `R` its result.
pub struct Job<T, R> {
    stop: Stop,
    board: Arc<NoticeBoard<T>>,
    thread: Option<JoinHandle<R>>,
}

impl<T: Clone + Send + Sync + 'static, R: Send + 'static> Job<T, R> {
    /// Starts the work, which gets the flag and somebody to tell. `None` for the thread means that there is no room for one.
    pub fn start(
        stop: Stop,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(&T)) -> R + Send + 'static,
    ) -> Job<T, R> {
        let news = News { latest: None, done: false };
        let board = Arc::new(NoticeBoard { news: Mutex::new(news), changed: Condvar::new() });
        let (flag, at_end) = (stop.clone(), AtEnd(board.clone()));
        let run = move || {
            let board = at_end.0.clone();
            let result = work(&flag, &mut |item: &T| board.post(item.clone()));
            drop(at_end);
            result
        };
        let thread = std::thread::Builder::new().name("job".into()).spawn(run).ok();
        Job { stop, board, thread }
    }

    /// What the job told last.
    pub fn latest(&self) -> Option<Arc<T>> {
        self.board.lock().latest.clone()
    }

    /// Whether the work is done.
    pub fn is_done(&self) -> bool {
        self.board.lock().done
    }

    /// Tells the job to stop, without waiting.
    pub fn tell_to_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the job is done, or for so long; true when it is done.
    pub fn wait_for(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut news = self.board.lock();
        while !news.done {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.board.changed.wait_timeout(news, left);
            news = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Stops the work and waits for its result.
    pub fn finish(mut self) -> Result<R, Failed> {
        self.tell_to_stop();
        self.join()
    }

    fn join(&mut self) -> Result<R, Failed> {
        let thread = self.thread.take().ok_or(Failed)?;
        thread.join().map_err(|_| Failed)
    }
}

impl<T, R> Drop for Job<T, R> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stop.store(true, Ordering::Relaxed);
            // A panic inside has been told already, by the thread itself.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until_stopped(stop: &AtomicBool, tell: &mut dyn FnMut(&u32)) -> &'static str {
        tell(&7);
        while !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        "stopped"
    }

    #[test]
    fn a_job_tells_stops_and_gives_back() {
        let job = Job::start(Stop::default(), until_stopped);
        while job.latest().is_none() {
            std::thread::yield_now();
        }
        assert!(!job.is_done() && !job.wait_for(Duration::from_millis(1)));
        assert_eq!(job.finish(), Ok("stopped"));
    }

    #[test]
    fn the_last_news_stays() {
        let job =
            Job::start(Stop::default(), |_, tell: &mut dyn FnMut(&u32)| (1..=100).for_each(|i| tell(&i)));
        assert!(job.wait_for(Duration::from_secs(60)));
        assert_eq!(job.latest().as_deref(), Some(&100));
        assert_eq!(job.finish(), Ok(()));
    }

    #[test]
    fn a_panic_is_a_failure_and_nothing_more() {
        let job = Job::<u32, ()>::start(Stop::default(), |_, _| panic!("on purpose, in a test"));
        assert!(job.wait_for(Duration::from_secs(60)));
        assert_eq!(job.finish(), Err(Failed));
    }

    #[test]
    fn a_dropped_job_ends() {
        let stop = Stop::default();
        drop(Job::start(stop.clone(), until_stopped));
        assert!(stop.load(Ordering::Relaxed));
    }
}
