//! The formats by their names.

use super::content::{Content, NotRepresentable, ParsedText, Report};
use super::text_format::TextFormat;
use crate::formats::{Format, with_formats};

/// What a format says of itself.
#[derive(Clone, Copy, Debug)]
pub struct FormatDefinition {
    /// Description in a sentence or two.
    pub description: &'static str,
    /// A 4x4 in the format.
    pub example: &'static str,
    /// Text before and after the puzzles of a file; both are empty unless the format is a document.
    pub frame: (&'static str, &'static str),
    /// Whether solutions of a puzzle in the format are written in it; otherwise they are lines.
    pub holds_solutions: bool,
    /// Whether lines that begin with `#` are comments.
    pub has_comments: bool,
    /// Names of the member with the rows of cells, if a puzzle may be a JSON object.
    pub row_members: &'static [&'static str],
    holds_variants: bool,
    pub(super) has_symbols: bool,
    pub(super) has_addresses: bool,
    pub(super) may_be_long: bool,
    pub(super) fault_rank: Option<u8>,
    pub(super) may_be: fn(&str) -> bool,
    pub(super) parse: fn(&str, Report<'_>) -> Option<ParsedText>,
    format: fn(&Content<'_>) -> Result<String, NotRepresentable>,
}

impl FormatDefinition {
    const fn new<F: TextFormat>() -> Self {
        Self {
            description: F::DESCRIPTION,
            example: F::EXAMPLE,
            frame: F::FRAME,
            holds_solutions: F::HOLDS_SOLUTIONS,
            has_comments: F::HAS_COMMENTS,
            row_members: F::ROW_MEMBERS,
            holds_variants: F::HOLDS_VARIANTS,
            has_symbols: F::HAS_SYMBOLS,
            has_addresses: F::HAS_ADDRESSES,
            may_be_long: F::MAY_BE_LONG,
            fault_rank: F::FAULT_RANK,
            may_be: F::may_be,
            parse: F::parse,
            format: F::format,
        }
    }

    /// Whether a puzzle may be a JSON object.
    pub const fn may_be_json(&self) -> bool {
        !self.row_members.is_empty()
    }
}

macro_rules! define_formats {
    ($($name:ident: $Format:ident,)*) => {
        /// Returns what a format says of itself.
        pub const fn definition(format: Format) -> &'static FormatDefinition {
            match format { $(Format::$Format => &const { FormatDefinition::new::<super::$name::$Format>() },)* }
        }
    };
}
with_formats!(define_formats);

/// Formats a puzzle.
///
/// # Errors
/// [`NotRepresentable`] if the format cannot hold the puzzle.
pub fn format_puzzle(format: Format, content: &Content<'_>) -> Result<String, NotRepresentable> {
    let definition = definition(format);
    if !definition.holds_variants {
        content.require_boxes_alone()?;
    }
    (definition.format)(content)
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Puzzle;

    use super::*;

    #[test]
    fn example_is_what_the_format_writes_and_may_be() {
        let puzzle: Puzzle = "1.....3..4.....2".parse().expect("a line");
        let content = Content::new(&puzzle).expect("a square");
        for &format in Format::ALL {
            let FormatDefinition { example, may_be, .. } = definition(format);
            assert_eq!(format_puzzle(format, &content).as_deref(), Ok(*example));
            // Without a comment, a collection of one puzzle is a line.
            assert!(may_be(example) || format == Format::Sdm, "{format:?}");
        }
    }
}
