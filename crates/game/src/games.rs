//! The games, as data: everything in which they differ but the geometry of their boards.
//!
//! A game is a row of [`Facts`] here, a form of board in `size.rs` and its geometry in `shape.rs` (which cells there are, which marks
//! they have, how the board turns onto itself). Everybody else asks a [`Shape`](crate::Shape) or a [`Game`] for a fact and never
//! which game it is; `docs/adding-a-game.md` tells how one is added.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::win::Kind;
use crate::{CORNERS, Colour, EDGES, Marks, Size};

/// The games that Robusto knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Game {
    /// Ring, bridge or fork on a hexagon.
    #[default]
    Havannah,
    /// A chain between one's own two sides of a rhombus.
    Hex,
    /// A chain between all three sides of a triangle.
    Y,
}

/// What a chain can win by: enough of these marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What the winning shape is called.
    pub kind: Kind,
    /// The marks that count.
    pub marks: Marks,
    /// How many of them are enough.
    pub count: u32,
    /// Their names, from the lowest mark on.
    pub names: &'static [&'static str],
}

/// How sites and other programs name the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// As HavannahGui: the letter is the row; Little Golem counts from the row's own end and from the middle.
    Havannah,
    /// As HTP: the letter is the column.
    Hex,
    /// Ours: the letter is the row. OpenSpiel has letters for columns and counts rows from below.
    Y,
}

/// What is to be known of a game.
struct Facts {
    word: &'static str,
    title: &'static str,
    /// How game files call it, our own name first.
    files: &'static [&'static str],
    /// How Little Golem calls its rules (`RU`), if it has the game.
    golem: Option<&'static str>,
    usual: Size,
    /// How many measures a size may have, and how large each may be.
    measures: &'static [usize],
    range: RangeInclusive<usize>,
    limits: &'static str,
    examples: &'static str,
    first: Colour,
    has_rings: bool,
    has_draws: bool,
    has_own_sides: bool,
    lean: i32,
    naming: Naming,
    /// The marks of which two win, and those of which three do, by their bits.
    twos: Range<usize>,
    threes: Range<usize>,
    /// By colour.
    goals: [&'static [Goal]; 2],
}

const CORNER_NAMES: &[&str] = &["upper left", "upper right", "right", "lower right", "lower left", "left"];
const EDGE_NAMES: &[&str] = &["top", "upper right", "lower right", "bottom", "lower left", "upper left"];
const HAVANNAH_GOALS: &[Goal] = &[
    Goal { kind: Kind::Bridge, marks: CORNERS, count: 2, names: CORNER_NAMES },
    Goal { kind: Kind::Fork, marks: EDGES, count: 3, names: EDGE_NAMES },
];

static HAVANNAH: Facts = Facts {
    word: "havannah",
    title: "Havannah",
    files: &["Havannah"],
    golem: Some("LG"),
    usual: Size::Hexagon(8, 8, 8),
    measures: &[1, 3],
    range: 2..=15,
    limits: "sides 2 to 15",
    examples: "8 or 4x4x5",
    first: Colour::White,
    has_rings: true,
    has_draws: true,
    has_own_sides: false,
    lean: -1,
    naming: Naming::Havannah,
    twos: 0..6,
    threes: 6..12,
    goals: [HAVANNAH_GOALS; 2],
};

static HEX: Facts = Facts {
    word: "hex",
    title: "Hex",
    files: &["11", "Hex"],
    golem: Some("LG Hex"),
    usual: Size::Rhombus(11, 11),
    measures: &[1, 2],
    range: 1..=19,
    limits: "columns and rows 1 to 19",
    examples: "11 or 11x9",
    first: Colour::Black,
    has_rings: false,
    has_draws: false,
    has_own_sides: true,
    lean: 1,
    naming: Naming::Hex,
    twos: 0..2,
    threes: 6..6,
    goals: [
        &[Goal { kind: Kind::Chain, marks: 0b11, count: 2, names: &["left", "right"] }],
        &[Goal { kind: Kind::Chain, marks: 0b11, count: 2, names: &["top", "bottom"] }],
    ],
};

const Y_GOALS: &[Goal] =
    &[Goal { kind: Kind::Chain, marks: 0b111 << 6, count: 3, names: &["right", "bottom", "left"] }];

