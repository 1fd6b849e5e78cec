//! What Havannah engines answer beside the standard, as HavannahGui and Castro's users know it.

use game::{Coords, Move};

use super::{Row, command, done, text};
use crate::desk::{Desk, Reply};
use crate::line::Args;
use crate::{Points, Refusal};

pub(super) static ROWS: &[Row] = &[
    command("havannah_winner", "", "none, white, black or draw", |desk, _| {
        text(desk.session.record().result().map_or("none", |result| result.word()))
    }),
    command("playgame", "MOVE ...", "makes moves in turn, all or none", play_game),
    command("all_legal", "", "all moves that are legal now", all_legal),
    command("history", "", "the moves so far", |desk, _| {
        let moves = desk.session.record().moves().iter().map(|&mv| desk.name(mv));
        text(moves.collect::<Vec<_>>().join(" "))
    }),
    command("pv", "", "the line that the last thought expects", principal_variation),
    command("move_stats", "", "what the last thought says about each move", move_stats),
    command("swap", "[0 | 1]", "whether the swap rule is played", swap),
    command("hguicoords", "", "cells are named as HavannahGui does", |desk, _| {
        set_points(desk, Points::In(Coords::Gui))
    }),
    command("gridcoords", "", "cells are named as Little Golem's files do", |desk, _| {
        set_points(desk, Points::In(Coords::Lg))
    }),
    command("robusto-coords", "[gui | lg | web | openspiel | rogers | gogui]", "how cells are named", coords),
];

fn play_game(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(1, usize::MAX)?;
    let shape = desk.shape();
    let moves: Result<Vec<Move>, _> = words.iter().map(|word| desk.points.read_move(shape, word)).collect();
    let refused =
        |place: usize, error| Refusal::IllegalMove(format!("move {} ({}): {error}", place + 1, words[place]));
    desk.session.play_all(&moves?).map_err(|(place, error)| refused(place, error))?;
    done()
}

fn all_legal(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    text(legal_moves(desk).join(" "))
}

/// The names of all legal moves; swaps only under the swap rule.
pub(super) fn legal_moves(desk: &Desk) -> Vec<String> {
    let record = desk.session.record();
    if record.is_over() {
        return Vec::new();
    }
    let swaps = [Move::Swap, Move::SwapSides].into_iter();
    let swaps = swaps.filter(|&mv| desk.session.options().swap && record.check(mv).is_ok());
    let cells = record.position().empty_cells();
    cells.iter().map(Move::Cell).chain(swaps).map(|mv| desk.name(mv)).collect()
}

fn principal_variation(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    let thought = desk.session.thought();
    let line = thought.and_then(|thought| thought.candidates.first().map(|best| best.line.clone()));
    text(desk.points.cell_names(desk.shape(), line.unwrap_or_default()))
}

fn move_stats(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    let Some(thought) = desk.session.thought() else { return done() };
    let shape = desk.shape();
    let lines = thought.candidates.iter().map(|candidate| {
        format!(
            "{} visits {} winrate {:.4} rave {:.4} prior {:.4} verdict {} pv {}",
            desk.points.cell_name(shape, candidate.cell),
            candidate.visits,
            candidate.win_rate,
            candidate.rave,
            candidate.prior,
            candidate.verdict.word(),
            desk.points.cell_names(shape, candidate.line.iter().copied()),
        )
    });
    text(format!("\n{}", lines.collect::<Vec<_>>().join("\n")))
}

fn swap(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match args.between(0, 1)?.first() {
        None => text(desk.session.setting("swap")?),
        Some(value) => {
            desk.session.set("swap", value).map_err(|error| Refusal::Syntax(error.to_string()))?;
            done()
        }
    }
}

fn set_points(desk: &mut Desk, points: Points) -> Result<Reply, Refusal> {
    desk.points = points;
    done()
}

fn coords(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match args.between(0, 1)?.first() {
        None => text(desk.points.word()),
        Some(word) => match Points::named(word) {
            Some(points) => set_points(desk, points),
            None => Err(Refusal::syntax("the coordinates are gui, lg, web, openspiel, rogers or gogui")),
        },
    }
}
