//! Stones on a shape, and nothing more: no turn, no history, no opinion about who won. What the
//! stones form is judged in `judge.rs`; text diagrams are in `picture.rs`.

use std::sync::Arc;

use crate::shape::{Cell, Shape};
use crate::{Colour, Symmetry};

/// A shape with stones on it. Cloning is cheap: the shape is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Arc<Shape>,
    stones: Vec<Option<Colour>>,
}

impl Board {
    /// A board without stones.
    pub fn empty(shape: impl Into<Arc<Shape>>) -> Board {
        let shape = shape.into();
        let stones = vec![None; shape.cell_count()];
        Board { shape, stones }
    }

    /// The shape under the stones.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// What stands on every cell, in the order of [`Shape::cells`].
    pub fn stones(&self) -> &[Option<Colour>] {
        &self.stones
    }

    /// What stands on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        self.stones[cell.index()]
    }

    /// Puts a stone on a cell, whatever stood there, and returns what stood there.
    pub fn place(&mut self, cell: Cell, colour: Colour) -> Option<Colour> {
        self.stones[cell.index()].replace(colour)
    }

    /// Empties a cell and returns what stood there.
    pub fn remove(&mut self, cell: Cell) -> Option<Colour> {
        self.stones[cell.index()].take()
    }

    /// The cells of one colour's stones.
    pub fn cells_of(&self, colour: Colour) -> Vec<Cell> {
        self.shape.cells().filter(|&cell| self.stone(cell) == Some(colour)).collect()
    }

    /// The empty cells.
    pub fn empty_cells(&self) -> Vec<Cell> {
        self.shape.cells().filter(|&cell| self.stone(cell).is_none()).collect()
    }

    /// Is there a stone on every cell?
    pub fn is_full(&self) -> bool {
        self.stones.iter().all(Option::is_some)
    }

    /// This board with a stone of `colour` on every empty cell.
    pub fn filled_with(&self, colour: Colour) -> Board {
        let stones = self.stones.iter().map(|stone| stone.or(Some(colour))).collect();
        Board { shape: Arc::clone(&self.shape), stones }
    }

    /// This board turned or mirrored.
    pub fn carried_by(&self, symmetry: &Symmetry) -> Board {
        let mut carried = Board::empty(Arc::clone(&self.shape));
        for cell in self.shape.cells() {
            carried.stones[symmetry.image(cell).index()] = self.stone(cell);
        }
        carried
    }

    /// This board with the colours of all stones exchanged.
    pub fn with_colours_exchanged(&self) -> Board {
        let stones = self.stones.iter().map(|stone| stone.map(Colour::other)).collect();
        Board { shape: Arc::clone(&self.shape), stones }
    }
}
