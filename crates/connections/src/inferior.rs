//! Cells that need no move: dead and captured ones, and moves that are never better than others (Queenbee 8.6; Hayward and others).
//!
//! For a colour the board is a graph of the empty cells and its two sides, where chains of its own are contracted: two
//! vertices are neighbours if a stone on each would hang together.
//!
//! - **Dead.** A cell whose neighbours in one colour's graph are all neighbours of each other. A path of this colour through it can do without it,
//!   however the other cells are filled, so on a full board its colour changes nothing; and since one side wins every full board,
//!   it changes nothing for the other colour either. A stone on it, of either colour, may be added or left out. More stones keep it dead.
//! - A cell is *killed* by a cell that makes it dead when the opponent of the graph's colour stands there.
//! - **Captured.** Cells that kill each other in one colour's graph, two or more in a row, belong to the opponent of that colour: if one of them is
//!   entered, it takes another that kills it. What entered is dead, which is as good as a stone of its own there, and each of the others is
//!   killed in turn by one that is taken or dead. So all may be filled with its stones; a proof that uses them has to keep them in its carrier.
//! - **Reversible.** A move whose cell the opponent can kill: after that the mover has a dead stone and the opponent a stone more, so a mover who
//!   wins in this way wins faster without it. It may be left out, even if nothing else is left to play: then the position is lost.
//! - **Dominated.** A move is dominated by another move of the same side that makes its cell dead or captures it: that one gives
//!   both stones. It may be left out while the other stays, or is known to lose.

use crate::bend::{Bend, is_bent};
use crate::board::Board;
use crate::cells::Cells;

/// The neighbours of an empty cell in one colour's graph.
#[derive(Clone, Copy)]
struct Near<S> {
    cells: S,
    sides: u8,
}

/// One colour's graph, by cell.
struct Graph<S> {
    near: Vec<Near<S>>,
    /// Cells that the opponent has taken since.
    taken: S,
}

/// What a cell is worth to one colour.
enum Use<S> {
    /// Dead already.
    Dead,
    /// It dies if the opponent takes one of these cells.
    Killed(S),
}

/// Stones that may be added for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill<S> {
    /// All stones with those added; a dead cell is given to White.
    pub stones: [S; 2],
    /// The cells that were dead.
    pub dead: S,
    /// The cells captured by each colour: a proof of this colour that uses them has to keep them in its carrier.
    pub captured: [S; 2],
}

/// One step of filling: stones that were added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FillStep<S> {
    /// All stones before it.
    pub before: [S; 2],
    /// Dead cells, given to White.
    pub dead: S,
    /// Cells captured by a colour.
    pub captured: S,
    /// That colour.
    pub colour: usize,
}

/// Fills dead and captured cells until there are no more.
pub fn fill<S: Cells>(board: &Board<S>, stones: [S; 2]) -> Fill<S> {
    fill_by_steps(board, stones, |_| {})
}

/// The same; tells of each step.
pub fn fill_by_steps<S: Cells>(
    board: &Board<S>,
    stones: [S; 2],
    mut tell: impl FnMut(FillStep<S>),
) -> Fill<S> {
    let mut fill = Fill { stones, dead: S::NONE, captured: [S::NONE; 2] };
    loop {
        let before = fill.stones;
        for colour in 0..2 {
            let uses = Uses::new(board, fill.stones, 1 - colour);
            let captured = uses.captured();
            tell(FillStep { before: fill.stones, dead: uses.dead, captured, colour });
            fill.dead |= uses.dead;
            fill.stones[0] |= uses.dead;
            fill.captured[colour] |= captured;
            fill.stones[colour] |= captured;
        }
        if fill.stones == before {
            return fill;
        }
    }
}

/// Does an empty cell change nothing, however the others are filled? Finds more than filling does: two neighbours at the same side may be strangers,
/// since a path that comes from there need not pass by the cell. So what is dead stays dead when stones are added.
pub fn is_dead<S: Cells>(board: &Board<S>, stones: [S; 2], cell: usize) -> bool {
    (0..2).any(|colour| Graph::new(board, stones, colour).spares(cell))
}

/// Moves that need not be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inferior<S> {
    /// The cells.
    pub cells: S,
    /// The opponent's replies that make some of them reversible: a proof that the mover loses has them in its carrier.
    pub replies: S,
}

/// The cells of `moves` that a colour need not play on. Dominated cells are left out for the sake of a cell that stays, or of one outside of `moves`,
/// which the caller knows to lose.
pub fn inferior<S: Cells>(board: &Board<S>, stones: [S; 2], colour: usize, moves: S) -> Inferior<S> {
    let own = Uses::new(board, stones, colour);
    let (mut cells, mut replies) = (own.dead & moves, S::NONE);
    for cell in (moves & own.killable).minus(own.dead).each() {
        cells |= S::one(cell);
        replies |= S::one(own.killers[cell].first());
    }
    let theirs = Uses::new(board, stones, 1 - colour);
    cells |= theirs.dead & moves;
    let mut gone = cells;
    for cell in (moves & theirs.killable).minus(cells).each() {
        let better = theirs.killers[cell].minus(if is_bent(Bend::Circle) { S::NONE } else { gone });
        if !better.minus(S::one(cell)).is_none() {
            gone |= S::one(cell);
        }
    }
    Inferior { cells: moves & gone, replies }
}

