//! Names of cells, in every coordinate system that programs and sites use.
//!
//! Text becomes a [`Cell`] here, once, and is trusted from then on. Cells are `(x, y)` from zero, as in [`Shape`].
//!
//! | system | Havannah | Hex | Y |
//! | --- | --- | --- | --- |
//! | [`Coords::Gui`] | `f5`: letter = row y, number = column x | `a1`: letter = column x, number = row y | `c2`: letter = row from the top, number = column |
//! | [`Coords::Lg`] | `F3`: letter = row, number counted from the row's own left end | `mf`: column, row | `C2` |
//! | [`Coords::Web`] | `qn`: row and column (right to left) counted from the middle `oo` | `mf` | `bc`: column, row |
//! | [`Coords::OpenSpiel`] | `e6`: letter = column, number = row | `a1` | `b11`: letter = column, number = row from below |
//! | [`Coords::Rogers`] | `E6`: the same in capitals, for boards drawn with A1 at the bottom | `A1` | `B11` |
//!
//! No letter is skipped; after `z` come `aa`, `ab`, `ac`. Where a system has room for one letter only (`Web`), the
//! digits `1`, `2`, `3` follow `z`: boards that large are not played there. Reading is blind to case.

#![warn(clippy::indexing_slicing)]

use std::fmt;

use crate::games::Naming;
use crate::{Cell, Game, Shape, Size};

/// A coordinate system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coords {
    /// HavannahGui, the thesis and most GTP engines; HTP for Hex. Ours by default.
    #[default]
    Gui,
    /// Little Golem's game files. Castro's `gridcoords` are these, too.
    Lg,
    /// The moves of Little Golem's web pages.
    Web,
    /// OpenSpiel and Morat: the mirror image of [`Coords::Gui`].
    OpenSpiel,
    /// Rogers' books: as OpenSpiel, in capitals.
    Rogers,
}

impl Coords {
    /// All systems, the default first.
    pub const ALL: [Coords; 5] = [Coords::Gui, Coords::Lg, Coords::Web, Coords::OpenSpiel, Coords::Rogers];

    /// The word that users read and type.
    pub const fn word(self) -> &'static str {
        match self {
            Coords::Gui => "gui",
            Coords::Lg => "lg",
            Coords::Web => "web",
            Coords::OpenSpiel => "openspiel",
            Coords::Rogers => "rogers",
        }
    }

    /// The system of that name, in any case; `morat` is another name of OpenSpiel's.
    pub fn named(word: &str) -> Option<Coords> {
        if word.eq_ignore_ascii_case("morat") {
            return Some(Coords::OpenSpiel);
        }
        Coords::ALL.into_iter().find(|coords| word.eq_ignore_ascii_case(coords.word()))
    }
}

impl fmt::Display for Coords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text that names no cell of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// The text is not a coordinate at all: text, system, an example.
    #[error("{0:?} is not a cell in {1} coordinates (such as {2})")]
    Syntax(String, Coords, String),
    /// The coordinate is well formed but not of this board.
    #[error("{0:?} is not on the {1} board of size {2}")]
    OffBoard(String, Game, Size),
}

/// How the two coordinates of a system are written.
enum Style {
    /// A letter and a number; whether the letter names the row, and whether each row counts from its own left end.
    LetterNumber { row_first: bool, own_end: bool, capital: bool },
    /// Column letter and the row's number counted from the lowest one.
    FromBelow { capital: bool },
    /// Two letters counted from the middle, `oo`.
    Centred,
    /// Column letter and row letter.
    Letters,
}

fn style(shape: &Shape, coords: Coords) -> Style {
    let (row_first, own_end, capital) = match (shape.game().naming(), coords) {
        (Naming::Havannah, Coords::Web) => return Style::Centred,
        (Naming::Hex, Coords::Web | Coords::Lg) | (Naming::Y, Coords::Web) => return Style::Letters,
        (Naming::Y, Coords::OpenSpiel) => return Style::FromBelow { capital: false },
        (Naming::Y, Coords::Rogers) => return Style::FromBelow { capital: true },
        (Naming::Y, Coords::Lg) => (true, false, true),
        (Naming::Havannah | Naming::Y, Coords::Gui) => (true, false, false),
        (Naming::Havannah, Coords::Lg) => (true, true, true),
        (_, Coords::Rogers) => (false, false, true),
        (_, Coords::Gui | Coords::OpenSpiel) => (false, false, false),
    };
    Style::LetterNumber { row_first, own_end, capital }
}

