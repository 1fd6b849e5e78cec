//! Every setting of the player in one table: presets, GTP, the command line and the app all read and change them here,
//! by name and as text. What they come to on a board, and which of them do nothing there, says [`crate::recipe`].

use crate::networks::choice::NetworkName;
pub use crate::table::SettingError;
use crate::{choice, settings_table};

choice!(
    /// How much RAVE weighs against the move's own experience of n visits.
    Beta {
        /// k / (k + n): the thesis, 2.4.2 (with the erratum).
        Linear = "linear",
        /// sqrt(k / (k + 3n)): Gelly and Silver.
        Root = "root",
        /// r / (n + r + 4 n r b^2) with r RAVE visits and a bias b: Silver.
        Silver = "silver",
    }
);
choice!(
    /// The bound behind the exploration term.
    Bound {
        /// c sqrt(ln N / n): UCT.
        Hoeffding = "hoeffding",
        /// Teytaud, formula 4.
        Bernstein = "bernstein",
    }
);
choice!(
    /// What the knowledge of a move becomes.
    KnowledgeAs {
        /// An additive term that falls with the square root of the visits.
        Root = "root",
        /// An additive term that falls with the logarithm.
        Log = "log",
        /// An additive term that falls with the visits.
        Inverse = "inverse",
        /// Visits and wins that the move begins with.
        Visits = "visits",
        /// RAVE visits and wins that the move begins with.
        Rave = "rave",
    }
);
choice!(
    /// The move that is played in the end.
    FinalMove {
        /// Visited most.
        Visits = "visits",
        /// Won most.
        Wins = "wins",
        /// The best share of wins.
        Rate = "rate",
        /// The best lower confidence bound.
        Bound = "bound",
    }
);
choice!(
    /// How much is kept and tried when virtual connections are looked for.
    ConnectionEffort {
        /// Little.
        Small = "small",
        /// More.
        Medium = "medium",
        /// As much as the solver does.
        Large = "large",
    }
);
choice!(
    /// The context of N-grams in rollouts.
    Grams {
        /// None.
        Off = "off",
        /// The last move.
        One = "1",
        /// The last two moves, else the last.
        Two = "2",
        /// The average of both.
        Average = "average",
    }
);

