//! The handle through which everybody has positions proved: ask, go on, report, certify.
//!
//! A [`Proving`] is asked about a position, goes on with it for as long as it is given, says how things stand
//! and writes the certificate of what it found. On boards of df-pn all that was found out stays in its table:
//! a question that comes back goes on where it was, and neighbours share their proofs. The terminal, GTP and
//! the app ask once ([`crate::method::prove`]), a worker of a proof by many machines again and again, a player
//! by very short turns ([`Proving::turn`]).

use std::sync::atomic::AtomicBool;

use game::{Cell, Size};
use search::prover::Reply as Turn;
use search::random::Random;
use search::resist;

use crate::answer::{Answer, Budget, Limits, Moment, Progress, Reply, Solver, Task, Verdict};
use crate::dfpn::Settings;
use crate::key::ONE_WORD;
use crate::method::{Method, Unfit};
use crate::position::Position;
use crate::prover::{Prover, Reached};
use crate::shape::Shape;
use crate::small;

/// How the question whether a colour wins stands, by what the table knows.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Effort still seen to prove it; 1 where nothing is known.
    pub proof: f32,
    /// Effort still seen to refute it.
    pub disproof: f32,
    /// The same of the replies that are known.
    pub replies: Vec<Reply>,
}

/// Somebody who proves. See the module's head.
pub struct Proving {
    method: Method,
    budget: Budget,
    /// The table of df-pn; none before the first question and for other solvers.
    bench: Option<Bench>,
    question: Option<Question>,
}

struct Question {
    task: Task,
    /// The position on the 64-bit board, for df-pn.
    small: Option<Position>,
    solver: Box<dyn Solver>,
    answer: Answer,
}

/// A table for boards of one size.
struct Bench {
    size: Size,
    shape: &'static Shape,
    prover: Width,
}

