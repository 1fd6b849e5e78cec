//! What clients see: the JSON of moments, trees and thoughts.

use game::{Cell, Colour, Coords, End, Outcome, Record, Shape, Win, cell_name, win_sentence};
use search::player::{Thought, Verdict};
use serde_json::{Value, json};

use crate::options::{Proof, Reply};
use crate::swap::Stage;
use crate::table::About;
use crate::tree::Tree;

/// Lines of play are sent for this many of the best moves.
const LINES: usize = 12;
/// Cells of such a line.
const LINE_LENGTH: usize = 24;

/// The tables of a board: places, marks, names in every coordinate system.
pub fn shape(shape: &Shape) -> Value {
    let cells: Vec<Value> = shape
        .cells()
        .map(|cell| {
            let (x, y) = shape.place(cell);
            json!([x, y, shape.marks(cell, Colour::White), shape.marks(cell, Colour::Black)])
        })
        .collect();
    let names: serde_json::Map<String, Value> = Coords::ALL
        .iter()
        .map(|&coords| {
            let names: Vec<_> = shape.cells().map(|cell| cell_name(shape, cell, coords)).collect();
            (coords.word().to_string(), json!(names))
        })
        .collect();
    json!({
        "game": shape.game().word(),
        "size": shape.size().to_string(),
        "first": shape.first_colour().word(),
        "lean": shape.lean(),
        "own_sides": shape.has_own_sides(),
        "cells": cells,
        "names": names,
        "images": shape.cells().map(|cell| shape.least_image(cell).index()).collect::<Vec<_>>(),
    })
}

/// A moment of a game, without anything about seats.
pub fn moment(record: &Record) -> Value {
    let position = record.position();
    let shape = record.shape();
    let threats = |colour| position.winning_cells(colour).iter().map(Cell::index).collect::<Vec<_>>();
    json!({
        "game": shape.game().word(),
        "size": shape.size().to_string(),
        "stones": stones(record),
        "turn": record.turn().word(),
        "ply": record.len(),
        "last": record.last_cell().map(Cell::index),
        "numbers": numbers(record),
        "can_swap": record.can_swap(),
        "threats": { "white": threats(Colour::White), "black": threats(Colour::Black) },
        "dead": position.is_dead_draw(),
        "over": over(record),
    })
}

/// A letter a cell: `.`, `w`, `b`.
pub fn stones(record: &Record) -> String {
    record.shape().cells().map(|cell| stone_letter(record.position().stone(cell))).collect()
}

fn stone_letter(stone: Option<Colour>) -> char {
    match stone {
        None => '.',
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
    }
}

/// Pairs of cell and number of the move that filled it.
fn numbers(record: &Record) -> Vec<(usize, usize)> {
    let mut numbers = Vec::new();
    for (i, mv) in record.moves().iter().enumerate() {
        let cell = if mv.is_swap() { record.last_cell_at(i + 1) } else { mv.cell() };
        if mv.is_swap() {
            numbers.clear();
        }
        numbers.extend(cell.map(|cell| (cell.index(), i + 1)));
    }
    numbers
}

fn over(record: &Record) -> Value {
    let Some(result) = record.result() else { return Value::Null };
    let how = match (record.outcome(), record.end()) {
        (Some(Outcome::Win(_)), _) => "win",
        (Some(Outcome::Draw), _) => "draw",
        (None, Some(End::TimedOut(_))) => "time",
        _ => "resign",
    };
    let wins = record.wins();
    json!({
        "winner": result.word(),
        "how": how,
        "sentence": win_sentence(&wins),
        "wins": wins.iter().map(win).collect::<Vec<_>>(),
    })
}

fn win(win: &Win) -> Value {
    json!({
        "kind": win.kind.word(),
        "colour": win.colour.word(),
        "cells": indices(&win.cells),
        "marks": win.marks,
        "names": win.mark_names(),
        "enclosed": indices(&win.enclosed),
    })
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.index()).collect()
}

