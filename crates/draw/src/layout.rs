//! Where cells lie: hexagons with a vertex up, so that rows run straight across.
//!
//! ```text
//!        V0                sides, clockwise, in the order of the neighbours:
//!     5 /  \ 0             0 upper left (V5 V0)   1 upper right (V0 V1)   2 right (V1 V2)
//!   V5 |    | V1           3 lower right (V2 V3)  4 lower left (V3 V4)    5 left (V4 V5)
//!   V4 |    | V2
//!       \  /
//!        V3
//! ```

use game::{Cell, Shape};

/// The width of a cell in units of the scene.
pub(crate) const CELL: f32 = 40.0;
/// The distance from a cell's middle to its vertices.
pub(crate) const RADIUS: f32 = CELL * 0.577_350_3;
/// The distance between rows.
const ROW: f32 = RADIUS * 1.5;

/// A point of the scene: x to the right, y down.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    pub fn to(self, dx: f32, dy: f32) -> Point {
        Point { x: self.x + dx, y: self.y + dy }
    }

    pub fn middle(self, other: Point) -> Point {
        Point { x: (self.x + other.x) / 2.0, y: (self.y + other.y) / 2.0 }
    }
}

/// The places of one board's cells.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    shape: &'static Shape,
    origin: Point,
}

impl Layout {
    /// A layout whose leftmost and topmost cell middles lie at `left` and `top`.
    pub fn new(shape: &'static Shape, left: f32, top: f32) -> Layout {
        let layout = Layout { shape, origin: Point::default() };
        let least = shape.cells().map(|cell| layout.middle(cell).x).fold(f32::MAX, f32::min);
        Layout { shape, origin: Point::new(left - least, top) }
    }

    /// The distance between the outermost cell middles, across and down.
    pub fn extent(&self) -> (f32, f32) {
        let xs = self.shape.cells().map(|cell| self.middle(cell).x);
        let (least, most) = xs.fold((f32::MAX, f32::MIN), |(least, most), x| (least.min(x), most.max(x)));
        (most - least, (self.shape.rows() - 1) as f32 * ROW)
    }

    /// The middle of the place at column x and row y, on the board or beyond it.
    pub fn place(&self, x: i32, y: i32) -> Point {
        let lean = 0.5 * self.shape.lean() as f32;
        self.origin.to((x as f32 + lean * y as f32) * CELL, y as f32 * ROW)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> Point {
        let (x, y) = self.shape.place(cell);
        self.place(x, y)
    }

    /// The point that lies `far` cells from a cell's middle in the direction of a neighbouring place.
    pub fn towards(&self, cell: Cell, (x, y): (i32, i32), far: f32) -> Point {
        let (from, to) = (self.middle(cell), self.place(x, y));
        from.to((to.x - from.x) * far, (to.y - from.y) * far)
    }

    /// The six vertices of a cell, drawn in by `inset`.
    pub fn hexagon(&self, cell: Cell, inset: f32) -> Vec<Point> {
        let middle = self.middle(cell);
        (0..6).map(|vertex| vertex_at(middle, vertex, RADIUS - inset * 1.154_700_5)).collect()
    }

    /// The two ends of a side of a cell, clockwise.
    pub fn side(&self, cell: Cell, side: usize) -> [Point; 2] {
        let middle = self.middle(cell);
        [vertex_at(middle, (side + 5) % 6, RADIUS), vertex_at(middle, side, RADIUS)]
    }

    /// The sides of a cell that lie on the border of the board.
    pub fn outer_sides(&self, cell: Cell) -> Vec<usize> {
        let around = self.shape.around(cell);
        (0..6).filter(|&side| around[side].is_none()).collect()
    }
}

fn vertex_at(middle: Point, vertex: usize, radius: f32) -> Point {
    let (sin, cos) = (vertex as f32 * 60.0 - 90.0).to_radians().sin_cos();
    middle.to(radius * cos, radius * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Size};

    #[test]
    fn neighbours_lie_one_cell_away_and_differ_in_tint() {
        for (game, text) in [(Game::Havannah, "5"), (Game::Havannah, "3x4x5"), (Game::Hex, "5x4")] {
            let shape = Shape::of(Size::parse(game, text).unwrap());
            let layout = Layout::new(shape, 0.0, 0.0);
            for cell in shape.cells() {
                for (side, next) in shape.around(cell).into_iter().enumerate() {
                    let Some(next) = next else { continue };
                    assert_ne!(shape.tint(cell), shape.tint(next));
                    let (a, b) = (layout.middle(cell), layout.middle(next));
                    assert!(((a.x - b.x).hypot(a.y - b.y) - CELL).abs() < 0.01, "{text}");
                    let ends = layout.side(cell, side);
                    let between = ends[0].middle(ends[1]);
                    assert!((between.x - a.middle(b).x).hypot(between.y - a.middle(b).y) < 0.01, "{text}");
                }
            }
        }
    }
}
