//! Which game, and which board: what a user writes as `--game hex --size 11x9`.

use std::fmt;

/// The games that Robusto knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    /// Ring, bridge or fork on a hexagon.
    Havannah,
    /// A chain between one's own two sides of a rhombus.
    Hex,
}

impl Game {
    /// The word that users read and type.
    pub const fn word(self) -> &'static str {
        match self {
            Game::Havannah => "havannah",
            Game::Hex => "hex",
        }
    }

    /// The game of that name, in any case.
    pub fn named(word: &str) -> Option<Game> {
        [Game::Havannah, Game::Hex].into_iter().find(|game| word.eq_ignore_ascii_case(game.word()))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The measures of a board, known to be within limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Size {
    /// A Havannah hexagon with sides p, q, r, p, q, r: p along the top, q falling to the right, r straight down.
    Hexagon(u8, u8, u8),
    /// A Hex rhombus: columns, rows.
    Rhombus(u8, u8),
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
        let (range, limits) = match game {
            Game::Havannah => (2..=15, "sides 2 to 15"),
            Game::Hex => (1..=19, "columns and rows 1 to 19"),
        };
        if !measures.iter().all(|side| range.contains(side)) {
            return Err(SizeError::Range(text(), game, limits));
        }
        match (game, measures) {
            (Game::Havannah, &[n]) => Ok(Size::Hexagon(n as u8, n as u8, n as u8)),
            (Game::Havannah, &[p, q, r]) => Ok(Size::Hexagon(p as u8, q as u8, r as u8)),
            (Game::Hex, &[n]) => Ok(Size::Rhombus(n as u8, n as u8)),
            (Game::Hex, &[columns, rows]) => Ok(Size::Rhombus(columns as u8, rows as u8)),
            _ => Err(SizeError::Syntax(text(), game, Size::examples(game))),
        }
    }

    /// Reads `8` or `4x4x5` (Havannah), `11` or `11x9` (Hex).
    pub fn parse(game: Game, text: &str) -> Result<Size, SizeError> {
        let measures: Option<Vec<usize>> = text
            .split(['x', 'X'])
            .map(|part| (part.len() <= 9).then(|| part.trim().parse().ok()).flatten())
            .collect();
        match measures {
            Some(measures) => Size::of(game, &measures),
            None => Err(SizeError::Syntax(text.chars().take(40).collect(), game, Size::examples(game))),
        }
    }

    const fn examples(game: Game) -> &'static str {
        match game {
            Game::Havannah => "8 or 4x4x5",
            Game::Hex => "11 or 11x9",
        }
    }

    /// The game that is played on boards of this form.
    pub const fn game(self) -> Game {
        match self {
            Size::Hexagon(..) => Game::Havannah,
            Size::Rhombus(..) => Game::Hex,
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
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Size::Hexagon(p, q, r) if p == q && q == r => write!(f, "{p}"),
            Size::Hexagon(p, q, r) => write!(f, "{p}x{q}x{r}"),
            Size::Rhombus(columns, rows) if columns == rows => write!(f, "{columns}"),
            Size::Rhombus(columns, rows) => write!(f, "{columns}x{rows}"),
        }
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
