//! Depth-first proof-number search over must-play regions (Queenbee 8.5, with carriers as threat patterns).
//!
//! A solved node has a *carrier*: the winner wins even if the loser owns every empty cell outside of it. So a reply that
//! loses to a proof with carrier W takes every other reply outside of W with it, and only the cells common to all such
//! carriers are left to try. When none is left the node is lost, and its carrier is the union of those used.
//! The opponent's threats from side to side ([`Connections`]) give the first such carriers without any search.
//!
//! Dead and captured cells are filled before anything else, and moves are left out where another is as good (`connections::inferior`): children
//! are those of the filled position, and what the winner has captured joins the carrier.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, RwLock};

use connections::{Connections, Effort, Fill, Inferior, dominated, fill, inferior};

use super::board::{Board, Cells, Position};
use super::children::{Children, UNSEEN, take, window};
use super::flow::currents;
use super::patterns::{Pattern, Patterns, used};
use super::standing::Seen;
use super::table::{Busy, Entry, INFINITE, NONE, Table};
use crate::shape::bits;

/// Positions whose order of moves is kept.
const ORDERS: usize = 1 << 14;

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
    /// The table; threads share it.
    pub table: Arc<Table>,
    settings: Settings,
    shared: Arc<Shared>,
    /// The connections of each colour, brought from one position to the next.
    found: [Connections<Cells>; 2],
    /// Positions and their moves in order.
    orders: Vec<(Position, [u8; 64])>,
    /// The filled stones of the position whose child is looked at.
    parent: [Cells; 2],
    /// The position filled last.
    filled: Option<(Position, Fill<Cells>)>,
    /// Positions evaluated so far.
    pub nodes: u64,
    limit: u64,
    /// The searches of further threads.
    helpers: Vec<Search>,
}

/// What threads share beside the table.
struct Shared {
    patterns: RwLock<Known>,
    busy: Busy,
    /// How many threads there are.
    threads: AtomicUsize,
    /// One of them has the answer.
    done: AtomicBool,
}

/// Patterns by which a colour wins as the side to move, and as the other.
struct Known {
    first: [Patterns; 2],
    second: [Patterns; 2],
}

impl Search {
    /// A search with a table of so many bytes.
    pub fn new(board: Board, bytes: usize, settings: Settings) -> Search {
        let none = || [0, 1].map(|_| Patterns::new(&board));
        let shared = Shared {
            patterns: RwLock::new(Known { first: none(), second: none() }),
            busy: Busy::new(),
            threads: AtomicUsize::new(1),
            done: AtomicBool::new(false),
        };
        Search::sharing(board, Arc::new(Table::new(bytes)), Arc::new(shared), settings)
    }

    fn sharing(board: Board, table: Arc<Table>, shared: Arc<Shared>, settings: Settings) -> Search {
        let found = [0, 1].map(|_| Connections::new(Effort::LARGE));
        let (nodes, limit, helpers) = (0, u64::MAX, Vec::new());
        // No position has this colour to move.
        let orders = vec![(Position { stones: [0; 2], turn: 2 }, [NONE; 64]); ORDERS];
        Search {
            board,
            table,
            settings,
            shared,
            found,
            orders,
            parent: [0; 2],
            filled: None,
            nodes,
            limit,
            helpers,
        }
    }

    /// Searches until the position is solved, `stop` is raised or `limit` positions were evaluated.
    pub fn solve(&mut self, position: &Position, limit: u64, stop: &AtomicBool) -> Entry {
        self.solve_together(position, limit, 1, stop)
    }

