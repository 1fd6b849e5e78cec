//! Rules bent on purpose, so that tests can show that a wrong rule would be found out. Nothing of it is left outside of the tests.

/// A rule that can be bent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bend {
    /// A cell is captured because a stone elsewhere would kill it.
    Killable,
    /// A cell that touches both sides can be dead.
    BothSides,
    /// Sides are no neighbours.
    NoSides,
    /// Moves may dominate each other in a circle.
    Circle,
    /// AND of full connections whose carriers overlap.
    Overlap,
    /// AND over an empty cell makes a full connection.
    FreeCell,
    /// AND over an empty cell leaves the cell out of the carrier.
    LeftOut,
    /// OR of semi connections that have a cell in common.
    CommonCell,
    /// A two-bridge counts although one of the cells between is taken.
    TakenBetween,
    /// A side may be passed like a chain.
    OverSide,
    /// The must-play region leaves out one cell more.
    Narrow,
}

/// All of them.
#[cfg(test)]
pub const ALL: [Bend; 11] = [
    Bend::Killable,
    Bend::BothSides,
    Bend::NoSides,
    Bend::Circle,
    Bend::Overlap,
    Bend::FreeCell,
    Bend::LeftOut,
    Bend::CommonCell,
    Bend::TakenBetween,
    Bend::OverSide,
    Bend::Narrow,
];

#[cfg(test)]
thread_local! {
    static BENT: std::cell::Cell<Option<Bend>> = const { std::cell::Cell::new(None) };
}

/// Bends a rule, or none, for this thread.
#[cfg(test)]
pub fn bend(rule: Option<Bend>) {
    BENT.set(rule);
}

/// Whether a rule is bent.
#[cfg(test)]
pub fn is_bent(rule: Bend) -> bool {
    BENT.get() == Some(rule)
}

/// Whether a rule is bent: never.
#[cfg(not(test))]
#[inline(always)]
pub fn is_bent(_rule: Bend) -> bool {
    false
}
