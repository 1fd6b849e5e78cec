//! The fuzz targets of this crate as ordinary tests: every saved input, and many spoiled copies of each.
//!
//! Each target is a plain function in a file of its own, which `fuzz/fuzz_targets` includes as well.

mod diagram;
mod moves;
mod notation;
mod sgf;

#[path = "../../../../fuzz/replay.rs"]
mod replay;

use replay::run_all;

#[test]
fn notation_never_fails() {
    run_all("notation", notation::run);
}

#[test]
fn moves_never_fail() {
    run_all("moves", moves::run);
}

#[test]
fn sgf_never_fails() {
    run_all("sgf", sgf::run);
}

#[test]
fn diagrams_never_fail() {
    run_all("diagram", diagram::run);
}
