//! A scene as SVG text, without scripts, fonts or outside references.

use std::fmt::Write;

use crate::layout::Point;
use crate::scene::{Item, Scene, Stroke};
use crate::theme::StoneColours;

/// The SVG of a scene.
pub(crate) fn write(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\" text-anchor=\"middle\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{}</title>\n",
        escaped(&scene.title)
    );
    out.push_str(&gradients(scene));
    line(&mut out, format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", scene.ground));
    for item in &scene.items {
        write_item(&mut out, scene, item);
    }
    out.push_str("</svg>\n");
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).and_then(|()| out.write_str("\n")).expect("a String takes all text");
}

fn write_item(out: &mut String, scene: &Scene, item: &Item) {
    match item {
        Item::Lines { lines, closed, fill, stroke } => {
            line(out, format_args!("<path d=\"{}\"{}/>", path(lines, *closed), look(*fill, *stroke)));
        }
        Item::Circle { middle, radius, fill, stroke } => {
            line(out, format_args!("<circle{}{}/>", circle(*middle, *radius), look(*fill, *stroke)));
        }
        Item::Stone { middle, radius, white, colours } => {
            let name = stone_name(*white);
            if scene.shadows {
                let below = circle(middle.to(0.0, radius * 0.09), radius * 1.03);
                line(out, format_args!("<circle{below} fill=\"#000\" fill-opacity=\".16\"/>"));
            }
            let stroke = Stroke { colour: colours.outline, width: radius * 0.055 };
            let outline = look(None, Some(stroke)).replace(" fill=\"none\"", "");
            line(out, format_args!("<circle{} fill=\"url(#{name})\"{outline}/>", circle(*middle, *radius)));
        }
        Item::Text { middle, size, colour, bold, text } => {
            let weight = if *bold { " font-weight=\"600\"" } else { "" };
            let (x, y) = (number(middle.x), number(middle.y + size * 0.355));
            let size = number(*size);
            let text = escaped(text);
            line(
                out,
                format_args!(
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{weight}>{text}</text>"
                ),
            );
        }
    }
}

fn stone_name(white: bool) -> &'static str {
    if white { "white-stone" } else { "black-stone" }
}

/// The fillings of the stones that are there.
fn gradients(scene: &Scene) -> String {
    let find = |wanted: bool| -> Option<StoneColours> {
        scene.items.iter().find_map(|item| match item {
            Item::Stone { white, colours, .. } if *white == wanted => Some(*colours),
            _ => None,
        })
    };
    let mut out = String::new();
    for white in [true, false] {
        let Some(colours) = find(white) else { continue };
        line(
            &mut out,
            format_args!(
                "<radialGradient id=\"{}\" cx=\".42\" cy=\".38\" r=\".62\"><stop offset=\".25\" stop-color=\"{}\"/>\
                 <stop offset=\"1\" stop-color=\"{}\"/></radialGradient>",
                stone_name(white),
                colours.middle,
                colours.rim
            ),
        );
    }
    if out.is_empty() { out } else { format!("<defs>\n{out}</defs>\n") }
}

fn circle(middle: Point, radius: f32) -> String {
    format!(" cx=\"{}\" cy=\"{}\" r=\"{}\"", number(middle.x), number(middle.y), number(radius))
}

fn look(fill: Option<crate::Rgb>, stroke: Option<Stroke>) -> String {
    let fill = fill.map_or("none".into(), |fill| fill.to_string());
    let stroke = stroke.map_or(String::new(), |stroke| {
        format!(" stroke=\"{}\" stroke-width=\"{}\"", stroke.colour, number(stroke.width))
    });
    format!(" fill=\"{fill}\"{stroke}")
}

fn path(lines: &[Vec<Point>], closed: bool) -> String {
    let mut out = String::new();
    for points in lines {
        for (i, point) in points.iter().enumerate() {
            let command = if i == 0 { "M" } else { "L" };
            write!(out, "{command}{} {}", number(point.x), number(point.y)).expect("a String takes all text");
        }
        if closed {
            out.push('Z');
        }
    }
    out
}

/// Two decimals at most, none that say nothing.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.001, 2.5, 3.456, -20.0].map(number), ["1", "0", "2.5", "3.46", "-20"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot; ");
    }
}
