//! The engine threads of the server, shared fairly among sessions.
//!
//! A few workers, each thinking with its part of the threads, serve a queue of sessions. Sessions in which a person waits come
//! first and interrupt an analysis at once; among equals everyone gets a slice in turn. With nobody waiting a thought is never
//! interrupted.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::engines::{Ledger, stop};
use crate::options::Options;
use crate::session::Session;
use crate::table::Task;

/// How long a thought goes on when others wait.
const SLICE: Duration = Duration::from_millis(120);
/// How often that is looked at.
const TICK: Duration = Duration::from_millis(30);
/// Threads of one search: more of them help less.
const THREADS_OF_ONE: usize = 4;

struct Slice {
    stop: Arc<AtomicBool>,
    start: Instant,
    is_urgent: bool,
}

#[derive(Default)]
struct State {
    urgent: VecDeque<Arc<Session>>,
    patient: VecDeque<Arc<Session>>,
    running: Vec<Slice>,
    is_closed: bool,
}

/// The workers and their queue.
pub struct Pool {
    state: Mutex<State>,
    wake: Condvar,
    options: Options,
    /// Shares out the memory.
    pub ledger: Arc<Ledger>,
}

impl Pool {
    /// Starts the workers.
    pub fn start(options: &Options) -> Arc<Pool> {
        let pool = Arc::new(Pool {
            state: Mutex::default(),
            wake: Condvar::new(),
            options: options.clone(),
            ledger: Arc::new(Ledger::new(options.memory)),
        });
        let threads = options.threads.max(1);
        let workers = threads.div_ceil(THREADS_OF_ONE);
        for _ in 0..workers {
            let pool = pool.clone();
            std::thread::spawn(move || pool.work(threads.div_ceil(workers)));
        }
        let watcher = pool.clone();
        std::thread::spawn(move || watcher.watch());
        pool
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Puts a session into the queue if it wants an engine.
    pub fn queue(&self, session: &Arc<Session>) {
        let Some(work) = session.lock().waiting() else { return };
        let is_urgent = matches!(work.task, Task::Move | Task::Hint);
        let mut state = self.lock();
        if session.is_queued.swap(true, Ordering::AcqRel) {
            // It may wait for its turn of an analysis, and somebody waits for it now.
            let waits = state.patient.iter().position(|queued| Arc::ptr_eq(queued, session));
            let Some(at) = waits.filter(|_| is_urgent) else { return };
            state.patient.remove(at);
        }
        if is_urgent {
            state.urgent.push_back(session.clone());
            let lowest = state.running.iter().find(|slice| !slice.is_urgent);
            if let Some(slice) = lowest {
                stop(&slice.stop);
            }
        } else {
            state.patient.push_back(session.clone());
        }
        drop(state);
        self.wake.notify_all();
    }

    /// Ends all workers.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.running.iter().for_each(|slice| stop(&slice.stop));
        drop(state);
        self.wake.notify_all();
    }

    fn next(&self) -> Option<Arc<Session>> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(session) = state.urgent.pop_front().or_else(|| state.patient.pop_front()) {
                return Some(session);
            }
            state = self.wake.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn work(self: Arc<Pool>, threads: usize) {
        while let Some(session) = self.next() {
            let pause = session.lock().pause();
            if !pause.is_zero() {
                self.queue_later(session, pause);
                continue;
            }
            session.is_queued.store(false, Ordering::Release);
            self.think_for(&session, threads);
            self.queue(&session);
        }
    }

    /// Puts a session that counts as queued back into the queue after a while, without keeping a worker from others.
    fn queue_later(self: &Arc<Pool>, session: Arc<Session>, pause: Duration) {
        let pool = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(pause);
            session.is_queued.store(false, Ordering::Release);
            pool.queue(&session);
        });
    }

    fn think_for(&self, session: &Arc<Session>, threads: usize) {
        let Some(mut job) = session.lock().take_job(&self.options, &self.ledger, threads) else { return };
        let start = Instant::now();
        let slice = Slice { stop: job.stop.clone(), start, is_urgent: job.is_urgent() };
        let flag = slice.stop.clone();
        self.lock().running.push(slice);
        self.wake.notify_all();
        let thought = catch_unwind(AssertUnwindSafe(|| job.think(session))).ok();
        self.lock().running.retain(|slice| !Arc::ptr_eq(&slice.stop, &flag));
        session.lock().give_back(job, thought, start.elapsed());
    }

    /// Interrupts slices that have had their time while others wait.
    fn watch(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let waits = !state.urgent.is_empty() || !state.patient.is_empty();
            if waits {
                let is_old = |slice: &&Slice| slice.start.elapsed() >= SLICE;
                state.running.iter().filter(is_old).for_each(|slice| stop(&slice.stop));
                drop(state);
                std::thread::sleep(TICK);
                state = self.lock();
            } else {
                state = self.wake.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            }
        }
    }
}
