//! Where cells lie on a screen of small squares, two of them to each character, and which size fits.
//!
//! Every square belongs to the nearest cell's middle, which makes hexagons by itself. A vertex is up, as in pictures.

use game::{Cell, Colour, Shape};

/// Widths of a cell in characters with the distance of rows in half characters, the largest first.
const SCALES: [(i32, i32); 7] = [(16, 14), (12, 10), (10, 9), (8, 7), (6, 5), (4, 4), (4, 3)];
/// Cells of two characters on rows of one: the smallest board, drawn with letters.
const SMALLEST: (i32, i32) = (2, 2);

/// How far the coloured sides of Hex stand out, in widths of a cell.
const SIDE: f32 = 0.25;

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
        let room = raster.side(width).ceil() as i32;
        Raster { left: width / 2 + 3 + room - least as i32, ..raster }
    }

    /// Whether cells are too small for anything but letters.
    pub fn is_smallest(&self) -> bool {
        self.width == SMALLEST.0
    }

    /// How many columns and rows of characters the board takes, its names included.
    pub fn extent(&self) -> (i32, i32) {
        let right = self.shape.cells().map(|cell| self.middle(cell).0).fold(f32::MIN, f32::max);
        let bottom = self.place(0, self.shape.rows() - 1).1 + self.above();
        let side = self.side(self.width).ceil() as i32;
        (right as i32 + self.width / 2 + side + 4, (bottom / 2.0).ceil() as i32 + 1)
    }

    /// How far the coloured sides of Hex stand out from the board, where a cell measures so much.
    fn side(&self, cell: i32) -> f32 {
        if self.shape.has_own_sides() && !self.is_smallest() { cell as f32 * SIDE } else { 0.0 }
    }

    /// How far the board reaches above the middles of its first row, in half characters.
    pub fn above(&self) -> f32 {
        if self.is_smallest() { 0.0 } else { self.pitch as f32 * 0.667 + self.side(self.pitch) }
    }

    /// The height of the first row's middle, in half characters: the names of columns stand above it.
    fn top(&self) -> i32 {
        self.above().ceil() as i32 + 2
    }

    /// The middle of a place on the board or beyond: column, and row in half characters.
    pub fn place(&self, x: i32, y: i32) -> (f32, f32) {
        let column = self.left + x * self.width + self.shape.lean() * y * self.width / 2;
        // Cells are an even number of characters wide: their middle lies between two.
        (column as f32 - 0.5, (self.top() + y * self.pitch) as f32)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> (f32, f32) {
        let (x, y) = self.shape.place(cell);
        self.place(x, y)
    }

    /// The cell to which a square belongs, and how far its middle is, in widths of a cell.
    pub fn cell_at(&self, column: f32, half: f32) -> Option<(Cell, f32)> {
        let ((x, y), distance) = self.nearest(column, half).next()?;
        self.shape.cell_at(x, y).map(|cell| (cell, distance))
    }

    /// The colour of the side of a Hex board that is drawn on a square beside it.
    pub fn side_at(&self, column: f32, half: f32) -> Option<Colour> {
        let mut places = self.nearest(column, half);
        let ((x, y), _) = places.next()?;
        let (_, distance) = places.find(|&((x, y), _)| self.shape.cell_at(x, y).is_some())?;
        let is_near = self.shape.has_own_sides() && distance < 0.5 + SIDE;
        let beyond_rows = !(0..self.shape.rows()).contains(&y);
        let beyond_columns = x < 0 || x > self.shape.row(0).1;
        match (is_near, beyond_rows, beyond_columns) {
            (true, true, _) => Some(Colour::Black),
            (true, false, true) => Some(Colour::White),
            _ => None,
        }
    }

    /// The places around a square and how far they are, the nearest first.
    fn nearest(&self, column: f32, half: f32) -> impl Iterator<Item = ((i32, i32), f32)> + use<> {
        let row = ((half - self.top() as f32) / self.pitch as f32).round() as i32;
        let mut places = [((0, 0), 0.0); 9];
        for (i, found) in places.iter_mut().enumerate() {
            let y = row - 1 + i as i32 / 3;
            let nearest = ((column - self.place(0, y).0) / self.width as f32).round() as i32;
            let x = nearest - 1 + i as i32 % 3;
            *found = ((x, y), self.distance((column, half), self.place(x, y)));
        }
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        places.into_iter()
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
