//! The fuzz targets of certificates as ordinary tests: every saved input, and many spoiled copies of each.
//!
//! Each target is a plain function in a file of its own, which `fuzz/fuzz_targets` includes as well.

mod certificate;
mod claim;
#[path = "../common/mod.rs"]
mod common;
mod records;
#[path = "../../../../fuzz/replay.rs"]
mod replay;

use replay::run_all;

#[test]
fn certificates_prove_what_they_claim_or_are_refused() {
    run_all("certificate", certificate::run);
}

#[test]
fn claims_are_read_alike_by_both_readers() {
    run_all("claim", claim::run);
}

#[test]
fn records_prove_what_they_claim_or_are_refused() {
    run_all("records", records::run);
}

/// Random choices make proofs now and then, so the target does not look at refusals alone.
#[test]
fn random_records_are_sometimes_proofs() {
    let mut dice = solve::dice::Dice::new(3);
    let mut input = || (0..150).map(|_| dice.word() as u8).collect::<Vec<u8>>();
    let accepted = (0..3000).filter(|_| records::accepts(&input())).count();
    assert!((10..2000).contains(&accepted), "{accepted}");
}
