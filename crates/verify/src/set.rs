//! Sets of cells as bits, in `N` words of 64.

/// A set of cells of a board of at most `64 * N` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    /// No cells.
    pub const EMPTY: Set<N> = Set([0; N]);

    /// The set of one cell.
    pub fn one(cell: usize) -> Set<N> {
        let mut set = Set::EMPTY;
        set.insert(cell);
        set
    }

    /// Is the cell in the set?
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub fn or(self, other: Set<N>) -> Set<N> {
        self.zip(other, |a, b| a | b)
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Set<N>) -> Set<N> {
        self.zip(other, |a, b| a & b)
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Set<N>) -> Set<N> {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn zip(self, other: Set<N>, join: impl Fn(u64, u64) -> u64) -> Set<N> {
        Set(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }

    /// Is there no cell?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Do the sets share a cell?
    #[inline]
    pub fn meets(self, other: Set<N>) -> bool {
        !self.and(other).is_empty()
    }

    /// The number of cells.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with the least number.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The cells, least number first.
    #[inline]
    pub fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let cell = self.first()?;
            self.remove(cell);
            Some(cell)
        })
    }
}

impl<const N: usize> FromIterator<usize> for Set<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Set<N> {
        let mut set = Set::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
