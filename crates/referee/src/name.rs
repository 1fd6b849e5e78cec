//! Names of cells, read and written: the GUI coordinates of Havannah (letter = row, number = x + 1)
//! and HTP's points for Hex (letter = column, number = row). After `z` come `aa`, `ab` and so on.

use std::fmt;

use crate::shape::{Cell, Form, Shape};

impl Shape {
    /// The name of a cell, in lower case.
    pub fn name(&self, cell: Cell) -> String {
        let (x, y) = self.xy(cell);
        let (lettered, numbered) = if self.leans_left() { (y, x) } else { (x, y) };
        format!("{}{}", letters(lettered), numbered + 1)
    }

    /// The cell with this name, in upper or lower case.
    pub fn parse(&self, name: &str) -> Result<Cell, NameError> {
        let found = split(name).and_then(|(lettered, numbered)| {
            if self.leans_left() { self.at(numbered, lettered) } else { self.at(lettered, numbered) }
        });
        found.ok_or_else(|| NameError { name: name.to_string(), form: self.form() })
    }
}

/// `a` for 0, `z` for 25, `aa` for 26.
fn letters(number: i32) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        more => letters(more - 1) + &letter.to_string(),
    }
}

/// The two coordinates in a name, both counted from 0; nothing if it is not letters and a number.
fn split(name: &str) -> Option<(i32, i32)> {
    let digits_at = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = name.split_at(digits_at);
    if letters.is_empty() || letters.len() > 2 || digits.len() > 2 || digits.starts_with('0') {
        return None;
    }
    let lettered = letters.chars().try_fold(0, |sum, letter| {
        let letter = letter.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| sum * 26 + (letter as i32 - 'a' as i32 + 1))
    })?;
    let numbered: i32 = digits.parse().ok()?;
    Some((lettered - 1, numbered - 1))
}

/// This text names no cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    name: String,
    form: Form,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a cell of {}", self.name, self.form)
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_return_to_their_cells() {
        let shapes = [Shape::havannah(15), Shape::hexagon(3, 5, 4), Shape::hex(30, 11)];
        for shape in shapes.map(|shape| shape.unwrap()) {
            for cell in shape.cells() {
                let name = shape.name(cell);
                assert_eq!(shape.parse(&name), Ok(cell), "{name}");
                assert_eq!(shape.parse(&name.to_uppercase()), Ok(cell), "{name}");
            }
        }
    }

    #[test]
    fn known_names() {
        let havannah = Shape::havannah(4).unwrap();
        assert_eq!(havannah.parse("f5").map(|cell| havannah.xy(cell)), Ok((4, 5)));
        let hex = Shape::hex(5, 3).unwrap();
        assert_eq!(hex.parse("e2").map(|cell| hex.xy(cell)), Ok((4, 1)));
        let large = Shape::havannah(15).unwrap();
        assert_eq!(large.name(large.at(28, 28).unwrap()), "ac29");
        assert_eq!(large.name(large.at(14, 25).unwrap()), "z15");
        assert_eq!(large.name(large.at(14, 26).unwrap()), "aa15");
        assert_eq!(large.at(11, 26), None);
    }

    #[test]
    fn other_text_is_refused() {
        let shape = Shape::havannah(4).unwrap();
        let bad = ["", "a", "1", "a0", "a01", "a+1", "a5", "h1", "a1b", " a1", "ä1", "a1é", "swap"];
        for name in bad.into_iter().chain(["a99999999999999999999", "zzzzzzzzzzzzzz1", "-a1"]) {
            assert!(shape.parse(name).is_err(), "{name}");
        }
        let sentence = shape.parse("a5").unwrap_err().to_string();
        assert_eq!(sentence, "\"a5\" is not a cell of havannah 4");
    }
}
