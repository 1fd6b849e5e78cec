//! The tree of a proof above a chosen effort as SVG, like figures 5.2 to 5.8 of Castro's thesis: moves
//! from the top down, the larger branches first, with the number of positions below each.

use std::fmt::Write;

use super::Proof;

/// Width of a leaf and height of a row, in the picture's units.
const STEP: (f64, f64) = (46.0, 58.0);
const RADIUS: f64 = 15.0;

/// A vertex in its place.
struct Place {
    vertex: usize,
    parent: Option<(f64, f64)>,
    at: (f64, f64),
}

impl Proof {
    /// Draws what stands below a vertex and has at least `effort` positions below itself.
    pub fn to_svg(&self, vertex: usize, effort: u64) -> String {
        let mut places = Vec::new();
        let mut right = 0.0;
        self.lay_out(vertex, effort.max(1), 0, &mut right, &mut places);
        let depth = places.iter().map(|place| place.at.1).fold(0.0, f64::max);
        let (width, height) = (right + STEP.0, depth + STEP.1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n"
        );
        for place in &places {
            if let Some((x, y)) = place.parent {
                let (to_x, to_y) = place.at;
                let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"#888\"/>");
            }
        }
        for place in &places {
            self.draw(place, &mut svg);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Places a vertex above the middle of its children, and returns its x.
    fn lay_out(&self, vertex: usize, effort: u64, row: usize, right: &mut f64, into: &mut Vec<Place>) -> f64 {
        let own = into.len();
        let y = STEP.1 * (row as f64 + 0.5);
        into.push(Place { vertex, parent: None, at: (0.0, y) });
        let mut children = Vec::new();
        for child in self.large_children(vertex, effort) {
            children.push(into.len());
            self.lay_out(child, effort, row + 1, right, into);
        }
        let x = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => (into[first].at.0 + into[last].at.0) / 2.0,
            _ => {
                *right += STEP.0;
                *right - STEP.0 / 2.0
            }
        };
        into[own].at.0 = x;
        children.into_iter().for_each(|child| into[child].parent = Some((x, y)));
        x
    }

    fn draw(&self, place: &Place, svg: &mut String) {
        let known = &self.vertices[place.vertex];
        let (x, y) = place.at;
        let (fill, ink) = if self.is_white(place.vertex) { ("#fff", "#000") } else { ("#222", "#fff") };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"#222\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"{ink}\">{}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#555\">{}</text>",
            y + 4.0,
            self.name(place.vertex),
            y + RADIUS + 9.0,
            known.below
        );
    }

    /// Did White make the move of this vertex (at a root: the last of the claim)?
    pub(super) fn is_white(&self, vertex: usize) -> bool {
        let last_is_white = self.claim.turn() == referee::Colour::Black;
        self.path(vertex).len().is_multiple_of(2) == last_is_white
    }
}
