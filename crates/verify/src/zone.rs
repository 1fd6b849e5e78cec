//! Zones: replies that a proof of another reply refutes as well, because it goes on undisturbed.
//!
//! Let the prover win after the opponent's reply o by a strategy T, and let the opponent play d instead. The prover goes on as if o
//! stood there (and as if d were played when the opponent plays o). Let d be none of the cells that T plays or would win on. Then all
//! moves of T can be played, all its threats are threats, and whatever the opponent completes without d it would
//! have completed in T. So the opponent can be saved only by a winning set through d. Until the prover has won it adds to
//! its stones: d; blocks of cells to win on; other moves, of which T has at most [`Zone::unforced`] in a line; and once a move that
//! should have been a block. If no set through d can be had for `unforced + 2` stones, d counted and blocks for nothing, then d fails.
//!
//! Only a *minimal* set need be thought of: one that loses its point when d is taken away. What it costs is bounded from below:
//!
//! - A bridge: d leads to two corners by two ways that have nothing but d in common.
//! - A fork: d leads to an edge by one way, and to two other edges apart from it: the costs of the shortest way and of the third.
//! - A ring meets two neighbours of d and no more, for a third would close a smaller ring with d; these two are not beside each other, or d could be left
//!   out; a way joins them that touches no other neighbour of d.

use referee::Colour;

use crate::board::Board;
use crate::position::Position;
use crate::set::Set;

/// What a proof that a side wins makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone<const N: usize> {
    /// Cells that it plays, or would win on.
    pub cells: Set<N>,
    /// The opponent's blocks of cells to win on.
    pub forced: Set<N>,
    /// Most other moves of the opponent in a line.
    pub unforced: u32,
    /// Its first move, if it is to move.
    pub first: Option<usize>,
}

impl<const N: usize> Zone<N> {
    /// Nothing: to be united with others.
    pub const EMPTY: Zone<N> = Zone { cells: Set::EMPTY, forced: Set::EMPTY, unforced: 0, first: None };

    /// What a proof may make use of of which nothing is known.
    pub fn unknown(board: &Board<N>) -> Zone<N> {
        Zone { cells: board.all(), forced: board.all(), unforced: u32::MAX, first: None }
    }

    /// A position in which the opponent moves and faces these cells to win on, two at least.
    pub fn won(threats: Set<N>) -> Zone<N> {
        Zone { cells: threats, ..Zone::EMPTY }
    }

    /// What either of two proofs makes use of.
    #[must_use]
    pub fn or(self, other: Zone<N>) -> Zone<N> {
        Zone {
            cells: self.cells.or(other.cells),
            forced: self.forced.or(other.forced),
            unforced: self.unforced.max(other.unforced),
            first: None,
        }
    }

    /// The prover moves, and then this follows.
    #[must_use]
    pub fn after(self, cell: usize) -> Zone<N> {
        Zone { cells: self.cells.or(Set::one(cell)), first: Some(cell), ..self }
    }

    /// The opponent moves, and then one of several proofs follows, of which this is the union. It must block `threat`, if
    /// there is a cell in it.
    #[must_use]
    pub fn before(self, threat: Set<N>) -> Zone<N> {
        let unforced = self.unforced.saturating_add(u32::from(threat.is_empty()));
        Zone { cells: self.cells.or(threat), forced: self.forced.or(threat), unforced, first: None }
    }

    /// The zone of a position that these images carry onto that of this zone.
    #[must_use]
    pub fn carried_back(self, images: &[u16]) -> Zone<N> {
        let back = |set: Set<N>| {
            (0..images.len()).filter(|&cell| set.contains(usize::from(images[cell]))).collect::<Set<N>>()
        };
        let first = self.first.and_then(|to| images.iter().position(|&image| usize::from(image) == to));
        Zone { cells: back(self.cells), forced: back(self.forced), first, ..self }
    }
}

/// Those of the opponent's `replies` that fail because `prover` wins by a proof with this zone after some other reply.
/// None in Hex.
pub fn dismissed<const N: usize>(
    board: &Board<N>,
    position: &Position<N>,
    prover: Colour,
    zone: &Zone<N>,
    replies: Set<N>,
) -> Set<N> {
    dismissed_while(board, position, prover, zone, replies, &|| true)
}

