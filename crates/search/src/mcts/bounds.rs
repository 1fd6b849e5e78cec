//! What is proved of a move: the least and the most that it can bring to the side that makes it.

use crate::player::Verdict;

/// The least and the most of a move, each from 0 (loss) over 1 (draw) to 2 (win).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least this.
    pub least: u8,
    /// At most this.
    pub most: u8,
}

impl Bounds {
    /// Nothing is proved.
    pub const OPEN: Bounds = Bounds { least: 0, most: 2 };
    /// A proved win.
    pub const WIN: Bounds = Bounds { least: 2, most: 2 };
    /// A proved draw.
    pub const DRAW: Bounds = Bounds { least: 1, most: 1 };
    /// A proved loss.
    pub const LOSS: Bounds = Bounds { least: 0, most: 0 };
    /// The side that made the move cannot win any more.
    pub const NO_WIN: Bounds = Bounds { least: 0, most: 1 };
    /// The other side cannot win any more.
    pub const NO_LOSS: Bounds = Bounds { least: 1, most: 2 };

    const ALL: [Bounds; 6] =
        [Bounds::OPEN, Bounds::NO_WIN, Bounds::NO_LOSS, Bounds::WIN, Bounds::DRAW, Bounds::LOSS];

    /// Codes from this on are exact.
    pub const FIRST_EXACT: u32 = 3;

    /// A number of three bits; 0 is open, and exact bounds have the highest ones.
    pub const fn code(self) -> u32 {
        match (self.least, self.most) {
            (0, 2) => 0,
            (0, 1) => 1,
            (1, 2) => 2,
            (2, _) => 3,
            (1, _) => 4,
            _ => 5,
        }
    }

    /// The bounds of a code.
    #[inline(always)]
    pub fn from_code(code: u32) -> Bounds {
        Bounds::ALL[code as usize % 6]
    }

    /// Whether the result is known.
    #[inline(always)]
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// The same seen from the other side.
    pub fn flipped(self) -> Bounds {
        Bounds { least: 2 - self.most, most: 2 - self.least }
    }

    /// What both say together.
    pub fn narrowed(self, other: Bounds) -> Bounds {
        let least = self.least.max(other.least);
        let most = self.most.min(other.most);
        debug_assert!(least <= most, "two proofs disagree");
        Bounds { least, most: most.max(least) }
    }

    /// The choice between moves: the best of each bound.
    pub fn best(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), most: self.most.max(other.most) }
    }

    /// The verdict, if there is one.
    pub fn verdict(self) -> Verdict {
        match self {
            Bounds::WIN => Verdict::Win,
            Bounds::DRAW => Verdict::Draw,
            Bounds::LOSS => Verdict::Loss,
            _ => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_name_all_bounds_and_exact_ones_last() {
        for bounds in Bounds::ALL {
            assert_eq!(Bounds::from_code(bounds.code()), bounds);
            assert_eq!(bounds.code() >= Bounds::FIRST_EXACT, bounds.is_exact());
            assert_eq!(bounds.flipped().flipped(), bounds);
            assert_eq!(bounds.narrowed(Bounds::OPEN), bounds);
        }
        assert_eq!(Bounds::NO_WIN.narrowed(Bounds::NO_LOSS), Bounds::DRAW);
        assert_eq!(Bounds::DRAW.best(Bounds::NO_WIN), Bounds::DRAW);
    }
}
