//! A scene as PNG, drawn by tiny-skia with the letters of [`crate::font`].

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, RadialGradient,
    Shader, SpreadMode, Stroke as Pen, Transform,
};

use crate::layout::Point;
use crate::scene::{Item, Scene, Stroke};
use crate::theme::StoneColours;
use crate::{Rgb, font};

/// Text that would be smaller than this is left out, because nobody could read it.
const SMALLEST_TEXT: f32 = 8.5;
/// The widest picture; with a board's proportions its pixels stay below 300 MB.
const WIDEST: u32 = 8192;

/// The PNG of a scene, `width` pixels wide (1 to 8192).
pub(crate) fn write(scene: &Scene, width: u32) -> Vec<u8> {
    let width = width.clamp(1, WIDEST);
    let scale = width as f32 / scene.width;
    let height = ((scene.height * scale).round() as u32).clamp(1, WIDEST);
    let pixmap = Pixmap::new(width, height).expect("the measures are positive and limited");
    let mut canvas = Canvas { pixmap, scale };
    canvas.pixmap.fill(colour(scene.ground, 255));
    for item in &scene.items {
        canvas.draw(item, scene.shadows);
    }
    canvas.pixmap.encode_png().expect("a picture in memory can be encoded")
}

struct Canvas {
    pixmap: Pixmap,
    scale: f32,
}

impl Canvas {
    fn draw(&mut self, item: &Item, shadows: bool) {
        match item {
            Item::Lines { lines, closed, fill, stroke } => {
                if let Some(path) = line_path(lines, *closed) {
                    self.paint(&path, *fill, *stroke);
                }
            }
            Item::Circle { middle, radius, fill, stroke } => {
                if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, *radius) {
                    self.paint(&path, *fill, *stroke);
                }
            }
            Item::Stone { middle, radius, colours, .. } => self.stone(*middle, *radius, colours, shadows),
            Item::Text { middle, size, colour, bold, text } => {
                self.text(*middle, *size, *colour, *bold, text);
            }
        }
    }

    fn paint(&mut self, path: &Path, fill: Option<Rgb>, stroke: Option<Stroke>) {
        if let Some(fill) = fill {
            self.fill(path, Shader::SolidColor(colour(fill, 255)));
        }
        if let Some(stroke) = stroke {
            self.stroke(path, stroke);
        }
    }

    fn fill(&mut self, path: &Path, shader: Shader<'_>) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.pixmap.fill_path(path, &paint, FillRule::Winding, scale, None);
    }

    fn stroke(&mut self, path: &Path, stroke: Stroke) {
        let paint = Paint {
            shader: Shader::SolidColor(colour(stroke.colour, 255)),
            anti_alias: true,
            ..Paint::default()
        };
        let pen = Pen {
            width: stroke.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Pen::default()
        };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.pixmap.stroke_path(path, &paint, &pen, scale, None);
    }

    fn stone(&mut self, middle: Point, radius: f32, colours: &StoneColours, shadow: bool) {
        let below = PathBuilder::from_circle(middle.x, middle.y + radius * 0.09, radius * 1.03);
        if let Some(path) = below.filter(|_| shadow) {
            self.fill(&path, Shader::SolidColor(Color::from_rgba8(0, 0, 0, 41)));
        }
        let Some(path) = PathBuilder::from_circle(middle.x, middle.y, radius) else { return };
        self.fill(&path, stone_shader(middle, radius, colours));
        self.stroke(&path, Stroke { colour: colours.outline, width: radius * 0.055 });
    }

    fn text(&mut self, middle: Point, size: f32, colour: Rgb, bold: bool, text: &str) {
        if size * self.scale < SMALLEST_TEXT {
            return;
        }
        let mut builder = PathBuilder::new();
        for curve in font::curves(text, size, middle) {
            builder.move_to(curve.start.x, curve.start.y);
            for (control, end) in curve.pieces {
                // A dot is a line too short to see whose round ends make it round.
                builder.quad_to(control.x, control.y, end.x + 0.001, end.y);
            }
        }
        let width = size * if bold { 0.115 } else { 0.085 };
        if let Some(path) = builder.finish() {
            self.stroke(&path, Stroke { colour, width });
        }
    }
}

/// Bright where the light falls, upper left of the middle, and darker towards the rim.
fn stone_shader(middle: Point, radius: f32, colours: &StoneColours) -> Shader<'static> {
    let light = tiny_skia::Point::from_xy(middle.x - 0.16 * radius, middle.y - 0.24 * radius);
    let stops = vec![
        GradientStop::new(0.25, colour(colours.middle, 255)),
        GradientStop::new(1.0, colour(colours.rim, 255)),
    ];
    RadialGradient::new(light, 0.0, light, radius * 1.24, stops, SpreadMode::Pad, Transform::identity())
        .unwrap_or(Shader::SolidColor(colour(colours.middle, 255)))
}

fn line_path(lines: &[Vec<Point>], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for points in lines {
        for (i, point) in points.iter().enumerate() {
            if i == 0 {
                builder.move_to(point.x, point.y);
            } else {
                builder.line_to(point.x, point.y);
            }
        }
        if closed {
            builder.close();
        }
    }
    builder.finish()
}

fn colour(rgb: Rgb, alpha: u8) -> Color {
    Color::from_rgba8(rgb.0, rgb.1, rgb.2, alpha)
}
