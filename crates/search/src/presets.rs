//! Named configurations, each the faithful one of a paper, and `strong`, the default.
//!
//! Those of the papers are the same on every board; `strong`, and with it the levels, is what was measured to be best on the board.

use game::{Game, Size};

use crate::levels::Level;
use crate::networks::choice::NetworkName;
use crate::settings::{ConnectionEffort, FinalMove, Grams, KnowledgeAs, Settings};

/// The names of the presets, the default first.
pub const NAMES: &[&str] = &[
    "strong",
    "strong-2026-11",
    "puct",
    "uct",
    "rave",
    "castro",
    "castro-nodist",
    "teytaud",
    "teytaud-30000",
    "maastricht",
    "level-1",
    "level-2",
    "level-3",
    "level-4",
    "level-5",
    "level-6",
    "level-7",
    "level-8",
    "level-9",
    "level-10",
];

/// The settings of a preset on a board.
pub fn preset(name: &str, board: Size) -> Option<Settings> {
    if let Some(number) = name.strip_prefix("level-") {
        let level = Level::numbered(number.parse().ok()?)?;
        return Some(level.settings(graded(board), strong(board)));
    }
    Some(match name {
        "uct" => uct(),
        "rave" => rave(),
        "castro" => castro(),
        "castro-nodist" => Settings { know_distance: 0.0, ..castro() },
        "teytaud" => teytaud(),
        "teytaud-30000" => teytaud_30000(),
        "maastricht" => maastricht(),
        "strong" => strong(board),
        "puct" => puct(),
        "strong-2026-11" => strong_2026_11(board),
        _ => return None,
    })
}

/// The thesis' first baseline: UCT with c = 0.9, without look-ahead.
fn uct() -> Settings {
    Settings { explore: 0.9, rave: 0.0, lookahead: 2, ..Settings::default() }
}

/// The thesis' second baseline (4.4 to 4.6): RAVE with k = 500, no exploration, two plies, the tree kept.
fn rave() -> Settings {
    Settings { rave: 500.0, explore: 0.0, lookahead: 2, ..Settings::default() }
}

/// Thesis 4.10, all features.
fn castro() -> Settings {
    Settings {
        knowledge: KnowledgeAs::Root,
        know_bridge: 100.0,
        know_edges: 20.0,
        know_near_own: 3.0,
        know_reply: 5.0,
        know_distance: 2.0,
        know_size: 2.0,
        rollouts: 5,
        mate: 1.0,
        ring_depth: 0.7,
        ring_permanent: 3,
        ..rave()
    }
}

/// Teytaud: R = 50 and K = 0, the constants for up to a thousand simulations a move.
fn teytaud() -> Settings {
    Settings { rave: 50.0, explore: 0.0, lookahead: 0, final_move: FinalMove::Visits, ..Settings::default() }
}

/// Teytaud: R = 20 and K = 0.02, the constants from 30,000 simulations a move; our term has the root of K as its weight.
fn teytaud_30000() -> Settings {
    Settings { rave: 20.0, explore: 0.141_42, ..teytaud() }
}

/// Stankiewicz, Winands and Uiterwijk: C = 0.4, R = 50, mate checks, initial wins of joint and neighbour moves,
/// LGRF-2 with N-gram1.
fn maastricht() -> Settings {
    Settings {
        explore: 0.4,
        rave: 50.0,
        knowledge: KnowledgeAs::Visits,
        knowledge_visits: 40.0,
        know_joint: 62.5,
        know_neighbour: 87.5,
        know_other: 12.5,
        mate: 100.0,
        reply: 2,
        reply_forget: true,
        grams: Grams::One,
        gram_epsilon: 0.1,
        gram_decay: 0.0,
        ..rave()
    }
}

/// Boards of so many cells (size 4) are worth more of the solver's time than of the search's.
const SMALL: usize = 37;
/// On boards of more cells (from size 7) the network's value alone is best, between them (sizes 5 and 6) rollouts together with it.
const LARGE: usize = 91;

/// On Hex boards of so many cells (up to 6x6) the solver answers at once, and no network has learned them.
const SMALL_HEX: usize = 36;
/// On Hex boards of more cells (from 10x10) more nodes are looked at for connections and less is tried there (docs/results/hex/).
const LARGE_HEX: usize = 81;

/// On Y boards of so many cells (up to size 6) the solver answers at once.
const SMALL_Y: usize = 21;

/// The default, for each game.
fn strong(board: Size) -> Settings {
    match board.game() {
        Game::Havannah if board.cells() <= SMALL => havannah_2026_11(board),
        Game::Havannah if board.cells() <= LARGE => puct_with_rollouts(),
        Game::Havannah => puct(),
        Game::Hex if board.cells() <= SMALL_HEX || is_narrow(board) => hex_with_connections(board),
        Game::Hex => puct_with_connections(),
        Game::Y if board.cells() <= SMALL_Y => strong_y(),
        Game::Y => puct(),
    }
}

/// Whether a Hex board has two rows or columns only, and so no inner cell, without which there is no network.
fn is_narrow(board: Size) -> bool {
    matches!(board, Size::Rhombus(columns, rows) if columns.min(rows) <= 2)
}

