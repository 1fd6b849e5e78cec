//! From what is to be seen to a scene: the order in which things lie upon each other.
//!
//! From below: frame, edges or coloured sides, cells, heat, corner marks, the outline of the winning chain, stones, last-move
//! ring, labels; around them the coordinates, and below the sentence.

use std::collections::BTreeSet;

use game::{Cell, Colour, EDGES};

use crate::layout::{CELL, Layout, Point, RADIUS};
use crate::scene::{Item, Scene, Stroke};
use crate::theme::{Palette, stone_colours};
use crate::{Picture, Rgb, Theme, font, names, ramp};

/// Half of the gap between cells.
const GAP: f32 = CELL * 0.018;
/// How wide the frame is around the board.
const FRAME: f32 = CELL * 0.15;
const STONE: f32 = CELL * 0.405;

/// The scene of a picture.
pub(crate) fn scene(picture: &Picture) -> Scene {
    let margin = if picture.coords.is_some() { CELL * 1.45 } else { CELL * 0.85 };
    let layout = Layout::new(picture.shape, margin, margin * 0.97 + (RADIUS - CELL / 2.0));
    let (across, down) = layout.extent();
    let width = across + 2.0 * margin;
    let below = if picture.sentence.is_empty() { 0.0 } else { CELL * 0.8 };
    let bottom = CELL * 0.9 + RADIUS - CELL / 2.0;
    let board = margin * 0.97 + (RADIUS - CELL / 2.0) + down + bottom;
    let palette = picture.theme.palette();
    let mut painter = Painter { picture, layout, palette, items: Vec::new() };
    painter.board();
    painter.marks();
    painter.stones();
    painter.texts();
    painter.sentence(Point::new(width / 2.0, board + CELL * 0.18), width);
    Scene {
        width,
        height: board + below,
        ground: palette.ground,
        title: title(picture),
        shadows: picture.theme != Theme::Print,
        items: painter.items,
    }
}

fn title(picture: &Picture) -> String {
    let board = format!("{} board of size {}", picture.shape.game(), picture.shape.size());
    match picture.sentence.as_str() {
        "" => board,
        sentence => format!("{board}. {sentence}"),
    }
}

struct Painter<'a> {
    picture: &'a Picture,
    layout: Layout,
    palette: Palette,
    items: Vec<Item>,
}

