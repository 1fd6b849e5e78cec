//! `robusto proof`: looking at certificates, joining them, and the library of those that come with the program.

mod import;
mod index;
mod list;
mod merge;
mod page;
mod show;
mod table;
mod tree;
mod walk;

use std::io::Read;
use std::path::Path;

use solve::proof::Proof;

use crate::commands::verify::Checking;
use crate::exit::{Failure, Outcome};
use crate::files;

const EXAMPLES: &str = "\
Examples:
  robusto proof list --size 4
  robusto proof show a1.proof
  robusto proof tree a1.proof --effort 1000 --output tree.svg
  robusto proof merge --moves a1 --output a1.proof replies/*.proof";

/// Look at proofs.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
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
    /// List the solved boards that come with the program
    List(list::Args),
    /// Make the index of a folder of certificates
    Index(index::Args),
    /// Draw every solved board that comes with the program
    Page(page::Args),
    /// Make or check a table of openings
    Table(table::Args),
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    match args.what {
        What::Show(args) => show::run(args),
        What::Tree(args) => tree::run(args),
        What::Import(args) => import::run(args),
        What::Merge(args) => merge::run(args),
        What::List(args) => list::run(args),
        What::Index(args) => index::run(args),
        What::Page(args) => page::run(args),
        What::Table(args) => table::run(args),
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
