//! Connections along a line of play: what a stone changes, and back again.
//!
//! - A stone of the opponent takes away whatever has its cell in the carrier or as an end. What is left was true and stays so: of a full connection
//!   that was an OR, the semi connections without the cell.
//! - An own stone is one cell less in the carriers. A semi connection whose move it is has become a full one. The cell as a node turns into a
//!   chain, or joins those it touches, with all connections that it had.
//! - From what has changed, and only from that, the rules of [`crate::find`] go on.
//!
//! Lists that were full have given up carriers which from scratch would be found again once there is room, so the two do not find the same;
//! both are true. Reasons of finds name finds of earlier moments: a certificate needs [`Connections::run`].

use crate::bend::{Bend, is_bent};
use crate::board::Board;
use crate::cells::Cells;
use crate::find::{Connections, Node, Partners, Reason, SOURCES};

/// Finds of all moments together, in units of what one may have.
const MOST_FINDS: usize = 4;

/// What has to be put back when a moment is taken back.
pub(crate) struct Moment<S> {
    own: S,
    other: S,
    stones: Vec<S>,
    partners: Vec<Partners<S>>,
    pub finds: usize,
    joined: usize,
}

/// A connection that a stone has changed.
struct Changed<S> {
    ends: [Node; 2],
    carrier: S,
    reason: Reason,
    is_full: bool,
}

impl<S: Cells> Connections<S> {
    /// Brings the connections of a colour that has not won to this position: goes back along the line of play as far as need be and on from there.
    pub fn reach(&mut self, board: &Board<S>, own: S, other: S, colour: usize) {
        let is_mine = self.room == board.cells() && self.colour == colour;
        while is_mine && !self.leads_to(own, other) && !self.moments.is_empty() {
            self.undo();
        }
        let is_full = self.finds.len() > MOST_FINDS * self.effort.finds;
        if !is_mine || is_full || !self.leads_to(own, other) {
            self.run(board, own, other, colour);
        } else if (own, other) != (self.own, self.other) {
            self.advance(board, own, other);
        }
    }

    /// Whether stones alone are missing to a position.
    fn leads_to(&self, own: S, other: S) -> bool {
        self.own.is_within(own) && self.other.is_within(other)
    }

    fn advance(&mut self, board: &Board<S>, own: S, other: S) {
        if !self.store.begin() {
            return self.run(board, own, other, self.colour);
        }
        self.moments.push(Moment {
            own: self.own,
            other: self.other,
            stones: self.stones.clone(),
            partners: self.partners.clone(),
            finds: self.finds.len(),
            joined: self.joined.len(),
        });
        let (mine, theirs) = (own.minus(self.own), other.minus(self.other));
        (self.own, self.other) = (own, other);
        self.empty = board.all.minus(own | other);
        self.waiting.clear();
        if !theirs.is_none() {
            self.lose(theirs);
        }
        if !mine.is_none() {
            self.gain(board, mine);
        }
        self.close(board);
    }

    fn undo(&mut self) {
        let Some(moment) = self.moments.pop() else { return };
        if !is_bent(Bend::Unmade) {
            self.store.undo();
        }
        self.empty = self.empty | self.own.minus(moment.own) | self.other.minus(moment.other);
        (self.own, self.other) = (moment.own, moment.other);
        self.stones = moment.stones;
        self.partners = moment.partners;
        self.finds.truncate(moment.finds);
        self.joined.truncate(moment.joined);
    }

    /// Drops what needs cells that the opponent has taken.
    fn lose(&mut self, cells: S) {
        for number in 0..self.store.count() {
            let pair = self.store.nth(number);
            if !pair.all.meets(cells) {
                continue;
            }
            let [a, b] = pair.ends;
            let is_end = [a, b].iter().any(|&end| self.is_cell(end) && cells.holds(end.into()));
            let at = self.store.make(a, b);
            let pair = self.store.at_mut(at);
            if is_end && !is_bent(Bend::TakenEnd) {
                pair.clear();
            } else if !is_bent(Bend::Intruded) {
                pair.full.keep(|carrier| !carrier.meets(cells));
                pair.semi.keep(|carrier| !carrier.meets(cells));
            }
        }
        for partners in &mut self.partners {
            partners.cells = partners.cells.minus(cells);
        }
    }

    /// Takes up own stones on these cells.
    fn gain(&mut self, board: &Board<S>, cells: S) {
        let (homes, alone) = self.settle(board, cells);
        if !alone.is_none() {
            self.lose(alone);
        }
        let cells = cells.minus(alone);
        let mut changed = self.take_changed(cells, &homes);
        changed.sort_by_key(|changed| changed.carrier.size());
        self.move_partners(cells, &homes);
        for cell in cells.each() {
            for near in (board.near[cell] & self.empty).each() {
                self.add_full(homes[cell], near as Node, S::NONE, Reason::Touch);
            }
        }
        for Changed { ends: [a, b], carrier, reason, is_full } in changed {
            if is_full {
                self.add_full(a, b, carrier, reason);
            } else {
                self.add_semi(a, b, carrier, reason);
            }
        }
    }

