//! What a picture is made of: a few kinds of plain items in painting order, and the size of the sheet.

use crate::Rgb;
use crate::layout::Point;
use crate::theme::StoneColours;

/// A line's colour and width; its ends and joins are round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub colour: Rgb,
    pub width: f32,
}

/// One thing to paint.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Closed outlines or open lines of one look.
    Lines { lines: Vec<Vec<Point>>, closed: bool, fill: Option<Rgb>, stroke: Option<Stroke> },
    /// A circle.
    Circle { middle: Point, radius: f32, fill: Option<Rgb>, stroke: Option<Stroke> },
    /// A stone: a disc with a soft rim and a faint shadow.
    Stone { middle: Point, radius: f32, white: bool, colours: StoneColours },
    /// A word or sentence, centred on a point.
    Text { middle: Point, size: f32, colour: Rgb, bold: bool, text: String },
}

/// A whole picture.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub width: f32,
    pub height: f32,
    pub ground: Rgb,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
    /// Whether stones cast a shadow (not on paper).
    pub shadows: bool,
    pub items: Vec<Item>,
}
