//! Graded opponents for people, from beginner to full strength.
//!
//! A level is the default player with so many simulations a move; the lowest ones also play a random move now and then.
//! As presets they are called `level-1` to `level-10`.

use crate::settings::Settings;

/// One graded opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1 to 10.
    pub number: u32,
    /// What people call it.
    pub name: &'static str,
    /// Simulations a move; 0 is full strength, limited by time alone.
    pub visits: u32,
    /// Chance of a random move.
    pub slips: f32,
    /// How much stronger it is than level 1, in Elo on size 5: the sums of docs/results/levels.md.
    pub elo: i32,
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 10] = [
    level(1, "beginner", 10, 0.35, 0),
    level(2, "learner", 20, 0.12, 200),
    level(3, "casual", 60, 0.0, 400),
    level(4, "club", 180, 0.0, 492),
    level(5, "steady", 500, 0.0, 548),
    level(6, "strong", 1_400, 0.0, 675),
    level(7, "expert", 4_000, 0.0, 798),
    level(8, "master", 12_000, 0.0, 949),
    level(9, "champion", 40_000, 0.0, 1096),
    level(10, "full strength", 0, 0.0, 1243),
];

const fn level(number: u32, name: &'static str, visits: u32, slips: f32, elo: i32) -> Level {
    Level { number, name, visits, slips, elo }
}

impl Level {
    /// The level of that number.
    pub fn numbered(number: u32) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// Its settings, from those of the player at full strength.
    pub fn settings(&self, full: Settings) -> Settings {
        let solver_share = if self.visits == 0 { full.solver_share } else { 0.0 };
        Settings { visit_limit: self.visits, slips: self.slips, solver_share, ..full }
    }
}
