//! The questions of a run: which one, for how long, by replies or not, and the threads that search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use game::Colour;

use super::run::{Question, Run};
use super::{Prover, Reached, SEED, sides};
use crate::answer::{Progress, Verdict};
use crate::dfpn::{Search, Shared};
use crate::key::Word;
use crate::policy::{Sample, Settled, Teacher};
use crate::position::Position;
use crate::prior::rollouts;
use crate::replies::Schedule;

/// Nodes of the first turn of each question.
const FIRST_TURN: u64 = 8_000;

/// Rollouts that tell who is likely to win, and the margin of wins that makes it clear.
const ROLLOUTS: usize = 4_000;
const CLEAR: usize = ROLLOUTS / 50;

/// How many times as doubtful as the other question the likely one must look before it is in doubt, before both get the same, and
/// before the other one is the likely one. Where White won in the end after all (size 4 c3 and d4, 3x4x5 c2) it looked 70, 300 and 500 times as doubtful, where White did
/// not (3x4x5 c1, d1, d3, d4) 6,700 to 66,000 times, though not everywhere (3x4x5 b1, c5: 100 times).
const IN_DOUBT: f32 = 15.0;
const EVEN_ODDS: f32 = 1_000.0;
const REFUTED: f32 = 4_000.0;

/// Pause between two looks at a running search.
const LOOK: Duration = Duration::from_millis(1000);

/// What a search found to learn from: moves that settled a position, and settled positions.
#[derive(Default)]
pub(super) struct Found {
    moves: Vec<Sample>,
    settled: Vec<Settled>,
}

