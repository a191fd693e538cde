//! Collections of puzzles: a line each, and comments.

use quadrille_sudoku::text::{format_line, parse_line};

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::fields::with_offsets;
use super::text_format::TextFormat;
use crate::formats::Format;

/// A line, with comments.
pub(super) struct Sdm;

impl TextFormat for Sdm {
    const DESCRIPTION: &'static str = "\
        A line per puzzle (`.sdm`), and comments that begin with `#`. Several lines are a batch.";
    const EXAMPLE: &'static str = "1.....3..4.....2\n";
    const HAS_COMMENTS: bool = true;
    const HAS_SYMBOLS: bool = true;
    const FAULT_RANK: Option<u8> = Some(8);

    fn may_be(text: &str) -> bool {
        has_comments(text) && content_lines(text).take(2).count() == 1
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let mut lines = content_lines(text);
        let first = lines.next();
        let others = lines.count();
        if others > 0 {
            let reason = FormatFaultReason::SeveralPuzzles(others + 1);
            report(FormatFault::new(Format::Sdm, reason).into());
            return None;
        }
        let (start, line) = first.unwrap_or_default();
        let read = parse_line(line, &mut |fault| report(TextFault::Line(fault.moved_by(start))))?;
        Some(ParsedText::of_clues(read, Format::Sdm))
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_symbols()?;
        let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
        Ok(line + "\n")
    }
}

/// Whether some lines are comments.
pub(super) fn has_comments(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('#'))
}

/// Lines that are neither blank nor comments, with their offsets in characters.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    with_offsets(text.split('\n'), 0).filter(|(_, line)| {
        let visible = line.trim();
        !visible.is_empty() && !visible.starts_with('#')
    })
}
