//! The swap rule as the page is told of it; the rule itself is `engine::swap`.

use engine::swap::{Stage, legal};
use game::{Move, Record};

use crate::wire::{SwapStage, SwapTo};

/// The word that clients know a stage by; none when there is nothing to say.
pub fn word(stage: Stage) -> Option<SwapStage> {
    match stage {
        Stage::Past => None,
        Stage::Opening => Some(SwapStage::Opening),
        Stage::Reply => Some(SwapStage::Reply),
    }
}

/// Where the swap that is legal now leaves the first stone, and whether it exchanges the sides instead of the
/// stone.
pub fn target(record: &Record) -> Option<SwapTo> {
    let swap = legal(record)?;
    let mut next = record.clone();
    next.play(swap).ok()?;
    Some(SwapTo { cell: next.last_cell()?.index(), sides: swap == Move::SwapSides })
}
