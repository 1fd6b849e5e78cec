//! Race-safe zones: which replies a proved win refutes without a search of their own.
//!
//! Let X win by a proof T as if O had passed. If O plays d instead, a cell that T never uses, X goes on by T: its moves are
//! free, its threats are threats, and every winning set of O without d would have been completed inside T too. Only a set
//! *through d* can spoil it. O adds d, its forced blocks (cells to win on that T threatens, [`Zone::forced`]), at most
//! [`Zone::unforced`] other stones, and perhaps a last one where it should have blocked. So d fails if no winning set through d,
//! free of X's stones, can be had for `unforced + 2` stones, d among them, when the forced cells cost nothing.
//!
//! A proof of another reply o serves as well: X imagines o in the place of d, and d when O plays o.
//!
//! That X does not lose has a zone in the same way. T then also ends where O can win no more, even with all cells that are
//! free of X's stones: those are the same cells whether d or o stands there, so O can win no more after d either. The same
//! holds where pairs keep O from winning ([`crate::pairs`]), if d is in none of them: they are cells of the zone. So the zone
//! of such an end has no moves of O. (Certificates have zones for wins only; in a draw they write out every reply.)
//!
//! [`dismissed`] applies the rule. What a set through d costs is bounded from below. It need only be *minimal*, so:
//! a bridge is two paths from d to two corners; a fork is a path to one edge and, apart from it, to two others; a ring meets
//! exactly two neighbours of d, which are not neighbours of each other, and a path joins them that touches no other neighbour of d.

use crate::position::Position;
use crate::shape::{Cell, Shape, SmallCell, bits};

/// What a proof that a side wins, or does not lose, makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Cells that the side plays, may have to answer on, or would win on.
    pub cells: u64,
    /// Blocks that its threats force.
    pub forced: u64,
    /// The most other moves of the opponent in a line.
    pub unforced: u8,
    /// The side's first move if it is to move.
    pub first: Option<SmallCell>,
}

impl Zone {
    /// Nothing: to be united with others.
    pub const EMPTY: Zone = Zone { cells: 0, forced: 0, unforced: 0, first: None };

    /// A proof that ends here and makes use of these cells alone.
    #[must_use]
    pub const fn of(cells: u64) -> Zone {
        Zone { cells, ..Zone::EMPTY }
    }

    /// What either proof makes use of.
    #[must_use]
    pub fn or(self, other: Zone) -> Zone {
        Zone {
            cells: self.cells | other.cells,
            forced: self.forced | other.forced,
            unforced: self.unforced.max(other.unforced),
            first: None,
        }
    }

    /// The proof in which the side moves first, and then this follows.
    #[must_use]
    pub fn after(self, cell: Cell) -> Zone {
        Zone { cells: self.cells | 1 << cell, first: Some(SmallCell::new(cell)), ..self }
    }

    /// The same line with a further move of the side.
    #[must_use]
    pub fn then(self, cell: Cell) -> Zone {
        let first = self.first.or(Some(SmallCell::new(cell)));
        Zone { cells: self.cells | 1 << cell, first, ..self }
    }

    /// The proof of a position in which the opponent moves, out of those of its replies: it must block `danger`, if any.
    #[must_use]
    pub fn before(self, danger: u64) -> Zone {
        let unforced = self.unforced.saturating_add(u8::from(danger == 0));
        let (cells, forced) = (self.cells | danger, self.forced | danger);
        Zone { cells, forced, unforced, first: None }
    }

    /// Its image under a symmetry.
    #[must_use]
    pub fn turned(self, shape: &Shape, symmetry: usize) -> Zone {
        let image = |set| shape.turn_set(set, symmetry);
        let first = self.first.map(|cell| shape.turn(cell.index(), symmetry));
        Zone { cells: image(self.cells), forced: image(self.forced), first, ..self }
    }

    /// Stones that the opponent may add, its reply among them and its forced blocks not.
    pub fn stones(&self) -> u32 {
        u32::from(self.unforced) + 2
    }
}

