//! What a text format says of itself, in a file of its own.

use super::content::{Content, NotRepresentable, ParsedText, Report};

/// Text format of puzzles. Its name is that of its module.
pub(super) trait TextFormat {
    /// Description in a sentence or two.
    const DESCRIPTION: &'static str;

    /// A 4x4 in the format.
    const EXAMPLE: &'static str;

    /// Text before and after the puzzles of a file; both are empty unless the format is a document.
    const FRAME: (&'static str, &'static str) = ("", "");

    /// Whether solutions of a puzzle in the format are written in it; otherwise they are lines.
    const HOLDS_SOLUTIONS: bool = false;

    /// Whether the format holds some constraints, or regions.
    const HOLDS_VARIANTS: bool = false;

    /// Whether a cell is one symbol, which may be of another alphabet than the usual one.
    const HAS_SYMBOLS: bool = false;

    /// Whether lines that begin with `#` are comments.
    const HAS_COMMENTS: bool = false;

    /// Whether a text may be an address.
    const HAS_ADDRESSES: bool = false;

    /// Names of the member with the rows of cells, if a puzzle may be a JSON object.
    const ROW_MEMBERS: &'static [&'static str] = &[];

    /// Whether [`may_be`](Self::may_be) is a sure mark, so that a text may be longer than rows of symbols.
    const MAY_BE_LONG: bool = false;

    /// Rank among the formats whose faults explain an invalid text: of the formats that the text may have, the lowest rank counts. `None` if
    /// the look of the text says nothing.
    const FAULT_RANK: Option<u8> = None;

    /// Whether a text has what sets the format apart, so that it is tried.
    fn may_be(text: &str) -> bool;

    /// Parses a text in the format. Returns the puzzle, or calls `report` for every fault and returns `None`.
    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText>;

    /// Formats a puzzle; with boxes and without constraints, unless the format [holds variants](Self::HOLDS_VARIANTS).
    ///
    /// # Errors
    /// [`NotRepresentable`] if the format cannot hold the puzzle.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable>;
}