    /// The same by so many threads, which share table and patterns. With one thread the same question gets the same answer by the same way,
    /// with more the result is the same.
    pub fn solve_together(
        &mut self,
        position: &Position,
        limit: u64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Entry {
        self.limit = limit;
        self.shared.done.store(false, Relaxed);
        self.shared.threads.store(threads.max(1), Relaxed);
        if threads <= 1 {
            return self.search(position, INFINITE, INFINITE, stop);
        }
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(threads - 1, || {
            let (table, shared) = (self.table.clone(), self.shared.clone());
            Search::sharing(self.board.clone(), table, shared, self.settings)
        });
        // Positions are counted where they are evaluated; each thread has its part of those that are left.
        let each = limit.saturating_sub(self.nodes) / threads as u64;
        std::thread::scope(|scope| {
            for helper in &mut helpers {
                (helper.nodes, helper.limit) = (0, each);
                scope.spawn(|| helper.work(position, stop));
            }
            self.limit = self.nodes.saturating_add(each);
            self.work(position, stop);
        });
        self.nodes += helpers.iter().map(|helper| helper.nodes).sum::<u64>();
        self.helpers = helpers;
        let nobody = AtomicBool::new(true);
        self.shared.threads.store(1, Relaxed);
        self.shared.done.store(false, Relaxed);
        self.search(position, INFINITE, INFINITE, &nobody)
    }

    /// The part of one thread.
    fn work(&mut self, position: &Position, stop: &AtomicBool) {
        if self.search(position, INFINITE, INFINITE, stop).solved() {
            self.shared.done.store(true, Relaxed);
        }
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
        let Fill { stones, captured, .. } = self.fill(position);
        let filled = Position { stones, turn: position.turn };
        let order = self.order_of(&filled);
        let shared = (self.shared.threads.load(Relaxed) > 1).then(|| self.shared.clone());
        let busy = shared.as_ref().map(|shared| &shared.busy);
        if let Some(busy) = busy {
            busy.enter(&self.board, position);
        }
        let begin = self.nodes;
        let mut seen = UNSEEN;
        loop {
            let children = Children {
                table: &self.table,
                board: &self.board,
                position: &filled,
                wide: self.wide(),
                seen: &seen,
                busy,
            };
            let best = children.look(
                order.iter().map(|&cell| usize::from(cell)).take_while(|&cell| cell < 64),
                captured[position.turn],
                &mut entry,
            );
            let over = entry.solved() || entry.phi >= most_phi || entry.delta >= most_delta;
            if over || self.nodes >= self.limit || stop.load(Relaxed) || self.shared.done.load(Relaxed) {
                if let Some(busy) = busy {
                    busy.leave(&self.board, position);
                }
                entry.work = entry.work.saturating_add((self.nodes - begin) as u32);
                if entry.solved() {
                    self.remember(position, &entry);
                }
                self.table.store(&self.board, position, entry);
                return entry;
            }
            let Some(best) = best else { unreachable!("an unsolved position has a move to try") };
            let after = filled.play(best.cell);
            self.parent = stones;
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

    fn fill(&mut self, position: &Position) -> Fill<Cells> {
        match self.filled {
            Some((known, filled)) if known == *position => filled,
            _ => self.filled.insert((*position, fill(&self.board, position.stones))).1,
        }
    }

    /// The first look at a position: patterns, then connections of both sides.
    fn evaluate(&mut self, position: &Position) -> Entry {
        self.nodes += 1;
        let (turn, other) = (position.turn, 1 - position.turn);
        let Fill { stones, captured, .. } = self.fill(position);
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
        if let Some(entry) = self.recognise(stones, turn) {
            let carrier = entry.carrier | captured[if entry.wins() { turn } else { other }];
            return self.note(position, Entry { carrier, ..entry });
        }
        let parent = self.parent_of(stones);
        let found = &mut self.found[turn];
        found.reach(&self.board, parent[turn], parent[other], turn);
        found.reach(&self.board, own, theirs, turn);
        if let Some((carrier, _)) = found.won() {
            return self.note(position, won(carrier, NONE));
        }
        if let Some((carrier, find)) = found.threat() {
            let best = found.first_move(find) as u8;
            return self.note(position, won(carrier, best));
        }
        let found = &mut self.found[other];
        found.reach(&self.board, parent[other], parent[turn], other);
        found.reach(&self.board, theirs, own, other);
        if let Some((carrier, _)) = found.won() {
            return self.note(position, lost(carrier));
        }
        let (mut moves, mut carrier) = (empty, captured[other]);
        let patterns = self.shared.patterns.read().expect("no thread has failed");
        let known = patterns.first[other].holding(Seen { own: theirs, empty });
        let known = known.map(|pattern| pattern.carrier & !theirs);
        for threat in found.all_threats().map(|threat| threat.0).chain(known) {
            if moves & !threat != 0 {
                moves &= threat;
                carrier |= threat;
            }
        }
        drop(patterns);
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

    /// The stones from which connections are brought here: those of the parent, since its other children come next; at the root its own.
    fn parent_of(&self, stones: [Cells; 2]) -> [Cells; 2] {
        let is_parent = (0..2).all(|colour| self.parent[colour] & !stones[colour] == 0);
        if is_parent { self.parent } else { stones }
    }

    /// What patterns tell of a filled position without captured cells.
    fn recognise(&self, stones: [Cells; 2], turn: usize) -> Option<Entry> {
        let [own, theirs] = [stones[turn], stones[1 - turn]];
        let empty = self.board.all & !(own | theirs);
        let patterns = self.shared.patterns.read().expect("no thread has failed");
        let seen = Seen { own, empty };
        let known = patterns.first[turn].holding(seen).chain(patterns.second[turn].holding(seen));
        let known = known.map(|pattern| (pattern.carrier & !own, pattern.best));
        if let Some((carrier, best)) = known.min_by_key(|known| known.0.count_ones()) {
            // A move on a cell that is the winner's by now is not needed any more.
            let best = if best < 64 && empty >> best & 1 == 1 { best } else { NONE };
            return Some(Entry::proved(true, carrier, best));
        }
        let known = patterns.second[1 - turn].holding(Seen { own: theirs, empty });
        let known = known.map(|pattern| pattern.carrier & !theirs);
        known.min_by_key(|carrier| carrier.count_ones()).map(|carrier| Entry::proved(false, carrier, NONE))
    }

    /// Keeps the pattern of a solved position for others.
    fn remember(&mut self, position: &Position, entry: &Entry) {
        let winner = if entry.wins() { position.turn } else { 1 - position.turn };
        let stones = used(&self.board, position.stones[winner], entry.carrier);
        let pattern = Pattern { stones, carrier: entry.carrier, best: entry.best };
        let mut patterns = self.shared.patterns.write().expect("no thread has failed");
        let Known { first, second } = &mut *patterns;
        let lists = if entry.wins() { first } else { second };
        lists[winner].add(&self.board, pattern);
        if self.board.is_square() {
            lists[1 - winner].add(&self.board, pattern.mirrored(&self.board));
        }
    }

    fn note(&mut self, position: &Position, entry: Entry) -> Entry {
        self.table.store(&self.board, position, entry);
        entry
    }

    /// All empty cells in the order in which they are tried; positions are come back to, so it is kept.
    fn order_of(&mut self, position: &Position) -> [u8; 64] {
        let [white, black] = position.stones;
        let hash = (white ^ black.rotate_left(23)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let place = (hash as usize + position.turn) % ORDERS;
        if self.orders[place].0 != *position {
            let mut order = [NONE; 64];
            let cells = self.order(position, position.empty(&self.board));
            order.iter_mut().zip(cells).for_each(|(place, cell)| *place = cell as u8);
            self.orders[place] = (*position, order);
        }
        self.orders[place].1
    }

    /// The moves in the order in which they are tried.
    pub(super) fn order(&self, position: &Position, moves: Cells) -> Vec<usize> {
        let currents = currents(&self.board, position);
        let mut order: Vec<usize> = bits(moves).collect();
        order.sort_by(|&a, &b| currents[b].total_cmp(&currents[a]));
        order
    }
}
