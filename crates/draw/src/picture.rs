//! What is to be seen on a picture, collected step by step.

use std::collections::BTreeMap;

use game::win::wins;
use game::{Cell, Colour, Coords, Outcome, Position, Record, Shape, Win, win_sentence};

use crate::{Theme, paint, png, svg};

/// A picture of a board in the making; see the crate's head for an example.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(crate) shape: &'static Shape,
    pub(crate) theme: Theme,
    pub(crate) coords: Option<Coords>,
    pub(crate) stones: BTreeMap<Cell, Colour>,
    pub(crate) last: Option<Cell>,
    pub(crate) wins: Vec<Win>,
    pub(crate) labels: BTreeMap<Cell, String>,
    pub(crate) heat: BTreeMap<Cell, f32>,
    pub(crate) sentence: String,
}

impl Picture {
    /// The empty board.
    pub fn new(shape: &'static Shape) -> Picture {
        Picture {
            shape,
            theme: Theme::Light,
            coords: Some(Coords::Gui),
            stones: BTreeMap::new(),
            last: None,
            wins: Vec::new(),
            labels: BTreeMap::new(),
            heat: BTreeMap::new(),
            sentence: String::new(),
        }
    }

    /// An empty board for the printer: plain black lines, no tints, as in appendix B of the thesis.
    pub fn printable(shape: &'static Shape) -> Picture {
        Picture::new(shape).theme(Theme::Print)
    }

    /// The game so far: stones, last move, and how it was won.
    pub fn of(record: &Record) -> Picture {
        Picture::at(record, record.len())
    }

    /// The game after its first `count` moves.
    pub fn at(record: &Record, count: usize) -> Picture {
        let position = record.position_at(count);
        let last = record.last_cell_at(count);
        let mut picture = Picture::new(record.shape()).position(&position);
        picture.last = last;
        match (position.outcome(), last) {
            (Some(Outcome::Win(_)), Some(last)) => picture.won(wins(position.board(), last)),
            (Some(Outcome::Draw), _) => picture.sentence("Draw"),
            _ => picture,
        }
    }

    /// Shows the stones of a position instead of those so far.
    pub fn position<const W: usize>(mut self, position: &Position<W>) -> Picture {
        let stone = |cell| position.stone(cell).map(|colour| (cell, colour));
        self.stones = self.shape.cells().filter_map(stone).collect();
        self
    }

    /// Puts one stone down.
    pub fn stone(mut self, cell: Cell, colour: Colour) -> Picture {
        self.stones.insert(cell, colour);
        self
    }

    /// Colours the picture so.
    pub fn theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    /// Names rows and columns in this system, or not at all.
    pub fn coords(mut self, coords: Option<Coords>) -> Picture {
        self.coords = coords;
        self
    }

    /// Marks the last move with a ring.
    pub fn last(mut self, cell: Option<Cell>) -> Picture {
        self.last = cell;
        self
    }

    /// Outlines winning shapes, lights what they join or enclose, and says so below the board.
    pub fn won(mut self, wins: Vec<Win>) -> Picture {
        self.sentence = win_sentence(&wins);
        self.wins = wins;
        self
    }

    /// Writes a short text on a cell or its stone.
    pub fn label(mut self, cell: Cell, text: impl Into<String>) -> Picture {
        self.labels.insert(cell, text.into());
        self
    }

    /// Colours an empty cell by a value from 0 to 1; the greatest of all is outlined.
    pub fn heat(mut self, cell: Cell, value: f32) -> Picture {
        self.heat.insert(cell, value);
        self
    }

    /// Writes the number of its move on every stone of the first `count` moves.
    pub fn numbers(mut self, record: &Record, count: usize) -> Picture {
        for (i, mv) in record.moves().iter().take(count).enumerate() {
            // A swap takes over the first stone, which then bears both numbers' story: the later one.
            let cell = mv.cell().or_else(|| record.last_cell_at(i + 1));
            if mv.is_swap()
                && let Some(first) = record.moves()[0].cell()
            {
                self.labels.remove(&first);
            }
            if let Some(cell) = cell {
                self.labels.insert(cell, (i + 1).to_string());
            }
        }
        self
    }

    /// Writes a sentence below the board.
    pub fn sentence(mut self, text: impl Into<String>) -> Picture {
        self.sentence = text.into();
        self
    }

    /// The picture as SVG text.
    pub fn to_svg(&self) -> String {
        svg::write(&paint::scene(self))
    }

    /// The picture as PNG, `width` pixels wide (1 to 8192).
    pub fn to_png(&self, width: u32) -> Vec<u8> {
        png::write(&paint::scene(self), width)
    }
}
