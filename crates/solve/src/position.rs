//! A position of the 64-bit engine: stones, chains and winning cells, flat and `Copy`.
//!
//! Playing a stone merges chains by a flood over neighbour masks and looks at the empty cells
//! beside the new chain only: a cell that wins stays winning until it is filled, and no other
//! cell can begin to win. Whether a move wins is therefore known before it is played. The ring
//! test is the exact one of the rules: two separate runs of own neighbours in one chain, or an
//! own stone beside the cell that gets six own neighbours.

use crate::shape::{Cell, Shape, bits};

/// White moves first.
pub const WHITE: usize = 0;
/// Black moves second.
pub const BLACK: usize = 1;

/// Runs of own stones around a cell, by the pattern of its neighbours.
#[derive(Clone, Copy)]
struct Runs {
    count: u8,
    /// One neighbour out of each run, by its bit in the pattern.
    first: [u8; 3],
}

const RUNS: [Runs; 128] = runs_table();
const GOAL_REACHED: [bool; 4096] = goal_table();

const fn runs_table() -> [Runs; 128] {
    const CLOCKWISE: [u8; 6] = [0, 1, 4, 6, 5, 2];
    let mut table = [Runs { count: 0, first: [0; 3] }; 128];
    let mut pattern = 0;
    while pattern < 128 {
        let mut runs = Runs { count: 0, first: [0; 3] };
        let mut i = 0;
        while i < 6 {
            let here = pattern >> CLOCKWISE[i] & 1 == 1;
            let before = pattern >> CLOCKWISE[(i + 5) % 6] & 1 == 1;
            if here && !before {
                runs.first[runs.count as usize] = CLOCKWISE[i];
                runs.count += 1;
            }
            i += 1;
        }
        if pattern & 0b111_0111 == 0b111_0111 {
            runs.count = 1;
        }
        table[pattern] = runs;
        pattern += 1;
    }
    table
}

const fn goal_table() -> [bool; 4096] {
    let mut table = [false; 4096];
    let mut goals = 0;
    while goals < 4096 {
        table[goals] = game::is_complete(goals as game::Marks);
        goals += 1;
    }
    table
}

/// Stones on a board, nobody having won yet.
#[derive(Clone, Copy)]
pub struct Position {
    /// Stones of White and Black.
    pub stones: [u64; 2],
    /// Empty cells where White, Black would win at once.
    pub wins: [u64; 2],
    /// Whose move it is.
    pub turn: usize,
    root: [u8; 64],
    goals: [u16; 64],
}

impl Position {
    /// The empty board.
    pub fn empty() -> Position {
        Position { stones: [0; 2], wins: [0; 2], turn: WHITE, root: [0; 64], goals: [0; 64] }
    }

    /// The position after some moves; None if a cell is taken or the game ends on the way.
    pub fn after(shape: &Shape, moves: &[Cell]) -> Option<Position> {
        let mut position = Position::empty();
        for &cell in moves {
            let bit = 1u64 << cell;
            if position.free(shape) & bit == 0 || position.wins[position.turn] & bit != 0 {
                return None;
            }
            position.play(shape, cell);
        }
        Some(position)
    }

    /// The empty cells.
    #[inline]
    pub fn free(&self, shape: &Shape) -> u64 {
        shape.all & !(self.stones[0] | self.stones[1])
    }

