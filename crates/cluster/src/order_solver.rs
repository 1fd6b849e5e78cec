//! What a worker does with an order: solves as far as the budget goes and writes the certificate.
//!
//! An [`OrderSolver`] keeps its prover from job to job, as long as memory stays the same: a position that comes back with a larger
//! budget goes on where it was, and neighbours share what was found and what the policy has learned.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use game::{Cell, Colour, Game, Record, Shape, Size};
use solve::answer::{Budget, Limits, Task};
use solve::method::Method;
use solve::proving::Proving;
use solve::small;

use crate::job::{Answer, Order, Outlook};

/// A worker's prover, and the memory that this may use.
#[derive(Default)]
pub struct OrderSolver {
    kept: Option<(u64, Proving)>,
}

impl OrderSolver {
    /// Works on an order until it is solved, its budget is spent or `stop` is raised.
    pub fn work(&mut self, order: &Order, stop: &AtomicBool) -> Result<(Answer, Option<Vec<u8>>)> {
        can_solve(&order.game, &order.size)?;
        let record = record_of(order)?;
        if self.kept.as_ref().is_none_or(|kept| kept.0 != order.memory) {
            // The old table goes before the new one comes.
            self.kept = None;
            let memory = usize::try_from(order.memory).unwrap_or(usize::MAX);
            let proving = Proving::new(Method::Policy, Budget { memory, certify: true, ..Budget::default() });
            self.kept = Some((order.memory, proving));
        }
        let (_, proving) = self.kept.as_mut().expect("it was made above");
        proving.ask(Task::of(&record))?;
        Ok(run(proving, order.budget, record.turn(), stop))
    }
}

fn run(proving: &mut Proving, budget: u64, turn: Colour, stop: &AtomicBool) -> (Answer, Option<Vec<u8>>) {
    let begin = Instant::now();
    let limits = Limits { time: None, nodes: Some(budget) };
    let found = proving.go_on(limits, stop, &mut |_| {});
    let solved = begin.elapsed();
    let certificate = proving.certify(stop);
    let seconds = begin.elapsed().as_secs_f64();
    let mut answer = Answer { nodes: found.nodes, seconds, ..Answer::default() };
    answer.writing = seconds - solved.as_secs_f64();
    if certificate.is_some() {
        answer.value = found.outcome(turn).map(|outcome| outcome.word().into());
    } else {
        look(proving, &mut answer);
    }
    (answer, certificate)
}

/// Notes what the table says of the position and its replies.
fn look(proving: &Proving, answer: &mut Answer) {
    let Some(sides) = proving.report() else { return };
    let mut replies: HashMap<u16, Outlook> = HashMap::new();
    for (attacker, side) in sides.iter().enumerate() {
        for reply in &side.replies {
            let numbers = replies.entry(reply.cell.index() as u16).or_insert([[1.0; 2]; 2]);
            numbers[attacker] = plain(reply.proof, reply.disproof);
        }
    }
    answer.outlook = Some(sides.map(|side| plain(side.proof, side.disproof)));
    answer.replies = replies.into_iter().collect();
    answer.replies.sort_by_key(|reply| reply.0);
}

/// The position of an order, in which the game goes on.
fn record_of(order: &Order) -> Result<Record> {
    let mut record = Record::new(Shape::of(size_of(&order.game, &order.size)?));
    for &cell in &order.moves {
        record.play(Cell::new(cell.into())).context("the order's position is not open")?;
    }
    Ok(record)
}

/// Numbers as JSON can say them.
fn plain(proof: f32, disproof: f32) -> [f64; 2] {
    [proof, disproof].map(|x| f64::from(x).min(1e30))
}

/// Is there a solver for this board whose certificates can be joined? Havannah of up to 63 cells so far.
pub fn can_solve(game: &str, size: &str) -> Result<()> {
    small::board_of(size_of(game, size)?).map(drop).context(UNFIT)
}

const UNFIT: &str = "proofs on many machines are for Havannah boards of up to 63 cells so far";

fn size_of(game: &str, size: &str) -> Result<Size> {
    let game = Game::named(game).with_context(|| format!("there is no game {game:?}"))?;
    Ok(Size::parse(game, size)?)
}
