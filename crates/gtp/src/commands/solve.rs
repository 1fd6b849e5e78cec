//! Proofs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use engine::params::read_seconds;
use engine::{Limits, Proof, SolveState};

use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[command(
    "robusto-solve",
    "SECONDS | start | status | stop",
    "white, black, draw or unknown, and the best move; start goes on in the background",
    solve,
)];

fn solve(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match args.one()? {
        "start" => {
            desk.session.start_solving(Limits::default())?;
            done()
        }
        "status" => status(desk),
        "stop" => {
            let proof = desk.session.stop_solving();
            proof.map_or(text("idle"), |proof| text(result(desk, &proof)))
        }
        seconds => {
            let problem = || Refusal::syntax("the argument is a number of seconds, start, status or stop");
            let time = read_seconds(seconds).map_err(|_| problem())?;
            solve_for(desk, time)
        }
    }
}

fn solve_for(desk: &mut Desk, time: Duration) -> Result<Reply, Refusal> {
    if let Some(outcome) = desk.session.record().result() {
        return text(outcome.word());
    }
    let stop = desk.fresh_stop();
    desk.session.start_solving(Limits::time(time))?;
    while !desk.session.wait_for_proof(Duration::from_millis(20)) && !stop.load(Ordering::Relaxed) {}
    let proof = desk.session.stop_solving().unwrap_or_default();
    text(result(desk, &proof))
}

fn status(desk: &mut Desk) -> Result<Reply, Refusal> {
    let (state, nodes, elapsed) = match desk.session.solving() {
        SolveState::Idle => return text("idle"),
        SolveState::Running(None) => ("running".into(), 0, Duration::ZERO),
        SolveState::Running(Some(progress)) => ("running".into(), progress.nodes, progress.elapsed),
        SolveState::Done(proof) => (result(desk, &proof), proof.nodes, proof.elapsed),
    };
    text(format!("{state} nodes {nodes} seconds {:.1}", elapsed.as_secs_f64()))
}

/// The result and the move that reaches it, in the position for which it was proved.
fn result(desk: &Desk, proof: &Proof) -> String {
    let position = desk.session.proof_position().unwrap_or(desk.session.record().position());
    let word = proof.outcome(position.turn()).map_or("unknown", |outcome| outcome.word());
    let shape = position.shape();
    proof.best.map_or(word.into(), |best| format!("{word} {}", desk.points.cell_name(shape, best)))
}
