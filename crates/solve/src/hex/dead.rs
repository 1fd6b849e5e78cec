//! Cells that need no move: dead and captured ones, and moves that are never better than others (Queenbee 8.6).
//!
//! For a colour the board is a graph of the empty cells and its two sides, where chains of its own are contracted: two
//! vertices are neighbours if a stone on each would hang together. A cell whose neighbours are all neighbours of each other is *dead*: a
//! path through it can always do without, and a stone on it, of either colour, changes nothing. From the cells that *kill* a cell (it
//! is dead once the opponent stands there) follows the rest:
//!
//! - Two cells that kill each other are *captured* by the colour that kills: if the other enters one it takes the other.
//!   They may be filled with its stones ([`fill`]).
//! - A move is *reversible* if the opponent can kill it: the mover has gained nothing and the opponent has a stone more.
//! - A move is *dominated* if another move of the mover makes its cell dead: then that one gives both.

use super::board::{Board, Cells};
use crate::shape::bits;

/// The neighbours of an empty cell in one colour's graph.
#[derive(Clone, Copy, Default)]
struct Near {
    cells: Cells,
    sides: u8,
}

/// What a cell is worth to one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Dead already.
    Dead,
    /// It dies if the opponent takes one of these cells.
    Killed(Cells),
}

/// Stones that may be added for nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Fill {
    /// All stones with those added; a dead cell is given to White.
    pub stones: [Cells; 2],
    /// The cells captured by each colour: a proof of this colour that uses them has to keep them in its carrier.
    pub captured: [Cells; 2],
}

/// Fills dead and captured cells until there are no more.
pub fn fill(board: &Board, stones: [Cells; 2]) -> Fill {
    let mut fill = Fill { stones, captured: [0; 2] };
    loop {
        let before = fill.stones;
        for colour in 0..2 {
            let uses = Uses::new(board, fill.stones, 1 - colour);
            fill.stones[0] |= uses.dead;
            let pairs = uses.pairs();
            fill.captured[colour] |= pairs;
            fill.stones[colour] |= pairs;
        }
        if fill.stones == before {
            return fill;
        }
    }
}

/// The cells of `moves` that a colour need not play on, and the replies that make it so. Dominated cells are left out for the sake of a
/// cell that stays, or of one outside of `moves`, which the caller knows to lose.
pub fn useless(board: &Board, stones: [Cells; 2], colour: usize, moves: Cells) -> (Cells, Cells) {
    let own = Uses::new(board, stones, colour);
    let (mut cells, mut replies) = (own.dead & moves, 0);
    for cell in bits(moves & !own.dead & own.killable) {
        cells |= 1 << cell;
        replies |= own.killers[cell] & own.killers[cell].wrapping_neg();
    }
    let theirs = Uses::new(board, stones, 1 - colour);
    cells |= theirs.dead & moves;
    let mut stay = !cells;
    for cell in bits(moves & stay & theirs.killable) {
        if theirs.killers[cell] & stay & !(1 << cell) != 0 {
            stay &= !(1 << cell);
        }
    }
    (moves & !stay, replies)
}

/// What all empty cells are worth to one colour.
struct Uses {
    dead: Cells,
    /// The cells that one stone of the opponent kills, and by cell the places for it.
    killable: Cells,
    killers: [Cells; 64],
}

impl Uses {
    fn new(board: &Board, stones: [Cells; 2], colour: usize) -> Uses {
        let graph = graph(board, stones[colour], stones[1 - colour], colour);
        let mut uses = Uses { dead: 0, killable: 0, killers: [0; 64] };
        for cell in bits(board.all & !(stones[0] | stones[1])) {
            match worth(&graph, cell) {
                Use::Dead => uses.dead |= 1 << cell,
                Use::Killed(0) => {}
                Use::Killed(killers) => {
                    uses.killable |= 1 << cell;
                    uses.killers[cell] = killers;
                }
            }
        }
        uses
    }

    /// Cells in disjoint pairs that kill each other.
    fn pairs(&self) -> Cells {
        let mut pairs = 0;
        for cell in bits(self.killable) {
            let free = self.killers[cell] & self.killable & !pairs;
            if pairs >> cell & 1 == 0
                && let Some(other) = bits(free).find(|&other| self.killers[other] >> cell & 1 == 1)
            {
                pairs |= 1 << cell | 1 << other;
            }
        }
        pairs
    }
}

fn worth(graph: &[Near; 64], cell: usize) -> Use {
    let Near { cells, sides } = graph[cell];
    if sides == 3 {
        return Use::Killed(0);
    }
    // A neighbour that misses others: it goes itself, or the one that it misses.
    let mut tries = None;
    for beside in bits(cells) {
        let missing = cells & !graph[beside].cells & !(1 << beside);
        let misses_side = sides & !graph[beside].sides != 0;
        if missing == 0 && !misses_side {
            continue;
        }
        let mut ways = 1u64 << beside;
        if missing.is_power_of_two() && !misses_side {
            ways |= missing;
        }
        match tries.map_or(ways, |tries: Cells| tries & ways) {
            0 => return Use::Killed(0),
            left => tries = Some(left),
        }
    }
    let Some(tries) = tries else { return Use::Dead };
    let kills = |&cell: &usize| is_clique(graph, cells & !(1 << cell), sides);
    Use::Killed(bits(tries).filter(kills).fold(0, |set, cell| set | 1 << cell))
}

fn is_clique(graph: &[Near; 64], cells: Cells, sides: u8) -> bool {
    bits(cells).all(|cell| cells & !graph[cell].cells & !(1 << cell) == 0 && sides & !graph[cell].sides == 0)
}

fn graph(board: &Board, own: Cells, other: Cells, colour: usize) -> [Near; 64] {
    let empty = board.all & !(own | other);
    let mut graph = [Near::default(); 64];
    for cell in bits(empty) {
        graph[cell].cells = board.near[cell] & empty;
    }
    let ends = [0, 1].map(|side| board.flood(own & board.sides[colour][side], own));
    for (side, &end) in ends.iter().enumerate() {
        let beside = (board.beside(end) | board.sides[colour][side]) & empty;
        bits(beside).for_each(|cell| graph[cell].sides |= 1 << side);
    }
    let mut left = own & !(ends[0] | ends[1]);
    while left != 0 {
        let chain = board.flood(left & left.wrapping_neg(), left);
        left &= !chain;
        let beside = board.beside(chain) & empty;
        bits(beside).for_each(|cell| graph[cell].cells |= beside);
    }
    for cell in bits(empty) {
        graph[cell].cells &= !(1 << cell);
    }
    graph
}
