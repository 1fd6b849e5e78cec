//! Any bytes as a certificate: the checker ends with a verdict, and what it accepts is a proof by the plain checker
//! and, where few cells are empty, true by brute force.

use crate::common::Slow;
use crate::common::paper::{Paper, resealed};

/// Most empty cells for brute force.
const FEW: u32 = 8;

/// Runs the target: on the bytes as they are, and with the checksum put right.
pub fn run(bytes: &[u8]) {
    accepts(bytes);
    accepts(&resealed(bytes));
}

/// Is the certificate accepted? Then it must be a proof.
pub fn accepts(bytes: &[u8]) -> bool {
    let limits = verify::Limits {
        cells: 64,
        bytes: 1 << 16,
        memory: 1 << 20,
        bound: 200,
        searched: 20_000,
        audit: 1,
        ..verify::Limits::default()
    };
    if verify::check(bytes, &limits, &mut |_| true).is_err() {
        return false;
    }
    let (paper, ground, spot) = Paper::read(bytes).expect("an accepted certificate reads");
    assert!(Slow::proves(&paper, &ground, spot), "the plain checker refuses {paper:?}");
    if ground.free(spot).count_ones() <= FEW {
        assert_eq!(ground.value(spot), paper.header.result, "a false claim: {paper:?}");
    }
    true
}
