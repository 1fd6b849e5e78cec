//! What the policy sees of a move: rows of a table, by number. Directions are those of the side to move ([`directions`]).
//!
//! | rows | what they say |
//! | --- | --- |
//! | around | what is on each of the 36 cells within three steps: own, enemy or off the board |
//! | corner, edge | steps to the nearest corner and edge (in Hex: own side) |
//! | middle | how far from the middle, in eighths of the board |
//! | chains | of each colour: corners and edges touched by the chains beside the cell and the cell itself, how many chains |
//! | groups | the same for groups: chains joined by bridges, to edges as well |
//! | sizes | of each colour: stones of the largest chain beside the cell |
//! | last, before | where the last two stones are |
//! | reply | whether the move answers an intrusion into a bridge |
//! | phase, side | how full and how large the board is: the same for all moves |
//! | stones | for cells with a stone: its colour, what its chain and its group touch |
//! | missing | of each colour: how many stones are missing to a win through the cell and to any win, and the difference |

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use game::{Bits, Board, CELL_LIMIT, CORNERS, Cell, Colour, EDGES, Marks, Shape, Size};

use super::convolution;
use super::missing::{Goals, Missing};
use crate::local::{self, Local};

/// Steps within which stones are seen.
const RADIUS: i32 = 3;
/// Cells within so many steps.
const NEAR: usize = 36;

const AROUND: usize = 0;
const CORNER: usize = AROUND + 3 * NEAR;
const EDGE: usize = CORNER + 8;
const MIDDLE: usize = EDGE + 8;
const CHAINS: usize = MIDDLE + 8;
const GROUPS: usize = CHAINS + 2 * TOUCH;
const SIZES: usize = GROUPS + 2 * TOUCH;
const LAST: usize = SIZES + 2 * 6;
const BEFORE: usize = LAST + 8;
const REPLY: usize = BEFORE + 8;
const PHASE: usize = REPLY + 2;
const SIDE: usize = PHASE + 6;
/// Rows of the moves.
pub const ROWS: usize = SIDE + 6;
const STONE_CHAIN: usize = ROWS;
const STONE_GROUP: usize = STONE_CHAIN + 2 * REACH;
/// Rows of all cells, with those of stones: all that the network of November 2026 sees.
pub const FIRST_ROWS: usize = STONE_GROUP + 2 * REACH;
const MISSING: usize = FIRST_ROWS;
const MISSING_STONE: usize = MISSING + 2 * COUNTS;
const MISSING_MORE: usize = MISSING_STONE + 2 * COUNTS;
const MISSING_LEAST: usize = MISSING_MORE + 2 * 4;
/// All rows.
pub const ALL_ROWS: usize = MISSING_LEAST + 2 * COUNTS;
/// Counts of missing stones that are told apart.
const COUNTS: usize = 8;

/// Rows for what a number of chains touches: corners up to two, edges and chains up to three.
const TOUCH: usize = 3 * 4 * 4;
/// Rows for what a chain touches: corners up to two, edges up to three.
const REACH: usize = 3 * 4;
/// Rows that depend on more than the nearest stones, for each move.
pub const LOOSE: usize = 9;

/// The number of a row.
pub type Row = u16;

/// The tables of a shape.
pub struct Features {
    local: &'static Local,
    /// For each colour to move and each stone the cells that see it, and as which of the near ones.
    seen_by: [Vec<Vec<(Cell, u8)>>; 2],
    /// Rows of a cell that never change, for each colour to move.
    fixed: [Vec<Vec<Row>>; 2],
    goals: Goals,
    /// For each stone, how far each cell is from it, as [`how_far`] says.
    far: Vec<Vec<u8>>,
    side: usize,
}

