//! Charts as SVG: shares of wins by board, one line a player, as in the thesis' figures.

use std::fmt::Write;

/// One line of a chart.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Place on the x axis, value and interval, in per cent.
    pub points: Vec<Point>,
    /// Which colour; series of one player have the same.
    pub colour: usize,
    /// Published values are dashed.
    pub dashed: bool,
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Place on the x axis, from zero.
    pub place: usize,
    /// The value in per cent.
    pub value: f64,
    /// The ends of its interval; the value itself if there is none.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Colours that people tell apart, also those who do not see red and green (Okabe and Ito).
pub const COLOURS: [&str; 8] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8A7F00"];

/// How lines are broken once all colours are taken.
const DASHES: [&str; 4] = ["", "10 3", "2 3", "10 3 2 3"];

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 40.0;

/// A chart with the names of places below.
pub fn chart(title: &str, places: &[String], series: &[Series]) -> String {
    // A long legend makes the picture longer, not the lines.
    let height = HEIGHT.max(TOP + 18.0 * series.len() as f64 + 10.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{0}\">\
         <text x=\"{LEFT}\" y=\"18\" class=\"title\">{0}</text>\n",
        escape(title)
    );
    axes(&mut svg, places);
    for (row, line) in series.iter().enumerate() {
        draw(&mut svg, line, places.len(), row);
    }
    svg += "</svg>\n";
    svg
}

fn x(place: f64, places: usize) -> f64 {
    LEFT + (place + 0.5) / places.max(1) as f64 * (WIDTH - LEFT - RIGHT)
}

fn y(value: f64) -> f64 {
    TOP + (100.0 - value.clamp(0.0, 100.0)) / 100.0 * (HEIGHT - TOP - BOTTOM)
}

fn axes(svg: &mut String, places: &[String]) {
    for value in (0..=100).step_by(10) {
        let class = if value == 50 { "even" } else { "grid" };
        let height = y(f64::from(value));
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{height:.1}\" y2=\"{height:.1}\" class=\"{class}\"/>\
             <text x=\"{}\" y=\"{:.1}\" class=\"tick\" text-anchor=\"end\">{value} %</text>",
            WIDTH - RIGHT,
            LEFT - 5.0,
            height + 4.0,
        );
    }
    for (i, place) in places.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" class=\"tick\" text-anchor=\"middle\">{}</text>",
            x(i as f64, places.len()),
            HEIGHT - BOTTOM + 18.0,
            escape(place)
        );
    }
}

fn draw(svg: &mut String, line: &Series, places: usize, row: usize) {
    let colour = COLOURS[line.colour % COLOURS.len()];
    let dash = match (line.dashed, line.colour / COLOURS.len() % DASHES.len()) {
        (true, _) => " stroke-dasharray=\"5 4\" opacity=\"0.7\"".into(),
        (false, 0) => String::new(),
        (false, round) => format!(" stroke-dasharray=\"{}\"", DASHES[round]),
    };
    let path: Vec<String> = line
        .points
        .iter()
        .map(|point| format!("{:.1},{:.1}", x(point.place as f64, places), y(point.value)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
        path.join(" ")
    );
    for point in &line.points {
        let (px, py) = (x(point.place as f64, places), y(point.value));
        let _ = writeln!(
            svg,
            "<path d=\"{}\" fill=\"{colour}\"{dash}><title>{}: {:.1} % [{:.1}, {:.1}]</title></path>",
            mark(line.colour, px, py),
            escape(&line.name),
            point.value,
            point.low,
            point.high
        );
        if point.high > point.low {
            let _ = writeln!(
                svg,
                "<line x1=\"{px:.1}\" x2=\"{px:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
                y(point.low),
                y(point.high)
            );
        }
    }
    let (legend, height) = (WIDTH - RIGHT + 14.0, TOP + 10.0 + 18.0 * row as f64);
    let _ = writeln!(
        svg,
        "<line x1=\"{legend}\" x2=\"{}\" y1=\"{height}\" y2=\"{height}\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\
         <path d=\"{}\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\" class=\"tick\">{}</text>",
        legend + 22.0,
        mark(line.colour, legend + 11.0, height),
        legend + 28.0,
        height + 4.0,
        escape(&line.name)
    );
}

/// The mark of a line's points: square, diamond, triangle up or down, cross.
fn mark(number: usize, x: f64, y: f64) -> String {
    let steps = match number % 5 {
        0 => "m-3,-3h6v6h-6z",
        1 => "m0,-4l4,4l-4,4l-4,-4z",
        2 => "m0,-4l4,7h-8z",
        3 => "m0,4l4,-7h-8z",
        _ => "m-1,-4h2v3h3v2h-3v3h-2v-3h-3v-2h3z",
    };
    format!("M{x:.1},{y:.1}{steps}")
}

/// Text that is safe inside HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_can_be_told_apart() {
        let line = |colour: usize| Series {
            name: format!("case {colour}"),
            points: vec![Point { place: 0, value: 50.0, low: 40.0, high: 60.0 }],
            colour,
            dashed: false,
        };
        let looks: std::collections::BTreeSet<String> = (0..30)
            .map(|colour| {
                let mut svg = String::new();
                draw(&mut svg, &Series { name: String::new(), ..line(colour) }, 1, 0);
                svg
            })
            .collect();
        assert_eq!(looks.len(), 30, "each has another colour, another mark or other dashes");
        let lines: Vec<Series> = (0..30).map(line).collect();
        let svg = chart("t", &["havannah 5".into()], &lines);
        let height: f64 =
            svg.split("viewBox=\"0 0 680 ").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert!(height > TOP + 18.0 * 30.0, "the legend is not cut off: {height}");
    }
}
