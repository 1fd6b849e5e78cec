//! Which solver a position gets: the one place where moments of the table meet the solvers.
//!
//! Havannah boards of up to 63 cells go to the df-pn prover with its 64-bit boards; other boards to the tree search, which proves
//! what it can.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{Limits, Moment, Proof, Seating, Solver, ThinkingSolver};
use game::{Cell, Colour, Outcome as Ending, Record, Size};
use solve::answer::{Answer, Progress, Solver as _, Verdict};
use solve::certificate;
use solve::key::Word;
use solve::net::Net;
use solve::prover::{Dfpn, Prover};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::players;

/// The solver for GTP, the terminal and the app.
pub struct Auto;

/// The numbers of a running proof, where the solver has any.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Work left to prove the question that is asked.
    pub proof: f32,
    /// Work left to refute it.
    pub disproof: f32,
    /// Share of the table in use.
    pub fill: f64,
    /// Replies at the root that are proved, and all that were looked at.
    pub replies: (usize, usize),
}

/// Solves with a watcher that also sees the numbers.
pub fn solve(
    position: &Moment,
    seating: &Seating,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof, &Numbers),
) -> Proof {
    match small(position) {
        Some((shape, small)) => prove(position, &shape, &small, seating, limits, stop, watch),
        None => {
            let mut watch = |proof: &Proof| watch(proof, &Numbers::default());
            ThinkingSolver::new(players::factory()).solve(position, seating, limits, stop, &mut watch)
        }
    }
}

/// The position on a 64-bit board, if it fits one and the game goes on.
fn small(position: &Moment) -> Option<(solve::shape::Shape, solve::position::Position)> {
    let Size::Hexagon(p, q, r) = position.shape().size() else { return None };
    let shape = solve::shape::Shape::new(p.into(), q.into(), r.into()).ok()?;
    let mut small = solve::position::Position::empty();
    for colour in Colour::BOTH {
        for cell in position.board().stones(colour) {
            small.turn = colour.index();
            small.play(&shape, cell.index());
        }
    }
    small.turn = position.turn().index();
    position.outcome().is_none().then_some((shape, small))
}

fn prove(
    position: &Moment,
    shape: &solve::shape::Shape,
    small: &solve::position::Position,
    seating: &Seating,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof, &Numbers),
) -> Proof {
    let begin = Instant::now();
    let wins = position.winning_cells(position.turn());
    if let Some(cell) = wins.first_cell() {
        let outcome = Some(Ending::Win(position.turn()));
        return Proof { outcome, best: Some(cell), line: vec![cell], nodes: 1, elapsed: begin.elapsed() };
    }
    let limits = solve::answer::Limits { time: limits.time, nodes: limits.visits };
    let mut told = |progress: &Progress| {
        let (proof, numbers) = state(progress);
        watch(&proof, &numbers);
    };
    let answer = dfpn(seating).solve(shape, small, limits, stop, &mut told);
    finished(position, &answer)
}

fn dfpn(seating: &Seating) -> Dfpn {
    Dfpn {
        memory: usize::try_from(seating.memory).unwrap_or(usize::MAX),
        threads: seating.threads,
        settings: Default::default(),
    }
}

/// Solves a game's position and, when it is solved, writes the certificate into `file`.
pub fn solve_with_certificate(
    record: &Record,
    seating: &Seating,
    limits: &Limits,
    file: &Path,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Proof, &Numbers),
) -> Outcome<Proof> {
    let position = record.position();
    let Some((shape, small)) = small(position) else {
        return Err(Failure::usage("--certificate: only Havannah boards of up to 63 cells have them so far"));
    };
    let plain = !record.is_swapped() && record.set_up_stones().is_empty();
    let cells: Option<Vec<usize>> = record.moves().iter().map(|mv| mv.cell().map(Cell::index)).collect();
    let (true, Some(moves)) = (plain, cells) else {
        return Err(Failure::usage(
            "--certificate: the position must come from moves alone, without swap or set-up",
        ));
    };
    let task = Task { position, shape: &shape, small: &small, moves: &moves, seating, limits, file, stop };
    if shape.cells() <= 39 { task.certify::<u64>(watch) } else { task.certify::<u128>(watch) }
}

/// A proof that is to be written down.
struct Task<'a> {
    position: &'a Moment,
    shape: &'a solve::shape::Shape,
    small: &'a solve::position::Position,
    moves: &'a [usize],
    seating: &'a Seating,
    limits: &'a Limits,
    file: &'a Path,
    stop: &'a AtomicBool,
}

impl Task<'_> {
    fn certify<W: Word>(&self, watch: &mut dyn FnMut(&Proof, &Numbers)) -> Outcome<Proof> {
        let net = Net::for_board(self.shape);
        let prover = Prover::<W>::new(self.shape, dfpn(self.seating), &net);
        let limits = solve::answer::Limits { time: self.limits.time, nodes: self.limits.visits };
        let answer = prover.solve(self.small, limits, self.stop, &mut |progress| {
            let (proof, numbers) = state(progress);
            watch(&proof, &numbers);
        });
        if answer.verdict != Verdict::Unknown {
            self.write(&prover, answer.verdict)?;
        }
        Ok(finished(self.position, &answer))
    }

    /// The file appears under its name only when it is whole.
    fn write<W: Word>(&self, prover: &Prover<W>, verdict: Verdict) -> Outcome {
        let part = self.file.with_extension("part");
        let out = std::fs::File::create(&part).map_err(|error| files::in_file(&part, error))?;
        let out = std::io::BufWriter::new(out);
        certificate::write(prover, self.shape, self.moves, verdict, out, self.stop, &mut |_| {})
            .map_err(|error| files::in_file(self.file, error))?;
        std::fs::rename(&part, self.file).map_err(|error| files::in_file(self.file, error))
    }
}

fn state(progress: &Progress) -> (Proof, Numbers) {
    let proved = progress.replies.iter().filter(|reply| reply.proof == 0.0 || reply.disproof == 0.0).count();
    let numbers = Numbers {
        proof: progress.proof,
        disproof: progress.disproof,
        fill: progress.fill,
        replies: (proved, progress.replies.len()),
    };
    (Proof { nodes: progress.nodes, elapsed: progress.elapsed, ..Proof::default() }, numbers)
}

fn finished(position: &Moment, answer: &Answer) -> Proof {
    let turn = position.turn();
    let outcome = match answer.verdict {
        Verdict::Win => Some(Ending::Win(turn)),
        Verdict::Loss => Some(Ending::Win(turn.other())),
        Verdict::Draw => Some(Ending::Draw),
        Verdict::Unknown => None,
    };
    Proof {
        outcome,
        best: answer.best.map(Cell::new),
        line: answer.line.iter().map(|&cell| Cell::new(cell)).collect(),
        nodes: answer.nodes,
        elapsed: answer.elapsed,
    }
}

impl Solver for Auto {
    fn solve(
        &self,
        position: &Moment,
        seating: &Seating,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Proof),
    ) -> Proof {
        solve(position, seating, limits, stop, &mut |proof, _| watch(proof))
    }
}

/// The time without fractions that nobody reads.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}
