//! Depth-first proof-number search over must-play regions (Queenbee 8.5, with carriers as threat patterns).
//!
//! A solved node has a *carrier*: the winner wins even if the loser owns every empty cell outside of it. So a reply that
//! loses to a proof with carrier W takes every other reply outside of W with it, and only the cells common to all such
//! carriers are left to try. When none is left the node is lost, and its carrier is the union of those used.
//! The opponent's threats from side to side ([`Connections`]) give the first such carriers without any search.
//!
//! Moves that die at once (`dead.rs`) are left out where another move is as good.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::board::{Board, Cells, Position};
use super::connect::Connections;
use super::dead::useless;
use super::flow::currents;
use super::patterns::{Pattern, Patterns, used};
use super::table::{Entry, Table};
use crate::shape::bits;

/// No move.
const NONE: u8 = 255;
/// Beyond every sum of work.
const INFINITE: f32 = 1e18;

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
    own: Connections,
    theirs: Connections,
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
        let (own, theirs) = (Connections::default(), Connections::default());
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
        let order = self.order(position, entry.moves);
        let begin = self.nodes;
        loop {
            let best = self.look(position, &order, &mut entry);
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
            let after = position.play(best.cell);
            let child_delta = most_phi.min(best.second * self.settings.patience + 1.0);
            let child_phi = most_delta - entry.delta + best.phi;
            self.search(&after, child_phi, child_delta, stop);
        }
    }

    /// Takes what the children know by now into the entry, and picks one to search.
    fn look(&mut self, position: &Position, order: &[usize], entry: &mut Entry) -> Option<Choice> {
        let mut children = [(0usize, 0f32, 0f32); 64];
        let mut count = 0;
        for &cell in order {
            if entry.moves >> cell & 1 == 0 {
                continue;
            }
            let (phi, delta) = match self.table.find(&self.board, &position.play(cell)) {
                None => (1.0, 1.0),
                Some(child) if child.loses() => {
                    *entry = Entry {
                        phi: 0.0,
                        delta: INFINITE,
                        carrier: child.carrier | 1 << cell,
                        best: cell as u8,
                        ..*entry
                    };
                    return None;
                }
                Some(child) if child.wins() => {
                    entry.moves &= child.carrier;
                    entry.carrier |= child.carrier;
                    continue;
                }
                Some(child) => (child.phi, child.delta),
            };
            children[count] = (cell, phi, delta);
            count += 1;
        }
        if entry.moves == 0 {
            (entry.phi, entry.delta, entry.best) = (INFINITE, 0.0, NONE);
            return None;
        }
        let moves = entry.moves;
        let live = || children[..count].iter().filter(|child| moves >> child.0 & 1 == 1);
        let wide = self.settings.wide + (self.settings.share * moves.count_ones() as f32) as usize;
        let (mut phi, mut second, mut delta) = (INFINITE, INFINITE, 0.0);
        let mut choice = None;
        for &(cell, child_phi, child_delta) in live().take(wide) {
            delta += child_phi;
            if child_delta < phi {
                second = phi;
                phi = child_delta;
                choice = Some((cell, child_phi));
            } else {
                second = second.min(child_delta);
            }
        }
        (entry.phi, entry.delta) = (phi, delta);
        choice.map(|(cell, phi)| {
            entry.best = cell as u8;
            Choice { cell, phi, second }
        })
    }

    /// The first look at a position: connections of both sides.
    fn evaluate(&mut self, position: &Position) -> Entry {
        self.nodes += 1;
        let (turn, other) = (position.turn, 1 - position.turn);
        let [own, theirs] = [position.stones[turn], position.stones[other]];
        let empty = position.empty(&self.board);
        let solved = |wins: bool, carrier: Cells, best: u8| Entry {
            phi: if wins { 0.0 } else { INFINITE },
            delta: if wins { INFINITE } else { 0.0 },
            moves: 0,
            carrier,
            best,
            work: 1,
        };
        if self.board.joins(theirs, other) {
            return self.note(position, solved(false, 0, NONE));
        }
        let known = self.first[turn].holding(own, theirs).chain(self.second[turn].holding(own, theirs));
        let known = known.map(|pattern| (pattern.carrier & !own, pattern.best));
        if let Some((carrier, best)) = known.min_by_key(|known| known.0.count_ones()) {
            // A move on a cell that is the winner's by now is not needed any more.
            let best = if best < 64 && empty >> best & 1 == 1 { best } else { NONE };
            return self.note(position, solved(true, carrier, best));
        }
        let known = self.second[other].holding(theirs, own).map(|pattern| pattern.carrier & !theirs);
        if let Some(carrier) = known.min_by_key(|carrier| carrier.count_ones()) {
            return self.note(position, solved(false, carrier, NONE));
        }
        self.own.run(&self.board, own, theirs, turn);
        if let Some((carrier, _)) = self.own.won() {
            return self.note(position, solved(true, carrier, NONE));
        }
        if let Some((carrier, find)) = self.own.threat() {
            return self.note(position, solved(true, carrier, self.own.first_move(find) as u8));
        }
        self.theirs.run(&self.board, theirs, own, other);
        if let Some((carrier, _)) = self.theirs.won() {
            return self.note(position, solved(false, carrier, NONE));
        }
        let (mut moves, mut carrier) = (empty, 0);
        let known = self.first[other].holding(theirs, own).map(|pattern| pattern.carrier & !theirs);
        for threat in self.theirs.all_threats().map(|threat| threat.0).chain(known) {
            if moves & !threat != 0 {
                moves &= threat;
                carrier |= threat;
            }
        }
        let (dropped, replies) = useless(&self.board, own, theirs, turn, moves);
        moves &= !dropped;
        carrier |= replies;
        if moves == 0 {
            return self.note(position, solved(false, carrier | dropped, NONE));
        }
        let entry = Entry { phi: 1.0, delta: 1.0, moves, carrier, best: NONE, work: 1 };
        self.note(position, entry)
    }

    /// The moves that are not refuted by a threat of the opponent, those left out that are never needed.
    pub(super) fn must_play(&mut self, position: &Position) -> Cells {
        let (turn, other) = (position.turn, 1 - position.turn);
        let [own, theirs] = [position.stones[turn], position.stones[other]];
        self.theirs.run(&self.board, theirs, own, other);
        let threats = self.theirs.all_threats().map(|threat| threat.0);
        let moves = threats.fold(position.empty(&self.board), |moves, threat| moves & threat);
        moves & !useless(&self.board, own, theirs, turn, moves).0
    }

    /// Keeps the pattern of a solved position for others.
    fn remember(&mut self, position: &Position, entry: &Entry) {
        let winner = if entry.wins() { position.turn } else { 1 - position.turn };
        let stones = used(&self.board, position.stones[winner], entry.carrier);
        let list = if entry.wins() { &mut self.first[winner] } else { &mut self.second[winner] };
        list.add(&self.board, Pattern { stones, carrier: entry.carrier, best: entry.best });
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

/// The child to search next.
struct Choice {
    cell: usize,
    phi: f32,
    second: f32,
}
