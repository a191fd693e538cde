//! Collections of puzzles: a line each, and comments.

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::format::Format;
use super::line::{LineFault, format_line, parse_line};

/// Lines that are neither blank nor comments, with their offsets in characters.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split('\n').filter_map(move |line| {
        let offset = next;
        next += line.chars().count() + 1;
        let visible = line.trim();
        (!visible.is_empty() && !visible.starts_with('#')).then_some((offset, line))
    })
}

/// Parses a text in this format.
pub(super) fn parse_sdm(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let mut lines = content_lines(text);
    let first = lines.next();
    let others = lines.count();
    if others > 0 {
        let reason = FormatFaultReason::SeveralPuzzles(others + 1);
        report(TextFault::Format(FormatFault::new(Format::Sdm, reason)));
        return None;
    }
    let (start, line) = first.unwrap_or_default();
    let moved = |fault| match fault {
        LineFault::Symbol { offset, cell, fault } => {
            LineFault::Symbol { offset: start + offset, cell, fault }
        }
        other => other,
    };
    let read = parse_line(line, &mut |fault| report(TextFault::Line(moved(fault))))?;
    Some(ParsedText::of_clues(read, Format::Sdm))
}

/// Formats a puzzle.
pub(super) fn format_sdm(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    content.require_symbols()?;
    let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
    Ok(line + "\n")
}
