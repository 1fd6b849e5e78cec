//! Threat-space search (Allis): each move of the attacker threatens to win at once, so that the reply is forced, until one
//! makes two threats.
//!
//! One search for every board: the tree search, the solvers of any board and df-pn each say in an [`Attack`] how their own board
//! answers. After each forced block the defender's own threats are looked at, so that [`Search::find`] and [`replay`]
//! are exact when they say "wins"; what is not found says nothing.

use game::{Bits, Cell};

/// The longest line that is looked for, in moves of the attacker.
pub const LONGEST: usize = 12;

/// Most sets of stones remembered in one search.
const MET: usize = 32;

/// Tries between two looks at the clock.
const LOOK: u32 = 16;

/// A set of cells, by their numbers.
pub trait CellSet: Copy {
    /// Whether there is none.
    fn is_empty(self) -> bool;
    /// The first cell.
    fn first(self) -> Option<usize>;
    /// Whether there are two or more.
    fn has_several(self) -> bool;
    /// What is in both sets.
    fn meet(self, other: Self) -> Self;
    /// Takes the first cell out.
    fn pop(&mut self) -> Option<usize>;
}

impl CellSet for u64 {
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn first(self) -> Option<usize> {
        (self != 0).then_some(self.trailing_zeros() as usize)
    }
    #[inline(always)]
    fn has_several(self) -> bool {
        self & self.wrapping_sub(1) != 0
    }
    #[inline(always)]
    fn meet(self, other: u64) -> u64 {
        self & other
    }
    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let first = CellSet::first(*self);
        *self &= self.wrapping_sub(1);
        first
    }
}

impl<const W: usize> CellSet for Bits<W> {
    #[inline]
    fn is_empty(self) -> bool {
        Bits::is_empty(&self)
    }
    #[inline]
    fn first(self) -> Option<usize> {
        self.first_cell().map(Cell::index)
    }
    #[inline]
    fn has_several(self) -> bool {
        !Bits::is_empty(&self) && self.only().is_none()
    }
    #[inline]
    fn meet(self, other: Bits<W>) -> Bits<W> {
        self & other
    }
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let first = self.first_cell()?;
        self.remove(first);
        Some(first.index())
    }
}

/// A position with the attacker to move.
pub trait Attack: Copy {
    /// Sets of cells of the board.
    type Cells: CellSet;

    /// Where the attacker wins at once.
    fn wins(&self) -> Self::Cells;
    /// Where the defender would win at once.
    fn danger(&self) -> Self::Cells;
    /// Whether a stone can be put on a cell.
    fn is_free(&self, cell: usize) -> bool;
    /// The moves that may threaten something; where there is danger, only what removes it.
    fn moves(&mut self) -> Self::Cells;
    /// Where the attacker would win after a stone on this free cell, if it cannot win at once. Asked after [`Attack::moves`].
    fn threats(&mut self, cell: usize) -> Self::Cells;
    /// Puts the attacker's stone on a free cell and says where it wins next.
    fn strike(&mut self, cell: usize) -> Self::Cells;
    /// Puts the defender's stone after the attacker's. Returns whether the game goes on.
    fn block(&mut self, cell: usize) -> bool;

    /// A mark of the attacker's stones, if lines that lead to the same ones are to be followed once.
    fn mark(&self) -> Option<u64> {
        None
    }
}

/// The attacker's moves of a winning line, in order; the last one makes two threats.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    cells: [u16; LONGEST],
    len: usize,
}

impl Line {
    /// The moves.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        self.cells.into_iter().take(self.len).map(usize::from)
    }

    /// The first move.
    pub fn first(&self) -> usize {
        self.cells[0].into()
    }

    /// Moves of both sides up to the win.
    pub fn plies(&self) -> u16 {
        2 * self.len as u16 + 1
    }
}

/// In which order threats are followed up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// When all moves of a position were tried for two threats at once.
    DoublesFirst,
    /// As soon as one is met.
    InTurn,
}

/// A bounded depth-first search for lines of threats.
pub struct Search<'a> {
    /// Attacker's moves that may still be tried.
    pub left: u32,
    must_end: Option<&'a dyn Fn() -> bool>,
    order: Order,
    /// The longest line that is allowed now, and whether there was more to look at beyond it.
    longest: usize,
    is_cut: bool,
    line: Line,
    /// Threats with one answer that are still to be followed, at all depths, with their blocks.
    single: Vec<(u16, u16)>,
    /// Attacker's stones met before: another order of the same threats.
    met: [u64; MET],
    met_count: usize,
}