    /// Number of stones.
    pub fn count(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    /// Plays a move that does not win at once (a winning one is in `wins` already).
    #[inline]
    pub fn play(&mut self, shape: &Shape, cell: Cell) {
        let colour = self.turn;
        debug_assert!(self.free(shape) >> cell & 1 == 1, "the cell is empty");
        debug_assert!(self.wins[colour] >> cell & 1 == 0, "the game goes on");
        let bit = 1u64 << cell;
        self.turn = 1 - colour;
        self.wins[0] &= !bit;
        self.wins[1] &= !bit;
        let simple = self.attach(shape, cell, colour);
        self.stones[colour] |= bit;
        let mut beside = shape.near[cell];
        if !simple {
            beside = self.merge(shape, cell, colour);
        }
        self.wins[colour] |= self.new_wins(shape, cell, colour, self.stones[colour], beside);
    }

    /// Empty cells that a stone of `colour` on this empty cell would turn into winning ones.
    /// `joined` are the cells beside a stone of that colour.
    ///
    /// Writes only to the notes kept for empty cells, which nothing reads.
    #[inline]
    pub fn threats(&mut self, shape: &Shape, cell: Cell, colour: usize, joined: u64) -> u64 {
        if !self.attach(shape, cell, colour) {
            let mut copy = *self;
            copy.turn = colour;
            copy.play(shape, cell);
            return copy.wins[colour] & !self.wins[colour];
        }
        let own = self.stones[colour] | 1 << cell;
        let near = shape.near[cell];
        let mut found = self.new_wins(shape, cell, colour, own, near & joined);
        // A cell that touches nothing but the new stone wins only by the rim it stands on.
        let mut rim = near & shape.rim & !joined & !self.stones[1 - colour];
        let goals = self.goals[self.root[cell] as usize & 63];
        if goals != 0 {
            while rim != 0 {
                let at = rim.trailing_zeros() as usize;
                if GOAL_REACHED[(goals | shape.goals[at]) as usize & 4095] {
                    found |= 1 << at;
                }
                rim &= rim - 1;
            }
        }
        found
    }

    /// Ties a new stone to the one chain it touches, if it touches at most one and brings it no
    /// new edge or corner; says whether that was all. Then only cells beside the stone (and
    /// rings it fills) can begin to win.
    #[inline]
    fn attach(&mut self, shape: &Shape, cell: Cell, colour: usize) -> bool {
        let view = shape.views[cell];
        let runs = RUNS[view.pattern(self.stones[colour])];
        match runs.count {
            0 => {
                self.root[cell] = cell as u8;
                self.goals[cell] = shape.goals[cell];
                true
            }
            1 => {
                let root = self.root[view.neighbour(runs.first[0])];
                self.root[cell] = root;
                self.goals[root as usize] | shape.goals[cell] == self.goals[root as usize]
            }
            _ => false,
        }
    }

    /// Labels the chain of a new stone afresh; returns the cells beside it.
    fn merge(&mut self, shape: &Shape, cell: Cell, colour: usize) -> u64 {
        let own = self.stones[colour];
        let mut chain = 1u64 << cell;
        let mut beside = shape.near[cell];
        let mut goals = shape.goals[cell];
        self.root[cell] = cell as u8;
        loop {
            let next = beside & own & !chain;
            if next == 0 {
                break;
            }
            let stone = next.trailing_zeros() as usize;
            chain |= 1 << stone;
            beside |= shape.near[stone];
            goals |= shape.goals[stone];
            self.root[stone] = cell as u8;
        }
        self.goals[cell] = goals;
        beside
    }

    /// Winning cells among the empty ones of `beside`, and those that fill a ring through `cell`.
    #[inline]
    fn new_wins(&self, shape: &Shape, cell: Cell, colour: usize, own: u64, beside: u64) -> u64 {
        let empty = shape.all & !(own | self.stones[1 - colour]);
        let mut open = beside & empty & !self.wins[colour];
        let mut wins = 0;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            if self.would_win(shape, at, own) {
                wins |= 1 << at;
            }
            open &= open - 1;
        }
        let mut centres = (shape.near[cell] | 1 << cell) & own & shape.centres;
        while centres != 0 {
            let missing = shape.near[centres.trailing_zeros() as usize] & !own;
            if missing & missing.wrapping_sub(1) == 0 {
                wins |= missing & empty;
            }
            centres &= centres - 1;
        }
        wins
    }

    /// The position after a move that does not win at once.
    #[inline]
    pub fn played(&self, shape: &Shape, cell: Cell) -> Position {
        let mut next = *self;
        next.play(shape, cell);
        next
    }

    /// Would a stone on this empty cell beside `own` complete a bridge, a fork or a ring? (A ring
    /// whose centre is an own stone is seen by [`Position::new_wins`].)
    #[inline]
    fn would_win(&self, shape: &Shape, cell: Cell, own: u64) -> bool {
        let view = shape.views[cell];
        let runs = RUNS[view.pattern(own)];
        let chain = |i: usize| self.root[view.neighbour(runs.first[i])] as usize & 63;
        let mut goals = shape.goals[cell];
        match runs.count {
            0 => return false,
            1 => goals |= self.goals[chain(0)],
            2 => {
                let (a, b) = (chain(0), chain(1));
                if shape.has_rings && a == b {
                    return true;
                }
                goals |= self.goals[a] | self.goals[b];
            }
            _ => {
                let (a, b, c) = (chain(0), chain(1), chain(2));
                if shape.has_rings && (a == b || b == c || a == c) {
                    return true;
                }
                goals |= self.goals[a] | self.goals[b] | self.goals[c];
            }
        }
        GOAL_REACHED[goals as usize & 4095]
    }

    /// Can this colour still complete a winning shape if the other never moves again?
    pub fn can_win(&self, shape: &Shape, colour: usize) -> bool {
        let foe = self.stones[1 - colour];
        shape.has_rings && self.can_ring(shape, foe) || can_join(shape, shape.all & !foe)
    }

    /// A ring is possible iff some cell is not tied to the rim by enemy stones.
    fn can_ring(&self, shape: &Shape, foe: u64) -> bool {
        let mut tied = foe & shape.rim;
        loop {
            let grown = shape.dilate(tied) & foe | tied;
            if grown == tied {
                break;
            }
            tied = grown;
        }
        foe & !tied != 0 || shape.all & !shape.rim & !shape.dilate(tied) != 0
    }
}

/// Does some component of the set touch two corners or three edges?
fn can_join(shape: &Shape, set: u64) -> bool {
    let mut left = set;
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        let mut edge = region;
        while edge != 0 {
            edge = shape.dilate(edge) & left & !region;
            region |= edge;
        }
        left &= !region;
        if reaches_goal(shape, region) {
            return true;
        }
    }
    false
}

/// Does the set touch two corners or three edges?
pub(crate) fn reaches_goal(shape: &Shape, set: u64) -> bool {
    let goals = bits(set & shape.rim).fold(0, |goals, cell| goals | shape.goals[cell]);
    GOAL_REACHED[goals as usize]
}
