//! "Who wins?": the solver on a thread of its own, one question at a time for the whole server.
//!
//! What is proved already is not proved again: the memory of all tables is asked first, then the certificates
//! that come with the program, then the solver. With the swap rule the question is about the game as it will
//! be played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use engine::swap::Stage;
use game::{Colour, Record};
use search::player::Verdict;
use solve::answer::Task;

use crate::engines::stop;
use crate::limits;
use crate::options::{Options, Proof, Solve};
use crate::outbox::Slot;
use crate::proved::{Known, Proved};
use crate::server::Shared;
use crate::session::Session;
use crate::table::About;
use crate::tree::Evaluation;
use crate::view;
use crate::walk::Book;

/// The one solver of the server, and who has it.
#[derive(Default)]
pub struct Desk {
    holder: Mutex<Option<Holder>>,
    is_free: Condvar,
}

/// A session that the solver works for, with the flag that ends the work.
struct Holder {
    session: Arc<Session>,
    flag: Arc<AtomicBool>,
}

impl Holder {
    /// Whether another session has to wait for this one: it was not told to stop, and somebody looks at it.
    fn keeps_waiting(&self, other: &Arc<Session>) -> bool {
        !self.flag.load(Ordering::Relaxed) && !Arc::ptr_eq(&self.session, other) && self.session.is_open()
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Option<Holder>> {
        self.holder.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes the solver for a session and returns the flag that ends its work; none when others need it. What the session asked
    /// before is given up, and so is what was asked at a table that nobody looks at any more.
    fn take(&self, session: &Arc<Session>) -> Option<Arc<AtomicBool>> {
        let mut holder = self.lock();
        while let Some(before) = &*holder {
            if before.keeps_waiting(session) {
                return None;
            }
            stop(&before.flag);
            holder = self.is_free.wait(holder).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        let flag = Arc::new(AtomicBool::new(false));
        *holder = Some(Holder { session: session.clone(), flag: flag.clone() });
        Some(flag)
    }

    /// The work is over.
    fn give_back(&self) {
        *self.lock() = None;
        self.is_free.notify_all();
    }
}

/// Starts or stops the solver for a session.
pub fn ask(session: &Arc<Session>, shared: &Shared, on: bool) {
    let Some(solve) = shared.options.solve.clone() else {
        return tell(session, "This program was built without a solver.");
    };
    let mut inner = session.lock();
    if !on {
        inner.engines.stop_solving();
        return inner.show();
    }
    if inner.table.tree.record().is_over() {
        drop(inner);
        return tell(session, "The game is over: there is nothing to solve.");
    }
    let key = inner.table.about(inner.table.tree.current()).key;
    if inner.engines.solving() == Some(&key) {
        return;
    }
    drop(inner);
    let (session, shared) = (session.clone(), shared.clone());
    std::thread::spawn(move || {
        let Some(flag) = shared.desk.take(&session) else {
            return tell(&session, "The solver is busy with another question. Try again when it is done.");
        };
        let proved = shared.sessions.proved.clone();
        let done = catch_unwind(AssertUnwindSafe(|| run(&session, &shared.options, &proved, &solve, &flag)));
        shared.desk.give_back();
        if done.is_err() {
            session.lock().engines.stop_solving();
            tell(&session, "The solver stopped unexpectedly.");
        }
    });
}

fn tell(session: &Session, text: &str) {
    session.lock().send(Slot::Notice, &view::notice("error", text));
}

/// Answers the question of a session's table, until the flag is raised.
pub fn run(session: &Session, options: &Options, proved: &Proved, solve: &Solve, flag: &Arc<AtomicBool>) {
    let (epoch, about, record) = {
        let mut inner = session.lock();
        if inner.table.tree.record().is_over() {
            return;
        }
        inner.table.has_asked = true;
        inner.is_dirty = true;
        let about = inner.table.about(inner.table.tree.current());
        inner.engines.start_solving(about.key.clone(), flag.clone());
        inner.show();
        (inner.table.epoch, about, inner.table.tree.record().clone())
    };
    let start = Instant::now();
    let mut last = start;
    let pace = Duration::from_secs(1) / limits::UPDATES_PER_SECOND;
    let mut watch = |proof: &Proof| {
        if last.elapsed() >= pace {
            last = Instant::now();
            let message = view::proof(&about, proof, start.elapsed().as_secs_f32(), true);
            session.lock().send(Slot::Proof, &message);
        }
    };
    let mut question = Question { options, proved, solve, stop: flag };
    let proof = match about.stage {
        Stage::Opening => question.openings(&record, &mut watch),
        Stage::Past | Stage::Reply => question.position(&record, &mut watch),
    };
    let mut inner = session.lock();
    inner.engines.end_solving(flag);
    if inner.table.epoch == epoch && proof.verdict != Verdict::Unknown {
        inner.table.tree.evaluate(about.node, evaluation(&proof, &about));
        inner.is_dirty = true;
    }
    inner.send(Slot::Proof, &view::proof(&about, &proof, start.elapsed().as_secs_f32(), false));
    inner.show_walk();
    inner.show();
}

/// What a question may use.
struct Question<'a> {
    options: &'a Options,
    proved: &'a Proved,
    solve: &'a Solve,
    stop: &'a AtomicBool,
}

impl Question<'_> {
    /// The bare position of a game.
    fn position(&mut self, record: &Record, watch: &mut dyn FnMut(&Proof)) -> Proof {
        let known = self.proved.look(record).filter(|_| !self.ends_a_walk(record));
        if let Some(known) = known {
            return said(known);
        }
        if self.proved.consult(record.position(), self.stop)
            && let Some(known) = self.proved.look(record)
        {
            return said(known);
        }
        let task = Task::of(record);
        let proof = (self.solve)(&task, self.options.threads, self.options.memory / 2, self.stop, watch);
        self.proved.note(record.position(), proof.verdict);
        if let Some(book) = proof.certificate.as_deref().and_then(|bytes| Book::open(bytes).ok()) {
            self.proved.keep(Arc::new(book));
        }
        proof
    }

    /// Whether a proof that is walked says no more here: then the solver can.
    fn ends_a_walk(&self, record: &Record) -> bool {
        let places: Vec<_> = self.proved.books().iter().filter_map(|book| book.look(record)).collect();
        !places.is_empty() && places.iter().all(|place| place.rows.is_empty())
    }

    /// A game that has not begun, with the swap: each opening until one is drawn.
    fn openings(&mut self, record: &Record, watch: &mut dyn FnMut(&Proof)) -> Proof {
        let mut nodes = 0;
        for opening in record.shape().openings() {
            if let Some(known) = self.proved.look_at_openings(record) {
                return Proof { nodes, ..said(known) };
            }
            let mut next = record.clone();
            if next.play(opening).is_err() || next.is_over() || self.stop.load(Ordering::Relaxed) {
                continue;
            }
            let found = self.position(&next, &mut |proof| {
                watch(&Proof { nodes: nodes + proof.nodes, replies: Vec::new(), ..proof.clone() });
            });
            nodes += found.nodes;
        }
        let known = self.proved.look_at_openings(record);
        Proof { nodes, ..known.map(said).unwrap_or_default() }
    }
}

fn said(known: Known) -> Proof {
    Proof { verdict: known.verdict, line: known.best.into_iter().collect(), ..Proof::default() }
}

fn evaluation(proof: &Proof, about: &About) -> Evaluation {
    let verdict =
        if about.stage == Stage::Opening { proof.verdict } else { about.stage.verdict(proof.verdict) };
    let verdict = if about.turn == Colour::White { verdict } else { verdict.flipped() };
    let white = match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        Verdict::Draw | Verdict::Unknown => 0.5,
    };
    Evaluation { white, visits: proof.nodes, verdict, line: proof.line.clone() }
}
