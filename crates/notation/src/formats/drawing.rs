//! Drawings: one line of text per row, with or without borders.

use super::content::{Content, NotRepresentable, ParsedText, Report, TextFault};
use super::drawn::{format_drawing, has_border, parse_drawing};
use super::layout::has_rows;
use super::text_format::TextFormat;
use crate::formats::Format;

/// One line of text per row, with or without borders.
pub(super) struct Drawing;

impl TextFormat for Drawing {
    const DESCRIPTION: &'static str = "\
        One line of text per row: symbols, or numbers of several digits with spaces or commas between them, with or \
        without borders such as `|`, `+---+` and `===`. Borders around boxes set their shape.";
    const EXAMPLE: &'static str = "\
+-----+-----+
| 1 . | . . |
| . . | 3 . |
+-----+-----+
| . 4 | . . |
| . . | . 2 |
+-----+-----+
";
    const HOLDS_SOLUTIONS: bool = true;
    const HAS_SYMBOLS: bool = true;

    fn may_be(text: &str) -> bool {
        has_rows(text) || has_border(text)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let drawing = parse_drawing(text, &mut |fault| report(TextFault::Drawing(fault)))?;
        let read = ParsedText::of_clues((drawing.grid, drawing.case), Format::Drawing);
        Some(ParsedText { box_shape: drawing.box_shape, ..read })
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_drawable_boxes()?;
        Ok(format_drawing(content.cells, content.box_shape))
    }
}
