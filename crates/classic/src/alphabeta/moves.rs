//! Which moves are looked at, and in which order: by badness (Queenbee, 5.4), as many as the beam or the taper lets through (6.1, 8.1).

use game::{Bits, Cell};

use crate::settings::{Settings, Taper};

/// A move with its badness: how much worse it looks than the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub cell: Cell,
    /// 0 for the best-looking moves.
    pub badness: i32,
    /// The category of formula 6.1: negative for a move that looks better than all others.
    pub category: i32,
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Plies from the root.
    pub ply: i32,
    /// Plies left to the horizon of this iteration.
    pub height: i32,
    /// The badness that is left for the line in dynamic tapering.
    pub spread: i32,
}

/// Ranks the moves into `out`, the known best first, and cuts off those that are not to be looked at. Returns whether all are there.
pub fn rank<const W: usize>(
    settings: &Settings,
    cells: Bits<W>,
    cost: &[i32],
    known: Option<Cell>,
    place: Place,
    out: &mut Vec<Ranked>,
) -> bool {
    out.clear();
    out.extend(cells.iter().map(|cell| Ranked { cell, badness: cost[cell.index()], category: 0 }));
    out.sort_by_key(|ranked| ranked.badness);
    let least = out.first().map_or(0, |ranked| ranked.badness);
    let second = out.get(1).map_or(0, |ranked| ranked.badness - least);
    for ranked in out.iter_mut() {
        ranked.badness -= least;
        ranked.category = if ranked.badness == 0 { -second } else { ranked.badness };
    }
    let all = out.len();
    let passes = |limit: i64| out.partition_point(|ranked| i64::from(ranked.badness) <= limit);
    let kept = match settings.taper {
        Taper::Off if settings.width == 0 => all,
        Taper::Off => settings.width as usize,
        Taper::Width => settings.width.max(1) as usize * place.height.max(1) as usize,
        Taper::Class if place.ply == 0 => all,
        Taper::Class => passes(i64::from(place.height.max(0) / place.ply)),
        Taper::Dynamic => passes(i64::from(place.spread)),
    };
    let kept = kept.min(passes(i64::from(settings.tolerance))).clamp(1.min(all), all);
    if let Some(at) = out.iter().position(|ranked| Some(ranked.cell) == known) {
        out[..=at].rotate_right(1);
    }
    out.truncate(kept);
    kept == all
}
