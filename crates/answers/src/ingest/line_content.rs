//! What an input of lines holds, and its limits.

use std::time::Duration;

/// Content of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineContent {
    /// One JSON value per line.
    Json,
    /// One puzzle or one row of a table per line, or an entry of several lines: a drawn grid, n rows of n symbols or fields, a row of
    /// a table whose quoted fields have line ends, or rows from the line `[Puzzle]` to a blank line. Titles belong to the grid below
    /// them; [`Lines::with_others`](super::Lines::with_others) ignores titles without a grid. Lines that begin with `#` are comments, and the first other line may
    /// name the columns of a table. Each game of a file of OpenSudoku is an entry.
    Text,
}

/// Limits of an input of lines.
#[derive(Clone, Copy, Debug)]
pub struct LineBounds {
    /// Maximum length of a line in bytes.
    pub bytes_max: usize,
    /// Maximum time without a complete entry; `None` for no limit.
    pub idle: Option<Duration>,
    /// Whether n lines of n symbols are one grid, even if each line is a puzzle.
    pub has_grid_layout: bool,
}