    /// Puts new stones to the chains and sides that they touch. Returns for each node the one that it belongs to now, and stones of chains
    /// for which there is no number left.
    fn settle(&mut self, board: &Board<S>, cells: S) -> (Vec<Node>, S) {
        let mut alone = S::NONE;
        let mut homes: Vec<Node> = (0..(self.room + SOURCES) as Node).collect();
        let mut left = cells;
        while !left.is_none() {
            let cluster = board.flood(S::one(left.first()), left);
            left = left.minus(cluster);
            let beside = board.beside(cluster);
            let sides = board.sides[self.colour];
            let is_touched = |source: &usize| {
                self.stones[*source].meets(beside) || *source < 2 && sides[*source].meets(cluster)
            };
            let touched: Vec<usize> = (0..self.stones.len()).filter(is_touched).collect();
            let Some(home) = touched.first().copied().or_else(|| self.free_source(&homes)) else {
                alone |= cluster;
                continue;
            };
            self.stones[home] |= cluster;
            for &source in touched.iter().skip(1) {
                let stones = std::mem::replace(&mut self.stones[source], S::NONE);
                self.stones[home] |= stones;
                homes[self.room + source] = (self.room + home) as Node;
            }
            cluster.each().for_each(|cell| homes[cell] = (self.room + home) as Node);
        }
        for node in 0..homes.len() {
            while homes[usize::from(homes[node])] != homes[node] {
                homes[node] = homes[usize::from(homes[node])];
            }
        }
        (homes, alone)
    }

    /// A number for a new chain; not one that has just been given up.
    fn free_source(&mut self, homes: &[Node]) -> Option<usize> {
        let is_free = |&source: &usize| {
            self.stones[source].is_none() && usize::from(homes[self.room + source]) == self.room + source
        };
        let free = (2..self.stones.len()).find(is_free);
        free.or_else(|| {
            (self.stones.len() < SOURCES).then(|| {
                self.stones.push(S::NONE);
                self.stones.len() - 1
            })
        })
    }

    /// Takes out all connections that new stones change, as they are with them.
    fn take_changed(&mut self, cells: S, homes: &[Node]) -> Vec<Changed<S>> {
        let mut changed = Vec::new();
        for number in 0..self.store.count() {
            let pair = self.store.nth(number);
            let old = pair.ends;
            let ends = old.map(|end| homes[usize::from(end)]);
            if ends == old && !pair.all.meets(cells) {
                continue;
            }
            let at = self.store.make(old[0], old[1]);
            let pair = self.store.at_mut(at);
            let is_other = |carrier: S| ends != old || carrier.meets(cells);
            if ends[0] != ends[1] {
                let full = pair.full.each().map(|found| (found, true));
                for ((carrier, find), is_full) in full.chain(pair.semi.each().map(|found| (found, false))) {
                    if is_other(carrier) {
                        let reason = self.finds[find as usize].reason;
                        let is_played = reason.first_move().is_some_and(|cell| cells.holds(cell))
                            || is_bent(Bend::Halfway) && carrier.meets(cells);
                        let carrier = carrier.minus(cells);
                        changed.push(Changed { ends, carrier, reason, is_full: is_full || is_played });
                    }
                }
            }
            pair.full.keep(|carrier| !is_other(carrier));
            pair.semi.keep(|carrier| !is_other(carrier));
        }
        changed
    }

    fn move_partners(&mut self, cells: S, homes: &[Node]) {
        let room = self.room;
        let gone = (0..SOURCES).filter(|source| usize::from(homes[room + source]) != room + source);
        let gone: Vec<usize> = gone.collect();
        let add_source = |partners: &mut Partners<S>, home: Node| {
            partners.sources |= 1 << (usize::from(home) - room);
        };
        for node in 0..self.partners.len() {
            let partners = &mut self.partners[node];
            for cell in (partners.cells & cells).each() {
                add_source(partners, homes[cell]);
            }
            partners.cells = partners.cells.minus(cells);
            for &source in &gone {
                if partners.sources >> source & 1 == 1 {
                    partners.sources &= !(1 << source);
                    add_source(partners, homes[room + source]);
                }
            }
        }
        for (node, &home) in homes.iter().enumerate() {
            let home = usize::from(home);
            if home != node {
                let nobody = Partners { cells: S::NONE, sources: 0 };
                let Partners { cells, sources } = std::mem::replace(&mut self.partners[node], nobody);
                self.partners[home].cells |= cells;
                self.partners[home].sources |= sources;
            }
        }
        for (node, partners) in self.partners.iter_mut().enumerate().skip(room) {
            partners.sources &= !(1 << (node - room));
        }
    }
}