/// The variation tree: nodes with their move, mover and what is known.
pub fn tree(tree: &Tree, table: &str) -> Value {
    let shape = tree.start().shape();
    let nodes: Vec<Value> = tree
        .nodes()
        .map(|(id, node)| {
            let mut value = json!({
                "id": id,
                "parent": node.parent,
                "children": node.children,
                "move": node.mv.map(|mv| mv.name(shape, Coords::Gui)),
                "mover": node.mover.word(),
            });
            if !node.comment.is_empty() {
                value["comment"] = json!(node.comment);
            }
            if let Some(known) = node.evaluation {
                value["white"] = json!((known.white * 1000.0).round() / 1000.0);
                value["visits"] = json!(known.visits);
                if known.verdict != Verdict::Unknown {
                    value["proved"] = json!(winner_word(known.verdict, Colour::White));
                }
            }
            value
        })
        .collect();
    json!({ "type": "tree", "table": table, "names": tree.start().names, "info": tree.start().info, "nodes": nodes })
}

/// Who wins if `colour` has the verdict.
fn winner_word(verdict: Verdict, colour: Colour) -> Option<&'static str> {
    match verdict {
        Verdict::Unknown => None,
        Verdict::Win => Some(colour.word()),
        Verdict::Loss => Some(colour.other().word()),
        Verdict::Draw => Some("draw"),
    }
}

/// What an engine thinks of a moment, the swap included.
pub fn thought(about: &About, thought: &Thought, swap_win: Option<f32>, is_live: bool) -> Value {
    let moves: Vec<Value> = thought
        .candidates
        .iter()
        .enumerate()
        .map(|(i, candidate)| {
            let mut value = json!({
                "cell": candidate.cell.index(),
                "visits": candidate.visits,
                "win": rounded(candidate.win_rate),
                "rave": rounded(candidate.rave),
                "prior": rounded(candidate.prior),
            });
            if candidate.verdict != Verdict::Unknown {
                value["verdict"] = json!(candidate.verdict.word());
            }
            if i < LINES {
                let line = &candidate.line[..candidate.line.len().min(LINE_LENGTH)];
                value["line"] = json!(indices(line));
            }
            value
        })
        .collect();
    json!({
        "type": "analysis",
        "key": about.key,
        "node": about.node,
        "turn": about.turn.word(),
        "swap": about.stage.word(),
        "swap_win": swap_win.map(rounded),
        "visits": thought.visits,
        "seconds": rounded(thought.elapsed.as_secs_f32()),
        "memory": thought.memory,
        "win": rounded(thought.win_rate),
        "verdict": thought.verdict.word(),
        "live": is_live,
        "moves": moves,
    })
}

/// What the solver has found about a moment. At the opening its verdict is about the game with the swap,
/// later about the bare position.
pub fn proof(about: &About, proof: &Proof, seconds: f32, is_live: bool) -> Value {
    let verdict =
        if about.stage == Stage::Opening { proof.verdict } else { about.stage.verdict(proof.verdict) };
    json!({
        "type": "proof",
        "key": about.key,
        "node": about.node,
        "turn": about.turn.word(),
        "winner": winner_word(verdict, about.turn),
        "swap": about.stage.word(),
        "take": about.stage == Stage::Reply && proof.verdict == Verdict::Loss,
        "line": indices(&proof.line),
        "nodes": proof.nodes,
        "proof": proof.proof,
        "disproof": proof.disproof,
        "replies": proof.replies.iter().map(reply).collect::<Vec<_>>(),
        "seconds": rounded(seconds),
        "live": is_live,
    })
}

fn reply(reply: &Reply) -> Value {
    json!({
        "cell": reply.cell.index(),
        "proof": reply.proof,
        "disproof": reply.disproof,
        "work": reply.work,
        "state": reply.state,
    })
}

/// A number with three places.
pub fn rounded(value: f32) -> f64 {
    let value = f64::from(value);
    if value.is_finite() { (value * 1000.0).round() / 1000.0 } else { 0.0 }
}

/// A word to the user.
pub fn notice(kind: &str, text: &str) -> Value {
    json!({ "type": "notice", "kind": kind, "text": text })
}
