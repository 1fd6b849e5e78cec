//! A thought as a JSON object.

use engine::{Candidate, Thought};
use game::{Cell, Coords, Record, cell_name};
use serde_json::{Value, json};

/// What was thought of the position at the end of a record, with at most so many moves.
pub fn thought(record: &Record, thought: &Thought, top: usize) -> Value {
    let name = |cell: Cell| cell_name(record.position().shape(), cell, Coords::Gui);
    let row = |candidate: &Candidate| {
        json!({
            "move": name(candidate.cell),
            "visits": candidate.visits,
            "winrate": candidate.win_rate,
            "rave": candidate.rave,
            "prior": candidate.prior,
            "verdict": candidate.verdict.word(),
            "pv": candidate.line.iter().map(|&cell| name(cell)).collect::<Vec<_>>(),
        })
    };
    json!({
        "moves": thought.candidates.iter().take(top).map(row).collect::<Vec<_>>(),
        "visits": thought.visits,
        "seconds": thought.elapsed.as_secs_f64(),
        "winrate": thought.win_rate,
        "verdict": thought.verdict.word(),
        "to_move": record.turn().word(),
        "memory_bytes": thought.memory,
    })
}
