//! From a stored game back to a record, with what the players thought as comments; and whether such a game
//! can be believed.

use anyhow::{Context, Result, bail, ensure};
use game::{Coords, End, Move, Outcome, Record, Shape};

use crate::store::StoredGame;
use crate::task::{Ending, FaultKind, MoveNote};

/// The moves of the game, as the referee accepts them.
fn moves_of(game: &StoredGame) -> Result<Record> {
    let (task, result) = (&game.task, &game.result);
    let shape = Shape::of(task.board.0);
    let mut record = Record::from_moves(shape, &task.opening, Coords::Gui)?;
    for note in &result.moves {
        let mv = Move::parse(shape, &note.name, Coords::Gui)?;
        record.play(mv).with_context(|| format!("game {}, {}", task.number, note.name))?;
        record.set_comment(record.len(), comment(note));
    }
    Ok(record)
}

/// Whether what a game says of itself agrees: moves, winner, points, ending.
pub fn check_game(game: &StoredGame) -> Result<()> {
    let (task, result) = (&game.task, &game.result);
    let number = task.number;
    ensure!(result.number == number, "game {number} calls itself game {}", result.number);
    if result.winner == "none" {
        let is_void = matches!(result.ending, Ending::Fault(_)) && result.moves.is_empty();
        ensure!(is_void && result.half_points == 0, "game {number} has no winner, but moves or points");
        return Ok(());
    }
    let record = moves_of(game)?;
    let winner = match result.winner.as_str() {
        "white" => Outcome::Win(game::Colour::White),
        "black" => Outcome::Win(game::Colour::Black),
        "draw" => Outcome::Draw,
        word => bail!("game {number} was won by {word:?}, which is nobody"),
    };
    let players = task.sides(record.shape().first_colour());
    let points = winner.winner().map_or(1, |colour| 2 * u8::from(*players.of(&record, colour) == 0));
    let (half_points, word) = (result.half_points, &result.winner);
    ensure!(
        half_points == points,
        "game {number} says {word} and {half_points} half points for the first player, who has {points}"
    );
    ensure!(result.plies == record.len(), "game {number} has {} moves, not {}", record.len(), result.plies);
    let shown = match &result.ending {
        Ending::Board(_) | Ending::Draw => Some(winner),
        _ => None,
    };
    ensure!(record.outcome() == shown, "game {number} did not end as it says: {}", result.ending.word());
    let needs_winner = matches!(result.ending, Ending::Resigned | Ending::Fault(_));
    ensure!(
        !needs_winner || winner != Outcome::Draw,
        "game {number} cannot be a draw by resignation or fault"
    );
    Ok(())
}

/// The game as a record: names, result and, after every move, value, work and time.
pub fn record_of(game: &StoredGame) -> Result<Record> {
    let (task, result) = (&game.task, &game.result);
    let shape = Shape::of(task.board.0);
    let mut record = moves_of(game)?;
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
