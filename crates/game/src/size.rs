//! Which game, and which board: what a user writes as `--game hex --size 11x9`.

use std::fmt;

use crate::Game;

/// The measures of a board, known to be within limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Size {
    /// A Havannah hexagon with sides p, q, r, p, q, r: p along the top, q falling to the right, r straight down.
    Hexagon(u8, u8, u8),
    /// A Hex rhombus: columns, rows.
    Rhombus(u8, u8),
    /// A triangle of Y: rows of one cell to so many.
    Triangle(u8),
}

/// A board that we do not play on, with the limits in its message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// The text is not a size at all.
    #[error("{0:?} is not a {1} size (such as {2})")]
    Syntax(String, Game, &'static str),
    /// The measures are out of the limits.
    #[error("{1} size {0} is out of range ({2})")]
    Range(String, Game, &'static str),
}

/// No board has as many cells as this: a set of cells fits ten words with a place left for "off the board".
pub const CELL_LIMIT: usize = 640;

impl Size {
    /// The regular Havannah board of side `n`.
    pub fn havannah(n: usize) -> Result<Size, SizeError> {
        Size::of(Game::Havannah, &[n])
    }

    /// The square Hex board of side `n`.
    pub fn hex(n: usize) -> Result<Size, SizeError> {
        Size::of(Game::Hex, &[n])
    }

    /// A size from its measures: Havannah takes one or three, Hex one or two.
    pub fn of(game: Game, measures: &[usize]) -> Result<Size, SizeError> {
        let text = || measures.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        let ((counts, range), (limits, examples)) = (game.measures(), game.limits());
        if !measures.iter().all(|side| range.contains(side)) {
            return Err(SizeError::Range(text(), game, limits));
        }
        if !counts.contains(&measures.len()) {
            return Err(SizeError::Syntax(text(), game, examples));
        }
        // A measure that is left out is as long as the first.
        let side = |place: usize| measures.get(place).map_or(measures[0], |&side| side) as u8;
        Ok(match game {
            Game::Havannah => Size::Hexagon(side(0), side(1), side(2)),
            Game::Hex => Size::Rhombus(side(0), side(1)),
            Game::Y => Size::Triangle(side(0)),
        })
    }

    /// Reads `8` or `4x4x5` (Havannah), `11` or `11x9` (Hex).
    pub fn parse(game: Game, text: &str) -> Result<Size, SizeError> {
        let measures: Option<Vec<usize>> = text
            .split(['x', 'X'])
            .map(|part| (part.len() <= 9).then(|| part.trim().parse().ok()).flatten())
            .collect();
        match measures {
            Some(measures) => Size::of(game, &measures),
            None => Err(SizeError::Syntax(text.chars().take(40).collect(), game, game.limits().1)),
        }
    }

    /// The game that is played on boards of this form.
    pub const fn game(self) -> Game {
        match self {
            Size::Hexagon(..) => Game::Havannah,
            Size::Rhombus(..) => Game::Hex,
            Size::Triangle(_) => Game::Y,
        }
    }

    /// How many cells the board has.
    pub fn cells(self) -> usize {
        match self {
            Size::Hexagon(p, q, r) => {
                let (p, q, r) = (p as usize, q as usize, r as usize);
                p * q + q * r + r * p + 1 - p - q - r
            }
            Size::Rhombus(columns, rows) => columns as usize * rows as usize,
            Size::Triangle(n) => n as usize * (n as usize + 1) / 2,
        }
    }

    /// The measures, as many as the form has.
    pub fn measures(self) -> Vec<usize> {
        match self {
            Size::Hexagon(p, q, r) => [p, q, r].map(usize::from).to_vec(),
            Size::Rhombus(columns, rows) => [columns, rows].map(usize::from).to_vec(),
            Size::Triangle(n) => vec![n.into()],
        }
    }

    /// The size as game files write it: columns and rows stand on either side of a colon.
    pub fn file_text(self) -> String {
        match self {
            Size::Rhombus(..) => self.to_string().replace('x', ":"),
            Size::Hexagon(..) | Size::Triangle(_) => self.to_string(),
        }
    }

    /// The side of the board where one number has to do: the mean of a hexagon's, the longer of a rhombus'.
    pub fn side(self) -> usize {
        let measures = self.measures();
        match self {
            Size::Hexagon(..) => measures.iter().sum::<usize>() / 3,
            Size::Rhombus(..) | Size::Triangle(_) => measures.into_iter().max().unwrap_or(0),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measures = self.measures();
        if measures.iter().all(|side| *side == measures[0]) {
            return write!(f, "{}", measures[0]);
        }
        f.write_str(&measures.iter().map(usize::to_string).collect::<Vec<_>>().join("x"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_they_are_written() {
        for (game, text, cells) in [
            (Game::Havannah, "4", 37),
            (Game::Havannah, "15", 631),
            (Game::Havannah, "4x4x5", 44),
            (Game::Havannah, "2x3x3", 14),
            (Game::Hex, "11", 121),
            (Game::Hex, "19x7", 133),
            (Game::Y, "13", 91),
            (Game::Y, "30", 465),
        ] {
            let size = Size::parse(game, text).unwrap();
            assert_eq!((size.to_string().as_str(), size.cells()), (text, cells));
        }
        assert_eq!(Size::parse(Game::Havannah, "8x8x8").unwrap().to_string(), "8");
    }

    #[test]
    fn other_sizes_are_refused_with_the_limits() {
        for (game, text) in
            [(Game::Havannah, "1"), (Game::Havannah, "16"), (Game::Havannah, "4x5"), (Game::Hex, "20")]
        {
            assert!(Size::parse(game, text).is_err(), "{text}");
        }
        for text in ["", "x", "4x", "-3", "8.5", "99999999999999999999", "ä"] {
            assert!(Size::parse(Game::Havannah, text).is_err(), "{text}");
        }
        let message = Size::parse(Game::Havannah, "10000").unwrap_err().to_string();
        assert_eq!(message, "havannah size 10000 is out of range (sides 2 to 15)");
    }
}
