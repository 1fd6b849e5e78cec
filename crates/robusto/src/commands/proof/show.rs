//! `robusto proof show`: a walk through a certificate.

use std::io::IsTerminal;
use std::path::PathBuf;

use solve::proof::Proof;

use super::{read, vertex, walk};
use crate::exit::Outcome;
use crate::output::Output;

/// Walk through a certificate.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Begin after these moves from the claimed position
    #[arg(long, value_name = "MOVES", default_value = "")]
    at: String,
}

/// Runs the command: in a terminal until the user leaves, else one position.
pub fn run(args: Args) -> Outcome {
    let proof = read(&args.file)?;
    let start = if proof.roots.is_empty() { None } else { Some(vertex(&proof, &args.at)?) };
    let mut output = Output::open();
    let moves = proof.claim.names().join(" ");
    let (game, size, value) = (proof.claim.game(), proof.claim.size(), proof.claim.value);
    let head = format!("{game} size {size} after \"{moves}\": {value}");
    if let Some(at) = start.filter(|_| std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return walk::run(&proof, at, &head);
    }
    output.line(&head)?;
    let Some(at) = start else {
        output.line("the game is over")?;
        return output.finish();
    };
    list(&proof, at, &mut output)?;
    output.finish()
}

/// The moves that go on from a position of the proof.
fn list(proof: &Proof, at: usize, output: &mut Output) -> Outcome {
    let known = &proof.vertices[at];
    output.line(&format!("{} ({} positions below)", path(proof, at), known.below))?;
    rows(proof, at).iter().try_for_each(|row| output.line(row))
}

/// A row for each move that goes on from a position of the proof.
pub(super) fn rows(proof: &Proof, at: usize) -> Vec<String> {
    let row = |line: solve::proof::Line| {
        let answer = line.answer.map(|answer| format!(" {answer}")).unwrap_or_default();
        format!("  {:<9}{:>10}  {}", line.name + &answer, line.below, line.end)
    };
    proof.show(at).into_iter().map(row).collect()
}

/// The moves that lead to a position of the proof.
pub(super) fn path(proof: &Proof, at: usize) -> String {
    let names = proof.path(at);
    if names.is_empty() { "the claimed position".into() } else { format!("after {}", names.join(" ")) }
}
