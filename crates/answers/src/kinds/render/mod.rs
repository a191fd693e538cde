//! Reads requests to draw a puzzle, and draws it.

mod format;
mod picture;
pub(crate) mod step;

pub use format::{ImageFormat, RenderFormat};
pub use picture::{DrawnPuzzle, Render, RenderRequest, drawn_from_file};
