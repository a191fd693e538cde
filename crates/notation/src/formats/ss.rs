//! Simple Sudoku: rows of symbols, with `|` between boxes.

use quadrille_sudoku::text::symbol_of;

use super::content::{Content, FormatFault, NotRepresentable, ParsedText, Report, TextFault};
use super::drawn::parse_drawing;
use super::text_format::TextFormat;
use crate::formats::Format;

/// Simple Sudoku: rows of symbols in a frame.
pub(super) struct Ss;

impl TextFormat for Ss {
    const DESCRIPTION: &'static str = "\
        Simple Sudoku (`.ss`): rows of symbols with `|` between boxes, in a frame of `*-----*`, or with lines of dashes \
        between boxes.";
    const EXAMPLE: &'static str = "\
*-----*
|1.|..|
|..|3.|
|--+--|
|.4|..|
|..|.2|
*-----*
";
    const HOLDS_SOLUTIONS: bool = true;
    const HAS_SYMBOLS: bool = true;

    /// Whether the lines are rows of symbols with `|` between boxes, in a frame of `*---*` or with rules of dashes.
    fn may_be(text: &str) -> bool {
        let visible = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines = || visible().skip_while(|line| line.starts_with('#'));
        let is_dashes = |line: &str| line.len() > 2 && line.chars().all(|symbol| symbol == '-');
        let is_frame = |line: &str| {
            let inner = line.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
            inner.is_some_and(is_dashes)
        };
        let is_rule =
            |line: &str| line.contains('-') && line.chars().all(|symbol| matches!(symbol, '-' | '+' | '|'));
        let is_row = |line: &str| {
            let is_symbol = |symbol: char| symbol.is_ascii_alphanumeric() || matches!(symbol, '.' | '|');
            line.contains('|') && line.chars().all(is_symbol)
        };
        let has_frame = lines().next().is_some_and(is_frame) && visible().next_back().is_some_and(is_frame);
        let has_dashes = lines().any(is_dashes) && lines().all(|line| is_dashes(line) || is_row(line));
        let is_framed = has_frame && lines().all(|line| is_frame(line) || is_rule(line) || is_row(line));
        lines().any(is_row) && (is_framed || has_dashes)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let drawing = parse_drawing(text, &mut |fault| report(TextFault::Drawing(fault)))?;
        if !Self::may_be(text) {
            let detail = "expected rows of symbols with `|` between boxes, in a frame of `*---*` or with rules of dashes";
            report(FormatFault::syntax(Format::Ss, detail).into());
            return None;
        }
        let read = ParsedText::of_clues((drawing.grid, drawing.case), Format::Ss);
        Some(ParsedText { box_shape: drawing.box_shape, ..read })
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_symbols()?;
        content.require_4x4()?;
        content.require_drawable_boxes()?;
        let (width, height, size) = (content.box_shape.width, content.box_shape.height, content.size());
        let across = size / width;
        let frame = format!("*{}*\n", "-".repeat(size + across - 1));
        let rule = format!("|{}|\n", vec!["-".repeat(width); across].join("+"));
        let mut text = frame.clone();
        for (row, cells) in content.cells.chunks(size).enumerate() {
            if row > 0 && row % height == 0 {
                text.push_str(&rule);
            }
            for cells in cells.chunks(width) {
                text.push('|');
                text.extend(
                    cells
                        .iter()
                        .map(|cell| cell.and_then(|digit| symbol_of(digit, content.case)).unwrap_or('.')),
                );
            }
            text.push_str("|\n");
        }
        text.push_str(&frame);
        Ok(text)
    }
}
