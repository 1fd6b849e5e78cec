//! Boards as text, out and in.
//!
//! ```text
//!      1 2 3                     a b c d
//!   a . . . 4                   1 . . . .
//!  b . O . . 5                   2 . @ . .
//! c . @(O). .                     3 . .(O).
//!  d . @ . .                    Black to move
//!   e . . .
//! Black to move
//! ```
//!
//! `O` is White, `@` is Black; the last stone stands in parentheses. Numbers at the ends of Havannah rows name the
//! diagonals that begin there. Reading is tolerant ([`Diagram::parse`]): with or without labels, `W` and `B`
//! or other common signs for stones, quoted or fenced as in forums. What is written reads back the same.

mod parse;

use std::fmt;

pub use parse::DiagramError;

use crate::notation::{Coords, cell_parts};
use crate::{Cell, Colour, IllegalMove, Outcome, Position, Record, Shape};

/// A picture of a position: stones, the side to move, and the last stone if it is known.
#[derive(Clone)]
pub struct Diagram {
    /// The board.
    pub shape: &'static Shape,
    /// The stones, in order of their cells.
    pub stones: Vec<(Cell, Colour)>,
    /// The colour to move.
    pub turn: Colour,
    /// The stone to mark as the last one.
    pub last: Option<Cell>,
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Diagram) -> bool {
        std::ptr::eq(self.shape, other.shape)
            && (&self.stones, self.turn, self.last) == (&other.stones, other.turn, other.last)
    }
}

impl Eq for Diagram {}

/// The picture itself: the tables of the shape would say less.
impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}\n{self}", self.shape.game(), self.shape.size())
    }
}

/// The signs for cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signs {
    /// A white stone.
    pub white: char,
    /// A black stone.
    pub black: char,
    /// A cell without a stone.
    pub empty: char,
}

impl Signs {
    /// `O`, `@` and `.`: easy to tell apart.
    pub const ROUND: Signs = Signs { white: 'O', black: '@', empty: '.' };
    /// `W`, `B` and `.`: as GTP programs often write.
    pub const LETTERS: Signs = Signs { white: 'W', black: 'B', empty: '.' };
}

impl Diagram {
    /// The picture of a position, with its last stone marked.
    pub fn of<const W: usize>(position: &Position<W>, last: Option<Cell>) -> Diagram {
        let shape = position.shape();
        let stones = shape.cells().filter_map(|cell| Some((cell, position.stone(cell)?))).collect();
        Diagram { shape, stones, turn: position.turn(), last }
    }

    /// The picture of the moment that a record has reached.
    pub fn of_record(record: &Record) -> Diagram {
        Diagram::of(record.position(), record.last_cell())
    }

    /// The position that the picture shows.
    pub fn position(&self) -> Position<10> {
        Position::set_up(self.shape, self.stones.iter().copied(), self.turn)
            .expect("a diagram has one sign for each cell")
    }

    /// A game that begins from the picture.
    pub fn record(&self) -> Result<Record, IllegalMove> {
        Record::set_up(self.shape, self.stones.iter().copied(), self.turn)
    }

    /// The picture with signs of your choice.
    pub fn text(&self, signs: Signs) -> String {
        let mut stones = vec![None; self.shape.len()];
        self.stones.iter().for_each(|&(cell, colour)| stones[cell.index()] = Some(colour));
        let sign = |cell: Cell| match stones[cell.index()] {
            Some(Colour::White) => signs.white,
            Some(Colour::Black) => signs.black,
            None => signs.empty,
        };
        let mut lines = Canvas::new(self.shape);
        for cell in self.shape.cells() {
            let (x, y) = self.shape.place(cell);
            lines.put(x, y, 0, sign(cell));
            if self.last == Some(cell) {
                lines.put(x, y, -1, '(');
                lines.put(x, y, 1, ')');
            }
        }
        lines.label();
        format!("{}{}\n", lines.finish(), self.footer())
    }

    /// Who won, if that tells whose turn it would be, or else whose turn it is.
    fn footer(&self) -> String {
        let capital = |colour: Colour| if colour == Colour::White { "White" } else { "Black" };
        match self.position().outcome() {
            Some(Outcome::Win(colour)) if colour != self.turn => format!("{} wins", capital(colour)),
            _ => format!("{} to move", capital(self.turn)),
        }
    }
}

/// The picture in [`Signs::ROUND`].
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Signs::ROUND))
    }
}

/// Lines of characters; cells are two apart, and each row is half a cell beside the one above.
struct Canvas {
    shape: &'static Shape,
    /// The line above the board, then one line for each row.
    lines: Vec<Vec<char>>,
    margin: i32,
}

impl Canvas {
    fn new(shape: &'static Shape) -> Canvas {
        let leftmost = (0..shape.rows()).map(|y| column(shape, shape.row(y).0, y)).min().unwrap_or(0);
        // Room for a label of two characters, a blank and a parenthesis.
        Canvas { shape, lines: vec![Vec::new(); shape.rows() as usize + 1], margin: 4 - leftmost }
    }

    fn put(&mut self, x: i32, y: i32, shift: i32, sign: char) {
        let at = (column(self.shape, x, y) + self.margin + shift) as usize;
        let line = &mut self.lines[(y + 1) as usize];
        if line.len() <= at {
            line.resize(at + 1, ' ');
        }
        line[at] = sign;
    }

    /// Writes `text` so that it ends at the place of the cell (or non-cell) at (x, y).
    fn put_text(&mut self, x: i32, y: i32, shift: i32, text: &str) {
        for (i, sign) in text.chars().enumerate() {
            self.put(x, y, shift + i as i32, sign);
        }
    }

    fn label(&mut self) {
        let shape = self.shape;
        let parts = |x, y| cell_parts(shape, shape.cell_at(x, y).expect("it is on the board"), Coords::Gui);
        for y in 0..shape.rows() {
            let (first, last) = shape.row(y);
            let label = parts(first, y).0;
            self.put_text(first, y, -1 - label.len() as i32, &label);
            // The diagonal that begins up and to the right of the next row's end.
            if shape.lean() < 0 && shape.cell_at(last + 1, y + 1).is_some() {
                self.put_text(last + 1, y, 0, &parts(last + 1, y + 1).1);
            }
        }
        for x in 0..=shape.row(0).1 {
            self.put_text(x, -1, 0, &parts(x, 0).1);
        }
    }

    fn finish(self) -> String {
        let indent = |line: &Vec<char>| line.iter().take_while(|&&sign| sign == ' ').count();
        let spare = self.lines.iter().map(indent).min().unwrap_or(0);
        let line = |line: &Vec<char>| line[spare..].iter().collect::<String>() + "\n";
        self.lines.iter().map(line).collect()
    }
}

/// The column on paper.
fn column(shape: &Shape, x: i32, y: i32) -> i32 {
    2 * x + shape.lean() * y
}