impl Painter<'_> {
    fn lines(&mut self, lines: Vec<Vec<Point>>, colour: Rgb, width: f32) {
        if !lines.is_empty() {
            let stroke = Some(Stroke { colour, width });
            self.items.push(Item::Lines { lines, closed: false, fill: None, stroke });
        }
    }

    /// Cells filled with one colour, their corners a little rounded.
    fn cells(&mut self, cells: Vec<Cell>, fill: Rgb) {
        if cells.is_empty() {
            return;
        }
        let soft = CELL * 0.05;
        let lines = cells.into_iter().map(|cell| self.layout.hexagon(cell, GAP + soft / 2.0)).collect();
        let stroke = Some(Stroke { colour: fill, width: soft });
        self.items.push(Item::Lines { lines, closed: true, fill: Some(fill), stroke });
    }

    fn is_print(&self) -> bool {
        self.picture.theme == Theme::Print
    }

    fn board(&mut self) {
        let all: Vec<Cell> = self.picture.shape.cells().collect();
        if self.is_print() {
            self.print_board(&all);
            return;
        }
        let lines = all.iter().map(|&cell| self.layout.hexagon(cell, 0.0)).collect();
        let frame = self.palette.frame;
        let stroke = Some(Stroke { colour: frame, width: FRAME * 2.0 });
        self.items.push(Item::Lines { lines, closed: true, fill: Some(frame), stroke });
        self.sides();
        // Over the inner half of the sides, so that they do not show between the cells.
        let lines = all.iter().map(|&cell| self.layout.hexagon(cell, -0.1)).collect();
        self.items.push(Item::Lines { lines, closed: true, fill: Some(frame), stroke: None });
        for i in 0..3 {
            let tinted = all.iter().copied().filter(|&cell| self.picture.shape.tint(cell) == i);
            self.cells(tinted.collect(), self.palette.tints[i]);
        }
        self.cells(self.lit_cells(), self.palette.lit);
        self.heat();
    }

    fn print_board(&mut self, all: &[Cell]) {
        if self.picture.shape.has_own_sides() {
            self.sides();
        }
        for (cells, fill) in [(all.to_vec(), self.palette.ground), (self.lit_cells(), self.palette.lit)] {
            let lines = cells.iter().map(|&cell| self.layout.hexagon(cell, 0.0)).collect();
            let stroke = Some(Stroke { colour: self.palette.frame, width: CELL * 0.025 });
            self.items.push(Item::Lines { lines, closed: true, fill: Some(fill), stroke });
        }
        self.heat();
    }

    /// The edges that both colours share, or the coloured sides of Hex; those that a winning shape joins are lit.
    fn sides(&mut self) {
        let lit = self.joined();
        if !self.picture.shape.has_own_sides() {
            self.lines(self.outer(EDGES & !lit), self.palette.edge, FRAME);
            self.lines(self.outer(lit), self.palette.lit, FRAME * 2.0);
            return;
        }
        let ends = [self.owned_sides(Colour::White), self.owned_sides(Colour::Black)];
        let outline = if self.is_print() { self.palette.frame } else { self.palette.edge };
        self.lines(ends.concat(), outline, FRAME * 2.7);
        if let Some(win) = self.picture.wins.first() {
            self.lines(ends[win.colour.index()].clone(), self.palette.accent, FRAME * 3.6);
        }
        for colour in Colour::BOTH {
            let stone = stone_colours(colour == Colour::White, self.picture.theme);
            let fill = if colour == Colour::White { stone.middle } else { stone.rim };
            self.lines(ends[colour.index()].clone(), fill, FRAME * 2.4);
        }
    }

    /// The corners and edges that winning shapes join, where both colours share them.
    fn joined(&self) -> game::Marks {
        let wins = if self.picture.shape.has_own_sides() { &[] } else { self.picture.wins.as_slice() };
        wins.iter().fold(0, |marks, win| marks | win.marks)
    }

    /// The border lines of the cells that have one of these marks.
    fn outer(&self, marks: game::Marks) -> Vec<Vec<Point>> {
        let shape = self.picture.shape;
        let touching = shape.cells().filter(|&cell| shape.marks(cell, Colour::White) & marks != 0);
        touching
            .flat_map(|cell| {
                self.layout
                    .outer_sides(cell)
                    .into_iter()
                    .map(move |side| self.layout.side(cell, side).to_vec())
            })
            .collect()
    }

    /// The border lines of a colour in Hex. Where a side of a cell belongs to both, each colour has a half.
    fn owned_sides(&self, colour: Colour) -> Vec<Vec<Point>> {
        let shape = self.picture.shape;
        let mut lines = Vec::new();
        for cell in shape.cells() {
            let (x, y) = shape.place(cell);
            let (columns, rows) = (shape.row(0).1 + 1, shape.rows());
            for side in self.layout.outer_sides(cell) {
                let (dx, dy) = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][side];
                let whites = !(0..columns).contains(&(x + dx));
                let blacks = !(0..rows).contains(&(y + dy));
                let [from, to] = self.layout.side(cell, side);
                lines.extend(match (colour, whites, blacks) {
                    (Colour::Black, true, true) => Some(vec![from, from.middle(to)]),
                    (Colour::White, true, true) => Some(vec![from.middle(to), to]),
                    (Colour::White, true, _) | (Colour::Black, _, true) => Some(vec![from, to]),
                    _ => None,
                });
            }
        }
        lines
    }

    /// The corners of a bridge, the edges of a fork and the inside of a ring.
    fn lit_cells(&self) -> Vec<Cell> {
        let shape = self.picture.shape;
        let joined = self.joined();
        let enclosed: BTreeSet<Cell> =
            self.picture.wins.iter().flat_map(|win| win.enclosed.iter().copied()).collect();
        let is_joined = |cell| shape.marks(cell, Colour::White) & joined != 0;
        shape.cells().filter(|cell| is_joined(*cell) || enclosed.contains(cell)).collect()
    }

    fn heat(&mut self) {
        for (&cell, &value) in &self.picture.heat {
            self.cells(vec![cell], ramp(self.picture.theme, value));
        }
    }

    /// Corner marks, the best heat value and the outline of the winning chain.
    fn marks(&mut self) {
        let shape = self.picture.shape;
        for cell in shape.cells().filter(|&cell| shape.is_corner(cell)) {
            if self.picture.labels.contains_key(&cell) || self.picture.heat.contains_key(&cell) {
                continue;
            }
            let middle = self.layout.middle(cell);
            let stroke = Some(Stroke { colour: self.palette.corner, width: CELL * 0.035 });
            self.items.push(Item::Circle { middle, radius: CELL * 0.11, fill: None, stroke });
        }
        let best = self.picture.heat.iter().max_by(|a, b| a.1.total_cmp(b.1));
        if let Some((&cell, _)) = best {
            let outline = self.outline(&BTreeSet::from([cell]));
            self.lines(outline.clone(), self.palette.ground, CELL * 0.16);
            self.lines(outline, self.palette.label, CELL * 0.07);
        }
        let chain: BTreeSet<Cell> =
            self.picture.wins.iter().flat_map(|win| win.cells.iter().copied()).collect();
        let outline = self.outline(&chain);
        self.lines(outline, self.palette.accent, CELL * 0.1);
    }

    /// The border of a set of cells.
    fn outline(&self, cells: &BTreeSet<Cell>) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for &cell in cells {
            for (side, next) in self.picture.shape.around(cell).into_iter().enumerate() {
                if next.is_none_or(|next| !cells.contains(&next)) {
                    lines.push(self.layout.side(cell, side).to_vec());
                }
            }
        }
        lines
    }

    fn stones(&mut self) {
        for (&cell, &colour) in &self.picture.stones {
            let white = colour == Colour::White;
            let colours = stone_colours(white, self.picture.theme);
            self.items.push(Item::Stone { middle: self.layout.middle(cell), radius: STONE, white, colours });
        }
        let Some(last) = self.picture.last else { return };
        let Some(&colour) = self.picture.stones.get(&last) else { return };
        let colours = stone_colours(colour == Colour::White, self.picture.theme);
        let labelled = self.picture.labels.contains_key(&last);
        let radius = STONE * if labelled { 0.82 } else { 0.46 };
        let width = CELL * if labelled { 0.05 } else { 0.07 };
        let stroke = Some(Stroke { colour: colours.ring, width });
        self.items.push(Item::Circle { middle: self.layout.middle(last), radius, fill: None, stroke });
    }

    fn texts(&mut self) {
        for (&cell, text) in &self.picture.labels {
            let room = STONE * 1.55;
            let size = (CELL * 0.4).min(CELL * 0.4 * room / font::width(text, CELL * 0.4).max(1.0));
            let colour = self.label_colour(cell);
            let middle = self.layout.middle(cell);
            self.items.push(Item::Text { middle, size, colour, bold: true, text: text.clone() });
        }
        let Some(coords) = self.picture.coords else { return };
        for (middle, text) in names::around(self.picture.shape, &self.layout, coords) {
            let colour = self.palette.text;
            self.items.push(Item::Text { middle, size: CELL * 0.37, colour, bold: false, text });
        }
    }

    /// A colour that can be read on the cell or its stone.
    fn label_colour(&self, cell: Cell) -> Rgb {
        if let Some(&colour) = self.picture.stones.get(&cell) {
            return stone_colours(colour == Colour::White, self.picture.theme).text;
        }
        let Some(&value) = self.picture.heat.get(&cell) else { return self.palette.label };
        let under = ramp(self.picture.theme, value);
        let choices = [true, false].map(|white| stone_colours(white, self.picture.theme).text);
        if choices[0].contrast(under) > choices[1].contrast(under) { choices[0] } else { choices[1] }
    }

    fn sentence(&mut self, middle: Point, room: f32) {
        let text = self.picture.sentence.clone();
        if text.is_empty() {
            return;
        }
        let wanted = CELL * 0.45;
        let size = wanted.min(wanted * (room - CELL) / font::width(&text, wanted).max(1.0));
        self.items.push(Item::Text { middle, size, colour: self.palette.text, bold: true, text });
    }
}