settings_table! {
    /// The settings of the Monte-Carlo player.
    Settings;
    explore: f32 = 0.0, 0.0, 10.0, "Weight of the exploration term.";
    bound: Bound = Bound::Hoeffding, 0.0, 0.0, "The bound behind the exploration term.";
    rave: f32 = 500.0, 0.0, 1e6, "RAVE's k, in visits; 0 switches RAVE off.";
    rave_beta: Beta = Beta::Linear, 0.0, 0.0, "How RAVE fades as visits grow.";
    rave_bias: f32 = 0.0, 0.0, 10.0, "The bias b of Silver's formula.";
    first_play: f32 = 1.0, -10.0, 1e6, "Value of a move about which nothing is known.";
    rave_start: f32 = 0.0, 0.0, 1e5, "RAVE visits that a move begins with, with the value of a move about which nothing is known.";
    expand: u32 = 1, 0.0, 1e6, "Visits that a move has had before its replies are added to the tree.";
    lookahead: u32 = 2, 0.0, 2.0, "Plies of exact look-ahead at expansion: 0 none, 1 own wins, 2 threats to be blocked, too.";
    threat_visits: u32 = 0, 0.0, 1e9, "A node visited so often is searched for a win by threats alone; 0 is never.";
    threat_moves: u32 = 300, 1.0, 1e6, "Moves that the search for a win by threats may try.";
    connection_visits: u32 = 0, 0.0, 1e9, "A node of a Hex game visited so often is looked at for virtual connections and must-play regions; 0 is never.";
    connection_effort: ConnectionEffort = ConnectionEffort::Medium, 0.0, 0.0, "How much is tried when virtual connections are looked for.";
    connection_inferior: bool = true, 0.0, 0.0, "Moves that need not be tried, because another is as good, are put last where connections are looked for.";
    draws: bool = true, 0.0, 0.0, "Exact early detection of draws.";
    transpositions: bool = false, 0.0, 0.0, "Positions that are reached in several orders are one node of the tree.";
    symmetry: u32 = 0, 0.0, 12.0, "Symmetric moves are left out while fewer stones than this are on the board.";
    widen_factor: f32 = 0.0, 0.0, 1e6, "Widening: the best Q * N^P moves are looked at; 0 switches it off.";
    widen_power: f32 = 0.4, 0.0, 1.0, "Widening: the power P.";
    keep_tree: bool = true, 0.0, 0.0, "The tree is kept between moves.";
    final_move: FinalMove = FinalMove::Visits, 0.0, 0.0, "The move that is played in the end.";
    visit_limit: u32 = 0, 0.0, 4e9, "Simulations a move at the most; 0 is no limit. Levels have one.";
    slips: f32 = 0.0, 0.0, 1.0, "Chance that a random move is played. The lowest levels have one.";
    solver_share: f32 = 0.0, 0.0, 1.0, "Share of the time that goes into short turns of the solver along the best line; 0 is none.";
    early_stop: bool = true, 0.0, 0.0, "Stops when more thinking cannot change the move.";

    knowledge: KnowledgeAs = KnowledgeAs::Root, 0.0, 0.0, "What knowledge becomes.";
    knowledge_visits: f32 = 40.0, 0.0, 1e5, "Visits that knowledge counts for, where it becomes visits.";
    know_bridge: f32 = 0.0, -1e4, 1e4, "Maintain virtual connections (thesis 4.8.1), in hundredths.";
    know_near_own: f32 = 0.0, -1e4, 1e4, "Near own stones (4.8.2).";
    know_near_any: f32 = 0.0, -1e4, 1e4, "Near any stones (4.8.2).";
    know_reply: f32 = 0.0, -1e4, 1e4, "Near the opponent's last stone (4.8.3).";
    know_edges: f32 = 0.0, -1e4, 1e4, "Connected to edges and corners (4.8.4).";
    know_size: f32 = 0.0, -1e4, 1e4, "The size of the chains that are joined (4.8.5).";
    know_distance: f32 = 0.0, -1e4, 1e4, "Close to an own win (4.8.6).";
    know_distance_both: f32 = 0.0, -1e4, 1e4, "Close to anybody's win (4.8.6).";
    know_potential: f32 = 0.0, -1e4, 1e4, "Low total potential by two-distance (Queenbee 5.4): five, less one for each step of badness.";
    distance_bridges: bool = false, 0.0, 0.0, "Distances do not lead through enemy bridges.";
    know_joint: f32 = 0.0, -1e4, 1e4, "A bridge away from an own stone (Stankiewicz 3.3).";
    know_neighbour: f32 = 0.0, -1e4, 1e4, "Beside an own stone (Stankiewicz 3.3).";
    know_links: f32 = 0.0, -1e4, 1e4, "Number of own groups around the cell (Stankiewicz 3.3).";
    know_touch: f32 = 0.0, -1e4, 1e4, "Number of edges and corners that the stone would be connected to (Stankiewicz 3.3).";
    know_policy: f32 = 0.0, -1e4, 1e4, "The learned policy's chance of the move, to the policy_power; where it is known (Havannah), it stands in for all other knowledge.";
    policy_power: f32 = 0.5, 0.0, 2.0, "The power of the learned chance in know_policy.";
    value_visits: u32 = 0, 0.0, 1e6, "Simulations after which a node is evaluated by the policy and value network, where there is one; 0 is never. Its probabilities stand in for the policy network's in know_policy.";
    value_share: f32 = 0.5, 0.0, 1.0, "The share of a simulation's result that is the network's value.";
    network: NetworkName = NetworkName::LEARNED, 0.0, 0.0, "The policy and value network: the game's own (learned), that of November 2026 for Havannah (2026-11), or a file.";
    puct: f32 = 0.0, 0.0, 100.0, "PUCT: weight of the network's chances in the choice of a move; above 0 it takes the place of RAVE's formula, and nodes are evaluated at their first visit.";
    puct_loss: f32 = 0.2, -1.0, 1.0, "PUCT: how far below its node's value a move is thought to be before it was tried.";
    root_noise: f32 = 0.0, 0.0, 1.0, "Share of chance in what the network says of the root's moves: for self-play.";
    know_other: f32 = 0.0, -1e4, 1e4, "Every move, so that others are measured against it.";

    rollouts: u32 = 1, 1.0, 100.0, "Rollouts a descent.";
    mate: f32 = 0.0, 0.0, 100.0, "Moves of a rollout with a look for decisive and anti-decisive moves, in board sizes.";
    bridge: f32 = 0.0, 0.0, 1.0, "Chance that an intrusion into a bridge is answered in a rollout.";
    reply: u32 = 0, 0.0, 2.0, "Last good reply: 0 off, 1 to the last move, 2 to the last two.";
    reply_forget: bool = true, 0.0, 0.0, "Last good replies are forgotten when they lose.";
    reply_reset: bool = false, 0.0, 0.0, "Last good replies are forgotten after each move of the game.";
    grams: Grams = Grams::Off, 0.0, 0.0, "N-grams in rollouts.";
    gram_epsilon: f32 = 0.1, 0.0, 1.0, "Chance that the N-gram move is not asked for.";
    gram_decay: f32 = 0.0, 0.0, 1.0, "What is left of N-gram counts after each move of the game.";
    gram_threshold: u32 = 0, 0.0, 1e6, "N-grams played less often are not used.";
    joint: f32 = 0.0, 0.0, 1.0, "Chance that a rollout's move is sought among joint and neighbour moves (Stankiewicz 4.4).";
    ring_share: f32 = 1.0, 0.0, 1.0, "Share of rollouts in which rings count.";
    ring_depth: f32 = 1.0, 0.0, 1.0, "Rings count until this share of the empty cells is filled.";
    ring_growth: f32 = 0.0, 0.0, 10.0, "The least length of a ring grows by one each time this share of the empty cells is filled; 0 is off.";
    ring_permanent: u32 = 0, 0.0, 6.0, "Stones of a ring that must stand before the rollout begins.";
    patterns: f32 = 0.0, 0.0, 10.0, "Sharpness of the pattern weights by which rollout moves are drawn; 0 is off.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_reads_what_it_writes() {
        let mut settings = Settings::default();
        for name in Settings::NAMES {
            let text = settings.get(name).unwrap();
            settings.set(name, &text).unwrap();
            assert_eq!(settings.get(name).unwrap(), text);
            assert!(Settings::help(name).is_some());
            assert!(settings.set(name, "nonsense").is_err(), "{name}");
        }
        assert_eq!(settings, Settings::default());
        assert!(settings.set("rave", "-1").is_err());
        assert_eq!(settings.set("raev", "1").unwrap_err().to_string(), "there is no setting named \"raev\"");
    }
}