static Y: Facts = Facts {
    word: "y",
    title: "Y",
    files: &["Y"],
    golem: None,
    usual: Size::Triangle(13),
    measures: &[1],
    range: 1..=30,
    limits: "sides 1 to 30",
    examples: "13",
    first: Colour::White,
    has_rings: false,
    has_draws: false,
    has_own_sides: false,
    lean: -1,
    naming: Naming::Y,
    twos: 0..0,
    threes: 6..9,
    goals: [Y_GOALS; 2],
};

impl Game {
    /// All games, the default first.
    pub const ALL: [Game; 3] = [Game::Havannah, Game::Hex, Game::Y];

    fn facts(self) -> &'static Facts {
        match self {
            Game::Havannah => &HAVANNAH,
            Game::Hex => &HEX,
            Game::Y => &Y,
        }
    }

    /// The word that users read and type.
    pub fn word(self) -> &'static str {
        self.facts().word
    }

    /// Its name in a heading.
    pub fn title(self) -> &'static str {
        self.facts().title
    }

    /// The game of that name, in any case.
    pub fn named(word: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| word.eq_ignore_ascii_case(game.word()))
    }

    /// The words of all games.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Game::ALL.into_iter().map(Game::word)
    }

    /// The words of all games in a sentence: `havannah, hex or y`.
    pub fn choices() -> String {
        let words: Vec<&str> = Game::words().collect();
        let (last, others) = words.split_last().expect("there is a game");
        format!("{} or {last}", others.join(", "))
    }

    /// The board that it is usually played on.
    pub fn usual_size(self) -> Size {
        self.facts().usual
    }

    /// How many measures a size has and how large each may be.
    pub(crate) fn measures(self) -> (&'static [usize], RangeInclusive<usize>) {
        (self.facts().measures, self.facts().range.clone())
    }

    /// The limits of sizes in words, and examples.
    pub(crate) fn limits(self) -> (&'static str, &'static str) {
        (self.facts().limits, self.facts().examples)
    }

    /// How game files (`GM`) call it.
    pub fn file_name(self) -> &'static str {
        self.facts().files[0]
    }

    /// How Little Golem's files (`RU`) call its rules, if it has the game.
    pub(crate) fn golem_name(self) -> Option<&'static str> {
        self.facts().golem
    }

    /// The game that files call so, in any case.
    pub(crate) fn filed(name: &str) -> Option<Game> {
        Game::ALL
            .into_iter()
            .find(|game| game.facts().files.iter().any(|file| file.eq_ignore_ascii_case(name)))
    }

    /// The colour that moves first.
    pub fn first_colour(self) -> Colour {
        self.facts().first
    }

    /// Whether a ring wins.
    pub fn has_rings(self) -> bool {
        self.facts().has_rings
    }

    /// Whether a full board may have no winner.
    pub fn has_draws(self) -> bool {
        self.facts().has_draws
    }

    /// Whether each colour has sides of its own, so that the colours are not alike: a stone that changes hands is mirrored.
    pub fn has_own_sides(self) -> bool {
        self.facts().has_own_sides
    }

    /// How rows lie on paper: each begins half a cell further left (-1) or right (1) than the one above.
    pub fn lean(self) -> i32 {
        self.facts().lean
    }

    pub(crate) fn naming(self) -> Naming {
        self.facts().naming
    }

    /// The marks, by their bits, of which two win.
    pub fn twos(self) -> Range<usize> {
        self.facts().twos.clone()
    }

    /// The marks, by their bits, of which three win.
    pub fn threes(self) -> Range<usize> {
        self.facts().threes.clone()
    }

    /// What a chain of `colour` wins by, rings aside.
    pub fn goals(self, colour: Colour) -> &'static [Goal] {
        self.facts().goals[colour.index()]
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_say_the_same_as_the_counted_marks() {
        for game in Game::ALL {
            for colour in Colour::BOTH {
                let bits = |count: u32| {
                    let goals = game.goals(colour).iter().filter(|goal| goal.count == count);
                    let marks = goals.fold(0, |marks, goal| marks | goal.marks);
                    (0..12).filter(|bit| marks >> bit & 1 != 0).collect::<Vec<usize>>()
                };
                assert_eq!(bits(2), game.twos().collect::<Vec<_>>(), "{game}");
                assert_eq!(bits(3), game.threes().collect::<Vec<_>>(), "{game}");
                for goal in game.goals(colour) {
                    assert_eq!(goal.names.len(), goal.marks.count_ones() as usize, "{game}");
                }
            }
            assert_eq!(game.usual_size().game(), game);
            assert_eq!((Game::named(game.title()), Game::filed(game.file_name())), (Some(game), Some(game)));
        }
        assert_eq!(Game::choices(), "havannah, hex or y");
    }
}
