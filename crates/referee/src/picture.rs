//! Boards as text diagrams, for tests and for people: one line per row, `.` for an empty cell, `B`
//! and `W` for stones. Blanks between the letters mean nothing when read.
//!
//! ```text
//!   W W .          . . B .
//!  . W . .          W B . .
//! . . B . .          W B W .
//!  . B . .
//!   . . .
//! ```

use std::fmt;
use std::sync::Arc;

use crate::shape::{Cell, Shape};
use crate::{Board, Colour};

impl Board {
    /// Reads a diagram. Blank lines are skipped; every other line is one row and must have as many
    /// letters as the row has cells.
    pub fn from_picture(shape: impl Into<Arc<Shape>>, picture: &str) -> Result<Board, PictureError> {
        let mut board = Board::empty(shape);
        let rows = rows(board.shape());
        let lines: Vec<&str> = picture.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.len() != rows.len() {
            return Err(PictureError::Rows { found: lines.len(), expected: rows.len() });
        }
        for (number, (row, line)) in rows.iter().zip(lines).enumerate() {
            read_row(&mut board, row, line, number + 1)?;
        }
        Ok(board)
    }

    /// Draws the board.
    pub fn picture(&self) -> String {
        let leftmost = self.shape().cells().map(|cell| screen_column(self.shape(), cell)).min();
        let leftmost = leftmost.unwrap_or(0);
        let mut picture = String::new();
        for row in rows(self.shape()) {
            let indent = screen_column(self.shape(), row[0]) - leftmost;
            let letters: Vec<&str> = row.iter().map(|&cell| letter(self.stone(cell))).collect();
            picture += &" ".repeat(indent as usize);
            picture += &letters.join(" ");
            picture += "\n";
        }
        picture
    }
}

/// The cells of each row, from the top.
fn rows(shape: &Shape) -> Vec<Vec<Cell>> {
    let cells: Vec<Cell> = shape.cells().collect();
    let same_row = |a: &Cell, b: &Cell| shape.xy(*a).1 == shape.xy(*b).1;
    cells.chunk_by(same_row).map(<[Cell]>::to_vec).collect()
}

fn read_row(board: &mut Board, row: &[Cell], line: &str, number: usize) -> Result<(), PictureError> {
    let letters: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters.len() != row.len() {
        return Err(PictureError::Row { number, found: letters.len(), expected: row.len() });
    }
    for (&cell, letter) in row.iter().zip(letters) {
        match letter {
            '.' => board.remove(cell),
            'B' => board.place(cell, Colour::Black),
            'W' => board.place(cell, Colour::White),
            _ => return Err(PictureError::Letter { number, letter }),
        };
    }
    Ok(())
}

/// Where a cell is drawn, in half cells from the left.
fn screen_column(shape: &Shape, cell: Cell) -> i32 {
    let (x, y) = shape.xy(cell);
    if shape.leans_left() { 2 * x - y } else { 2 * x + y }
}

fn letter(stone: Option<Colour>) -> &'static str {
    match stone {
        None => ".",
        Some(Colour::Black) => "B",
        Some(Colour::White) => "W",
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.picture())
    }
}

/// What is wrong with a diagram; rows are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// The diagram has too many or too few rows.
    Rows {
        /// The rows of the diagram.
        found: usize,
        /// The rows of the board.
        expected: usize,
    },
    /// One row has too many or too few letters.
    Row {
        /// Which row.
        number: usize,
        /// Its letters.
        found: usize,
        /// The cells of the board in that row.
        expected: usize,
    },
    /// A letter other than `.`, `B` and `W`.
    Letter {
        /// In which row.
        number: usize,
        /// The letter.
        letter: char,
    },
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Rows { found, expected } => {
                write!(f, "the picture has {found} rows, the board {expected}")
            }
            PictureError::Row { number, found, expected } => {
                write!(f, "row {number} of the picture has {found} letters, the board's {expected}")
            }
            PictureError::Letter { number, letter } => {
                write!(f, "row {number} of the picture has the strange letter {letter:?}")
            }
        }
    }
}

impl std::error::Error for PictureError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_return_to_themselves() {
        let hexagon = "  W W .\n . W . .\n. . B . .\n . B . .\n  . . .\n";
        let board = Board::from_picture(Shape::havannah(3).unwrap(), hexagon).unwrap();
        assert_eq!(board.picture(), hexagon);
        let rhombus = ". . B .\n W B . .\n  W B W .\n";
        let board = Board::from_picture(Shape::hex(4, 3).unwrap(), rhombus).unwrap();
        assert_eq!(board.picture(), rhombus);
        let uneven = "   . W\n  . . .\n . . . .\n. . . B\n . . .\n  . .\n";
        let board = Board::from_picture(Shape::hexagon(2, 3, 4).unwrap(), uneven).unwrap();
        assert_eq!(board.picture(), uneven);
    }

    #[test]
    fn neighbours_are_drawn_side_by_side() {
        for shape in [Shape::hexagon(3, 4, 5).unwrap(), Shape::hex(4, 5).unwrap()] {
            for cell in shape.cells() {
                for &beside in shape.neighbours(cell) {
                    let across = screen_column(&shape, beside) - screen_column(&shape, cell);
                    let down = shape.xy(beside).1 - shape.xy(cell).1;
                    assert_eq!(across.abs() + down.abs(), 2);
                    assert!(down.abs() < 2);
                }
            }
        }
    }

    #[test]
    fn bad_pictures_are_refused() {
        let read = |picture| Board::from_picture(Shape::hex(2, 2).unwrap(), picture).unwrap_err();
        assert_eq!(read(".."), PictureError::Rows { found: 1, expected: 2 });
        assert_eq!(read("..\n.B."), PictureError::Row { number: 2, found: 3, expected: 2 });
        assert_eq!(read(".x\n.."), PictureError::Letter { number: 1, letter: 'x' });
    }
}
