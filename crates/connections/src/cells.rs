//! Sets of cells, a bit each: one word for boards of up to 64 cells, two for 128, more for larger ones.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of cells.
pub trait Cells:
    Copy + Eq + Ord + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + 'static
{
    /// How many cells a board may have.
    const ROOM: usize;
    /// No cell.
    const NONE: Self;

    /// One cell.
    fn one(cell: usize) -> Self;
    /// The cells of this set that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// How many cells.
    fn size(self) -> u32;
    /// The set after a half turn of a board of so many cells: cell `i` becomes the last but `i`.
    fn turned(self, cells: usize) -> Self;
    /// The first cell of a set that has one.
    fn first(self) -> usize;

    /// Whether a cell is in the set.
    #[inline(always)]
    fn holds(self, cell: usize) -> bool {
        self & Self::one(cell) != Self::NONE
    }

    /// Whether there is no cell.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether both have a cell in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    /// Whether all cells are in the other set.
    #[inline(always)]
    fn is_within(self, other: Self) -> bool {
        self.minus(other) == Self::NONE
    }

    /// The cells in order.
    #[inline(always)]
    fn each(self) -> Each<Self> {
        Each(self)
    }

    /// The set of these cells.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::NONE, |set, cell| set | Self::one(cell))
    }
}

/// The cells of a set in order.
#[derive(Clone)]
pub struct Each<S>(S);

impl<S: Cells> Iterator for Each<S> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.minus(S::one(cell));
        Some(cell)
    }
}

/// Runs an expression with the type `$S`, the sets that a board of so many cells is given: this is where one of the widths is chosen.
///
/// ```
/// use connections::{Cells, with_cells};
/// assert_eq!(with_cells!(11 * 11, S => S::ROOM), 128);
/// ```
#[macro_export]
macro_rules! with_cells {
    ($cells:expr, $S:ident => $run:expr) => {
        match $cells {
            ..=64 => {
                type $S = u64;
                $run
            }
            65..=128 => {
                type $S = u128;
                $run
            }
            129..=192 => {
                type $S = $crate::Wide<3>;
                $run
            }
            _ => {
                type $S = $crate::Wide<10>;
                $run
            }
        }
    };
}

macro_rules! word {
    ($word:ty) => {
        impl Cells for $word {
            const ROOM: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline(always)]
            fn one(cell: usize) -> $word {
                1 << cell
            }

            #[inline(always)]
            fn minus(self, other: $word) -> $word {
                self & !other
            }

            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }

            fn turned(self, cells: usize) -> $word {
                self.reverse_bits() >> (Self::ROOM - cells)
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
        }
    };
}

word!(u64);
word!(u128);

/// A set of cells in so many words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide<const W: usize>(pub [u64; W]);

impl<const W: usize> BitAnd for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitOrAssign for Wide<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Cells for Wide<W> {
    const ROOM: usize = 64 * W;
    const NONE: Self = Wide([0; W]);

    #[inline(always)]
    fn one(cell: usize) -> Self {
        let mut words = [0; W];
        words[cell >> 6] = 1 << (cell & 63);
        Wide(words)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn size(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn turned(self, cells: usize) -> Self {
        Self::of(self.each().map(|cell| cells - 1 - cell))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<S: Cells>(cells: usize) {
        let picked = [0, 5, cells / 2, cells - 1];
        let set = S::of(picked);
        assert_eq!(set.each().collect::<Vec<_>>(), picked);
        assert_eq!(set.size(), 4);
        assert_eq!(set.turned(cells), S::of(picked.map(|cell| cells - 1 - cell)));
        assert!(set.holds(5) && !set.holds(6) && set.meets(S::one(5)) && !set.meets(S::one(6)));
        assert!(S::one(5).is_within(set) && !set.is_within(S::one(5)));
        assert_eq!(set.minus(S::one(5)).size(), 3);
        assert!(S::NONE.each().next().is_none());
    }

    #[test]
    fn all_widths_hold_what_was_put_in() {
        check::<u64>(49);
        check::<u64>(64);
        check::<u128>(121);
        check::<u128>(128);
        check::<Wide<4>>(196);
    }
}
