//! Numbers that steer the search.

/// Numbers that steer the search; none of them touches what is proved.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The next child's number may be exceeded by this share before the search turns to it.
    pub epsilon: f32,
    /// How much the children beside the dearest count in a sum of numbers (1 = plain sum).
    pub others: f32,
    /// Moves tried by the search for chains of threats at a node; 0 = none.
    pub chain_budget: u32,
    /// Opposing chains looked for to leave out replies.
    pub chains: u32,
    /// Look at this many open children first (focused df-pn); 0 = at all.
    pub width: usize,
    /// ... and at this share of the open ones besides.
    pub widen: f32,
    /// Proofs dismiss replies by their zones if they leave the loser at most this many stones; 0 = none do.
    pub race: u32,
    /// Positions that a proof may be imitated for against another reply; 0 = none are.
    pub imitate: u32,
    /// Powers of the policy's chances in initial numbers, for moves of the attacker and of the defender; 0 =
    /// no policy.
    pub powers: [f32; 2],
    /// Power of the learned value's odds in initial numbers; 0 = it is not asked.
    pub value: f32,
    /// The value learns from positions that were settled by at least this work; 0 = it learns nothing.
    pub value_work: u64,
    /// The policy learns from positions that were settled by at least this work; 0 = it learns nothing.
    pub lesson_work: u64,
    /// Nodes before its first lesson.
    pub first_lesson: u64,
    /// A question is long when its turns have so many nodes: rollouts tell which one is likely, and it is
    /// worked off by replies.
    pub long_turn: u64,
}

impl Settings {
    /// What was measured to be best.
    pub const DEFAULT: Settings = Settings {
        epsilon: 0.5,
        others: 1.0,
        chain_budget: 200,
        chains: 8,
        width: 0,
        widen: 0.25,
        race: 0,
        imitate: 0,
        powers: [0.0; 2],
        value: 0.0,
        value_work: 0,
        lesson_work: 0,
        first_lesson: 50_000,
        long_turn: 64_000,
    };

    /// The same with zones. Proofs that leave the loser more stones dismiss next to nothing on the boards
    /// that fit, and few imitations that succeed take more positions.
    pub const ZONES: Settings = Settings { race: 6, imitate: 100, ..Settings::DEFAULT };

    /// The same with a policy and a value that learn while it runs (docs/results/solve-policy.md).
    pub const POLICY: Settings = Settings {
        powers: [0.7, 0.35],
        lesson_work: 30,
        value: 0.8,
        value_work: 8,
        imitate: 400,
        ..Settings::ZONES
    };

    /// The same with a network that was taught beforehand and learns no more.
    pub const TAUGHT: Settings = Settings { lesson_work: 0, value_work: 0, ..Settings::POLICY };

    /// Is there a policy?
    pub fn has_policy(&self) -> bool {
        self.powers != [0.0; 2] || self.lesson_work > 0
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}