impl<W: Word> Prover<'_, W> {
    /// Asks both questions by turns until the answers decide or the run is over.
    pub(super) fn decide(
        &self,
        position: &Position,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        let side = position.turn;
        let mut reached = beforehand(position);
        let mut turn = FIRST_TURN;
        let told = run.likely.map(|colour| ([colour.index(), 1 - colour.index()], true));
        let mut likely = told;
        loop {
            if turn >= self.settings.long_turn && likely.is_none() {
                likely = Some(self.likely(position));
            }
            let (mut order, sure) = likely.unwrap_or_else(|| self.order(position));
            let doubt = self.doubt(position, order[0]) / self.doubt(position, order[1]);
            let other_share = match sure && doubt < IN_DOUBT {
                _ if told.is_some() => turn / 16,
                _ if (EVEN_ODDS..REFUTED).contains(&doubt) => turn,
                true => turn / 16,
                false => turn / 4,
            };
            if doubt >= REFUTED && told.is_none() {
                order.reverse();
            }
            for (attacker, share) in order.into_iter().zip([turn, other_share]) {
                if reached[attacker] == Reached::Open {
                    let most = run.nodes.load(Relaxed).saturating_add(share);
                    self.make_room(most.saturating_add(self.spent.load(Relaxed)));
                    let question =
                        Question { position, attacker, most, by_replies: share >= self.settings.long_turn };
                    reached[attacker] = self.ask(&question, run, watch);
                }
                if reached[attacker] == Reached::Yes {
                    return if attacker == side { Verdict::Win } else { Verdict::Loss };
                }
            }
            if reached == [Reached::No; 2] {
                return Verdict::Draw;
            }
            if run.over() {
                return Verdict::Unknown;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// The questions, the one that rollouts would answer with yes first, and whether they are clear about it.
    pub(super) fn likely(&self, position: &Position) -> ([usize; 2], bool) {
        let won = rollouts(self.shape, position, ROLLOUTS, SEED);
        let order = if won[0] >= won[1] { [0, 1] } else { [1, 0] };
        (order, won[0].abs_diff(won[1]) >= CLEAR)
    }

    /// The questions, the one that looks more like a yes first, and whether it does look so.
    pub(super) fn order(&self, position: &Position) -> ([usize; 2], bool) {
        let side = position.turn;
        let (own, other) = (self.doubt(position, side), self.doubt(position, 1 - side));
        let order = if own <= other { [side, 1 - side] } else { [1 - side, side] };
        (order, own.min(other) < 0.5)
    }

    /// The effort to prove that the attacker wins, to that of refuting it, by what is known.
    fn doubt(&self, position: &Position, attacker: usize) -> f32 {
        let known = self.entry(position, attacker);
        let (proof, disproof) = known.map_or((1.0, 1.0), |e| sides(e, position, attacker));
        (proof / disproof.max(f32::MIN_POSITIVE)).max(f32::MIN_POSITIVE)
    }

    /// Asks one question until it is answered or its nodes are expanded, resting for lessons and to save the
    /// state.
    pub(super) fn ask(
        &self,
        question: &Question<'_>,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> Reached {
        let schedule = self.schedule(question);
        loop {
            let (reached, found) = self.ask_once(question, schedule.as_ref(), run, watch);
            self.teach(found, run);
            if run.is_due() {
                self.save(run);
            }
            if reached != Reached::Open || run.over() || run.nodes.load(Relaxed) >= question.most {
                return reached;
            }
        }
    }

    /// The moves as units of work, for a long question.
    pub(super) fn schedule(&self, question: &Question<'_>) -> Option<Schedule<W>> {
        let &Question { position, attacker, most, by_replies } = question;
        by_replies.then(|| {
            let first = (most / 64).clamp(1_000, 8_000);
            let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
            let shared = self.shared(&stop, &nodes);
            Schedule::new(&mut Search::new(&shared, attacker), position, attacker, first, &self.table)
        })
    }

    /// Hands samples to the network's teacher, who gives a lesson when it is time.
    pub(super) fn teach(&self, found: Found, run: &Run<'_>) {
        if let Some(teacher) = self.teacher().as_mut() {
            teacher.take_in(found.moves);
            teacher.take_settled(found.settled);
            teacher.teach_when_due(self.shape, self.spent.load(Relaxed) + run.nodes.load(Relaxed));
        }
    }

    /// Nodes of this run at which all threads rest.
    pub(super) fn next_rest(&self, question: &Question<'_>, run: &Run<'_>) -> u64 {
        let lesson = self.teacher().as_ref().map_or(u64::MAX, Teacher::due);
        let lesson = lesson.saturating_sub(self.spent.load(Relaxed));
        question.most.min(lesson).min(run.limits.nodes.unwrap_or(u64::MAX))
    }

    /// Asks until the question is answered, the nodes are expanded, or it is time for a lesson or to save the
    /// state.
    pub(super) fn ask_once(
        &self,
        question: &Question<'_>,
        schedule: Option<&Schedule<W>>,
        run: &Run<'_>,
        watch: &mut dyn FnMut(&Progress),
    ) -> (Reached, Found) {
        let &Question { position, attacker, .. } = question;
        let halt = AtomicBool::new(false);
        let shared = Shared {
            node_limit: self.next_rest(question, run),
            busy: &self.busy,
            ..self.shared(&halt, &run.nodes)
        };
        let policy = self.policy();
        let mut found = Found::default();
        let mut reached = Reached::Open;
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            for _ in 0..self.threads {
                let (done, shared, halt, policy) = (done.clone(), &shared, &halt, policy.as_deref());
                scope.spawn(move || {
                    let mut search = Search::new(shared, attacker).led_by(policy);
                    let numbers = match schedule {
                        Some(schedule) => schedule.work(&mut search, &self.table),
                        None => search.run(position),
                    };
                    halt.store(true, Relaxed);
                    // The receiver is gone only when the answer is known already.
                    let _ = done.send((numbers, search.lessons, search.settled));
                });
            }
            drop(done);
            let mut last = Instant::now();
            loop {
                match wait.recv_timeout(Duration::from_millis(20)) {
                    Ok((numbers, moves, settled)) => {
                        found.moves.extend(moves);
                        found.settled.extend(settled);
                        match Reached::of(numbers, position.turn == attacker) {
                            Reached::Open => {}
                            answer => reached = answer,
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if run.over() || run.is_due() {
                            halt.store(true, Relaxed);
                        }
                        if last.elapsed() >= LOOK {
                            last = Instant::now();
                            watch(&self.progress(position, attacker, run));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        (reached, found)
    }

    pub(super) fn progress(&self, position: &Position, attacker: usize, run: &Run<'_>) -> Progress {
        let (proof, disproof, replies) = self.outlook(position, attacker);
        Progress {
            attacker: Colour::BOTH[attacker],
            proof,
            disproof,
            nodes: run.total(),
            elapsed: run.elapsed(),
            fill: self.table.fill(),
            memory: self.table.bytes() + self.zones.bytes(),
            replies,
        }
    }
}

/// What needs no search: the second player never wins the empty board, since the first could steal the strategy.
fn beforehand(position: &Position) -> [Reached; 2] {
    let mut reached = [Reached::Open; 2];
    if position.count() == 0 {
        reached[1 - position.turn] = Reached::No;
    }
    reached
}