/// The tables of a shape, built on first use; none for boards so small that no cell has six neighbours.
pub fn of(shape: &'static Shape) -> Option<&'static Features> {
    static TABLES: OnceLock<Mutex<HashMap<Size, Option<&'static Features>>>> = OnceLock::new();
    let mut tables = TABLES.get_or_init(Default::default).lock().expect("building a table never panics");
    *tables
        .entry(shape.size())
        .or_insert_with(|| Features::build(shape).map(|built| &*Box::leak(Box::new(built))))
}

impl Features {
    fn build(shape: &'static Shape) -> Option<Features> {
        convolution::steps(shape)?;
        let near = Colour::BOTH.map(|turn| near_steps(shape, turn));
        let at = |cell: Cell, step: (i32, i32)| {
            let (x, y) = shape.place(cell);
            shape.cell_at(x + step.0, y + step.1)
        };
        let mut seen_by = [vec![Vec::new(); shape.len()], vec![Vec::new(); shape.len()]];
        for (seen_by, near) in seen_by.iter_mut().zip(&near) {
            for cell in shape.cells() {
                for (number, &step) in near.iter().enumerate() {
                    if let Some(stone) = at(cell, step) {
                        seen_by[stone.index()].push((cell, number as u8));
                    }
                }
            }
        }
        let from_middle = from_middle(shape);
        let fixed = Colour::BOTH.map(|colour| {
            let rows = |cell: Cell| {
                let off =
                    |(number, &step)| at(cell, step).is_none().then_some((AROUND + 2 * NEAR + number) as Row);
                let near = &near[colour.index()];
                let mut rows: Vec<Row> = near.iter().enumerate().filter_map(off).collect();
                let nearest = |marks: Marks| {
                    let goals = shape.cells().filter(|&goal| shape.marks(goal, colour) & marks != 0);
                    goals.map(|goal| shape.distance(cell, goal)).min().unwrap_or(7).min(7) as usize
                };
                rows.push((CORNER + nearest(CORNERS)) as Row);
                rows.push((EDGE + nearest(EDGES)) as Row);
                rows.push((MIDDLE + from_middle[cell.index()]) as Row);
                rows
            };
            shape.cells().map(rows).collect()
        });
        let local = local::of(shape);
        let far = |stone: Cell| shape.cells().map(|cell| how_far(shape, local, cell, stone)).collect();
        Some(Features {
            local,
            seen_by,
            fixed,
            goals: Goals::new(shape, local),
            far: shape.cells().map(far).collect(),
            side: shape.side(),
        })
    }

    /// The cells that see a stone, each with the row of it.
    pub fn seen_by(
        &self,
        stone: Cell,
        colour: Colour,
        turn: Colour,
    ) -> impl Iterator<Item = (Cell, Row)> + '_ {
        let first = AROUND + if colour == turn { 0 } else { NEAR };
        self.seen_by[turn.index()][stone.index()]
            .iter()
            .map(move |&(cell, near)| (cell, (first + near as usize) as Row))
    }

    /// The rows of a cell that never change.
    pub fn fixed(&self, cell: Cell, colour: Colour) -> &[Row] {
        &self.fixed[colour.index()][cell.index()]
    }

    /// The rows that all moves of a position share.
    pub fn common<const W: usize>(&self, board: &Board<W>) -> [Row; 2] {
        let filled = board.stone_count() * 100 / board.shape().len();
        let phase = [3, 8, 15, 30, 45].iter().filter(|&&bound| filled >= bound).count();
        [(PHASE + phase) as Row, (SIDE + self.side.clamp(4, 9) - 4) as Row]
    }

    /// Counts the stones that are missing to a win.
    pub fn missing<const W: usize>(&self, board: &Board<W>) -> Missing {
        self.goals.missing(board)
    }

    /// The rows of missing stones that all cells of a position share.
    pub fn least(&self, missing: &Missing, turn: Colour) -> [Row; 2] {
        let row = |side: usize, colour| {
            (MISSING_LEAST + side * COUNTS + missing.least(colour).min(COUNTS - 1)) as Row
        };
        [row(0, turn), row(1, turn.other())]
    }

    /// The rows of missing stones of an empty cell.
    pub fn missing_at(&self, missing: &Missing, cell: Cell, turn: Colour) -> [Row; 4] {
        let count = |side: usize, colour| {
            let count = missing.through(cell, colour).clamp(1, COUNTS) - 1;
            (MISSING + side * COUNTS + count) as Row
        };
        let more = |side: usize, colour| {
            let more = missing.through(cell, colour).saturating_sub(missing.least(colour)).min(3);
            (MISSING_MORE + side * 4 + more) as Row
        };
        [count(0, turn), count(1, turn.other()), more(0, turn), more(1, turn.other())]
    }

    /// The row of missing stones of a cell with a stone.
    pub fn missing_of_stone(&self, missing: &Missing, cell: Cell, colour: Colour, turn: Colour) -> Row {
        let side = if colour == turn { 0 } else { COUNTS };
        (MISSING_STONE + side + missing.through(cell, colour).min(COUNTS - 1)) as Row
    }

    /// All rows of a position: which cell, which row.
    pub fn each_row<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        mut add: impl FnMut(Cell, Row),
    ) {
        super::value_net::each_row(self, board, before, &mut add);
        let turn = board.turn();
        let missing = self.missing(board);
        let least = self.least(&missing, turn);
        for cell in board.shape().cells() {
            least.into_iter().for_each(|row| add(cell, row));
        }
        for cell in board.empty_cells() {
            self.missing_at(&missing, cell, turn).into_iter().for_each(|row| add(cell, row));
        }
        for colour in Colour::BOTH {
            for stone in board.stones(colour) {
                add(stone, self.missing_of_stone(&missing, stone, colour, turn));
            }
        }
    }

    /// Looks at the chains and groups of a position.
    pub fn scene<'a, const W: usize>(
        &'a self,
        board: &'a Board<W>,
        before: [Option<Cell>; 2],
    ) -> Scene<'a, W> {
        let groups = Colour::BOTH.map(|colour| self.groups(board, colour));
        let mut replies = [false; CELL_LIMIT];
        if let Some(last) = before[1] {
            for cell in self.local.bridge_replies(board, last, board.turn()) {
                replies[cell.index()] = true;
            }
        }
        let stones = Colour::BOTH.map(|colour| board.stones(colour));
        Scene { features: self, board, stones, empty: board.empty_cells(), groups, before, replies }
    }

    fn groups<const W: usize>(&self, board: &Board<W>, colour: Colour) -> Groups {
        let own = board.stones(colour);
        let empty = board.empty_cells();
        let mut groups = Groups { above: [Cell::default(); CELL_LIMIT], marks: [0; CELL_LIMIT] };
        for stone in own {
            let label = board.chain(stone);
            groups.above[stone.index()] = label;
            groups.marks[label.index()] = board.chain_marks(label);
        }
        for stone in own {
            for bridge in self.local.bridges(stone) {
                if bridge.end > stone
                    && own.has(bridge.end)
                    && bridge.between.iter().all(|&cell| empty.has(cell))
                {
                    groups.join(stone, bridge.end);
                }
            }
            for (between, marks) in self.local.edge_bridges(stone, colour) {
                if between.iter().all(|&cell| empty.has(cell)) {
                    let top = groups.top(stone);
                    groups.marks[top.index()] |= marks;
                }
            }
        }
        groups
    }
}