/// [`dismissed`], as long as `go_on` says yes: what was found until then.
pub(crate) fn dismissed_while<const N: usize>(
    board: &Board<N>,
    position: &Position<N>,
    prover: Colour,
    zone: &Zone<N>,
    replies: Set<N>,
    go_on: &dyn Fn() -> bool,
) -> Set<N> {
    let far = replies.minus(zone.cells);
    let Some((corners, edges)) = board.corners_and_edges().filter(|_| !far.is_empty()) else {
        return Set::EMPTY;
    };
    let mut taken = position.stones(prover);
    if let Some(cell) = zone.first {
        taken.insert(cell);
    }
    let open = board.all().minus(taken);
    let free = position.stones(prover.other()).or(zone.forced).and(open);
    let race = Race { board, open, free, most: zone.unforced.saturating_add(2) };
    let corners: Vec<Vec<u32>> = corners.cells().map(|corner| race.costs(Set::one(corner), open)).collect();
    let edges: Vec<Vec<u32>> = edges.iter().map(|&edge| race.costs(edge, open)).collect();
    let harmless = |&cell: &usize| {
        if !go_on() {
            return false;
        }
        let bridge = race.joined(&corners, cell, 1);
        let fork = race.joined(&edges, cell, 2);
        bridge > race.most && fork > race.most && !(board.has_rings() && race.rings(cell))
    };
    far.cells().filter(harmless).collect()
}

/// What the opponent can have for a few stones.
struct Race<'a, const N: usize> {
    board: &'a Board<N>,
    /// Cells without a stone of the prover.
    open: Set<N>,
    /// Those of them that cost nothing.
    free: Set<N>,
    /// Its stones.
    most: u32,
}

/// No way at all.
const NEVER: u32 = u32::MAX / 4;

impl<const N: usize> Race<'_, N> {
    fn price(&self, cell: usize) -> u32 {
        u32::from(!self.free.contains(cell))
    }

    /// What the cheapest way from one of the starts costs, both ends counted, for each cell. Ways stay within `walk` and end at
    /// the price of `most`.
    fn costs(&self, starts: Set<N>, walk: Set<N>) -> Vec<u32> {
        let mut costs = vec![NEVER; self.board.shape().cell_count()];
        let mut edge = starts.and(walk);
        let mut steps = costs.len() / 8;
        for cost in 0..=self.most {
            // First what hangs on without a price, then one stone further.
            let mut waiting = edge.and(self.free);
            if cost > 0 {
                waiting = edge;
            }
            let mut next = edge.minus(waiting);
            while let Some(cell) = waiting.first() {
                waiting.remove(cell);
                steps += 8;
                if costs[cell] != NEVER {
                    continue;
                }
                costs[cell] = cost;
                for beside in self.board.near(cell).and(walk).cells() {
                    if costs[beside] == NEVER {
                        if self.price(beside) == 0 {
                            waiting.insert(beside);
                        } else {
                            next.insert(beside);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        self.board.count(steps);
        costs
    }

    /// The cost of a set through a cell that leads to the nearest goal and, apart from it, to the one `far` places further.
    fn joined(&self, goals: &[Vec<u32>], cell: usize, far: usize) -> u32 {
        if goals.len() <= far {
            return NEVER;
        }
        let mut costs: Vec<u32> = goals.iter().map(|costs| costs[cell]).collect();
        costs.sort_unstable();
        // The cell itself is counted twice.
        (costs[0] + costs[far]).saturating_sub(1)
    }

    /// Can a ring through a cell be had?
    fn rings(&self, cell: usize) -> bool {
        let beside = self.board.near(cell).and(self.open);
        let around = self.open.minus(self.board.near(cell)).minus(Set::one(cell));
        beside.cells().any(|start| {
            let costs = self.costs(Set::one(start), around.or(Set::one(start)));
            let ends = beside.minus(self.board.near(start)).minus(Set::one(start));
            ends.cells().any(|end| {
                let ways = self.board.near(end).and(around).cells().map(|last| costs[last]);
                ways.min().is_some_and(|way| 1 + way + self.price(end) <= self.most)
            })
        })
    }
}
