//! How cells are called on the wire: one of the systems of [`Coords`], or GoGui's grid.
//!
//! GoGui shows a hexagon inside a square grid: letters name columns without the letter I, numbers count rows from the bottom.

#![warn(clippy::indexing_slicing)]

use game::{Cell, Coords, Move, NotationError, Shape};

/// The system in which a controller and we name cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// One of the usual systems.
    In(Coords),
    /// GoGui's grid.
    GoGui,
}

impl Default for Points {
    fn default() -> Points {
        Points::In(Coords::default())
    }
}

impl Points {
    /// The system of that name: those of [`Coords::named`], and `gogui`.
    pub fn named(word: &str) -> Option<Points> {
        if word.eq_ignore_ascii_case("gogui") {
            return Some(Points::GoGui);
        }
        Coords::named(word).map(Points::In)
    }

    /// The word for the system.
    pub fn word(self) -> &'static str {
        match self {
            Points::In(coords) => coords.word(),
            Points::GoGui => "gogui",
        }
    }

    /// The name of a cell.
    pub fn cell_name(self, shape: &Shape, cell: Cell) -> String {
        match self {
            Points::In(coords) => game::cell_name(shape, cell, coords),
            Points::GoGui => {
                let (x, y) = shape.place(cell);
                format!("{}{}", grid_letters(x), grid_size(shape) - y)
            }
        }
    }

    /// The name of a move.
    pub fn move_name(self, shape: &Shape, mv: Move) -> String {
        match mv {
            Move::Cell(cell) => self.cell_name(shape, cell),
            swap => swap.name(shape, Coords::Gui),
        }
    }

    /// The move that a word names; resigning is not one.
    pub fn read_move(self, shape: &Shape, word: &str) -> Result<Move, NotationError> {
        match self {
            Points::In(coords) => Move::parse(shape, word, coords),
            Points::GoGui => match read_grid(shape, word) {
                Some(cell) => Ok(Move::Cell(cell)),
                None if word.to_ascii_lowercase().starts_with("swap") => {
                    Move::parse(shape, word, Coords::Gui)
                }
                None => {
                    Err(NotationError::OffBoard(word.chars().take(40).collect(), shape.game(), shape.size()))
                }
            },
        }
    }

    /// The names of several cells, parted by blanks.
    pub fn cell_names(self, shape: &Shape, cells: impl IntoIterator<Item = Cell>) -> String {
        cells.into_iter().map(|cell| self.cell_name(shape, cell)).collect::<Vec<_>>().join(" ")
    }
}

/// The side of the square that holds the board.
pub fn grid_size(shape: &Shape) -> i32 {
    let columns = (0..shape.rows()).map(|y| shape.row(y).1 + 1).max().unwrap_or(1);
    columns.max(shape.rows())
}

const GRID_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn grid_letters(x: i32) -> String {
    let letter = |x: i32| GRID_LETTERS.get(x as usize).map_or('?', |&byte| char::from(byte));
    if x < 25 { letter(x).into() } else { [letter(x / 25 - 1), letter(x % 25)].iter().collect() }
}

fn read_grid(shape: &Shape, word: &str) -> Option<Cell> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = word.split_at(digits);
    let x = (0..grid_size(shape)).find(|&x| grid_letters(x).eq_ignore_ascii_case(letters))?;
    let y = grid_size(shape).checked_sub(number.parse().ok()?)?;
    shape.cell_at(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Size};

    #[test]
    fn every_name_reads_back() {
        for (game, size) in
            [(Game::Havannah, "4"), (Game::Havannah, "15"), (Game::Havannah, "3x4x6"), (Game::Hex, "5x3")]
        {
            let shape = Shape::of(Size::parse(game, size).unwrap());
            for points in [Points::GoGui, Points::default()] {
                for cell in shape.cells() {
                    let name = points.cell_name(shape, cell);
                    assert_eq!(points.read_move(shape, &name), Ok(Move::Cell(cell)), "{name}");
                }
            }
        }
    }

    #[test]
    fn other_words_are_refused() {
        let shape = Shape::of(Size::havannah(10).unwrap());
        for word in ["", "I5", "A99999999999", "A-1", "pass", "ä1", "J0"] {
            assert!(Points::GoGui.read_move(shape, word).is_err(), "{word}");
        }
        assert_eq!(Points::GoGui.cell_name(shape, shape.cell_at(8, 0).unwrap()), "J19");
        assert_eq!(Points::GoGui.read_move(shape, "swap"), Ok(Move::Swap));
    }
}
