//! The empty cells of a board in a list from which any one can be taken at once.

use game::{Board, CELL_LIMIT, Cell};

/// A list of empty cells. The first `len` entries are the empty ones, in any order.
#[derive(Clone)]
pub struct Empties {
    cells: [Cell; CELL_LIMIT],
    places: [u16; CELL_LIMIT],
    len: usize,
}

impl Empties {
    /// The empty cells of `board`.
    pub fn of<const W: usize>(board: &Board<W>) -> Empties {
        let mut list =
            Empties { cells: [Cell::default(); CELL_LIMIT], places: [u16::MAX; CELL_LIMIT], len: 0 };
        for cell in board.empty_cells() {
            list.places[cell.index()] = list.len as u16;
            list.cells[list.len] = cell;
            list.len += 1;
        }
        list
    }

    /// Makes this list equal to `other`, for boards of `count` cells.
    #[inline]
    pub fn copy_from(&mut self, other: &Empties, count: usize) {
        self.cells[..count].copy_from_slice(&other.cells[..count]);
        self.places[..count].copy_from_slice(&other.places[..count]);
        self.len = other.len;
    }

    /// How many cells are empty.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no cell is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The empty cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    /// Whether the cell is one of them.
    #[inline(always)]
    pub fn has(&self, cell: Cell) -> bool {
        usize::from(self.places[cell.index()]) < self.len
    }

    /// The cell that a random number of 32 bits stands for.
    #[inline(always)]
    pub fn pick(&self, number: u64) -> Cell {
        self.cells[((number * self.len as u64) >> 32) as usize]
    }

    /// Takes a cell out of the empty ones.
    #[inline(always)]
    pub fn take(&mut self, cell: Cell) {
        self.len -= 1;
        let place = self.places[cell.index()];
        let other = self.cells[self.len];
        self.cells[place as usize] = other;
        self.places[other.index()] = place;
        self.cells[self.len] = cell;
        self.places[cell.index()] = self.len as u16;
    }

    /// The last `count` taken cells, the very last one first.
    pub fn taken(&self, count: usize) -> &[Cell] {
        &self.cells[self.len..self.len + count]
    }

    /// Puts the last `count` taken cells back.
    #[inline(always)]
    pub fn put_back(&mut self, count: usize) {
        self.len += count;
    }

    /// The cells and their number, for a loop that shuffles them. The places are wrong afterwards, until the list is copied anew.
    #[inline(always)]
    pub(super) fn raw(&mut self) -> (&mut [Cell; CELL_LIMIT], usize) {
        (&mut self.cells, self.len)
    }
}