impl<'a> Search<'a> {
    /// A search that may try so many of the attacker's moves.
    pub fn new(tries: u32) -> Search<'a> {
        Search {
            left: tries,
            must_end: None,
            order: Order::DoublesFirst,
            longest: LONGEST,
            is_cut: false,
            line: Line { cells: [0; LONGEST], len: 0 },
            single: Vec::new(),
            met: [0; MET],
            met_count: 0,
        }
    }

    /// The same search, which also ends when `must_end` says so.
    #[must_use]
    pub fn until(self, must_end: &'a dyn Fn() -> bool) -> Search<'a> {
        Search { must_end: Some(must_end), ..self }
    }

    /// A winning line of the attacker whose first move is in `first`, if that is given. It must have no win at once, and the
    /// defender at most one.
    pub fn find<A: Attack>(&mut self, start: &A, first: Option<A::Cells>) -> Option<Line> {
        (self.order, self.longest, self.met_count) = (Order::DoublesFirst, LONGEST, 0);
        self.deepen(&mut { *start }, first, 0).then_some(self.line)
    }

    /// The shortest line. Nobody may be about to win at once.
    pub fn find_shortest<A: Attack>(&mut self, start: &A) -> Option<Line> {
        self.order = Order::InTurn;
        self.is_cut = true;
        for length in 1..=LONGEST {
            (self.longest, self.met_count) = (length, 0);
            if !std::mem::take(&mut self.is_cut) {
                return None;
            }
            if self.deepen(&mut { *start }, None, 0) {
                return Some(self.line);
            }
        }
        None
    }

    fn deepen<A: Attack>(&mut self, at: &mut A, first: Option<A::Cells>, depth: usize) -> bool {
        let mut moves = at.moves();
        if let Some(first) = first {
            moves = moves.meet(first);
        }
        let base = self.single.len();
        while let Some(cell) = moves.pop() {
            if !self.may_try() {
                self.single.truncate(base);
                return false;
            }
            let threats = at.threats(cell);
            let Some(block) = threats.first() else { continue };
            if threats.has_several() {
                self.line.cells[depth] = cell as u16;
                self.line.len = depth + 1;
                self.single.truncate(base);
                return true;
            }
            if depth + 1 == self.longest {
                self.is_cut = true;
            } else if self.order == Order::DoublesFirst {
                self.single.push((cell as u16, block as u16));
            } else if self.follow(at, cell, block, depth) {
                return true;
            }
        }
        let end = self.single.len();
        let found = (base..end).any(|index| {
            let (cell, block) = self.single[index];
            self.follow(at, cell.into(), block.into(), depth)
        });
        self.single.truncate(base);
        found
    }

    /// Goes on after a threat and its block.
    fn follow<A: Attack>(&mut self, at: &A, cell: usize, block: usize, depth: usize) -> bool {
        let mut after = *at;
        after.strike(cell);
        if !after.block(block) || after.danger().has_several() {
            return false;
        }
        if depth > 0
            && let Some(mark) = after.mark()
            && self.has_met(mark)
        {
            return false;
        }
        self.line.cells[depth] = cell as u16;
        self.deepen(&mut after, None, depth + 1)
    }

    /// Counts a try; false when there are no more.
    #[inline]
    fn may_try(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        if let Some(must_end) = self.must_end
            && self.left.is_multiple_of(LOOK)
            && must_end()
        {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        true
    }

    fn has_met(&mut self, mark: u64) -> bool {
        if self.met[..self.met_count].contains(&mark) {
            return true;
        }
        if self.met_count < MET {
            self.met[self.met_count] = mark;
            self.met_count += 1;
        }
        false
    }
}

/// Does the attacker win by this line, whatever else has been placed since it was found? `note` hears of each move of the attacker
/// that is made for it, and where it threatens to win then.
#[inline]
pub fn replay<A: Attack>(start: &A, line: &Line, mut note: impl FnMut(usize, Option<A::Cells>)) -> bool {
    let mut at = *start;
    for cell in line.cells() {
        if let Some(win) = at.wins().first() {
            note(win, None);
            return true;
        }
        let danger = at.danger();
        let removes = danger.is_empty() || !danger.has_several() && danger.first() == Some(cell);
        if !at.is_free(cell) || !removes {
            return false;
        }
        let threats = at.strike(cell);
        note(cell, Some(threats));
        if threats.has_several() {
            return true;
        }
        let Some(block) = threats.first() else { return false };
        if !at.block(block) {
            return false;
        }
    }
    false
}