/// The name of a cell.
pub fn cell_name(shape: &Shape, cell: Cell, coords: Coords) -> String {
    let (x, y) = shape.place(cell);
    match style(shape, coords) {
        Style::LetterNumber { row_first, own_end, capital } => {
            let (letter, number) = if row_first { (y, x) } else { (x, y) };
            let number = if own_end { number - shape.row(y).0 } else { number };
            let letters = letters(letter);
            let letters = if capital { letters.to_uppercase() } else { letters };
            format!("{letters}{}", number + 1)
        }
        Style::FromBelow { capital } => {
            let name = format!("{}{}", letters(x), shape.rows() - y);
            if capital { name.to_uppercase() } else { name }
        }
        Style::Centred => {
            let (middle_x, middle_y) = middle(shape);
            [14 + y - middle_y, 14 + middle_x - x].into_iter().map(web_letter).collect()
        }
        Style::Letters => [x, y].into_iter().map(web_letter).collect(),
    }
}

/// The parts of a cell's name that stand for its row and for its column.
pub fn cell_parts(shape: &Shape, cell: Cell, coords: Coords) -> (String, String) {
    let name = cell_name(shape, cell, coords);
    let letters = name.find(|c: char| c.is_ascii_digit()).unwrap_or(1);
    let (first, second) = name.split_at(letters);
    let row_first = match style(shape, coords) {
        Style::LetterNumber { row_first, .. } => row_first,
        Style::Centred => true,
        Style::Letters | Style::FromBelow { .. } => false,
    };
    if row_first { (first.into(), second.into()) } else { (second.into(), first.into()) }
}

/// The cell that a text names. Blind to case and to white space around it.
pub fn parse_cell(shape: &Shape, text: &str, coords: Coords) -> Result<Cell, NotationError> {
    let trimmed = text.trim();
    let place = match style(shape, coords) {
        Style::LetterNumber { row_first, own_end, .. } => {
            read_letter_number(trimmed).map(|(letter, number)| {
                let (x, y) = if row_first { (number, letter) } else { (letter, number) };
                if own_end && (0..shape.rows()).contains(&y) { (x + shape.row(y).0, y) } else { (x, y) }
            })
        }
        Style::FromBelow { .. } => {
            read_letter_number(trimmed).map(|(x, number)| (x, shape.rows() - 1 - number))
        }
        Style::Centred => read_two_letters(trimmed).map(|(first, second)| {
            let (middle_x, middle_y) = middle(shape);
            (middle_x + 14 - second, first - 14 + middle_y)
        }),
        Style::Letters => read_two_letters(trimmed),
    };
    let quoted = || trimmed.chars().take(40).collect();
    let (x, y) = place.ok_or_else(|| {
        let example = cell_name(shape, Cell::new(shape.len() / 2), coords);
        NotationError::Syntax(quoted(), coords, example)
    })?;
    shape.cell_at(x, y).ok_or_else(|| NotationError::OffBoard(quoted(), shape.game(), shape.size()))
}

/// The column and row that Little Golem's web moves call `oo`.
fn middle(shape: &Shape) -> (i32, i32) {
    match shape.size() {
        Size::Hexagon(p, q, r) => ((p as i32 + q as i32) / 2 - 1, (q as i32 + r as i32) / 2 - 1),
        Size::Rhombus(columns, rows) => (columns as i32 / 2, rows as i32 / 2),
        Size::Triangle(n) => (n as i32 / 3, 2 * n as i32 / 3),
    }
}

/// `a` for 0, `z` for 25, `aa` for 26.
fn letters(index: i32) -> String {
    let letter = |index: i32| char::from(b'a' + index as u8);
    if index < 26 {
        letter(index).into()
    } else {
        [letter(index / 26 - 1), letter(index % 26)].iter().collect()
    }
}

/// `a` for 0, `z` for 25, `1` for 26.
fn web_letter(index: i32) -> char {
    char::from(if index < 26 { b'a' + index as u8 } else { b'1' + (index - 26) as u8 })
}

fn read_letter_number(text: &str) -> Option<(i32, i32)> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = text.split_at(digits);
    if letters.is_empty() || letters.len() > 2 || number.len() > 4 {
        return None;
    }
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let letter =
        letters.bytes().fold(0, |value, b| value * 26 + i32::from(b.to_ascii_lowercase() - b'a') + 1);
    Some((letter - 1, number.parse::<i32>().ok()? - 1))
}

