//! What a worker does with an order: solves as far as the budget goes and writes the certificate.
//!
//! A hand keeps its table from job to job, as long as board and memory stay the same: a position that comes back with a larger
//! budget goes on where it was, and neighbours share what was found.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use game::{Game, Size};
use solve::answer::{Limits, Verdict};
use solve::certificate;
use solve::dfpn::Settings;
use solve::key::{ONE_WORD, Word};
use solve::net::Net;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::Shape;
use solve::small;

use crate::job::{Answer, Order, Outlook};

/// A worker's hand with its table.
#[derive(Default)]
pub struct Hand {
    kept: Option<Kept>,
}

/// The table of the last job.
struct Kept {
    size: Size,
    memory: u64,
    bench: Bench,
}

enum Bench {
    Narrow(Prover<'static, u64>),
    Wide(Prover<'static, u128>),
}

impl Hand {
    /// Works on an order until it is solved, its budget is spent or `stop` is raised.
    pub fn work(&mut self, order: &Order, stop: &AtomicBool) -> Result<(Answer, Option<Vec<u8>>)> {
        let size = size_of(&order.game, &order.size)?;
        let (shape, net) = small::board_of(size).context(UNFIT)?;
        let moves: Vec<usize> = order.moves.iter().map(|&cell| usize::from(cell)).collect();
        let position = Position::after(shape, &moves).context("the order's position is not open")?;
        let fits = self.kept.as_ref().is_some_and(|kept| kept.size == size && kept.memory == order.memory);
        if !fits {
            // The old table goes before the new one comes.
            self.kept = None;
            let bench = Bench::new(shape, net, order.memory);
            self.kept = Some(Kept { size, memory: order.memory, bench });
        }
        let kept = self.kept.as_ref().expect("it was made above");
        let job = Job { shape, moves: &moves, position: &position, budget: order.budget, stop };
        Ok(match &kept.bench {
            Bench::Narrow(prover) => job.run(prover),
            Bench::Wide(prover) => job.run(prover),
        })
    }
}

impl Bench {
    fn new(shape: &'static Shape, net: &'static Net, memory: u64) -> Bench {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        if shape.cells() <= ONE_WORD {
            Bench::Narrow(Prover::new(shape, memory, 1, Settings::default(), net))
        } else {
            Bench::Wide(Prover::new(shape, memory, 1, Settings::default(), net))
        }
    }
}

/// A job on a 64-bit board.
struct Job<'a> {
    shape: &'static Shape,
    moves: &'a [usize],
    position: &'a Position,
    budget: u64,
    stop: &'a AtomicBool,
}

impl Job<'_> {
    fn run<W: Word>(&self, prover: &Prover<'static, W>) -> (Answer, Option<Vec<u8>>) {
        let begin = Instant::now();
        let limits = Limits { time: None, nodes: Some(self.budget) };
        let found = prover.solve(self.position, limits, self.stop, &mut |_| {});
        let solved = begin.elapsed();
        let mut answer = Answer { nodes: found.nodes, ..Answer::default() };
        let mut bytes = Vec::new();
        if found.verdict != Verdict::Unknown {
            let written = certificate::write(
                prover,
                self.shape,
                self.moves,
                found.verdict,
                &mut bytes,
                self.stop,
                &mut |_| {},
            );
            if written.is_ok() {
                answer.value = Some(word(found.verdict, self.position.turn).into());
            }
        }
        answer.seconds = begin.elapsed().as_secs_f64();
        answer.writing = answer.seconds - solved.as_secs_f64();
        if answer.value.is_none() {
            self.look(prover, &mut answer);
            return (answer, None);
        }
        (answer, Some(bytes))
    }

    /// Notes what the table says of the position and its replies.
    fn look<W: Word>(&self, prover: &Prover<'static, W>, answer: &mut Answer) {
        let mut replies: HashMap<u16, Outlook> = HashMap::new();
        let mut outlook = [[1.0; 2]; 2];
        for attacker in [0, 1] {
            let (proof, disproof, seen) = prover.outlook(self.position, attacker);
            outlook[attacker] = plain(proof, disproof);
            for reply in seen {
                let numbers = replies.entry(reply.cell.index() as u16).or_insert([[1.0; 2]; 2]);
                numbers[attacker] = plain(reply.proof, reply.disproof);
            }
        }
        answer.outlook = Some(outlook);
        answer.replies = replies.into_iter().collect();
        answer.replies.sort_by_key(|reply| reply.0);
    }
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

fn word(verdict: Verdict, turn: usize) -> &'static str {
    match verdict {
        Verdict::Win => ["white", "black"][turn],
        Verdict::Loss => ["black", "white"][turn],
        Verdict::Draw | Verdict::Unknown => "draw",
    }
}
