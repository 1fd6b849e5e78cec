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
    /// Edge templates do without one of their cells.
    Template,
    /// A stone of the opponent leaves the connections whose carriers it meets as they are.
    Intruded,
    /// A stone of the opponent leaves the connections of its cell.
    TakenEnd,
    /// An own stone makes every semi connection that has it in its carrier a full one.
    Halfway,
    /// Taking back forgets that a list was changed.
    Unmade,
}

/// All of them.
#[cfg(test)]
pub const ALL: [Bend; 12] = [
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
    Bend::Template,
];

/// Those of lines of play.
#[cfg(test)]
pub const LINES: [Bend; 4] = [Bend::Intruded, Bend::TakenEnd, Bend::Halfway, Bend::Unmade];

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
