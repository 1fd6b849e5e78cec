//! What a thought tells: candidates in order, expected lines, verdicts.

use std::cmp::Ordering;
use std::time::Duration;

use game::{Cell, Position};

use super::bounds::Bounds;
use super::tree::{Block, Lane, Tree};
use super::worker::node_bounds;
use crate::player::{Candidate, Thought, Verdict};
use crate::settings::{FinalMove, Settings};

/// The longest line that is told.
const LINE: usize = 24;

/// The thought as it stands in the tree.
pub(super) fn thought(
    tree: &Tree,
    root: Block,
    settings: &Settings,
    new_visits: u64,
    elapsed: Duration,
) -> Thought {
    let mut lanes: Vec<Lane> = tree.lanes(root).collect();
    lanes.sort_by(|&a, &b| rank(tree, settings, b).compare(rank(tree, settings, a)));
    if tree.node_visits(root) == 0 && !lanes.iter().any(|&lane| tree.link(lane).1.is_exact()) {
        // Without a single simulation knowledge is all there is.
        lanes.sort_by(|&a, &b| tree.prior(b).total_cmp(&tree.prior(a)));
    }
    let bounds = node_bounds(tree, root).0;
    let candidates: Vec<Candidate> = lanes.into_iter().map(|lane| candidate(tree, settings, lane)).collect();
    let win_rate = match bounds.verdict() {
        Verdict::Unknown => candidates.first().map_or(0.5, |best| best.win_rate),
        verdict => certain(verdict),
    };
    Thought {
        candidates,
        visits: u64::from(tree.node_visits(root)) / u64::from(settings.rollouts),
        new_visits,
        elapsed,
        memory: tree.used() as u64,
        win_rate,
        verdict: bounds.verdict(),
    }
}

/// The thought about a position that needs none: a win at once, or no defence.
pub(super) fn plain<const W: usize>(position: &Position<W>, bounds: Bounds, elapsed: Duration) -> Thought {
    let colour = position.turn();
    let wins = position.winning_cells(colour);
    let threats = position.winning_cells(colour.other());
    let verdict = bounds.verdict();
    let single = |cell: Cell, verdict: Verdict| Candidate {
        cell,
        visits: 1,
        win_rate: certain(verdict),
        rave: certain(verdict),
        prior: 0.0,
        verdict,
        line: vec![cell],
    };
    let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
    // Winning moves first; in a lost position a threat is blocked, so that the other side must still see the second one.
    cells.sort_by_key(|&cell| (!wins.has(cell), !threats.has(cell)));
    let judge = |cell: Cell| match bounds {
        Bounds::WIN if wins.has(cell) => Verdict::Win,
        Bounds::WIN => Verdict::Unknown,
        _ => verdict,
    };
    Thought {
        candidates: cells.into_iter().map(|cell| single(cell, judge(cell))).collect(),
        visits: 1,
        new_visits: 0,
        elapsed,
        memory: 0,
        win_rate: certain(verdict),
        verdict,
    }
}

fn certain(verdict: Verdict) -> f32 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        _ => 0.5,
    }
}

/// What a move counts for when one is played: first its class, then its worth within the class.
#[derive(Clone, Copy)]
struct Rank {
    class: Class,
    worth: f64,
}

/// From the last to be played to the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The other side wins with its next move.
    LostAtOnce,
    Lost,
    Open,
    Won,
}

impl Rank {
    fn compare(self, other: Rank) -> Ordering {
        self.class.cmp(&other.class).then(self.worth.total_cmp(&other.worth))
    }
}

/// How good a move is to be played in the end: proved wins first (the fastest), then open moves and draws, then losses, of which
/// those that took the search longest to refute.
fn rank(tree: &Tree, settings: &Settings, lane: Lane) -> Rank {
    let depth = tree.depth(lane);
    let count = tree.count(lane);
    let visits = f64::from(count.visits);
    match tree.link(lane).1 {
        Bounds::WIN => Rank { class: Class::Won, worth: -f64::from(depth) },
        Bounds::LOSS if depth <= 2 => Rank { class: Class::LostAtOnce, worth: visits },
        Bounds::LOSS => Rank { class: Class::Lost, worth: visits },
        bounds => {
            let rate = if bounds == Bounds::DRAW { 0.5 } else { f64::from(count.rate(0.0)) };
            let worth = match settings.final_move {
                // A sure draw is worth more than a move that mostly loses.
                FinalMove::Visits if bounds == Bounds::DRAW => best_open(tree, lane.block, visits),
                FinalMove::Visits => visits,
                FinalMove::Wins => visits * rate,
                FinalMove::Rate => rate + visits * 1e-12,
                FinalMove::Bound => {
                    rate - 1.96 * (rate * (1.0 - rate) / (visits + 1.0) + 1.0 / (visits + 1.0)).sqrt()
                }
            };
            Rank { class: Class::Open, worth }
        }
    }
}

/// A proved draw ranks above open moves exactly when they stand below one half.
fn best_open(tree: &Tree, block: Block, visits: f64) -> f64 {
    let open = tree.lanes(block).filter(|&lane| !tree.link(lane).1.is_exact());
    let best = open.map(|lane| tree.count(lane)).max_by_key(|count| count.visits);
    match best {
        Some(best) if best.rate(0.0) > 0.5 => visits.min(f64::from(best.visits) - 0.5),
        Some(best) => f64::from(best.visits) + 0.5,
        None => visits,
    }
}

fn candidate(tree: &Tree, settings: &Settings, lane: Lane) -> Candidate {
    let verdict = tree.link(lane).1.verdict();
    let count = tree.count(lane);
    let win_rate = if verdict == Verdict::Unknown { count.rate(0.5) } else { certain(verdict) };
    let prior = if tree.link(lane).1.is_exact() { 0.0 } else { tree.prior(lane) };
    Candidate {
        cell: tree.cell(lane),
        visits: u64::from(count.visits) / u64::from(settings.rollouts),
        win_rate,
        rave: tree.rave(lane).rate(0.5),
        prior,
        verdict,
        line: line(tree, settings, lane),
    }
}

fn line(tree: &Tree, settings: &Settings, mut lane: Lane) -> Vec<Cell> {
    let mut cells = vec![tree.cell(lane)];
    while cells.len() < LINE {
        let (next, _) = tree.link(lane);
        if !next.exists() {
            break;
        }
        let best = tree.lanes(next).max_by(|&a, &b| rank(tree, settings, a).compare(rank(tree, settings, b)));
        match best {
            Some(best) if tree.count(best).visits > 0 => lane = best,
            _ => break,
        }
        cells.push(tree.cell(lane));
    }
    cells
}