/// Chains of one colour that bridges join.
struct Groups {
    /// For each stone another one of the same group, closer to the one that stands for all; that one stands above itself.
    above: [Cell; CELL_LIMIT],
    marks: [Marks; CELL_LIMIT],
}

impl Groups {
    fn top(&self, mut cell: Cell) -> Cell {
        while self.above[cell.index()] != cell {
            cell = self.above[cell.index()];
        }
        cell
    }

    fn join(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.top(a), self.top(b));
        if a != b {
            self.above[b.index()] = a;
            self.marks[a.index()] |= self.marks[b.index()];
        }
    }
}

/// A position, looked at.
pub struct Scene<'a, const W: usize> {
    features: &'a Features,
    board: &'a Board<W>,
    stones: [Bits<W>; 2],
    empty: Bits<W>,
    groups: [Groups; 2],
    before: [Option<Cell>; 2],
    replies: [bool; CELL_LIMIT],
}

impl<const W: usize> Scene<'_, W> {
    /// The rows of a move that depend on more than the nearest stones.
    #[inline(always)]
    pub fn loose(&self, cell: Cell) -> [Row; LOOSE] {
        let own = self.board.turn();
        let enemy = own.other();
        let (own_chains, own_size) = self.chains(cell, own);
        let (enemy_chains, enemy_size) = self.chains(cell, enemy);
        [
            (CHAINS + own_chains) as Row,
            (CHAINS + TOUCH + enemy_chains) as Row,
            (GROUPS + self.group_touch(cell, own)) as Row,
            (GROUPS + TOUCH + self.group_touch(cell, enemy)) as Row,
            (SIZES + own_size) as Row,
            (SIZES + 6 + enemy_size) as Row,
            (LAST + self.step_from(cell, self.before[1])) as Row,
            (BEFORE + self.step_from(cell, self.before[0])) as Row,
            (REPLY + usize::from(self.replies[cell.index()])) as Row,
        ]
    }

    /// The rows of a cell with a stone that depend on more than the nearest stones.
    #[inline(always)]
    pub fn stone(&self, cell: Cell, colour: Colour) -> [Row; 4] {
        let side = if colour == self.board.turn() { 0 } else { REACH };
        let groups = &self.groups[colour.index()];
        let chain = self.board.chain_marks(self.board.chain(cell));
        [
            (STONE_CHAIN + side + reach(chain)) as Row,
            (STONE_GROUP + side + reach(groups.marks[groups.top(cell).index()])) as Row,
            (LAST + self.step_from(cell, self.before[1])) as Row,
            (BEFORE + self.step_from(cell, self.before[0])) as Row,
        ]
    }

    #[inline(always)]
    fn chains(&self, cell: Cell, colour: Colour) -> (usize, usize) {
        let mut found = Distinct::new(self.board.shape().marks(cell, colour));
        let mut largest = 0;
        let pattern = self.board.pattern(cell, colour);
        if pattern != 0 {
            for (direction, next) in self.board.shape().around(cell).into_iter().enumerate() {
                if pattern >> direction & 1 != 0 {
                    let label = self.board.chain(next.expect("a stone is on the board"));
                    found.add(label, self.board.chain_marks(label));
                    largest = largest.max(self.board.chain_size(label));
                }
            }
        }
        let size = [1, 2, 3, 5, 9].iter().filter(|&&bound| largest >= bound).count();
        (found.touch(), size)
    }

    #[inline(always)]
    fn group_touch(&self, cell: Cell, colour: Colour) -> usize {
        let groups = &self.groups[colour.index()];
        let mut found = Distinct::new(self.board.shape().marks(cell, colour));
        let pattern = self.board.pattern(cell, colour);
        if pattern != 0 {
            for (direction, next) in self.board.shape().around(cell).into_iter().enumerate() {
                if pattern >> direction & 1 != 0 {
                    let top = groups.top(next.expect("a stone is on the board"));
                    found.add(top, groups.marks[top.index()]);
                }
            }
        }
        let (own, empty) = (&self.stones[colour.index()], &self.empty);
        for bridge in self.features.local.bridges(cell) {
            if own.has(bridge.end) && bridge.between.iter().all(|&cell| empty.has(cell)) {
                let top = groups.top(bridge.end);
                found.add(top, groups.marks[top.index()]);
            }
        }
        for (between, marks) in self.features.local.edge_bridges(cell, colour) {
            if between.iter().all(|&cell| empty.has(cell)) {
                found.marks |= marks;
            }
        }
        found.touch()
    }

    #[inline(always)]
    fn step_from(&self, cell: Cell, stone: Option<Cell>) -> usize {
        stone.map_or(0, |stone| self.features.far[stone.index()][cell.index()].into())
    }
}

