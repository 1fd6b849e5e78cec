//! `robusto proof`: looking at certificates, and joining them.

mod import;
mod merge;
mod show;
mod tree;

use std::io::Read;
use std::path::Path;

use solve::proof::Proof;

use crate::commands::verify::Checking;
use crate::exit::{Failure, Outcome};
use crate::files;

/// Look at proofs.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Walk through a certificate
    Show(show::Args),
    /// Draw the tree of a certificate above a chosen effort, or write it as a game file with notes
    Tree(tree::Args),
    /// Read a proof tree of Castro's, compare it with a certificate or solve its positions again
    Import(import::Args),
    /// Join certificates of later positions into one of an earlier position
    Merge(merge::Args),
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    match args.what {
        What::Show(args) => show::run(args),
        What::Tree(args) => tree::run(args),
        What::Import(args) => import::run(args),
        What::Merge(args) => merge::run(args),
    }
}

/// Checks a certificate and reads it as a tree. One that is not accepted is not shown at all.
fn read(file: &Path) -> Outcome<Proof> {
    let mut bytes = Vec::new();
    let opened = files::open(file).and_then(|mut source| source.read_to_end(&mut bytes));
    opened.map_err(|error| files::in_file(file, error))?;
    let checking = Checking::of(file);
    let limits = verify::Limits::default();
    let report = verify::check(&bytes[..], &limits, &mut |progress| checking.tell(progress));
    drop(checking);
    let report = report.map_err(|error| files::in_file(file, format!("not accepted: {error}")))?;
    Proof::read(&bytes, &report).map_err(|error| files::in_file(file, error))
}

/// The vertex after some moves from the claimed position, in the first half that spells them out.
fn vertex(proof: &Proof, moves: &str) -> Outcome<usize> {
    let mut cells = Vec::new();
    for name in moves.split_whitespace() {
        let cell =
            proof.claim.shape.parse(name).map_err(|_| Failure::usage(format!("--at: no cell {name:?}")))?;
        cells.push(cell.index());
    }
    let found = proof.roots.iter().find_map(|&root| proof.walk(root, &cells));
    found.ok_or_else(|| Failure::usage(format!("--at: the proof does not spell out {moves:?}")))
}
