//! Any bytes as the header of a certificate: what the checker reads, the reader of the tests reads as well, with the
//! same stones; and the header is written and reads back the same.

use crate::common::ground::{Ground, cells};
use crate::common::paper::{Header, seal};
use referee::Colour;

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let limits = verify::Limits { cells: 64, ..verify::Limits::default() };
    let Ok(claim) = verify::Claim::read(bytes, &limits) else { return };
    let position = claim.position().expect("a claim that reads has a position");
    let mut written = Vec::new();
    claim.write(&mut written).expect("memory suffices");
    let again = verify::Claim::read(&written[..], &limits).expect("what was written reads");
    assert_eq!((&again.moves, again.value, again.bound), (&claim.moves, claim.value, claim.bound));
    let file = seal(&written, &[]);
    let (header, _) = Header::read(&file).expect("both readers read it");
    let ground = Ground::new(header.shape().expect("a board")).expect("at most 64 cells");
    let spot = header.spot(&ground).expect("both readers see a position");
    for (side, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
        let stones = position.board().cells_of(colour);
        assert!(stones.iter().map(|cell| cell.index()).eq(cells(spot.stones[side])), "{header:?}");
    }
    assert_eq!(usize::from(position.turn() == Colour::Black), spot.turn, "{header:?}");
}
