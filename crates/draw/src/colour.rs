//! Colours, mixed in Oklab so that equal steps look equal (Ottosson 2020).

use std::fmt;

use crate::Theme;

/// A colour of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// A colour from lightness (0 to 1), chroma (0 to about 0.3) and hue (degrees) of Oklch.
    pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Rgb {
        let (sin, cos) = hue.to_radians().sin_cos();
        let (a, b) = (chroma * cos, chroma * sin);
        let long = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
        let middle = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
        let short = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
        Rgb(
            encoded(4.076_741_7 * long - 3.307_711_6 * middle + 0.230_969_94 * short),
            encoded(-1.268_438 * long + 2.609_757_4 * middle - 0.341_319_38 * short),
            encoded(-0.004_196_086 * long - 0.703_418_6 * middle + 1.707_614_7 * short),
        )
    }

    /// How bright the colour looks, from 0 to 1 (relative luminance of WCAG 2).
    pub fn luminance(self) -> f32 {
        0.2126 * decoded(self.0) + 0.7152 * decoded(self.1) + 0.0722 * decoded(self.2)
    }

    /// The contrast of two colours, from 1 to 21 (WCAG 2); text wants 4.5.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

fn encoded(linear: f32) -> u8 {
    let value = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn decoded(byte: u8) -> f32 {
    let value = f32::from(byte) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The colour of a heat value from 0 to 1: pale to strong of the accent, even steps to the eye.
pub fn ramp(theme: Theme, value: f32) -> Rgb {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    let (from, to) = match theme {
        Theme::Light | Theme::Print => ((0.93, 0.025), (0.45, 0.095)),
        Theme::Dark => ((0.36, 0.025), (0.84, 0.105)),
    };
    let between = |a: f32, b: f32| a + (b - a) * value;
    Rgb::oklch(between(from.0, to.0), between(from.1, to.1), crate::theme::ACCENT_HUE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklch_gives_known_colours() {
        assert_eq!(Rgb::oklch(1.0, 0.0, 0.0), Rgb(255, 255, 255));
        assert_eq!(Rgb::oklch(0.0, 0.0, 0.0), Rgb(0, 0, 0));
        let Rgb(r, g, b) = Rgb::oklch(0.627_955, 0.257_683, 29.23);
        assert!(r >= 254 && g <= 2 && b <= 2, "red was {r} {g} {b}");
    }

    #[test]
    fn ramps_run_one_way() {
        for theme in [Theme::Light, Theme::Dark] {
            let bright: Vec<f32> = (0..=20).map(|i| ramp(theme, i as f32 / 20.0).luminance()).collect();
            let rising = theme == Theme::Dark;
            assert!(bright.windows(2).all(|pair| (pair[0] < pair[1]) == rising), "{bright:?}");
        }
        assert_eq!(ramp(Theme::Light, f32::NAN), ramp(Theme::Light, 0.0));
    }
}