/// How far a cell is from a stone: beside it, by a bridge, two steps, three, four, six, and more. 0 is without a stone.
fn how_far(shape: &Shape, local: &Local, cell: Cell, stone: Cell) -> u8 {
    match shape.distance(cell, stone) {
        ..=1 => 1,
        2 if local.bridges(stone).iter().any(|bridge| bridge.end == cell) => 2,
        2 => 3,
        3 => 4,
        4 => 5,
        5 | 6 => 6,
        _ => 7,
    }
}

/// Chains or groups that are counted once each.
struct Distinct {
    met: [Cell; 12],
    count: usize,
    marks: Marks,
}

impl Distinct {
    fn new(marks: Marks) -> Distinct {
        Distinct { met: [Cell::default(); 12], count: 0, marks }
    }

    #[inline(always)]
    fn add(&mut self, label: Cell, marks: Marks) {
        if !self.met[..self.count].contains(&label) {
            self.met[self.count] = label;
            self.count += 1;
            self.marks |= marks;
        }
    }

    #[inline(always)]
    fn touch(&self) -> usize {
        reach(self.marks) * 4 + self.count.min(3)
    }
}

/// Corners and edges among the marks, as one of `REACH` numbers.
#[inline(always)]
fn reach(marks: Marks) -> usize {
    let corners = (marks & CORNERS).count_ones().min(2) as usize;
    let edges = (marks & EDGES).count_ones().min(3) as usize;
    corners * 4 + edges
}