/// The learned network alone: every node is evaluated at its first visit, nothing is rolled out. What is exact stays.
fn puct() -> Settings {
    Settings {
        puct: 1.0,
        value_share: 1.0,
        expand: 0,
        // Values are counted in eighths.
        rollouts: 4,
        threat_visits: 20,
        symmetry: 5,
        solver_share: 0.3,
        ..Settings::default()
    }
}

/// The same with rollouts, whose results count for half.
fn puct_with_rollouts() -> Settings {
    Settings {
        value_share: 0.5,
        expand: 1,
        rollouts: 5,
        mate: 2.0,
        reply: 1,
        ring_depth: 0.7,
        ring_permanent: 3,
        ..puct()
    }
}

/// The same as `puct` in Hex, where virtual connections say what must be played and what is decided.
fn puct_with_connections() -> Settings {
    Settings { connection_visits: 30, connection_effort: ConnectionEffort::Medium, ..puct() }
}

/// What the lower levels are made of, and all below full strength on boards without a network.
fn graded(board: Size) -> Settings {
    match board.game() {
        Game::Havannah => havannah_2026_11(board),
        Game::Hex => hex_with_connections(board),
        Game::Y => strong_y(),
    }
}

/// The default of November 2026, to measure others against.
fn strong_2026_11(board: Size) -> Settings {
    match board.game() {
        Game::Havannah if board.cells() > LARGE => {
            Settings { network: NetworkName::FIRST, ..havannah_2026_11(board) }
        }
        Game::Havannah => havannah_2026_11(board),
        Game::Hex => hex_2026_11(),
        Game::Y => strong_y(),
    }
}

fn havannah_2026_11(board: Size) -> Settings {
    match board.cells() {
        cells if cells <= SMALL => Settings { solver_share: 0.75, ..rave_with_policy() },
        cells if cells <= LARGE => rave_with_policy(),
        _ => Settings { value_visits: 3, ..rave_with_policy() },
    }
}

/// The learned policy as knowledge, chains of threats, last good replies: what was best for RAVE (docs/results/strength/).
fn rave_with_policy() -> Settings {
    Settings {
        symmetry: 5,
        know_policy: 150.0,
        threat_visits: 30,
        rollouts: 5,
        mate: 2.0,
        reply: 1,
        ring_depth: 0.7,
        ring_permanent: 3,
        solver_share: 0.3,
        ..rave()
    }
}

/// Virtual connections in the tree besides (docs/results/hex/).
fn hex_with_connections(board: Size) -> Settings {
    let (connection_visits, connection_effort) = match board.cells() {
        cells if cells > LARGE_HEX => (30, ConnectionEffort::Medium),
        _ => (100, ConnectionEffort::Large),
    };
    Settings { connection_visits, connection_effort, ..hex_2026_11() }
}

/// Bridges, in rollouts and as knowledge, and two-distance are what pays on 7x7 and 11x11 (docs/results/classic/strong-hex.txt); the
/// policy was learned from Havannah.
fn hex_2026_11() -> Settings {
    Settings {
        bridge: 1.0,
        know_bridge: 100.0,
        know_potential: 40.0,
        symmetry: 5,
        solver_share: 0.75,
        ..rave()
    }
}

/// As for Hex: bridges, in rollouts and as knowledge, and two-distance; nothing was tuned for Y.
fn strong_y() -> Settings {
    hex_2026_11()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Shape;

    #[test]
    fn only_the_strong_player_and_its_levels_know_the_board() {
        let (havannah, hex) = (Size::havannah(8).unwrap(), Size::hex(11).unwrap());
        for name in NAMES {
            let differs = preset(name, havannah).unwrap() != preset(name, hex).unwrap();
            assert_eq!(differs, name.starts_with("strong") || name.starts_with("level-"), "{name}");
        }
        assert_eq!(preset("level-10", hex), preset("strong", hex));
        assert!(preset("none", hex).is_none() && preset("level-11", hex).is_none());
    }

    /// A network is asked for exactly where there is one.
    #[test]
    fn strong_has_a_network_on_every_board_where_it_searches_by_one() {
        for size in ["2x19", "19x2", "3x19", "7", "11", "19"] {
            let size = Size::parse(Game::Hex, size).unwrap();
            let settings = preset("strong", size).unwrap();
            let network = NetworkName::LEARNED.on(Shape::of(size));
            assert_eq!(settings.puct > 0.0, network.is_some(), "{size}");
            assert!(settings.connection_visits > 0, "{size}");
        }
    }

    /// Those of the papers are the same for all games; in that for which they were written nothing is idle.
    #[test]
    fn no_preset_sets_what_does_nothing() {
        let usual = Settings::default();
        let mut sizes = [4, 6, 8].map(|side| Size::havannah(side).unwrap()).to_vec();
        sizes.extend([Size::hex(7).unwrap(), Size::hex(11).unwrap(), Size::parse(Game::Y, "9").unwrap()]);
        for size in sizes {
            let own = |name: &&&str| size.game() == Game::Havannah || name.starts_with("strong");
            for name in NAMES.iter().filter(own) {
                let settings = preset(name, size).unwrap();
                let idle = settings.inert(Shape::of(size));
                let set = idle.iter().find(|idle| settings.get(idle.name) != usual.get(idle.name));
                assert!(set.is_none(), "{name} on {size}: {}", set.unwrap());
            }
        }
    }
}
