//! The schedule of a root in which the defender is to move: replies as units of work.
//!
//! For the attacker's claim every reply must be answered, and what is learned from easy ones (table, zones,
//! policy) helps with hard ones. So each open reply gets a budget of nodes, easiest first, and budgets double
//! from round to round; a reply that refutes the claim ends the question. Threads take different replies as
//! long as there are enough.

use std::sync::Mutex;

use crate::dfpn::{Numbers, Search};
use crate::key::Word;
use crate::position::Position;
use crate::shape::Cell;
use crate::table::{Entry, Table};

/// Nodes of the first budget.
const FIRST: u64 = 8_000;

/// A reply and what it was given.
struct Reply<W> {
    cell: Cell,
    position: Position,
    key: W,
    /// Nodes spent on it.
    spent: u64,
    /// Threads that search it now.
    workers: usize,
    /// What it came to, which the table may forget: does the attacker win?
    settled: Option<bool>,
}

impl<W: Word> Reply<W> {
    /// Does the attacker win, if that is known?
    fn answer(&self, entry: Option<&Entry>) -> Option<bool> {
        self.settled.or_else(|| entry.filter(|entry| entry.solved()).map(|entry| entry.phi == 0.0))
    }
}

/// The replies of one root, for one question.
pub(crate) struct Schedule<W> {
    root: Position,
    replies: Mutex<Vec<Reply<W>>>,
}

/// Work for a thread.
struct Job {
    index: usize,
    cell: Cell,
    position: Position,
    nodes: u64,
}

impl<W: Word> Schedule<W> {
    /// The schedule of a root; what the table knows of the replies counts as spent.
    pub fn new(search: &mut Search<'_, W>, root: &Position, table: &Table<W>) -> Schedule<W> {
        let reply = |(cell, position, key)| {
            let spent = table.probe(key).map_or(0, |entry| entry.work);
            Reply { cell, position, key, spent, workers: 0, settled: None }
        };
        let replies = search.replies(root).into_iter().map(reply).collect();
        Schedule { root: *root, replies: Mutex::new(replies) }
    }

    /// Works on replies until the question is answered or the search is stopped; the numbers of the root.
    pub fn work(&self, search: &mut Search<'_, W>, table: &Table<W>) -> Numbers {
        while let Some(job) = self.next(table) {
            let before = search.nodes;
            search.limit(job.nodes);
            let numbers = search.run(&job.position);
            self.done(&job, search.nodes - before, numbers);
            if numbers.phi == 0.0 {
                search.spread(&self.root, job.cell);
            }
            if search.is_over() {
                break;
            }
        }
        // When all replies are settled this takes one node; when stopped it brings the root up to date.
        search.limit(u64::MAX);
        search.run(&self.root)
    }

    /// The next reply to work on: the one with the fewest threads, then the smallest budget, then the
    /// easiest. Nothing if all are answered or one is the refutation.
    fn next(&self, table: &Table<W>) -> Option<Job> {
        let mut replies = self.replies.lock().expect("nothing panics while it is held");
        let mut best: Option<(usize, u32, f32, usize)> = None;
        for (index, reply) in replies.iter().enumerate() {
            let entry = table.probe(reply.key);
            match reply.answer(entry.as_ref()) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            let effort = entry.map_or(f32::INFINITY, |entry| entry.phi);
            let rank = (reply.workers, (reply.spent / FIRST + 1).ilog2(), effort, index);
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
            }
        }
        let (.., index) = best?;
        let reply = &mut replies[index];
        reply.workers += 1;
        Some(Job { index, cell: reply.cell, position: reply.position, nodes: reply.spent.max(FIRST) })
    }

    fn done(&self, job: &Job, nodes: u64, numbers: Numbers) {
        let mut replies = self.replies.lock().expect("nothing panics while it is held");
        let reply = &mut replies[job.index];
        reply.spent += nodes;
        reply.workers -= 1;
        if numbers.solved() {
            reply.settled = Some(numbers.phi == 0.0);
        }
    }
}
