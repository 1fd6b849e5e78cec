//! Depth-first proof-number search over must-play regions (Queenbee 8.5, with carriers as threat patterns).
//!
//! A solved node has a *carrier*: the winner wins even if the loser owns every empty cell outside of it. So a reply that
//! loses to a proof with carrier W takes every other reply outside of W with it, and only the cells common to all such
//! carriers are left to try. When none is left the node is lost, and its carrier is the union of those used.
//! The opponent's threats from side to side ([`Connections`]) give the first such carriers without any search.
//!
//! Dead and captured cells are filled before anything else, and moves are left out where another is as good (`connections::inferior`): children
//! are those of the filled position, and what the winner has captured joins the carrier.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use connections::{Connections, Effort, Fill, Inferior, dominated, fill, inferior};

use super::board::{Board, Cells, Position};
use super::children::{Children, UNSEEN, take, window};
use super::flow::currents;
use super::patterns::{Pattern, Patterns, used};
use super::table::{Entry, INFINITE, NONE, Table};
use crate::shape::bits;

/// What steers the search; none of it can make an answer wrong.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Children looked at from the start.
    pub wide: usize,
    /// And this share of the other moves.
    pub share: f32,
    /// A child is searched until it is this factor worse than the second best.
    pub patience: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { wide: 5, share: 0.3, patience: 1.25 }
    }
}

/// A search on one board.
pub struct Search {
    /// The board.
    pub board: Board,
    /// The table.
    pub table: Table,
    settings: Settings,
    own: Connections<Cells>,
    theirs: Connections<Cells>,
    /// Patterns by which a colour wins as the side to move, and as the other.
    first: [Patterns; 2],
    second: [Patterns; 2],
    /// Positions evaluated so far.
    pub nodes: u64,
    limit: u64,
}