/// Keys are of one word on boards of up to 40 cells, of two beyond.
enum Width {
    Narrow(Prover<'static, u64>),
    Wide(Prover<'static, u128>),
}

/// Does the same with a prover of either width.
macro_rules! with_prover {
    ($bench:expr, $prover:ident => $what:expr) => {
        match &$bench.prover {
            Width::Narrow($prover) => $what,
            Width::Wide($prover) => $what,
        }
    };
}

impl Bench {
    fn new(size: Size, settings: Settings, budget: &Budget) -> Option<Bench> {
        let shape = small::board_of(size)?;
        let Budget { memory, threads, .. } = *budget;
        let prover = if shape.cells() <= ONE_WORD {
            Width::Narrow(Prover::led(shape, memory, threads, settings))
        } else {
            Width::Wide(Prover::led(shape, memory, threads, settings))
        };
        Some(Bench { size, shape, prover })
    }
}

impl Proving {
    /// A prover that nobody has asked yet. Of the budget, memory and threads are for all questions, and so is
    /// whether certificates are wanted.
    pub fn new(method: Method, budget: Budget) -> Proving {
        Proving { method, budget, bench: None, question: None }
    }

    /// Takes up a question; the one before is laid aside, and what was found out about it is kept.
    pub fn ask(&mut self, task: Task) -> Result<(), Unfit> {
        if task.position.outcome().is_some() {
            return Err(Unfit::Over);
        }
        let solver = self.method.solver(&task, &self.budget)?;
        let settings = self.method.settings(&task).ok();
        let small = settings.and_then(|settings| self.set_bench(task.position.shape().size(), settings));
        let small = small.and_then(|shape| small::carry(shape, &task.position));
        self.question = Some(Question { task, small, solver, answer: Answer::default() });
        Ok(())
    }

    fn has_bench(&self, size: Size) -> bool {
        self.bench.as_ref().is_some_and(|bench| bench.size == size)
    }

    /// Sees to a table for the board.
    fn set_bench(&mut self, size: Size, settings: Settings) -> Option<&'static Shape> {
        if !self.has_bench(size) {
            // The old table goes before the new one comes.
            self.bench = None;
            self.bench = Some(Bench::new(size, settings, &self.budget)?);
        }
        self.bench.as_ref().map(|bench| bench.shape)
    }

    /// Goes on with the question until it is answered, a limit is reached or `stop` becomes true. Nothing is known
    /// of a question that was not asked.
    pub fn go_on(&mut self, limits: Limits, stop: &AtomicBool, watch: &mut dyn FnMut(&Progress)) -> Answer {
        let Some(question) = &mut self.question else { return Answer::default() };
        let task = &question.task;
        let answer = match (&question.small, &self.bench) {
            (Some(position), Some(bench)) => {
                with_prover!(bench, prover => prover.work_on(task, position, limits, stop, watch))
            }
            _ => question.solver.solve(task, &Budget { limits, ..self.budget }, stop, watch),
        };
        question.answer = defended(answer, &task.position);
        question.answer.clone()
    }

    /// How the question stands for White and for Black; nothing where no table is kept.
    pub fn report(&self) -> Option<[Outlook; 2]> {
        let position = self.question.as_ref()?.small?;
        let bench = self.bench.as_ref()?;
        Some([0, 1].map(|attacker| {
            let (proof, disproof, replies) =
                with_prover!(bench, prover => prover.outlook(&position, attacker));
            Outlook { proof, disproof, replies }
        }))
    }

    /// The certificate of the answer; nothing as long as there is none, or when it cannot be written.
    pub fn certify(&self, stop: &AtomicBool) -> Option<Vec<u8>> {
        let question = self.question.as_ref()?;
        let Question { task, answer, .. } = question;
        match (&question.small, &self.bench) {
            (Some(root), Some(bench)) => {
                with_prover!(bench, prover => prover.certify(task, root, answer.verdict, stop))
            }
            _ => answer.certificate.clone(),
        }
    }

    /// Goes on for so many nodes, on the calling thread, with the question whether the side to move wins a
    /// position: what a player asks while it thinks. Open on boards that df-pn does not take.
    pub fn turn(&mut self, moment: &Moment, nodes: u64) -> Turn {
        let size = moment.shape().size();
        if !self.has_bench(size) {
            let Ok(settings) = self.method.settings(&Task::at(moment)) else { return Turn::Open };
            self.set_bench(size, settings);
        }
        let Some(bench) = &self.bench else { return Turn::Open };
        let Some(position) = small::carry(bench.shape, moment) else { return Turn::Open };
        let mover = moment.turn().index();
        with_prover!(bench, prover => match prover.take_turn(&position, mover, nodes) {
            Reached::Yes => Turn::Yes(prover.move_of(&position, mover).map(Cell::new)),
            Reached::No => Turn::No,
            Reached::Open => Turn::Open,
        })
    }

    /// Forgets all that was found out.
    pub fn forget(&mut self) {
        (self.bench, self.question) = (None, None);
    }
}

/// A loss for which a solver names no move, because none had to be searched, with the one that is hardest to refute.
fn defended(mut answer: Answer, position: &Moment) -> Answer {
    if answer.verdict == Verdict::Loss && answer.line.is_empty() {
        let cell = resist::hardest(position, position.empty_cells(), &mut Random::new(0));
        answer.best = Some(cell);
        answer.line.push(cell);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Verdict;
    use game::Game;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn task(game: Game, size: &str, moves: &str) -> Task {
        Task::read(game, size, moves).unwrap()
    }

    fn proving(method: Method) -> Proving {
        Proving::new(method, Budget { memory: 1 << 24, certify: true, ..Budget::default() })
    }

    #[test]
    fn a_question_goes_on_where_it_was_and_is_certified() {
        let mut proving = proving(Method::Dfpn);
        proving.ask(task(Game::Havannah, "3", "")).unwrap();
        let few = |nodes| Limits { nodes: Some(nodes), time: None };
        let first = proving.go_on(few(16), &NEVER, &mut |_| {});
        assert_eq!((first.verdict, proving.certify(&NEVER)), (Verdict::Unknown, None));
        let outlook = proving.report().unwrap();
        assert!(outlook.iter().any(|side| !side.replies.is_empty()));
        let mut nodes = 32;
        while proving.go_on(few(nodes), &NEVER, &mut |_| {}).verdict == Verdict::Unknown {
            nodes *= 2;
            assert!(nodes < 1 << 24);
        }
        let bytes = proving.certify(&NEVER).unwrap();
        let report = verify::check(&bytes[..], &verify::Limits::default(), &mut |_| true).unwrap();
        assert_eq!(report.claim.value, verify::Value::Wins(verify::Colour::White));
        // A player asks about what follows.
        let best = proving.question.as_ref().unwrap().answer.best.unwrap();
        let mut next = task(Game::Havannah, "3", "").position;
        next.play(best);
        let turn = (0..1000).map(|_| proving.turn(&next, 128)).find(|&turn| turn != Turn::Open);
        assert_eq!(turn, Some(Turn::No));
    }

    #[test]
    fn boards_and_games_follow_each_other() {
        let mut proving = proving(Method::Auto);
        for (game, size, moves, verdict) in [
            (Game::Havannah, "3", "", Verdict::Win),
            (Game::Hex, "3", "b2 a1", Verdict::Win),
            (Game::Havannah, "4", "a1 d4 a2 e5 a3 b1 b5 c1 c6", Verdict::Loss),
        ] {
            proving.ask(task(game, size, moves)).unwrap();
            assert_eq!(proving.go_on(Limits::NONE, &NEVER, &mut |_| {}).verdict, verdict, "{game:?} {size}");
            let bytes = proving.certify(&NEVER).unwrap();
            assert!(verify::check(&bytes[..], &verify::Limits::default(), &mut |_| true).is_ok());
        }
        assert_eq!(proving.ask(task(Game::Havannah, "2", "a1 c3 a2")).err(), Some(Unfit::Over));
    }
}
