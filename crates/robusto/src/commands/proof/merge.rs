//! `robusto proof merge`: one certificate out of several.

use std::path::PathBuf;

use game::{Coords, Move, Record, Shape, Size};
use solve::proof::merge::merge;
use verify::{Claim, Limits};

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;

/// Join certificates.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Certificates of positions after the moves, such as those of all replies
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The moves to the position of the new certificate
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,

    /// The certificate to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Runs the command. What is written has been checked.
pub fn run(args: Args) -> Outcome {
    let mut parts = Vec::new();
    for file in &args.files {
        let part = std::fs::read(file).map_err(|error| files::in_file(file, error))?;
        verify::check(&part[..], &Limits::default(), &mut |_| true)
            .map_err(|error| files::in_file(file, format!("not accepted: {error}")))?;
        parts.push(part);
    }
    let moves = moves(&args.files[0], &parts[0], &args.moves)?;
    let mut bytes = Vec::new();
    merge(&parts, &moves, &mut bytes).map_err(Failure::failed)?;
    let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true)
        .map_err(|why| Failure::failed(format!("the parts do not join: {why}")))?;
    files::write(Some(&args.output), &bytes)?;
    let mut output = Output::open();
    let (positions, value) = (report.checked.positions, report.claim.value);
    output.line(&format!("{}: valid: {value}, {positions} positions", args.output.display()))?;
    output.finish()
}

/// The moves as cells of the board of a certificate.
fn moves(file: &std::path::Path, part: &[u8], text: &str) -> Outcome<Vec<u16>> {
    let claim = Claim::read(part, &Limits::default()).map_err(|error| files::in_file(file, error))?;
    let game = game::Game::named(claim.game()).expect("the checker knows our games");
    let size = Size::parse(game, &claim.size()).map_err(|error| files::in_file(file, error))?;
    let record = Record::from_moves(Shape::of(size), text, Coords::Gui)
        .map_err(|error| Failure::usage(format!("--moves: {error}")))?;
    let place = |mv: &Move| match mv {
        Move::Cell(cell) => cell.index() as u16,
        Move::Swap => verify::SWAP,
        Move::SwapSides => verify::SWAP_SIDES,
    };
    Ok(record.moves().iter().map(place).collect())
}