impl Search {
    /// A search with a table of so many bytes.
    pub fn new(board: Board, bytes: usize, settings: Settings) -> Search {
        let [own, theirs] = [0, 1].map(|_| Connections::new(Effort::LARGE));
        Search {
            board,
            table: Table::new(bytes),
            settings,
            own,
            theirs,
            first: Default::default(),
            second: Default::default(),
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// Searches until the position is solved, `stop` is raised or `limit` positions were evaluated.
    pub fn solve(&mut self, position: &Position, limit: u64, stop: &AtomicBool) -> Entry {
        self.limit = limit;
        self.search(position, INFINITE, INFINITE, stop)
    }

    /// Searches until a number reaches its threshold.
    fn search(&mut self, position: &Position, most_phi: f32, most_delta: f32, stop: &AtomicBool) -> Entry {
        let mut entry = match self.table.find(&self.board, position) {
            Some(entry) => entry,
            None => self.evaluate(position),
        };
        if entry.solved() || entry.phi >= most_phi || entry.delta >= most_delta {
            return entry;
        }
        let Fill { stones, captured, .. } = fill(&self.board, position.stones);
        let filled = Position { stones, turn: position.turn };
        let order = self.order(&filled, entry.moves);
        let begin = self.nodes;
        let mut seen = UNSEEN;
        loop {
            let children = Children {
                table: &self.table,
                board: &self.board,
                position: &filled,
                wide: self.wide(),
                seen: &seen,
            };
            let best = children.look(&order, captured[position.turn], &mut entry);
            let over = entry.solved() || entry.phi >= most_phi || entry.delta >= most_delta;
            if over || self.nodes >= self.limit || stop.load(Relaxed) {
                entry.work = entry.work.saturating_add((self.nodes - begin) as u32);
                if entry.solved() {
                    self.remember(position, &entry);
                }
                self.table.store(&self.board, position, entry);
                return entry;
            }
            let Some(best) = best else { unreachable!("an unsolved position has a move to try") };
            let after = filled.play(best.cell);
            let child_delta = most_phi.min(best.second * self.settings.patience + 1.0);
            let child_phi = most_delta - entry.delta + best.phi;
            let child = self.search(&after, child_phi, child_delta, stop);
            seen[best.cell] = (child.phi, child.delta);
            take(best.cell, &child, captured[position.turn], &mut entry);
        }
    }

    fn wide(&self) -> (usize, f32) {
        (self.settings.wide, self.settings.share)
    }

    /// The first look at a position: connections of both sides.
    fn evaluate(&mut self, position: &Position) -> Entry {
        self.nodes += 1;
        let (turn, other) = (position.turn, 1 - position.turn);
        let Fill { stones, captured, .. } = fill(&self.board, position.stones);
        let [own, theirs] = [stones[turn], stones[other]];
        let empty = self.board.all & !(own | theirs);
        let won = |carrier: Cells, best: u8| Entry::proved(true, carrier | captured[turn], best);
        let lost = |carrier: Cells| Entry::proved(false, carrier | captured[other], NONE);
        if self.board.joins(theirs, other) {
            return self.note(position, lost(0));
        }
        if self.board.joins(own, turn) {
            return self.note(position, won(0, NONE));
        }
        let known = self.first[turn].holding(own, theirs).chain(self.second[turn].holding(own, theirs));
        let known = known.map(|pattern| (pattern.carrier & !own, pattern.best));
        if let Some((carrier, best)) = known.min_by_key(|known| known.0.count_ones()) {
            // A move on a cell that is the winner's by now is not needed any more.
            let best = if best < 64 && empty >> best & 1 == 1 { best } else { NONE };
            return self.note(position, won(carrier, best));
        }
        let known = self.second[other].holding(theirs, own).map(|pattern| pattern.carrier & !theirs);
        if let Some(carrier) = known.min_by_key(|carrier| carrier.count_ones()) {
            return self.note(position, lost(carrier));
        }
        self.own.run(&self.board, own, theirs, turn);
        if let Some((carrier, _)) = self.own.won() {
            return self.note(position, won(carrier, NONE));
        }
        if let Some((carrier, find)) = self.own.threat() {
            return self.note(position, won(carrier, self.own.first_move(find) as u8));
        }
        self.theirs.run(&self.board, theirs, own, other);
        if let Some((carrier, _)) = self.theirs.won() {
            return self.note(position, lost(carrier));
        }
        let (mut moves, mut carrier) = (empty, captured[other]);
        let known = self.first[other].holding(theirs, own).map(|pattern| pattern.carrier & !theirs);
        for threat in self.theirs.all_threats().map(|threat| threat.0).chain(known) {
            if moves & !threat != 0 {
                moves &= threat;
                carrier |= threat;
            }
        }
        let Inferior { cells: dropped, replies } = inferior(&self.board, stones, turn, moves);
        moves &= !dropped;
        carrier |= replies;
        moves &= !dominated(&self.board, stones, turn, moves);
        if moves == 0 {
            return self.note(position, lost(carrier | dropped));
        }
        // As many replies have to be refuted as will be looked at.
        let delta = window(self.wide(), moves) as f32;
        self.note(position, Entry { delta, ..Entry::open(moves, carrier) })
    }

    /// Keeps the pattern of a solved position for others.
    fn remember(&mut self, position: &Position, entry: &Entry) {
        let winner = if entry.wins() { position.turn } else { 1 - position.turn };
        let stones = used(&self.board, position.stones[winner], entry.carrier);
        let lists = if entry.wins() { &mut self.first } else { &mut self.second };
        let pattern = Pattern { stones, carrier: entry.carrier, best: entry.best };
        lists[winner].add(&self.board, pattern);
        if self.board.is_square() {
            lists[1 - winner].add(&self.board, pattern.mirrored(&self.board));
        }
    }

    fn note(&mut self, position: &Position, entry: Entry) -> Entry {
        self.table.store(&self.board, position, entry);
        entry
    }

    /// The moves in the order in which they are tried.
    pub(super) fn order(&self, position: &Position, moves: Cells) -> Vec<usize> {
        let currents = currents(&self.board, position);
        let mut order: Vec<usize> = bits(moves).collect();
        order.sort_by(|&a, &b| currents[b].total_cmp(&currents[a]));
        order
    }
}
