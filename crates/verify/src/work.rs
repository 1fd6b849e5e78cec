//! What a check may cost: one budget for every kind of work, which grows with the bytes of the file that have
//! been read.
//!
//! A unit of work is a word of a set that a flood looks at; [`Board`](crate::Board) counts them, and
//! everything else that takes time (records, comparisons, audits) is put into the same units. Whatever can
//! last long asks [`Work::goes_on`] on its way and gives up when it is told to; the checker then finds the
//! reason here. So no file, however small or clever, keeps the checker busy for longer than its size
//! warrants, nor beyond the limits of the caller.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use crate::failure::Failure;
use crate::limits::Limits;
use crate::report::Progress;

/// Units that any file may cost: half a second.
const WORK: u64 = 1 << 26;
/// Units for each byte of the file and each word of each cell of the board. Of the certificates in `proofs/`
/// the densest, `havannah-4-a1`, takes 37.
const WORK_A_BYTE: u64 = 500;
/// Bytes of memory that any file may take, and those for each byte of it. Proofs take 20 on small boards,
/// three times that on large ones.
const MEMORY: u64 = 4 << 20;
const MEMORY_A_BYTE: u64 = 600;
/// Units between two looks at the clock: a few milliseconds.
const LOOK: u64 = 1 << 20;

/// The costs of one check so far, and what they may be.
pub(crate) struct Work<'a> {
    limits: &'a Limits,
    begin: Instant,
    /// Units for each byte of the file.
    rate: u64,
    watch: RefCell<&'a mut dyn FnMut(&Progress) -> bool>,
    progress: Cell<Progress>,
    /// Bytes of the file read so far.
    file: Cell<u64>,
    /// Units at which to look at the clock next.
    next: Cell<u64>,
    end: RefCell<Option<Failure>>,
}

impl<'a> Work<'a> {
    /// Nothing so far, on a board of so many cells whose sets have so many words.
    pub fn new(
        limits: &'a Limits,
        cells: usize,
        words: usize,
        watch: &'a mut dyn FnMut(&Progress) -> bool,
    ) -> Work<'a> {
        Work {
            limits,
            begin: Instant::now(),
            rate: WORK_A_BYTE * (cells * words) as u64,
            watch: RefCell::new(watch),
            progress: Cell::default(),
            file: Cell::new(0),
            next: Cell::new(LOOK),
            end: RefCell::new(None),
        }
    }

    pub fn limits(&self) -> &Limits {
        self.limits
    }

    /// Notes how far the check has come and makes sure that it may go on, `kept` bytes being kept.
    pub fn enter(&self, progress: &Progress, file: u64, kept: u64) -> Result<(), Failure> {
        self.progress.set(*progress);
        self.file.set(file);
        if progress.positions > self.limits.nodes {
            return Err(Failure::Limit { what: "nodes", limit: self.limits.nodes });
        }
        if kept > self.limits.memory {
            return Err(Failure::Limit { what: "bytes of memory", limit: self.limits.memory });
        }
        if kept > MEMORY + MEMORY_A_BYTE * file {
            return Err(Failure::Excess("memory"));
        }
        self.goes_on(progress.work);
        self.ended()
    }

    /// May work go on after so many units?
    pub fn goes_on(&self, spent: u64) -> bool {
        if spent >= self.next.get() && self.end.borrow().is_none() {
            self.next.set(spent + LOOK);
            *self.end.borrow_mut() = self.look(spent).err();
        }
        self.end.borrow().is_none()
    }

    /// Why it may not.
    pub fn ended(&self) -> Result<(), Failure> {
        self.end.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn look(&self, spent: u64) -> Result<(), Failure> {
        if spent > WORK + self.rate * self.file.get() {
            return Err(Failure::Excess("work"));
        }
        if let Some(time) = self.limits.time.filter(|&time| self.begin.elapsed() >= time) {
            return Err(Failure::Late(time.as_secs_f64()));
        }
        let progress = Progress { work: spent, ..self.progress.get() };
        if (self.watch.borrow_mut())(&progress) { Ok(()) } else { Err(Failure::Stopped) }
    }
}
