//! Letters made of strokes, for the PNG: a small rounded sans-serif of our own, so that no font file is needed.
//!
//! A glyph is a few strokes on a grid: two digits are a point (x, y), y upwards from the lowest descender at 0; the
//! baseline lies at 2, small letters reach 6, capitals and digits 8. `l` draws straight lines through its points, `c` a curve
//! that begins at the first point, ends at the last and takes the others as controls, `o` the same closed.
//!
//! ```text
//!   8  ---------   capitals, digits, ascenders
//!   6  ---------   small letters                    'e' = l0434 c343606023233
//!   2  ---------   baseline                         the bar, then the bow around it
//!   0  ---------   descenders
//! ```

use crate::layout::Point;

/// The height of capitals over the em size that SVG uses for text.
const CAPITALS: f32 = 0.71;
/// Units of the grid over the em size.
const UNIT: f32 = CAPITALS / 6.0;
/// The space between letters, in units of the grid.
const GAP: f32 = 1.7;
/// How wide a blank is, in units of the grid.
const BLANK: f32 = 1.6;

/// A stroke of a glyph: where it begins, then quadratic curves (control and end).
pub(crate) struct Curve {
    pub start: Point,
    pub pieces: Vec<(Point, Point)>,
}

/// How wide a text of this em size is.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|c| advance(glyph(c))).sum();
    (units - GAP).max(0.0) * UNIT * size
}

/// The curves of a text of this em size whose middle lies at `middle`.
pub(crate) fn curves(text: &str, size: f32, middle: Point) -> Vec<Curve> {
    let scale = UNIT * size;
    let mut left = middle.x - width(text, size) / 2.0;
    let mut curves = Vec::new();
    for c in text.chars() {
        let strokes = glyph(c);
        let place = |(x, y): (f32, f32)| Point::new(left + x * scale, middle.y - (y - 5.0) * scale);
        curves.extend(strokes.split_whitespace().map(|stroke| curve(stroke, &place)));
        left += advance(strokes) * scale;
    }
    curves
}

fn points(stroke: &str) -> Vec<(f32, f32)> {
    let digit = |b: u8| f32::from(b - b'0');
    stroke.as_bytes()[1..].chunks_exact(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect()
}

fn advance(strokes: &str) -> f32 {
    if strokes.is_empty() {
        return BLANK + GAP;
    }
    let xs = strokes.split_whitespace().flat_map(points).map(|(x, _)| x);
    xs.fold(0.0, f32::max) + GAP
}

fn curve(stroke: &str, place: &impl Fn((f32, f32)) -> Point) -> Curve {
    let mut points: Vec<Point> = points(stroke).into_iter().map(place).collect();
    match stroke.as_bytes()[0] {
        b'l' => Curve { start: points[0], pieces: points[1..].iter().map(|&end| (end, end)).collect() },
        kind => {
            if kind == b'o' {
                let (first, last) = (points[0], points[points.len() - 1]);
                let seam = last.middle(first);
                points.insert(0, seam);
                points.push(seam);
            }
            let controls = &points[1..points.len() - 1];
            let ends = controls.windows(2).map(|pair| pair[0].middle(pair[1])).chain(points.last().copied());
            Curve { start: points[0], pieces: controls.iter().copied().zip(ends).collect() }
        }
    }
}

/// The strokes of a character; an empty box for those that we have not drawn.
fn glyph(c: char) -> &'static str {
    GLYPHS.iter().find(|&&(drawn, _)| drawn == c).map_or("l0208383202", |&(_, strokes)| strokes)
}