/// The cells of `moves` that are dominated because another of them, or one outside, would capture them or make them dead; the position is filled already.
/// The dominating cells stay.
pub fn dominated<S: Cells>(board: &Board<S>, stones: [S; 2], colour: usize, moves: S) -> S {
    let empty = board.all.minus(stones[0] | stones[1]);
    // A stone of the mover takes one cell from the opponent's graph, that is all.
    let mut graph = Graph::new(board, stones, 1 - colour);
    let (mut gone, mut needed) = (S::NONE, S::NONE);
    let mut uses = Uses::none(board.cells());
    for cell in (moves & empty).each() {
        if gone.holds(cell) {
            continue;
        }
        let own = stones[colour] | S::one(cell);
        graph.taken = S::one(cell);
        let around = (empty & reach(board, own, cell)).minus(graph.taken);
        uses.find(&graph, around);
        let filled = uses.dead | uses.captured();
        let lost = (filled & moves).minus(needed | gone | S::one(cell));
        if !lost.is_none() {
            gone |= lost;
            needed |= S::one(cell);
        }
    }
    gone
}

/// The empty cells around a stone's chain: its neighbours and theirs.
fn reach<S: Cells>(board: &Board<S>, own: S, cell: usize) -> S {
    let near = board.near[cell] | S::one(cell);
    board.beside(near) | board.beside(board.flood(near & own, own))
}

/// What empty cells are worth to one colour.
struct Uses<S> {
    dead: S,
    /// The cells that one stone of the opponent kills, and for each of them the places for it.
    killable: S,
    killers: Vec<S>,
}

impl<S: Cells> Uses<S> {
    fn new(board: &Board<S>, stones: [S; 2], colour: usize) -> Uses<S> {
        let mut uses = Uses::none(board.cells());
        uses.find(&Graph::new(board, stones, colour), board.all.minus(stones[0] | stones[1]));
        uses
    }

    fn none(cells: usize) -> Uses<S> {
        Uses { dead: S::NONE, killable: S::NONE, killers: vec![S::NONE; cells] }
    }

    /// Finds out about some cells and forgets what was known before.
    fn find(&mut self, graph: &Graph<S>, among: S) {
        (self.dead, self.killable) = (S::NONE, S::NONE);
        for cell in among.each() {
            match graph.worth(cell) {
                Use::Dead => self.dead |= S::one(cell),
                Use::Killed(killers) if killers.is_none() => {}
                Use::Killed(killers) => {
                    self.killable |= S::one(cell);
                    self.killers[cell] = killers;
                }
            }
        }
    }

    /// Cells that another one kills and that kill it.
    fn captured(&self) -> S {
        if is_bent(Bend::Killable) {
            return self.killable;
        }
        let is_captured = |&cell: &usize| {
            let mut others = (self.killers[cell] & self.killable).each();
            others.any(|other| self.killers[other].holds(cell))
        };
        S::of(self.killable.each().filter(is_captured))
    }
}

impl<S: Cells> Graph<S> {
    fn new(board: &Board<S>, stones: [S; 2], colour: usize) -> Graph<S> {
        let own = stones[colour];
        let empty = board.all.minus(stones[0] | stones[1]);
        let mut near = vec![Near { cells: S::NONE, sides: 0 }; board.cells()];
        for cell in empty.each() {
            near[cell].cells = board.near[cell] & empty;
        }
        let (ends, chains) = board.chains(own, colour);
        for (side, &end) in ends.iter().enumerate() {
            let beside = (board.beside(end) | board.sides[colour][side]) & empty;
            beside.each().for_each(|cell| near[cell].sides |= 1 << side);
        }
        for chain in chains {
            let beside = board.beside(chain) & empty;
            beside.each().for_each(|cell| near[cell].cells |= beside);
        }
        for cell in empty.each() {
            near[cell].cells = near[cell].cells.minus(S::one(cell));
        }
        Graph { near, taken: S::NONE }
    }

    fn worth(&self, cell: usize) -> Use<S> {
        let Near { cells, sides } = self.near[cell];
        let cells = cells.minus(self.taken);
        if sides == 3 && !is_bent(Bend::BothSides) {
            return Use::Killed(S::NONE);
        }
        // A neighbour that misses others: it goes itself, or the one that it misses.
        let mut tries: Option<S> = None;
        for beside in cells.each() {
            let missing = cells.minus(self.near[beside].cells | S::one(beside));
            let misses_side = sides & !self.near[beside].sides != 0 && !is_bent(Bend::NoSides);
            if missing.is_none() && !misses_side {
                continue;
            }
            let mut ways = S::one(beside);
            if missing.size() == 1 && !misses_side {
                ways |= missing;
            }
            let left = tries.map_or(ways, |tries| tries & ways);
            if left.is_none() {
                return Use::Killed(S::NONE);
            }
            tries = Some(left);
        }
        let Some(tries) = tries else { return Use::Dead };
        let kills = |&cell: &usize| self.is_clique(cells.minus(S::one(cell)), sides);
        Use::Killed(S::of(tries.each().filter(kills)))
    }

    /// Can paths of the colour do without a cell?
    fn spares(&self, cell: usize) -> bool {
        let Near { cells, sides } = self.near[cell];
        let cells = cells.minus(self.taken);
        let joined = |one: usize, other: usize| {
            self.near[one].cells.holds(other) || self.near[one].sides & self.near[other].sides != 0
        };
        let fits = |one: usize| {
            let others = cells.minus(S::one(one));
            sides & !self.near[one].sides == 0 && others.each().all(|other| joined(one, other))
        };
        sides != 3 && cells.each().all(fits)
    }

    fn is_clique(&self, cells: S, sides: u8) -> bool {
        let misses = |cell: usize| {
            !cells.minus(self.near[cell].cells | S::one(cell)).is_none()
                || sides & !self.near[cell].sides != 0
        };
        !cells.each().any(misses)
    }
}
