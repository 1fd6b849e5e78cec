//! `robusto proof show`: a walk through a certificate.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use solve::proof::Proof;

use super::{read, vertex};
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
    output.line(&format!("{game} size {size} after \"{moves}\": {value}"))?;
    let Some(mut at) = start else {
        output.line("the game is over")?;
        return output.finish();
    };
    list(&proof, at, &mut output)?;
    output.finish()?;
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        walk(&proof, &mut at)?;
    }
    Ok(())
}

/// Reads moves from the terminal until the user leaves.
fn walk(proof: &Proof, at: &mut usize) -> Outcome {
    let mut lines = std::io::stdin().lock().lines();
    loop {
        print!("a move, back, top or quit> ");
        std::io::stdout().flush()?;
        let Some(line) = lines.next() else { return Ok(()) };
        let next = match line?.trim() {
            "" | "quit" | "q" => return Ok(()),
            "back" | "b" => proof.vertices[*at].parent,
            "top" | "t" => proof.roots.first().copied(),
            name => proof.vertices[*at].children.iter().copied().find(|&child| proof.name(child) == name),
        };
        let mut output = Output::open();
        match next {
            Some(next) => {
                *at = next;
                list(proof, next, &mut output)?;
            }
            None => output.line("the proof has no such move here")?,
        }
        output.finish()?;
    }
}

/// The moves that go on from a position of the proof.
fn list(proof: &Proof, at: usize, output: &mut Output) -> Outcome {
    let known = &proof.vertices[at];
    output.line(&format!("{} ({} positions below)", path(proof, at), known.below))?;
    for line in proof.show(at) {
        let answer = line.answer.map(|answer| format!(" {answer}")).unwrap_or_default();
        output.line(&format!("  {:<9}{:>10}  {}", line.name + &answer, line.below, line.end))?;
    }
    Ok(())
}

fn path(proof: &Proof, at: usize) -> String {
    let names = proof.path(at);
    if names.is_empty() { "the claimed position".into() } else { format!("after {}", names.join(" ")) }
}
