//! A grid as SVG.
//!
//! The document consists of numbers, symbols of digits and fixed text, so that nothing needs to be escaped. It has no styles,
//! scripts or references, and its background is white: it looks the same in every viewer and on paper.

mod borders;
mod picture;

pub use picture::Picture;
