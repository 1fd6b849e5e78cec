//! Rules bent on purpose, so that tests can show that a wrong rule would be found out. Nothing of it is left outside of the tests.

/// A rule that can be bent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bend {
    /// A cell is captured although it does not kill the one that kills it.
    OneWay,
    /// A cell that touches both sides can be dead.
    BothSides,
    /// Sides are no neighbours.
    NoSides,
    /// A killer need not leave a clique.
    Careless,
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
    /// Carriers may hold the cells at their ends.
    HeldEnd,
    /// A side may be passed like a chain.
    OverSide,
    /// The must-play region leaves out one cell more.
    Narrow,
}

/// All of them.
#[cfg(test)]
pub const ALL: [Bend; 12] = [
    Bend::OneWay,
    Bend::BothSides,
    Bend::NoSides,
    Bend::Careless,
    Bend::Circle,
    Bend::Overlap,
    Bend::FreeCell,
    Bend::LeftOut,
    Bend::CommonCell,
    Bend::HeldEnd,
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