fn read_two_letters(text: &str) -> Option<(i32, i32)> {
    let value = |b: u8| match b.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => Some(i32::from(letter - b'a')),
        digit @ b'1'..=b'9' => Some(i32::from(digit - b'1') + 26),
        _ => None,
    };
    match *text.as_bytes() {
        [first, second] => Some((value(first)?, value(second)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(game: Game, size: &str) -> &'static Shape {
        Shape::of(Size::parse(game, size).unwrap())
    }

    fn every_shape() -> Vec<&'static Shape> {
        let mut sizes: Vec<Size> = (2..=15).map(|n| Size::havannah(n).unwrap()).collect();
        for text in ["4x4x5", "5x4x4", "2x3x15", "15x2x15", "15x15x14", "14x15x15", "3x4x5", "2x15x3"] {
            sizes.push(Size::parse(Game::Havannah, text).unwrap());
        }
        for text in ["1", "3x5", "11", "19", "19x7", "7x19"] {
            sizes.push(Size::parse(Game::Hex, text).unwrap());
        }
        sizes.extend([1, 2, 9, 30].map(|n| Size::of(Game::Y, &[n]).unwrap()));
        sizes.into_iter().map(Shape::of).collect()
    }

    #[test]
    fn names_as_the_sites_and_programs_write_them() {
        let four = shape(Game::Havannah, "4");
        let cell = parse_cell(four, "f5", Coords::Gui).unwrap();
        for (coords, name) in
            [(Coords::Lg, "F3"), (Coords::Web, "qn"), (Coords::OpenSpiel, "e6"), (Coords::Rogers, "E6")]
        {
            assert_eq!(cell_name(four, cell, coords), name);
        }
        for (gui, web) in [("d4", "oo"), ("b2", "mq")] {
            assert_eq!(parse_cell(four, gui, Coords::Gui), parse_cell(four, web, Coords::Web));
        }
        let hex = shape(Game::Hex, "13");
        let cell = parse_cell(hex, "mf", Coords::Lg).unwrap();
        assert_eq!(cell_name(hex, cell, Coords::Gui), "m6");
        let y = shape(Game::Y, "13");
        let cell = parse_cell(y, "c2", Coords::Gui).unwrap();
        assert_eq!(y.place(cell), (1, 2));
        for (coords, name) in
            [(Coords::Lg, "C2"), (Coords::Web, "bc"), (Coords::OpenSpiel, "b11"), (Coords::Rogers, "B11")]
        {
            assert_eq!(cell_name(y, cell, coords), name);
        }
        let large = shape(Game::Havannah, "15");
        assert_eq!(cell_name(large, large.cell_at(28, 28).unwrap(), Coords::Gui), "ac29");
        assert_eq!(cell_name(large, large.cell_at(28, 28).unwrap(), Coords::Lg), "AC15");
        assert!(parse_cell(shape(Game::Havannah, "10"), "L3", Coords::Rogers).is_ok());
    }

    #[test]
    fn every_name_reads_back_on_every_board_in_any_case() {
        for shape in every_shape() {
            for coords in Coords::ALL {
                let mut seen = std::collections::HashSet::new();
                for cell in shape.cells() {
                    let name = cell_name(shape, cell, coords);
                    assert_eq!(parse_cell(shape, &name, coords), Ok(cell), "{name} {coords}");
                    assert_eq!(parse_cell(shape, &name.to_uppercase(), coords), Ok(cell));
                    assert_eq!(parse_cell(shape, &format!(" {} ", name.to_lowercase()), coords), Ok(cell));
                    assert!(seen.insert(name));
                }
            }
        }
    }

    #[test]
    fn other_text_is_refused_with_a_sentence() {
        let four = shape(Game::Havannah, "4");
        for text in [
            "", "a", "1", "a0", "a5", "h1", "zz9", "aaa1", "a99999", "a1b", "ä1", "a１", "a-1", "oo1", "\0\0",
        ] {
            for coords in Coords::ALL {
                assert!(parse_cell(four, text, coords).is_err(), "{text} {coords}");
            }
        }
        let message = |text| parse_cell(four, text, Coords::Gui).unwrap_err().to_string();
        assert_eq!(message("h8"), "\"h8\" is not on the havannah board of size 4");
        assert_eq!(message("what"), "\"what\" is not a cell in gui coordinates (such as d4)");
        assert!(message(&"a".repeat(100_000)).len() < 120);
    }

    #[test]
    fn systems_have_names() {
        for coords in Coords::ALL {
            assert_eq!(Coords::named(&coords.word().to_uppercase()), Some(coords));
        }
        assert_eq!(Coords::named("Morat"), Some(Coords::OpenSpiel));
        assert_eq!(Coords::named("hgui"), None);
    }
}
