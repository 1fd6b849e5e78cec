//! `robusto proof tree`: the tree of a certificate as a picture or a game file.

use std::path::PathBuf;

use super::{read, vertex};
use crate::exit::Outcome;
use crate::files;

/// Draw the tree of a certificate.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Only positions with at least so many positions below them
    #[arg(long, value_name = "N", default_value_t = 100)]
    effort: u64,

    /// Begin after these moves from the claimed position
    #[arg(long, value_name = "MOVES", default_value = "")]
    at: String,

    /// The file to write, by its ending: .svg, or .sgf and .hgf with notes on each position; SVG to standard output without it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let proof = read(&args.file)?;
    let root = vertex(&proof, &args.at)?;
    let ending = args.output.as_deref().map(files::ending).unwrap_or_default();
    let text = match ending.as_str() {
        "" | "svg" => proof.to_svg(root, args.effort),
        "sgf" | "hgf" => proof.to_sgf(root, args.effort),
        other => {
            let file = args.output.as_deref().unwrap_or(&args.file);
            return Err(files::in_file(file, format!("we do not write .{other} files here")));
        }
    };
    files::write(args.output.as_deref(), text.as_bytes())
}
