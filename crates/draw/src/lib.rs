//! Pictures of boards: SVG and PNG.
//!
//! [`Picture`] collects what is to be seen: stones, marks, labels, heat, a sentence. It is painted into a scene of a
//! few plain items (`paint`), and the scene is written as SVG (`svg`) or drawn as PNG (`png`), so that both
//! look the same. Geometry stands in `layout`, colours in `theme`, and the letters of the PNG in `font`.
//!
//! ```
//! use draw::{Picture, Theme};
//! use game::{Coords, Record, Shape, Size};
//!
//! let shape = Shape::of(Size::havannah(4).unwrap());
//! let record = Record::from_moves(shape, "d4 swap c3 e5", Coords::Gui).unwrap();
//! let svg = Picture::of(&record).theme(Theme::Dark).to_svg();
//! assert!(svg.starts_with("<svg"));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod colour;
mod font;
mod layout;
mod names;
mod paint;
mod picture;
mod png;
mod scene;
mod svg;
mod theme;

pub use colour::{Rgb, ramp};
pub use picture::Picture;
pub use theme::Theme;
