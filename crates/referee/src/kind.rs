//! The kinds of winning shapes, and sets of them: one stone can complete several at once.

use std::fmt;

/// One way to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Havannah: a chain that holds two corners.
    Bridge,
    /// Havannah: a chain that touches three edges; corners belong to no edge.
    Fork,
    /// Havannah: a chain that surrounds at least one cell, whatever stands there.
    Ring,
    /// Hex: a chain that joins its colour's two sides; Y: one that joins all three sides.
    Crossing,
}

impl Kind {
    /// All kinds, in the order in which sets list them.
    pub const ALL: [Kind; 4] = [Kind::Bridge, Kind::Fork, Kind::Ring, Kind::Crossing];

    fn bit(self) -> u8 {
        match self {
            Kind::Bridge => 1,
            Kind::Fork => 2,
            Kind::Ring => 4,
            Kind::Crossing => 8,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Bridge => "bridge",
            Kind::Fork => "fork",
            Kind::Ring => "ring",
            Kind::Crossing => "crossing",
        })
    }
}

/// A set of kinds; prints as `bridge+fork`, or `none`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// The empty set.
    pub const NONE: Kinds = Kinds(0);

    /// This set and `kind`.
    #[must_use]
    pub fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | kind.bit())
    }

    /// Everything in this set or in `other`.
    #[must_use]
    pub fn union(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Is `kind` in the set?
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Is the set empty?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the set, in the order of [`Kind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}

impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Kinds {
        Kinds::NONE.with(kind)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let words: Vec<String> = self.iter().map(|kind| kind.to_string()).collect();
        f.write_str(&words.join("+"))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