/// The characters that we have drawn.
const GLYPHS: &[(char, &str)] = &[
    (' ', ""),
    ('\u{a0}', ""),
    ('A', "l022842 l1434"),
    ('B', "l0208 c08484505 c05454202"),
    ('C', "c474808024243"),
    ('D', "l0208 c08484202"),
    ('E', "l48080242 l0535"),
    ('F', "l480802 l0535"),
    ('G', "c474808024245 l4525"),
    ('H', "l0208 l4248 l0545"),
    ('I', "l0208"),
    ('J', "c3834320203"),
    ('K', "l0208 l4804 l1542"),
    ('L', "l080242"),
    ('M', "l0208244842"),
    ('N', "l02084248"),
    ('O', "o08484202"),
    ('P', "l0208 c08484404"),
    ('Q', "o08484202 l2442"),
    ('R', "l0208 c08484505 l2542"),
    ('S', "c4748080545420203"),
    ('T', "l0848 l2228"),
    ('U', "c080402424448"),
    ('V', "l082248"),
    ('W', "l0812263248"),
    ('X', "l0248 l0842"),
    ('Y', "l082548 l2522"),
    ('Z', "l08480242"),
    ('a', "o06363202 l3632"),
    ('b', "l0802 o06363202"),
    ('c', "c353606023233"),
    ('d', "o06363202 l3832"),
    ('e', "l0434 c343606023233"),
    ('f', "c28181612 l0626"),
    ('g', "o06363202 c3632300001"),
    ('h', "l0208 c0406363432"),
    ('i', "l0602 l0808"),
    ('j', "c16111000 l1818"),
    ('k', "l0802 l3603 l1432"),
    ('l', "l0802"),
    ('m', "l0602 c0406262422 c2426464442"),
    ('n', "l0602 c0406363432"),
    ('o', "o06363202"),
    ('p', "l0600 o06363202"),
    ('q', "o06363202 l3630"),
    ('r', "l0602 c040626"),
    ('s', "c3536060434320203"),
    ('t', "c18141222 l0626"),
    ('u', "c0604023234 l3632"),
    ('v', "l062246"),
    ('w', "l0612253246"),
    ('x', "l0236 l0632"),
    ('y', "l0622 l4610"),
    ('z', "l06360232"),
    ('0', "o08484202"),
    ('1', "l062822"),
    ('2', "c0708484602 l0242"),
    ('3', "c0708484525 c2545420203"),
    ('4', "l32380444"),
    ('5', "l480805 c050646420203"),
    ('6', "c47480804 o06464202"),
    ('7', "l084812"),
    ('8', "o08484505 o05454202"),
    ('9', "o08484404 c46420203"),
    ('.', "l0202"),
    (',', "l1201"),
    (':', "l0202 l0505"),
    (';', "l1201 l1515"),
    ('!', "l0804 l0202"),
    ('?', "c070838351514 l1212"),
    ('-', "l0525"),
    ('\u{2013}', "l0525"),
    ('+', "l0545 l2327"),
    ('=', "l0646 l0444"),
    ('<', "l370533"),
    ('>', "l073503"),
    ('/', "l0238"),
    ('\\', "l0832"),
    ('|', "l0901"),
    ('(', "c19060411"),
    (')', "c09161401"),
    ('[', "l19090111"),
    (']', "l09191101"),
    ('%', "o08282606 o34545232 l0258"),
    ('#', "l0218 l2238 l0444 l0646"),
    ('*', "l2824 l0745 l4705"),
    ('_', "l0242"),
    ('\'', "l0807"),
    ('\u{2019}', "l0807"),
    ('"', "l0807 l1817"),
    ('\u{b7}', "l0505"),
    ('\u{d7}', "l0337 l0733"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_well_formed() {
        for c in ' '..='\u{ff}' {
            for stroke in glyph(c).split_whitespace() {
                assert!(matches!(stroke.as_bytes()[0], b'l' | b'c' | b'o'), "{c}");
                assert!(stroke.len() % 2 == 1 && stroke.len() >= 5, "{c}");
                assert!(stroke.bytes().skip(1).all(|b| b.is_ascii_digit()), "{c}");
            }
        }
    }

    #[test]
    fn letters_and_digits_differ() {
        let all: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
        let drawn: std::collections::HashSet<_> = all.iter().map(|&c| glyph(c)).collect();
        // Only the capital O and zero share their strokes.
        assert_eq!(drawn.len(), all.len() - 1);
    }

    #[test]
    fn text_is_centred() {
        let curves = curves("HH", 10.0, Point::new(50.0, 20.0));
        let xs: Vec<f32> = curves.iter().flat_map(|curve| [curve.start.x, curve.pieces[0].1.x]).collect();
        let (least, most) = xs.iter().fold((f32::MAX, f32::MIN), |(a, b), &x| (a.min(x), b.max(x)));
        assert!(((least + most) / 2.0 - 50.0).abs() < 0.001);
        assert!((most - least - width("HH", 10.0)).abs() < 0.001);
    }
}
