//! Reads requests to draw a puzzle, and draws it.

mod picture;
pub(crate) mod step;

pub use picture::{DrawnPuzzle, Render, RenderRequest};
