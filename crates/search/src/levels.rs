//! Graded opponents for people, from beginner to full strength.
//!
//! A level is a player with so many simulations a move: a search by rollouts, and in the upper levels the one by the
//! network, where the board has one. The lowest ones also play a random move now and then. As presets they are called
//! `level-1` to `level-10`.

use game::Game;

use crate::settings::Settings;

/// One graded opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1 to 10.
    pub number: u32,
    /// What people call it.
    pub name: &'static str,
    /// Simulations a move of the search by rollouts; 0 is full strength, limited by time alone.
    pub visits: u32,
    /// Simulations a move of the search by the network, which takes the other's place where there is one; 0 if it does not.
    pub guided: u32,
    /// Chance of a random move.
    pub slips: f32,
    /// How much stronger it is than level 1 in Havannah and in Hex, in Elo: the sums of docs/results/levels.md.
    elo: [i32; 2],
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 10] = [
    Level { slips: 0.35, ..level(1, "beginner", 10, [0, 0]) },
    Level { slips: 0.12, ..level(2, "learner", 20, [220, 382]) },
    Level { slips: 0.04, ..level(3, "casual", 60, [343, 592]) },
    level(4, "club", 180, [451, 739]),
    level(5, "steady", 500, [559, 809]),
    level(6, "strong", 1_400, [663, 924]),
    Level { guided: 100, ..level(7, "expert", 4_000, [786, 1225]) },
    Level { guided: 400, ..level(8, "master", 12_000, [950, 1416]) },
    Level { guided: 1_600, ..level(9, "champion", 40_000, [1073, 1563]) },
    level(10, "full strength", 0, [1333, 1864]),
];

const fn level(number: u32, name: &'static str, visits: u32, elo: [i32; 2]) -> Level {
    Level { number, name, visits, guided: 0, slips: 0.0, elo }
}

impl Level {
    /// The level of that number.
    pub fn numbered(number: u32) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// How much stronger it is than level 1 of a game, in Elo, where that was measured.
    pub const fn elo(&self, game: Game) -> Option<i32> {
        match game {
            Game::Havannah => Some(self.elo[0]),
            Game::Hex => Some(self.elo[1]),
            Game::Y => None,
        }
    }

    /// Its settings, from those of the search by rollouts and those of the player at full strength.
    pub fn settings(&self, graded: Settings, full: Settings) -> Settings {
        if self.visits == 0 {
            return full;
        }
        let is_guided = self.guided > 0 && full.puct > 0.0;
        let (player, visit_limit) = if is_guided { (full, self.guided) } else { (graded, self.visits) };
        Settings { visit_limit, slips: self.slips, solver_share: 0.0, ..player }
    }
}
