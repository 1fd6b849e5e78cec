//! What clients see of moments, trees and thoughts.

use engine::swap::Stage;
use game::{Cell, Colour, Coords, End, Outcome, Record, Shape, Win, cell_name, win_sentence};
use search::player::{Candidate, Thought, Verdict};

use crate::options::{Proof, Reply};
use crate::outside;
use crate::swap;
use crate::table::About;
use crate::tree::{Node, Tree};
use crate::wire::{self, Both, Ending, Message, NoticeKind, Winner};

/// Lines of play are sent for this many of the best moves.
const LINES: usize = 12;
/// Cells of such a line.
const LINE_LENGTH: usize = 24;

/// The tables of a board: places, marks, names in every coordinate system.
pub fn shape(shape: &Shape) -> wire::Shape {
    let cell = |cell: Cell| {
        let (x, y) = shape.place(cell);
        (x, y, shape.marks(cell, Colour::White), shape.marks(cell, Colour::Black))
    };
    let names = |coords| shape.cells().map(|cell| cell_name(shape, cell, coords)).collect();
    wire::Shape {
        game: shape.game().word(),
        size: shape.size().to_string(),
        first: shape.first_colour().into(),
        lean: shape.lean(),
        own_sides: shape.has_own_sides(),
        cells: shape.cells().map(cell).collect(),
        names: Coords::ALL.iter().map(|&coords| (coords.word(), names(coords))).collect(),
        images: shape.cells().map(|cell| shape.least_image(cell).index()).collect(),
    }
}

/// A moment of a game, without anything about seats.
pub fn moment(record: &Record) -> wire::Moment {
    let position = record.position();
    let shape = record.shape();
    let threats = |colour| position.winning_cells(colour).iter().map(Cell::index).collect();
    wire::Moment {
        game: shape.game().word(),
        size: shape.size().to_string(),
        stones: stones(record),
        turn: record.turn().into(),
        ply: record.len(),
        last: record.last_cell().map(Cell::index),
        numbers: numbers(record),
        can_swap: record.can_swap(),
        threats: Both { white: threats(Colour::White), black: threats(Colour::Black) },
        dead: position.is_dead_draw(),
        over: over(record),
    }
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

fn over(record: &Record) -> Option<wire::Over> {
    let result = record.result()?;
    let how = match (record.outcome(), record.end()) {
        (Some(Outcome::Win(_)), _) => Ending::Win,
        (Some(Outcome::Draw), _) => Ending::Draw,
        (None, Some(End::TimedOut(_))) => Ending::Time,
        _ => Ending::Resign,
    };
    let wins = record.wins();
    Some(wire::Over {
        winner: result.into(),
        how,
        sentence: win_sentence(&wins),
        wins: wins.iter().map(win).collect(),
    })
}

fn win(win: &Win) -> wire::Win {
    wire::Win {
        kind: win.kind.word(),
        colour: win.colour.into(),
        cells: indices(&win.cells),
        marks: win.marks,
        names: win.mark_names().to_vec(),
        enclosed: indices(&win.enclosed),
    }
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.index()).collect()
}

/// The variation tree: nodes with their move, mover and what is known.
pub fn tree(tree: &Tree, table: &str) -> Message {
    let start = tree.start();
    Message::Tree(wire::Tree {
        table: table.into(),
        names: start.names.clone(),
        info: start.info.clone(),
        nodes: tree.nodes().map(|(id, found)| node(id, found, start.shape())).collect(),
    })
}

fn node(id: usize, node: &Node, shape: &Shape) -> wire::TreeNode {
    let known = node.evaluation.as_ref();
    wire::TreeNode {
        id,
        parent: node.parent,
        children: node.children.clone(),
        mv: node.mv.map(|mv| mv.name(shape, Coords::Gui)),
        mover: node.mover.into(),
        comment: (!node.comment.is_empty()).then(|| node.comment.clone()),
        white: known.map(|known| rounded(known.white)),
        visits: known.map(|known| known.visits),
        proved: known.and_then(|known| winner(known.verdict, Colour::White)),
        line: known.map(|known| indices(&known.line)).filter(|line| !line.is_empty()),
    }
}

/// Who wins if `colour` has the verdict.
fn winner(verdict: Verdict, colour: Colour) -> Option<Winner> {
    match verdict {
        Verdict::Unknown => None,
        Verdict::Win => Some(Outcome::Win(colour).into()),
        Verdict::Loss => Some(Outcome::Win(colour.other()).into()),
        Verdict::Draw => Some(Winner::Draw),
    }
}

/// What an engine thinks of a moment, the swap included.
pub fn thought(
    about: &About,
    thought: &Thought,
    swap_win: Option<f32>,
    by: Option<&str>,
    is_live: bool,
) -> Message {
    Message::Analysis(wire::Analysis {
        key: about.key.clone(),
        by: by.map(|preset| outside::plain_name(preset).into()),
        node: about.node,
        turn: about.turn.into(),
        swap: swap::word(about.stage),
        swap_win: swap_win.map(rounded),
        visits: thought.visits,
        seconds: rounded(thought.elapsed.as_secs_f32()),
        memory: thought.memory,
        win: rounded(thought.win_rate),
        verdict: thought.verdict.into(),
        live: is_live,
        moves: thought.candidates.iter().enumerate().map(|(i, found)| candidate(found, i < LINES)).collect(),
    })
}

/// The line that is expected from a move on, cut where nobody reads on.
pub fn line(found: &Candidate) -> Vec<Cell> {
    match found.line.as_slice() {
        [] => vec![found.cell],
        line => line[..line.len().min(LINE_LENGTH)].to_vec(),
    }
}

fn candidate(found: &Candidate, has_line: bool) -> wire::Candidate {
    wire::Candidate {
        cell: found.cell.index(),
        visits: found.visits,
        win: rounded(found.win_rate),
        rave: rounded(found.rave),
        prior: rounded(found.prior),
        verdict: (found.verdict != Verdict::Unknown).then(|| found.verdict.into()),
        line: has_line.then(|| indices(&line(found))),
    }
}

/// What the solver has found about a moment. At the opening its verdict is about the game with the swap,
/// later about the bare position.
pub fn proof(about: &About, proof: &Proof, seconds: f32, is_live: bool) -> Message {
    let verdict =
        if about.stage == Stage::Opening { proof.verdict } else { about.stage.verdict(proof.verdict) };
    Message::Proof(wire::Proof {
        key: about.key.clone(),
        node: about.node,
        turn: about.turn.into(),
        winner: winner(verdict, about.turn),
        swap: swap::word(about.stage),
        take: about.stage == Stage::Reply && proof.verdict == Verdict::Loss,
        line: indices(&proof.line),
        nodes: proof.nodes,
        proof: proof.proof,
        disproof: proof.disproof,
        replies: proof.replies.iter().map(reply).collect(),
        seconds: rounded(seconds),
        live: is_live,
    })
}

fn reply(reply: &Reply) -> wire::ProofReply {
    let Reply { cell, proof, disproof, work, state } = *reply;
    wire::ProofReply { cell: cell.index(), proof, disproof, work, state }
}

/// A number with three places.
pub fn rounded(value: f32) -> f64 {
    let value = f64::from(value);
    if value.is_finite() { (value * 1000.0).round() / 1000.0 } else { 0.0 }
}

/// A word to the user: `info`, `error` or `refused`.
pub fn notice(kind: &str, text: &str) -> Message {
    let kind = match kind {
        "info" => NoticeKind::Info,
        "refused" => NoticeKind::Refused,
        _ => NoticeKind::Error,
    };
    Message::Notice(wire::Notice { kind, text: text.into() })
}
