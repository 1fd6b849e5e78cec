//! Symmetries of the board, found by trying: every linear map that carries the six steps to
//! neighbours into each other is applied to all cells, and kept if the board falls onto itself.

use crate::Colour;
use crate::shape::{Cell, Shape};

/// A linear map: (x, y) goes to (a x + b y, c x + d y).
type Linear = [i32; 4];

/// A way to turn or mirror the board onto itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(Vec<Cell>);

impl Symmetry {
    /// Where the symmetry carries a cell.
    pub fn image(&self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }

    /// The images of all cells, in the order of [`Shape::cells`].
    pub fn images(&self) -> &[Cell] {
        &self.0
    }
}

impl Shape {
    /// The symmetries that leave the game as it is for both colours, the identity first.
    ///
    /// A regular hexagon has 12, an uneven one 4 or 2. On a Hex board they keep each colour's sides:
    /// the identity and the half turn.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps =
            |symmetry: &Symmetry| Colour::BOTH.iter().all(|&colour| carries(self, symmetry, colour, colour));
        all_maps_onto_itself(self).into_iter().filter(keeps).collect()
    }

    /// The symmetries of a square Hex board that exchange the colours' sides; a position carried by
    /// one of them is the same game once its stones change colour. There are none on other boards;
    /// in Havannah colours can be exchanged without moving a stone.
    pub fn exchanging_symmetries(&self) -> Vec<Symmetry> {
        if !self.has_own_sides() {
            return Vec::new();
        }
        let exchanges = |symmetry: &Symmetry| {
            Colour::BOTH.iter().all(|&colour| carries(self, symmetry, colour, colour.other()))
        };
        all_maps_onto_itself(self).into_iter().filter(exchanges).collect()
    }
}

/// Every distinct map of the board onto itself, the identity first (it is the least list of images).
fn all_maps_onto_itself(shape: &Shape) -> Vec<Symmetry> {
    let mut found: Vec<Symmetry> =
        linear_maps(shape).into_iter().filter_map(|map| apply(shape, map)).collect();
    found.sort();
    found.dedup();
    found
}

/// The linear maps that carry each of the six steps into one of the six: six turns and six mirrors.
fn linear_maps(shape: &Shape) -> Vec<Linear> {
    let steps = shape.steps();
    let permutes =
        |map: &Linear| steps.iter().all(|step| steps.iter().any(|&original| image(*map, original) == *step));
    let entries = [-1, 0, 1];
    let rows: Vec<(i32, i32)> = entries.into_iter().flat_map(|a| entries.map(|b| (a, b))).collect();
    rows.iter().flat_map(|&(a, b)| rows.iter().map(move |&(c, d)| [a, b, c, d])).filter(permutes).collect()
}

fn image([a, b, c, d]: Linear, (x, y): (i32, i32)) -> (i32, i32) {
    (a * x + b * y, c * x + d * y)
}

/// The map on cells, shifted so that the least coordinates are 0 again; nothing if a cell leaves
/// the board. Different cells have different images, because the map is invertible.
fn apply(shape: &Shape, map: Linear) -> Option<Symmetry> {
    let images: Vec<(i32, i32)> = shape.cells().map(|cell| image(map, shape.xy(cell))).collect();
    let left = images.iter().map(|&(x, _)| x).min()?;
    let top = images.iter().map(|&(_, y)| y).min()?;
    let cells = images.iter().map(|&(x, y)| shape.at(x - left, y - top));
    cells.collect::<Option<Vec<Cell>>>().map(Symmetry)
}

/// Does the map carry the two Hex sides of one colour onto those of another? (On a hexagon the
/// sides are empty, and so it always does.)
fn carries(shape: &Shape, symmetry: &Symmetry, from: Colour, to: Colour) -> bool {
    let [first, second] = [0, 1].map(|side| {
        let mut images: Vec<Cell> =
            side_cells(shape, from, side).into_iter().map(|cell| symmetry.image(cell)).collect();
        images.sort();
        images
    });
    let [to_first, to_second] = [0, 1].map(|side| side_cells(shape, to, side));
    (first == to_first && second == to_second) || (first == to_second && second == to_first)
}

fn side_cells(shape: &Shape, colour: Colour, side: usize) -> Vec<Cell> {
    shape.cells().filter(|&cell| shape.sides(cell, colour)[side]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shape: Shape) -> (usize, usize) {
        (shape.symmetries().len(), shape.exchanging_symmetries().len())
    }

    #[test]
    fn there_are_as_many_as_geometry_says() {
        assert_eq!(linear_maps(&Shape::havannah(2).unwrap()).len(), 12);
        assert_eq!(linear_maps(&Shape::hex(2, 2).unwrap()).len(), 12);
        assert_eq!(count(Shape::havannah(2).unwrap()), (12, 0));
        assert_eq!(count(Shape::havannah(5).unwrap()), (12, 0));
        for [p, q, r] in [[4, 4, 5], [4, 5, 4], [5, 4, 4], [4, 5, 5]] {
            assert_eq!(count(Shape::hexagon(p, q, r).unwrap()), (4, 0));
        }
        assert_eq!(count(Shape::hexagon(3, 4, 5).unwrap()), (2, 0));
        assert_eq!(count(Shape::hex(5, 5).unwrap()), (2, 2));
        assert_eq!(count(Shape::hex(5, 4).unwrap()), (2, 0));
        assert_eq!(count(Shape::hex(1, 1).unwrap()), (1, 1));
    }

    #[test]
    fn neighbours_stay_neighbours_and_no_cell_is_lost() {
        for shape in [Shape::havannah(4), Shape::hexagon(3, 4, 4), Shape::hex(4, 4)] {
            let shape = shape.unwrap();
            let mut all = shape.symmetries();
            assert!(shape.cells().eq(all[0].images().iter().copied()), "identity first");
            all.extend(shape.exchanging_symmetries());
            for symmetry in all {
                let mut images = symmetry.images().to_vec();
                images.sort();
                assert!(shape.cells().eq(images));
                for cell in shape.cells() {
                    let around = shape.neighbours(symmetry.image(cell));
                    for &beside in shape.neighbours(cell) {
                        assert!(around.contains(&symmetry.image(beside)));
                    }
                    assert_eq!(shape.corner(cell).is_some(), shape.corner(symmetry.image(cell)).is_some());
                }
            }
        }
    }
}
