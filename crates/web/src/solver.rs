//! "Who wins?": the solver on a thread of its own, one question at a time for the whole server.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use search::player::Verdict;
use solve::answer::Task;

use crate::limits;
use crate::options::{Options, Proof, Solve};
use crate::outbox::Slot;
use crate::session::Session;
use crate::tree::Evaluation;
use crate::view;
use crate::walk::Book;
use game::Colour;

/// Whether a question is being worked on.
static IS_BUSY: AtomicBool = AtomicBool::new(false);

/// Starts or stops the solver for a session.
pub fn ask(session: &Arc<Session>, options: &Options, on: bool) {
    let Some(solve) = options.solve.clone() else {
        return tell(session, "This program was built without a solver.");
    };
    if !on {
        let mut inner = session.lock();
        inner.desk.stop_solving();
        return inner.show();
    }
    if session.lock().table.tree.record().is_over() {
        return tell(session, "The game is over: there is nothing to solve.");
    }
    if IS_BUSY.swap(true, Ordering::AcqRel) {
        return tell(session, "The solver is busy with another question. Try again when it is done.");
    }
    let (session, options) = (session.clone(), options.clone());
    std::thread::spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| run(&session, &options, &solve)));
        IS_BUSY.store(false, Ordering::Release);
        if done.is_err() {
            session.lock().desk.stop_solving();
            tell(&session, "The solver stopped unexpectedly.");
        }
    });
}

fn tell(session: &Session, text: &str) {
    session.lock().send(Slot::Notice, &view::notice("error", text));
}

fn run(session: &Session, options: &Options, solve: &Solve) {
    let (epoch, node, task, flag) = {
        let mut inner = session.lock();
        let node = inner.table.tree.current();
        let flag = inner.desk.start_solving(node);
        inner.show();
        (inner.table.epoch, node, Task::of(inner.table.tree.record()), flag)
    };
    let (turn, start) = (task.position.turn(), Instant::now());
    let mut last = start;
    let pace = Duration::from_secs(1) / limits::UPDATES_PER_SECOND;
    let mut watch = |proof: &Proof| {
        if last.elapsed() >= pace {
            last = Instant::now();
            let message = view::proof(node, turn, proof, start.elapsed().as_secs_f32(), true);
            let inner = session.lock();
            if inner.table.epoch == epoch {
                inner.send(Slot::Proof, &message);
            }
        }
    };
    let proof = solve(&task, options.threads, options.memory / 2, &flag, &mut watch);
    let book = proof.certificate.as_deref().and_then(|bytes| Book::open(bytes).ok());
    let mut inner = session.lock();
    inner.desk.end_solving(&flag);
    if inner.table.epoch == epoch {
        if proof.verdict != Verdict::Unknown {
            inner.table.tree.evaluate(node, evaluation(&proof, turn));
            inner.is_dirty = true;
        }
        inner.send(Slot::Proof, &view::proof(node, turn, &proof, start.elapsed().as_secs_f32(), false));
        if let Some(book) = book {
            inner.add_book(book);
        }
    }
    inner.show();
}

fn evaluation(proof: &Proof, turn: Colour) -> Evaluation {
    let verdict = if turn == Colour::White { proof.verdict } else { proof.verdict.flipped() };
    let white = match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        Verdict::Draw | Verdict::Unknown => 0.5,
    };
    Evaluation { white, visits: proof.nodes, verdict }
}
