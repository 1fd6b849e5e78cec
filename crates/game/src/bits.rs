//! A set of cells as one bit a cell, in `W` words: small, `Copy`, no heap.

use crate::Cell;

/// A set of cells of a board with fewer than `64 * W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The set without cells.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of the cells with index below `count`.
    pub fn first(count: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for (i, word) in bits.0.iter_mut().enumerate() {
            let here = count.saturating_sub(i * 64).min(64);
            *word = if here == 64 { u64::MAX } else { (1u64 << here) - 1 };
        }
        bits
    }

    /// Whether `cell` is in the set.
    #[inline(always)]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() >> 6] >> (cell.index() & 63) & 1 != 0
    }

    /// Adds `cell`.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] |= 1 << (cell.index() & 63);
    }

    /// Takes `cell` out.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] &= !(1 << (cell.index() & 63));
    }

    /// Whether the set has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many cells the set has.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cell with the least index.
    #[inline]
    pub fn first_cell(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The only cell of the set; `None` when it has none or several.
    #[inline]
    pub fn only(&self) -> Option<Cell> {
        let mut cells = self.iter();
        let first = cells.next()?;
        cells.next().is_none().then_some(first)
    }

    /// The cells in order of their index.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter { bits: *self, word: 0 }
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const W: usize> std::ops::BitOr for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> std::ops::BitAnd for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

/// The cells of the first set that are not in the second.
impl<const W: usize> std::ops::Sub for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<const W: usize> FromIterator<Cell> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut bits = Bits::EMPTY;
        cells.into_iter().for_each(|cell| bits.insert(cell));
        bits
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;
    fn into_iter(self) -> Iter<W> {
        Iter { bits: self, word: 0 }
    }
}

/// Walks a set in order of cell index.
#[derive(Clone)]
pub struct Iter<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = &mut self.bits.0[self.word];
            if *bits != 0 {
                let cell = self.word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Cell::new(cell));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = Bits::<3>::EMPTY;
        for i in [0, 63, 64, 100, 191] {
            set.insert(Cell::new(i));
        }
        set.remove(Cell::new(100));
        assert_eq!(set.iter().map(Cell::index).collect::<Vec<_>>(), [0, 63, 64, 191]);
        assert_eq!(set.len(), 4);
        assert!(set.has(Cell::new(64)) && !set.has(Cell::new(65)));
        assert_eq!(Bits::<3>::first(70).len(), 70);
        assert_eq!((Bits::<3>::first(70) - Bits::first(69)).only(), Some(Cell::new(69)));
        assert_eq!(set.only(), None);
    }
}
