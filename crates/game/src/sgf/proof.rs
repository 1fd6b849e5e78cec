//! What Castro says about a position of its proof trees, in a comment such as
//! `mcts, sims:143736173833, avg:0.7509, outcome:1, best:g7`.

/// Castro's note on a node. Fields that are missing or make no sense are `None`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProofNote {
    /// The search that made it: `mcts`, `pns`, `ab`.
    pub agent: String,
    /// How many simulations (or nodes) went into it.
    pub sims: Option<u64>,
    /// The win rate of the player who moved here.
    pub avg: Option<f64>,
    /// The proved outcome: 0 draw, 1 White, 2 Black, negative unknown.
    pub outcome: Option<i32>,
    /// The best answer, in GUI coordinates.
    pub best: Option<String>,
}

impl ProofNote {
    /// Reads a comment; `None` if it is not such a note (it has neither simulations nor an outcome).
    pub fn parse(comment: &str) -> Option<ProofNote> {
        let mut note = ProofNote::default();
        for part in comment.split([',', '\n']).map(str::trim) {
            match part.split_once(':').map(|(name, value)| (name.trim(), value.trim())) {
                None if note.agent.is_empty() => note.agent = part.into(),
                None => {}
                Some(("sims" | "work" | "nodes", value)) => note.sims = value.parse().ok(),
                Some(("avg", value)) => note.avg = value.parse().ok().filter(|avg: &f64| avg.is_finite()),
                Some(("outcome", value)) => note.outcome = value.parse().ok(),
                Some(("best" | "bestmove", value)) => note.best = Some(value.into()),
                Some(_) => {}
            }
        }
        (note.sims.is_some() || note.outcome.is_some()).then_some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castros_notes_are_read() {
        let note = ProofNote::parse("mcts, sims:143736173833, avg:0.7509, outcome:1, best:g7").unwrap();
        let expected = ProofNote {
            agent: "mcts".into(),
            sims: Some(143_736_173_833),
            avg: Some(0.7509),
            outcome: Some(1),
            best: Some("g7".into()),
        };
        assert_eq!(note, expected);
        assert_eq!(ProofNote::parse("a fine move: the outcome is clear"), None);
        assert_eq!(ProofNote::parse("mcts, sims:many, outcome:-3").unwrap().outcome, Some(-3));
    }
}
