//! Colours on the screen: 24 bits where the terminal says so, else the nearest of 256, or none at all.

use ratatui::style::Color;

/// A colour of the screen: red, green, blue from 0 to 255.
pub type Rgb = [f32; 3];

pub const TINTS: [Rgb; 3] = [[226.0, 210.0, 186.0], [214.0, 197.0, 171.0], [202.0, 184.0, 157.0]];
pub const WHITE: Rgb = [253.0, 252.0, 249.0];
pub const BLACK: Rgb = [34.0, 31.0, 28.0];
/// Black's sides of a Hex board, to be seen on a black screen, too.
pub const BLACK_SIDE: Rgb = [86.0, 80.0, 73.0];
pub const CORNER: Rgb = [178.0, 157.0, 126.0];
pub const EDGE: Rgb = [190.0, 170.0, 140.0];
pub const ACCENT: Rgb = [0.0, 128.0, 148.0];
pub const LIT: Rgb = [140.0, 203.0, 214.0];
pub const CURSOR: Rgb = [246.0, 190.0, 92.0];

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// `NO_COLOR` is set.
    None,
    /// The usual 256.
    Indexed,
    /// 24 bits.
    True,
}

impl Depth {
    /// What the environment says.
    pub fn of_terminal() -> Depth {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        if !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" {
            Depth::None
        } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") || cfg!(windows) {
            Depth::True
        } else {
            Depth::Indexed
        }
    }

    /// The colour as the terminal can show it.
    pub fn colour(self, rgb: Rgb) -> Color {
        match self {
            Depth::None => Color::Reset,
            Depth::True => Color::Rgb(rgb[0] as u8, rgb[1] as u8, rgb[2] as u8),
            Depth::Indexed => Color::Indexed(nearest(rgb)),
        }
    }
}

/// A colour between two: `share` of the second.
pub fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share.clamp(0.0, 1.0))
}

/// The nearest of the colour cube or, for pale colours, of the ramp of greys (xterm's 16 to 255): the cube would
/// give neighbouring tints different hues.
fn nearest(rgb: Rgb) -> u8 {
    const LEVELS: [f32; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
    let greyish =
        rgb.iter().fold(f32::MIN, |a, &b| a.max(b)) - rgb.iter().fold(f32::MAX, |a, &b| a.min(b)) < 60.0;
    if greyish {
        let bright = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
        return if bright > 243.0 {
            231
        } else {
            232 + ((bright - 8.0) / 10.0).round().clamp(0.0, 23.0) as u8
        };
    }
    let step = |value: f32| -> u8 {
        let distance = |&i: &usize| (LEVELS[i] - value).abs();
        (0..6).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0) as u8
    };
    16 + 36 * step(rgb[0]) + 6 * step(rgb[1]) + step(rgb[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_colours_of_256() {
        assert_eq!(nearest([0.0; 3]), 232);
        assert_eq!(nearest([255.0; 3]), 231);
        assert_eq!(nearest([128.0; 3]), 244);
        assert_eq!(nearest([255.0, 0.0, 0.0]), 196);
    }
}
