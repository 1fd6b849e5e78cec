//! From a stored game back to a record, with what the players thought as comments.

use anyhow::{Context, Result};
use game::{Coords, End, Move, Outcome, Record, Shape};

use crate::store::StoredGame;
use crate::task::{Ending, FaultKind, MoveNote};

/// The game as a record: names, result and, after every move, value, work and time.
pub fn record_of(game: &StoredGame) -> Result<Record> {
    let (task, result) = (&game.task, &game.result);
    let shape = Shape::of(task.board.0);
    let mut record = Record::from_moves(shape, &task.opening, Coords::Gui)?;
    for note in &result.moves {
        let mv = Move::parse(shape, &note.name, Coords::Gui)?;
        record.play(mv).with_context(|| format!("game {}, {}", task.number, note.name))?;
        record.set_comment(record.len(), comment(note));
    }
    for (player, colour) in task.players.iter().zip(task.colours(shape.first_colour())) {
        record.names[colour.index()] = player.label();
    }
    let winner = match result.winner.as_str() {
        "white" => Some(Outcome::Win(game::Colour::White)),
        "black" => Some(Outcome::Win(game::Colour::Black)),
        "draw" => Some(Outcome::Draw),
        _ => None,
    };
    record.listed = winner;
    if let (None, Some(Outcome::Win(colour))) = (record.outcome(), winner) {
        let loser = colour.other();
        let late = matches!(&result.ending, Ending::Fault(fault) if fault.kind == FaultKind::Late);
        record.finish(if late { End::TimedOut(loser) } else { End::Resigned(loser) })?;
    }
    if let Ending::Fault(fault) = &result.ending {
        let last = record.comment(record.len());
        record.set_comment(
            record.len(),
            format!("{last} {}: {}", fault.kind.word(), fault.text).trim().to_string(),
        );
    }
    Ok(record)
}

fn comment(note: &MoveNote) -> String {
    let mut words = Vec::new();
    if let Some(value) = note.value {
        words.push(format!("value {value:.3}"));
    }
    if let Some(verdict) = &note.verdict {
        words.push(format!("proved {verdict}"));
    }
    words.push(format!("work {}, nodes {}, {:.3} s", note.work, note.nodes, note.seconds));
    words.join(", ")
}
