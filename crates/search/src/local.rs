//! Tables of small local figures of a shape: bridges, and cells near a cell. Built once a shape.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use game::{Board, Cell, Colour, Marks, Shape, Size};

/// A bridge from a cell: its far end and the two cells between.
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    /// The far end.
    pub end: Cell,
    /// The cells between.
    pub between: [Cell; 2],
}

/// A bridge to an edge (in Hex: an own side): two neighbours on it that adjoin each other, and the edge.
pub type EdgeBridge = ([Cell; 2], Marks);

/// The local figures of a shape.
#[derive(Debug)]
pub struct Local {
    near: Vec<Vec<(Cell, u8)>>,
    bridges: Vec<Vec<Bridge>>,
    edge_bridges: [Vec<Vec<EdgeBridge>>; 2],
    /// For each cell and pattern of own neighbours: which neighbour answers an intrusion there. 6 is none.
    around: Vec<[Option<Cell>; 6]>,
}

/// The local figures of a shape, built on first use.
pub fn of(shape: &'static Shape) -> &'static Local {
    static TABLES: OnceLock<Mutex<HashMap<Size, &'static Local>>> = OnceLock::new();
    let mut tables = TABLES.get_or_init(Default::default).lock().expect("building a table never panics");
    tables.entry(shape.size()).or_insert_with(|| Box::leak(Box::new(Local::build(shape))))
}

impl Local {
    fn build(shape: &Shape) -> Local {
        let bridges: Vec<Vec<Bridge>> = shape.cells().map(|cell| bridges(shape, cell)).collect();
        let near = shape
            .cells()
            .map(|cell| {
                let points = |other: Cell| match shape.distance(cell, other) {
                    1 => 3,
                    2 if bridges[cell.index()].iter().any(|bridge| bridge.end == other) => 2,
                    2 => 1,
                    _ => 0,
                };
                shape.cells().map(|other| (other, points(other))).filter(|near| near.1 > 0).collect()
            })
            .collect();
        let edge_bridges =
            Colour::BOTH.map(|colour| shape.cells().map(|cell| edge_bridges(shape, cell, colour)).collect());
        Local { near, bridges, edge_bridges, around: shape.cells().map(|cell| shape.around(cell)).collect() }
    }

    /// The cells near a stone, with 3 points for neighbours, 2 for bridges, 1 for others two steps away.
    pub fn near(&self, cell: Cell) -> &[(Cell, u8)] {
        &self.near[cell.index()]
    }

    /// The bridges from a cell.
    pub fn bridges(&self, cell: Cell) -> &[Bridge] {
        &self.bridges[cell.index()]
    }

    /// The bridges from a cell to edges.
    pub fn edge_bridges(&self, cell: Cell, colour: Colour) -> &[EdgeBridge] {
        &self.edge_bridges[colour.index()][cell.index()]
    }

    /// Whether a stone of `own` on `cell` would be a bridge away from an own stone, with both cells between empty.
    pub fn is_joint<const W: usize>(&self, board: &Board<W>, cell: Cell, own: Colour) -> bool {
        let stones = board.stones(own);
        let enemy = board.stones(own.other());
        self.bridges(cell).iter().any(|bridge| {
            stones.has(bridge.end) && bridge.between.iter().all(|&cell| !stones.has(cell) && !enemy.has(cell))
        })
    }

    /// Whether a stone of `own` on `cell` answers an intrusion of `last` into a bridge: seen around `last`, the cell
    /// lies between two own stones, or between an own stone and the border.
    pub fn keeps_bridge<const W: usize>(
        &self,
        board: &Board<W>,
        cell: Cell,
        last: Cell,
        own: Colour,
    ) -> bool {
        self.bridge_replies(board, last, own).any(|reply| reply == cell)
    }

    /// The empty cells beside `last` that keep a bridge of `own` together.
    pub fn bridge_replies<'a, const W: usize>(
        &'a self,
        board: &'a Board<W>,
        last: Cell,
        own: Colour,
    ) -> impl Iterator<Item = Cell> + 'a {
        let around = &self.around[last.index()];
        let pattern = board.pattern(last, own);
        let taken = pattern | board.pattern(last, own.other());
        (0..6).filter_map(move |direction| {
            let cell = around[direction]?;
            let (left, right) = ((direction + 5) % 6, (direction + 1) % 6);
            let holds = |side: usize| pattern >> side & 1 != 0;
            let wall = |side: usize| around[side].is_none();
            let answers = taken >> direction & 1 == 0
                && (holds(left) && (holds(right) || wall(right)) || wall(left) && holds(right));
            answers.then_some(cell)
        })
    }
}

fn bridges(shape: &Shape, cell: Cell) -> Vec<Bridge> {
    let around = shape.around(cell);
    (0..6)
        .filter_map(|direction| {
            let (a, b) = (around[direction]?, around[(direction + 1) % 6]?);
            let end = shape.neighbours(a).find(|&end| end != cell && shape.distance(end, b) == 1)?;
            Some(Bridge { end, between: [a, b] })
        })
        .collect()
}

fn edge_bridges(shape: &Shape, cell: Cell, colour: Colour) -> Vec<EdgeBridge> {
    let around = shape.around(cell);
    (0..6)
        .filter_map(|direction| {
            let (a, b) = (around[direction]?, around[(direction + 1) % 6]?);
            let shared = shape.marks(a, colour) & shape.marks(b, colour);
            (shared != 0 && shape.marks(cell, colour) & shared == 0).then_some(([a, b], shared))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridges_and_nearness_in_the_middle_of_a_board() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let middle = shape.cell_at(4, 4).unwrap();
        let local = of(shape);
        assert_eq!(local.bridges(middle).len(), 6);
        assert!(local.bridges(middle).iter().all(|bridge| shape.distance(middle, bridge.end) == 2));
        let points: u32 = local.near(middle).iter().map(|&(_, points)| u32::from(points)).sum();
        assert_eq!(points, 6 * 3 + 6 * 2 + 6);
    }

    #[test]
    fn an_intrusion_into_a_bridge_is_answered() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut board = Board::<1>::new(shape);
        let bridge = of(shape).bridges(shape.cell_at(4, 4).unwrap())[0];
        board.place(shape.cell_at(4, 4).unwrap(), Colour::White);
        board.place(bridge.end, Colour::White);
        board.place(bridge.between[0], Colour::Black);
        let replies: Vec<Cell> = of(shape).bridge_replies(&board, bridge.between[0], Colour::White).collect();
        assert_eq!(replies, [bridge.between[1]]);
    }
}
