//! Every setting of the alpha-beta players in one table, as the Monte-Carlo player has one.

use search::{choice, settings_table};

choice!(
    /// How a position is judged.
    Judge {
        /// Two-distance and potentials (Queenbee, formula 5.2).
        Potential = "potential",
        /// Electrical resistance over virtual connections (Hexy's way, Queenbee 8.2); in Hex, elsewhere potentials.
        Resistance = "resistance",
    }
);
choice!(
    /// How fewer moves are looked at with growing distance from the root (6.1, 8.1).
    Taper {
        /// The same width everywhere.
        Off = "off",
        /// So many times the height that is left.
        Width = "width",
        /// Moves no worse than height divided by distance (7.1).
        Class = "class",
        /// Every bad move makes what follows it sparser (8.1).
        Dynamic = "dynamic",
    }
);
choice!(
    /// What a move takes from the budget of its line (6.2, tables 7.3 and 7.6).
    Weights {
        /// One ply each: a search of fixed depth.
        Plain = "plain",
        /// Good moves cost less.
        Extensions = "extensions",
        /// Bad moves cost more.
        Reductions = "reductions",
    }
);
choice!(
    /// How moves are put into categories (6.3).
    Category {
        /// By how bad they look before they are played.
        Badness = "badness",
        /// By the swing in the evaluation that they cause.
        Tension = "tension",
    }
);
choice!(
    /// Who is to move where lines end (7.3, 6.5).
    Leaves {
        /// The opponent: the searching side has the last move.
        Aggressive = "aggressive",
        /// The searching side itself.
        Defensive = "defensive",
    }
);
choice!(
    /// How edge patterns enter the evaluation at the ends of lines (6.4).
    Edges {
        /// Not at all.
        Off = "off",
        /// An imaginary stone on the second row.
        Ghost = "ghost",
        /// The stone counts as part of the edge.
        Extension = "extension",
    }
);

settings_table! {
    /// The settings of the alpha-beta players.
    Settings;
    judge: Judge = Judge::Potential, 0.0, 0.0, "How a position is judged.";
    width: u32 = 0, 0.0, 400.0, "Moves that are looked at in a position; 0 is all.";
    tolerance: u32 = 1000, 0.0, 1000.0, "Moves no worse than this badness are looked at (7.2); 1000 is all.";
    taper: Taper = Taper::Off, 0.0, 0.0, "How the search narrows with the distance from the root.";
    weights: Weights = Weights::Plain, 0.0, 0.0, "What moves of a category cost.";
    category: Category = Category::Badness, 0.0, 0.0, "How moves are put into categories.";
    budgets: u32 = 1, 1.0, 2.0, "Budgets: one for the line, or one for each side.";
    guard: bool = true, 0.0, 0.0, "Moves of the principal variation cost as little as the best category.";
    leaves: Leaves = Leaves::Aggressive, 0.0, 0.0, "Who is to move where lines end.";
    edges: Edges = Edges::Off, 0.0, 0.0, "How edge patterns enter the evaluation.";
    rings: f32 = 0.0, 0.0, 10.0, "Havannah: a ring k stones away counts as a potential of one and this many times k; 0 is off.";
    depth: u32 = 0, 0.0, 100.0, "Plies of the deepest iteration; 0 is no limit.";
    aspiration: u32 = 150, 0.0, 1e5, "Half the window around the last iteration's value; 0 is a full window.";
    null_move: bool = false, 0.0, 0.0, "An experiment (6.5): a pass that is good enough cuts.";
    prune: u32 = 0, 0.0, 1e5, "An experiment (6.5): positions that are already this good before a move are cut; 0 is off.";
    singular: bool = false, 0.0, 0.0, "An experiment (6.5): a move that looks better than all others costs nothing.";
    balanced: bool = false, 0.0, 0.0, "An experiment (6.5): the mean of a leaf's value and its parent's.";
}
