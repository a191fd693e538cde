//! Formats that a text may have, by its look.

use super::csv::{is_faulty_table, may_be_csv};
use super::drawing::has_border;
use super::fields::SEPARATORS;
use super::format::Format;
use super::fpuzzles::begins_fpuzzles;
use super::hodoku::begins_hodoku;
use super::layout::count_puzzles;
use super::line::symbols_of;
use super::opensudoku::begins_opensudoku;
use super::pencilmarks::{has_lists, may_be_pencilmarks};
use super::quasigroup::begins_quasigroup;
use super::sdm::content_lines;
use super::solo::begins_solo;
use super::ss::may_be_ss;
use super::sudokupad::begins_sudokupad;
use super::sudokuwiki::may_be_sudokuwiki;
use super::sukaku::{is_nearly_sukaku, size_of_sukaku};
use super::symbol::SYMBOL_SIZE_MAX;
use crate::model::SIZE_MAX;

/// Maximum length of a text of symbols that is tried in each format. The longest puzzle, pencil marks of size 35 with a rule
/// after each row, takes two thirds of it.
const SYMBOLS_BYTES_MAX: usize = 1 << 17;

/// Shortest text that may be too long for a puzzle without being one that is [short](is_short).
const LONG_BYTES_MIN: usize = 8 << 10;

/// Longest row: one of pencil marks of size 35 takes a third of it.
const ROW_BYTES_MAX: usize = 4 << 10;

/// Maximum number of lines: the lines of a drawing, and twice as many titles and other lines.
const LINES_MAX: usize = 12 * SIZE_MAX;

/// Whether a text is short enough for readers that split it into words or fields.
pub(super) fn is_short(text: &str) -> bool {
    text.len() <= SYMBOLS_BYTES_MAX
}

/// Whether a text has more lines, longer lines or more symbols than any puzzle. Texts that are marked as a format, addresses and
/// several puzzles are none of these.
pub(super) fn is_too_long(text: &str) -> bool {
    text.len() > LONG_BYTES_MIN
        && (!is_short(text) || is_beyond_rows(text))
        && !begins_quasigroup(text)
        && !is_address(text)
        && !MARKED.into_iter().any(|format| may_be(format, text))
        && count_puzzles(text).is_none()
}

/// Whether the lines of a text are too many or too long for rows, and its symbols are too many for a line, and not the symbols of a
/// `sukaku`. Tables and texts with sections may have long fields and other lines.
fn is_beyond_rows(text: &str) -> bool {
    let lines = || content_lines(text).map(|(_, line)| line);
    let is_table = lines().next().is_some_and(|first| first.contains(SEPARATORS));
    let has_others = || {
        let has_comments_only = lines().next().is_none();
        has_comments_only
            || lines().any(|line| line.len() > ROW_BYTES_MAX)
            || lines().nth(LINES_MAX).is_some()
    };
    !is_table
        && symbols_of(text).nth(2 * SYMBOL_SIZE_MAX * SYMBOL_SIZE_MAX).is_some()
        && has_others()
        && size_of_sukaku(text).is_none()
        && !has_sections(text)
}

/// Formats whose texts are marked, and may be long.
const MARKED: [Format; 4] = [Format::Opensudoku, Format::Fpuzzles, Format::Sudokupad, Format::Sudokuwiki];

/// The formats that a text may have. A long text is a line or a drawing, unless it is marked as another format.
pub(super) fn formats_of(text: &str) -> Vec<Format> {
    let may_be = |format: &Format| may_be(*format, text);
    if is_short(text) {
        return Format::ALL.into_iter().filter(may_be).collect();
    }
    match MARKED.into_iter().find(may_be) {
        Some(format) => vec![format],
        None => [Format::Line, Format::Drawing].into_iter().filter(may_be).collect(),
    }
}

/// Whether a text has what sets a format apart.
fn may_be(format: Format, text: &str) -> bool {
    let has_rows = || text.trim_ascii().contains('\n');
    match format {
        Format::Line => !text.contains([',', ';']),
        Format::Drawing => has_rows() || has_border(text),
        Format::Ss => may_be_ss(text),
        Format::Sdm => has_comments(text) && content_lines(text).take(2).count() == 1,
        Format::Sdk => has_sections(text) || (has_comments(text) && has_plain_rows(text)),
        Format::Csv => !is_address(text) && !begins_hodoku(text) && may_be_csv(text),
        Format::Solo => begins_solo(text),
        Format::Pencilmarks => has_rows() && may_be_pencilmarks(text),
        Format::Sukaku => !begins_hodoku(text) && is_nearly_sukaku(text),
        Format::Hodoku => begins_hodoku(text),
        Format::Opensudoku => begins_opensudoku(text),
        Format::Fpuzzles => begins_fpuzzles(text),
        Format::Sudokupad => begins_sudokupad(text),
        Format::Sudokuwiki => may_be_sudokuwiki(text),
    }
}

pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    let begins_with =
        |scheme: &str| text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    (begins_with("https://") || begins_with("http://")) && !text.contains(char::is_whitespace)
}

fn has_comments(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('#'))
}

/// Whether there are several lines without borders, not counting comments.
fn has_plain_rows(text: &str) -> bool {
    content_lines(text).take(2).count() == 2 && !content_lines(text).any(|(_, line)| has_border(line))
}

pub(super) fn has_sections(text: &str) -> bool {
    text.lines().any(|line| line.trim().eq_ignore_ascii_case("[puzzle]"))
}

/// The format whose faults explain an invalid text best.
pub(super) fn likely_format(text: &str, formats: &[Format]) -> Format {
    const MARKED: [Format; 10] = [
        Format::Hodoku,
        Format::Sudokuwiki,
        Format::Opensudoku,
        Format::Fpuzzles,
        Format::Sudokupad,
        Format::Solo,
        Format::Sdk,
        Format::Sdm,
        Format::Csv,
        Format::Pencilmarks,
    ];
    let is_marked =
        |format: &Format| formats.contains(format) && (*format != Format::Pencilmarks || has_lists(text));
    let marked = MARKED.into_iter().find(is_marked);
    if marked.is_none() && is_short(text) && is_faulty_table(text) {
        return Format::Csv;
    }
    marked.unwrap_or(if looks_drawn(text) { Format::Drawing } else { Format::Line })
}

/// Whether an invalid text is meant to have a line for each row.
fn looks_drawn(text: &str) -> bool {
    let mut rows = 0;
    let mut symbols = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if has_border(line) {
            return true;
        }
        rows += 1;
        symbols += line.chars().filter(|symbol| !symbol.is_whitespace()).count();
    }
    // Some symbols may be missing, or be too many.
    rows > 3 && symbols.abs_diff(rows * rows) <= rows
}
