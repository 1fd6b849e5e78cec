//! The colours of a picture: warm neutral greys and one accent, for light, dark and paper.

use crate::Rgb;

/// The hue of the board's tints, in degrees of Oklch: warm sand.
const WARM: f32 = 78.0;
/// The hue of everything that speaks: last move, winning chain, heat.
pub(crate) const ACCENT_HUE: f32 = 212.0;

/// How a picture is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
    /// Black lines on white paper, cells without tints.
    Print,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub ground: Rgb,
    /// The frame around the board and the lines between its cells.
    pub frame: Rgb,
    /// What marks the six edges within the frame.
    pub edge: Rgb,
    pub tints: [Rgb; 3],
    /// The small mark on corner cells.
    pub corner: Rgb,
    /// Text beside the board.
    pub text: Rgb,
    /// Text on empty cells.
    pub label: Rgb,
    pub accent: Rgb,
    /// Cells that are lit by a winning shape.
    pub lit: Rgb,
}

/// The middle, rim and outline of a stone, and the text on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneColours {
    pub middle: Rgb,
    pub rim: Rgb,
    pub outline: Rgb,
    pub text: Rgb,
    /// The ring on the last stone.
    pub ring: Rgb,
}

impl Theme {
    pub(crate) fn palette(self) -> Palette {
        match self {
            Theme::Light => Palette {
                ground: Rgb::oklch(0.985, 0.004, WARM),
                frame: Rgb::oklch(0.76, 0.026, WARM),
                edge: Rgb::oklch(0.61, 0.032, WARM),
                tints: [0.925, 0.893, 0.861].map(|lightness| Rgb::oklch(lightness, 0.03, WARM)),
                corner: Rgb::oklch(0.61, 0.035, WARM),
                text: Rgb::oklch(0.43, 0.015, WARM),
                label: Rgb::oklch(0.36, 0.015, WARM),
                accent: Rgb::oklch(0.56, 0.095, ACCENT_HUE),
                lit: Rgb::oklch(0.86, 0.052, ACCENT_HUE),
            },
            Theme::Dark => Palette {
                ground: Rgb::oklch(0.215, 0.006, WARM),
                frame: Rgb::oklch(0.31, 0.012, WARM),
                edge: Rgb::oklch(0.60, 0.03, WARM),
                tints: [0.50, 0.47, 0.44].map(|lightness| Rgb::oklch(lightness, 0.022, WARM)),
                corner: Rgb::oklch(0.68, 0.03, WARM),
                text: Rgb::oklch(0.80, 0.012, WARM),
                label: Rgb::oklch(0.96, 0.01, WARM),
                accent: Rgb::oklch(0.80, 0.115, ACCENT_HUE),
                lit: Rgb::oklch(0.58, 0.075, ACCENT_HUE),
            },
            Theme::Print => {
                let (paper, ink) = (Rgb(255, 255, 255), Rgb(0, 0, 0));
                Palette {
                    ground: paper,
                    frame: ink,
                    edge: ink,
                    tints: [paper; 3],
                    corner: ink,
                    text: ink,
                    label: ink,
                    accent: ink,
                    lit: Rgb(217, 217, 217),
                }
            }
        }
    }
}

pub(crate) fn stone_colours(white: bool, theme: Theme) -> StoneColours {
    if white {
        StoneColours {
            middle: Rgb::oklch(0.995, 0.003, WARM),
            rim: if theme == Theme::Print { Rgb(255, 255, 255) } else { Rgb::oklch(0.925, 0.012, WARM) },
            outline: if theme == Theme::Print { Rgb(0, 0, 0) } else { Rgb::oklch(0.55, 0.02, WARM) },
            text: Rgb::oklch(0.25, 0.01, WARM),
            ring: if theme == Theme::Print { Rgb(0, 0, 0) } else { Rgb::oklch(0.52, 0.1, ACCENT_HUE) },
        }
    } else {
        StoneColours {
            middle: if theme == Theme::Print { Rgb(0, 0, 0) } else { Rgb::oklch(0.37, 0.01, WARM) },
            rim: if theme == Theme::Print { Rgb(0, 0, 0) } else { Rgb::oklch(0.21, 0.008, WARM) },
            outline: if theme == Theme::Print { Rgb(0, 0, 0) } else { Rgb::oklch(0.15, 0.006, WARM) },
            text: Rgb::oklch(0.97, 0.005, WARM),
            ring: if theme == Theme::Print { Rgb(255, 255, 255) } else { Rgb::oklch(0.82, 0.11, ACCENT_HUE) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read() {
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let palette = theme.palette();
            assert!(palette.text.contrast(palette.ground) >= 4.5, "{theme:?}");
            for tint in palette.tints {
                assert!(palette.label.contrast(tint) >= 4.5, "{theme:?} {tint}");
            }
            for white in [true, false] {
                let stone = stone_colours(white, theme);
                assert!(stone.text.contrast(stone.middle) >= 4.5 && stone.text.contrast(stone.rim) >= 4.5);
            }
        }
    }
}
