//! Where cells lie on a screen of small squares, two of them to each character, and which size fits.
//!
//! Every square belongs to the nearest cell's middle, which makes hexagons by itself. A vertex is up, as in pictures.

use game::{Cell, Shape};

/// Widths of a cell in characters with the distance of rows in half characters, the largest first.
const SCALES: [(i32, i32); 7] = [(16, 14), (12, 10), (10, 9), (8, 7), (6, 5), (4, 4), (4, 3)];
/// Cells of two characters on rows of one: the smallest board, drawn with letters.
const SMALLEST: (i32, i32) = (2, 2);

/// A board fitted to the screen.
#[derive(Clone, Copy)]
pub struct Raster {
    shape: &'static Shape,
    /// The width of a cell.
    pub width: i32,
    /// The distance between rows, in half characters.
    pub pitch: i32,
    /// The left end of the place (0, 0).
    left: i32,
}

impl Raster {
    /// The largest raster that fits so many columns and rows of characters; the smallest one if none does.
    pub fn fitting(shape: &'static Shape, columns: u16, rows: u16) -> Raster {
        let fits = |raster: &Raster| {
            let (wide, high) = raster.extent();
            wide <= i32::from(columns) && high <= i32::from(rows)
        };
        let all = SCALES.into_iter().map(|scale| Raster::new(shape, scale));
        all.into_iter().find(fits).unwrap_or_else(|| Raster::new(shape, SMALLEST))
    }

    /// The smallest raster, which is drawn with letters.
    pub fn smallest(shape: &'static Shape) -> Raster {
        Raster::new(shape, SMALLEST)
    }

    fn new(shape: &'static Shape, (width, pitch): (i32, i32)) -> Raster {
        let raster = Raster { shape, width, pitch, left: 0 };
        let least = shape.cells().map(|cell| raster.middle(cell).0).fold(f32::MAX, f32::min);
        // Room for the names of rows at the left.
        Raster { left: width / 2 + 3 - least as i32, ..raster }
    }

    /// Whether cells are too small for anything but letters.
    pub fn is_smallest(&self) -> bool {
        self.width == SMALLEST.0
    }

    /// How many columns and rows of characters the board takes, its names included.
    pub fn extent(&self) -> (i32, i32) {
        let right = self.shape.cells().map(|cell| self.middle(cell).0).fold(f32::MIN, f32::max);
        let bottom = self.top() + (self.shape.rows() - 1) * self.pitch + self.pitch / 2 + self.pitch / 5;
        (right as i32 + self.width / 2 + 4, (bottom + 2) / 2)
    }

    /// The height of the first row's middle, in half characters: the names of columns stand above it.
    fn top(&self) -> i32 {
        if self.is_smallest() { 2 } else { self.pitch / 2 + self.pitch / 5 + 3 }
    }

    /// The middle of a place on the board or beyond: column, and row in half characters.
    pub fn place(&self, x: i32, y: i32) -> (f32, f32) {
        let lean = if self.shape.has_rings() { -1 } else { 1 };
        let column = self.left + x * self.width + lean * y * self.width / 2;
        (column as f32, (self.top() + y * self.pitch) as f32)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> (f32, f32) {
        let (x, y) = self.shape.place(cell);
        self.place(x, y)
    }

    /// The cell to which a square belongs, and how far its middle is, in widths of a cell.
    pub fn cell_at(&self, column: f32, half: f32) -> Option<(Cell, f32)> {
        let row = ((half - self.top() as f32) / self.pitch as f32).round() as i32;
        let (mut best, mut least) = (None, f32::MAX);
        for y in row - 1..=row + 1 {
            let start = self.place(0, y).0;
            let nearest = ((column - start) / self.width as f32).round() as i32;
            for x in nearest - 1..=nearest + 1 {
                let distance = self.distance((column, half), self.place(x, y));
                if distance < least {
                    (best, least) = (self.shape.cell_at(x, y), distance);
                }
            }
        }
        best.map(|cell| (cell, least))
    }

    /// How far two points are, in widths of a cell, on a board stretched to true hexagons.
    fn distance(&self, a: (f32, f32), b: (f32, f32)) -> f32 {
        let dx = (a.0 - b.0) / self.width as f32;
        let dy = (a.1 - b.1) / self.pitch as f32 * 0.866;
        dx.hypot(dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Size};

    #[test]
    fn every_cell_is_found_at_its_middle() {
        for (game, size) in [(Game::Havannah, "4"), (Game::Havannah, "3x5x4"), (Game::Hex, "6x4")] {
            let shape = Shape::of(Size::parse(game, size).unwrap());
            for scale in SCALES.into_iter().chain([SMALLEST]) {
                let raster = Raster::new(shape, scale);
                for cell in shape.cells() {
                    let (column, half) = raster.middle(cell);
                    assert_eq!(raster.cell_at(column, half).map(|found| found.0), Some(cell));
                    assert!(column >= 0.0 && half >= 0.0);
                }
            }
        }
    }

    #[test]
    fn boards_fit_their_room() {
        for size in [2, 4, 8, 10] {
            let shape = Shape::of(Size::havannah(size).unwrap());
            for (columns, rows) in [(52, 21), (90, 36), (200, 60)] {
                let (wide, high) = Raster::fitting(shape, columns, rows).extent();
                assert!(wide <= i32::from(columns) && high <= i32::from(rows), "{size} {columns} {rows}");
            }
        }
    }
}
