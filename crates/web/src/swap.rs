//! The swap rule as the page is told of it; the rule itself is `engine::swap`.

use engine::swap::{Stage, legal};
use game::{Move, Record};
use serde_json::{Value, json};

/// The word that clients know a stage by; none when there is nothing to say.
pub fn word(stage: Stage) -> Option<&'static str> {
    match stage {
        Stage::Past => None,
        Stage::Opening => Some("opening"),
        Stage::Reply => Some("reply"),
    }
}

/// Where the swap that is legal now leaves the first stone, and whether it exchanges the sides instead of the
/// stone.
pub fn target(record: &Record) -> Option<Value> {
    let swap = legal(record)?;
    let mut next = record.clone();
    next.play(swap).ok()?;
    Some(json!({ "cell": next.last_cell()?.index(), "sides": swap == Move::SwapSides }))
}