/// Steps to the cells within the radius, ring by ring, each from the first direction on, as the side to move sees them.
fn near_steps(shape: &Shape, turn: Colour) -> Vec<(i32, i32)> {
    let Some(steps) = convolution::steps(shape) else { return Vec::new() };
    let steps = convolution::directions(shape, turn).map(|direction| steps[direction]);
    let mut near = Vec::with_capacity(NEAR);
    for ring in 1..=RADIUS {
        for (direction, out) in steps.iter().enumerate() {
            let along = steps[(direction + 2) % 6];
            near.extend((0..ring).map(|k| (ring * out.0 + k * along.0, ring * out.1 + k * along.1)));
        }
    }
    near
}

/// How far each cell is from the middle, in eighths of the greatest distance between two cells.
fn from_middle(shape: &Shape) -> Vec<usize> {
    let far = |cell: Cell| shape.cells().map(|other| shape.distance(cell, other)).max().unwrap_or(0);
    let far: Vec<i32> = shape.cells().map(far).collect();
    let least = far.iter().copied().min().unwrap_or(1).max(1);
    far.iter().map(|far| (8 * (far - least) / (least + 1)).clamp(0, 7) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_cells_are_all_and_each_once() {
        for size in [Size::havannah(5).unwrap(), Size::Rhombus(7, 7)] {
            let shape = Shape::of(size);
            let middle = shape.cell_at(3, 3).unwrap();
            let mut near = near_steps(shape, Colour::White);
            near.sort_unstable();
            near.dedup();
            assert_eq!(near.len(), NEAR);
            let within =
                shape.cells().filter(|&cell| (1..=3).contains(&shape.distance(middle, cell))).count();
            let seen = of(shape).unwrap().seen_by(middle, Colour::White, Colour::White).count();
            assert_eq!(seen, within);
        }
    }

    #[test]
    fn a_group_reaches_an_edge_by_a_bridge() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let features = of(shape).unwrap();
        let mut board = Board::<1>::new(shape);
        // On the second row from the top, with two free edge cells above it.
        let stone = shape.cell_at(2, 1).unwrap();
        board.place(stone, Colour::White);
        let groups = features.groups(&board, Colour::White);
        assert_eq!(groups.marks[groups.top(stone).index()].count_ones(), 1);
        let beside = shape.cell_at(3, 2).unwrap();
        let scene = features.scene(&board, [None, Some(stone)]);
        // One group, one edge, no corner.
        assert_eq!(scene.group_touch(beside, Colour::White), 4 + 1);
        assert_eq!(scene.chains(beside, Colour::White).0, 1);
    }
}
