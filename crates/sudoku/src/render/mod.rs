//! A grid as SVG.
//!
//! The document consists of numbers, symbols of digits and fixed text, except for the escaped title of a step and the escaped texts of
//! constraints. It has no styles, scripts or references, and its background is white: it looks the same in every viewer and on paper.

mod borders;
mod constraints;
mod picture;
mod step;
mod text;

pub use picture::Picture;
pub use step::DrawnStep;