/// Those of the `moves` of the side to move that lose, if the other side wins by a proof with this zone after a pass,
/// or after one more reply.
pub fn dismissed(shape: &Shape, position: &Position, zone: &Zone, moves: u64) -> u64 {
    let side = position.turn;
    let foe = position.stones[1 - side] | zone.first.map_or(0, |cell| 1 << cell.index());
    let race = Race {
        shape,
        own: position.stones[side] | zone.forced & !foe,
        open: shape.all & !foe,
        most: zone.stones() as usize,
    };
    let far = moves & !zone.cells & !race.joins();
    bits(far).filter(|&cell| !(shape.has_rings && race.rings(cell))).fold(0, |set, cell| set | 1 << cell)
}

/// What a side could complete with a few stones.
struct Race<'a> {
    shape: &'a Shape,
    /// Cells that cost it nothing.
    own: u64,
    /// Those, and the cells that cost it a stone.
    open: u64,
    /// Its stones.
    most: usize,
}

/// More stones than anybody needs to be told of.
const MANY: usize = 8;

impl Race<'_> {
    /// Empty cells through which a bridge or a fork may be completed.
    fn joins(&self) -> u64 {
        if self.most > MANY {
            return self.open;
        }
        // By the cost of the way from a cell to the goal, the cell not counted: cells near one corner at least, near two;
        // near one edge at least, near two, near three.
        let mut corners = [[0u64; MANY]; 2];
        let mut edges = [[0u64; MANY]; 3];
        for goal in 0..12 {
            let mut reached = self.flood(0, self.shape.goal_cells[goal] & self.own);
            for cost in 0..self.most {
                reached = self.step(reached, self.shape.goal_cells[goal]);
                if goal >= 6 {
                    let [one, two, three] = &mut edges;
                    three[cost] |= two[cost] & reached;
                    two[cost] |= one[cost] & reached;
                    one[cost] |= reached;
                } else {
                    let [one, two] = &mut corners;
                    two[cost] |= one[cost] & reached;
                    one[cost] |= reached;
                }
            }
        }
        let mut near = 0;
        for far in 0..self.most {
            let short = far.min(self.most - 1 - far);
            near |= corners[0][short] & corners[1][far] | edges[0][short] & edges[2][far];
        }
        near
    }

    /// The cells reached for one stone more.
    fn step(&self, reached: u64, goal: u64) -> u64 {
        let next = (self.shape.dilate(reached) | goal) & self.open;
        self.flood(reached, next & !reached)
    }

    /// `reached`, the `new` cells and what hangs on to those by cells that cost nothing.
    fn flood(&self, reached: u64, new: u64) -> u64 {
        let mut reached = reached | new;
        let mut edge = new;
        while edge != 0 {
            edge = self.shape.dilate(edge) & self.own & !reached;
            reached |= edge;
        }
        reached
    }

    /// May a ring through this empty cell be completed?
    fn rings(&self, cell: Cell) -> bool {
        let beside = self.shape.near[cell] & self.open;
        let around = self.open & !self.shape.near[cell] & !(1 << cell);
        bits(beside).any(|start| self.loops(start, beside, around))
    }

    /// Is there a cheap path from a neighbour of the cell to another, not beside it, through cells around?
    fn loops(&self, start: Cell, beside: u64, around: u64) -> bool {
        let ends = beside & !self.shape.near[start] & !((2 << start) - 1);
        let mut left = self.most - 1;
        if ends == 0 || self.own >> start & 1 == 0 && left == 0 {
            return false;
        }
        left -= usize::from(self.own >> start & 1 == 0);
        let mut reached = 0;
        let mut edge = self.shape.near[start];
        loop {
            // Cells that cost nothing are free to walk on.
            let mut free = edge & around & self.own & !reached;
            while free != 0 {
                reached |= free;
                let next = self.shape.dilate(free);
                edge |= next;
                free = next & around & self.own & !reached;
            }
            let met = if reached == 0 { 0 } else { self.shape.dilate(reached) & ends };
            if met & self.own != 0 || met != 0 && left > 0 {
                return true;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            let new = edge & around & !reached;
            if new == 0 {
                return false;
            }
            reached |= new;
            edge = self.shape.dilate(new);
        }
    }
}
