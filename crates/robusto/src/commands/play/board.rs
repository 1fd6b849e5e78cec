//! The board on the screen: hexagons of coloured squares where there is room, else letters.

use std::collections::BTreeSet;

use game::{CORNERS, Cell, Colour, Coords, EDGES, Record, Win, cell_parts};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use super::raster::Raster;
use super::tints::{self, Depth, Rgb, mix};

/// What is to be seen on the board.
pub struct BoardView<'a> {
    pub record: &'a Record,
    pub cursor: Option<Cell>,
    pub hint: Option<Cell>,
    pub depth: Depth,
    pub raster: Raster,
}

/// What a winning shape lights.
struct Lights {
    chain: BTreeSet<Cell>,
    lit: BTreeSet<Cell>,
}

impl Lights {
    fn of(record: &Record) -> Lights {
        let shape = record.shape();
        let wins: Vec<Win> = record.wins();
        let joined = wins.iter().fold(0, |marks, win| marks | win.marks);
        let is_joined =
            |&cell: &Cell| !shape.has_own_sides() && shape.marks(cell, Colour::White) & joined != 0;
        let enclosed = wins.iter().flat_map(|win| win.enclosed.iter().copied());
        Lights {
            chain: wins.iter().flat_map(|win| win.cells.iter().copied()).collect(),
            lit: shape.cells().filter(is_joined).chain(enclosed).collect(),
        }
    }
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let lights = Lights::of(self.record);
        if self.raster.is_smallest() || self.depth == Depth::None {
            self.draw_letters(area, buffer, &lights);
        } else {
            self.draw_squares(area, buffer, &lights);
        }
        self.draw_names(area, buffer);
    }
}

impl BoardView<'_> {
    fn ground(&self, cell: Cell, lights: &Lights) -> Rgb {
        if self.cursor == Some(cell) {
            tints::CURSOR
        } else if lights.chain.contains(&cell) {
            tints::ACCENT
        } else if lights.lit.contains(&cell) || self.hint == Some(cell) {
            tints::LIT
        } else {
            self.tint(cell)
        }
    }

    fn tint(&self, cell: Cell) -> Rgb {
        let shape = self.record.shape();
        let tint = tints::TINTS[shape.tint(cell)];
        if shape.has_own_sides() {
            return tint;
        }
        match shape.marks(cell, Colour::White) {
            marks if marks & CORNERS != 0 => tints::CORNER,
            marks if marks & EDGES != 0 => mix(tint, tints::EDGE, 0.6),
            _ => tint,
        }
    }

    fn stone(&self, cell: Cell) -> Option<Rgb> {
        let colour = self.record.position().stone(cell)?;
        Some(if colour == Colour::White { tints::WHITE } else { tints::BLACK })
    }

    /// The colour of one square.
    fn square(&self, column: f32, half: f32, lights: &Lights) -> Option<Rgb> {
        let Some((cell, distance)) = self.raster.cell_at(column, half) else {
            let side = self.raster.side_at(column, half)?;
            return Some(if side == Colour::White { tints::WHITE } else { tints::BLACK_SIDE });
        };
        let ground = self.ground(cell, lights);
        let Some(stone) = self.stone(cell) else { return Some(ground) };
        let inside = |radius: f32| (radius - distance) * self.raster.width as f32 + 0.5;
        let stone = mix(ground, stone, inside(0.41));
        if self.record.last_cell() != Some(cell) {
            return Some(stone);
        }
        let dot = if self.stone(cell) == Some(tints::WHITE) { tints::ACCENT } else { tints::LIT };
        Some(mix(stone, dot, inside(0.15)))
    }

    fn draw_squares(&self, area: Rect, buffer: &mut Buffer, lights: &Lights) {
        for row in 0..area.height {
            for column in 0..area.width {
                // The middles of the upper and the lower half of the character.
                let [upper, lower] = [0.0, 1.0]
                    .map(|half| self.square(f32::from(column), f32::from(row) * 2.0 + half, lights));
                let Some(place) = buffer.cell_mut((area.x + column, area.y + row)) else { continue };
                match (upper, lower) {
                    (None, None) => continue,
                    (Some(upper), None) => place.set_char('▀').set_fg(self.depth.colour(upper)),
                    (None, Some(lower)) => place.set_char('▄').set_fg(self.depth.colour(lower)),
                    (Some(upper), Some(lower)) => {
                        place.set_char('▀').set_fg(self.depth.colour(upper)).set_bg(self.depth.colour(lower))
                    }
                };
            }
        }
    }

    fn draw_letters(&self, area: Rect, buffer: &mut Buffer, lights: &Lights) {
        let last = self.record.last_cell();
        for cell in self.record.shape().cells() {
            let (column, half) = self.raster.middle(cell);
            let at = (area.x + column.ceil() as u16, area.y + (half / 2.0) as u16);
            if !area.contains(at.into()) {
                continue;
            }
            let (sign, style) = self.letter(cell, lights, last == Some(cell));
            buffer.set_string(at.0.saturating_sub(1), at.1, format!(" {sign}"), style);
        }
    }

    fn letter(&self, cell: Cell, lights: &Lights, is_last: bool) -> (char, Style) {
        let stone = self.record.position().stone(cell);
        let mut style = Style::new();
        if self.depth == Depth::None {
            if self.cursor == Some(cell) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            if is_last || lights.chain.contains(&cell) || self.hint == Some(cell) {
                style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            let sign = match stone {
                Some(Colour::White) => 'O',
                Some(Colour::Black) => '@',
                None => '.',
            };
            return (sign, style);
        }
        style = style.bg(self.depth.colour(self.ground(cell, lights)));
        let sign = match stone {
            Some(_) if is_last => '◉',
            Some(_) => '●',
            None => ' ',
        };
        (sign, style.fg(self.stone(cell).map_or(Color::Reset, |stone| self.depth.colour(stone))))
    }

    /// The names of rows at their left ends and of columns at their upper ends.
    fn draw_names(&self, area: Rect, buffer: &mut Buffer) {
        let shape = self.record.shape();
        let style = Style::new().add_modifier(Modifier::DIM);
        let mut put = |column: f32, half: f32, text: &str| {
            let at = (column.round() as i32 - text.len() as i32 / 2, (half / 2.0) as i32);
            let inside = at.0 >= 0
                && at.1 >= 0
                && at.0 + text.len() as i32 <= i32::from(area.width)
                && at.1 < i32::from(area.height);
            if inside {
                buffer.set_string(area.x + at.0 as u16, area.y + at.1 as u16, text, style);
            }
        };
        let side = if shape.has_own_sides() { self.raster.width as f32 * 0.3 } else { 0.0 };
        let gap = self.raster.width as f32 / 2.0 + 1.6 + side;
        for y in 0..shape.rows() {
            let Some(cell) = shape.cell_at(shape.row(y).0, y) else { continue };
            let (column, half) = self.raster.middle(cell);
            put(column - gap, half, &cell_parts(shape, cell, Coords::Gui).0);
        }
        for cell in shape.cells() {
            let (x, y) = shape.place(cell);
            if shape.cell_at(x, y - 1).is_some() {
                continue;
            }
            let (column, half) = self.raster.place(x, y - 1);
            if y > 0 {
                put(column + 1.0, half, &cell_parts(shape, cell, Coords::Gui).1);
            } else {
                let above = self.raster.place(x, 0).1 - self.raster.above() - 1.5;
                put(column, above.max(0.0), &cell_parts(shape, cell, Coords::Gui).1);
            }
        }
    }
}
