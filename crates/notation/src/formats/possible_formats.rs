//! Formats that a text may have, by its look.

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::text::SYMBOL_SIZE_MAX;
use quadrille_sudoku::unstable::symbols_of;

use super::addresses::is_address;
use super::csv::is_faulty_table;
use super::drawn::has_border;
use super::fields::SEPARATORS;
use super::layout::count_puzzles;
use super::pencilmarks::has_lists;
use super::quasigroup::begins_quasigroup;
use super::registry::definition;
use super::sdk::has_sections;
use super::sdm::content_lines;
use super::sukaku::size_of_sukaku;
use crate::formats::Format;

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
        && long_format(text).is_none()
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

/// The format whose mark a text has, if texts of the format may be long.
fn long_format(text: &str) -> Option<Format> {
    let may_be_long = |format: &Format| definition(*format).may_be_long && may_be(*format, text);
    Format::ALL.iter().copied().find(may_be_long)
}

/// The formats that a text may have. A long text is a line or a drawing, unless it is marked as another format.
pub(super) fn formats_of(text: &str) -> Vec<Format> {
    let may_be = |format: &Format| may_be(*format, text);
    if is_short(text) {
        return Format::ALL.iter().copied().filter(may_be).collect();
    }
    match long_format(text) {
        Some(format) => vec![format],
        None => [Format::Line, Format::Drawing].into_iter().filter(may_be).collect(),
    }
}

fn may_be(format: Format, text: &str) -> bool {
    (definition(format).may_be)(text)
}

/// The format whose faults explain an invalid text best.
pub(super) fn likely_format(text: &str, formats: &[Format]) -> Format {
    let is_sure = |format: &Format| *format != Format::Pencilmarks || has_lists(text);
    let rank = |format: Format| Some((definition(format).fault_rank?, format));
    let ranked = formats.iter().copied().filter(is_sure).filter_map(rank).min_by_key(|(rank, _)| *rank);
    match ranked {
        Some((_, format)) => format,
        None if is_short(text) && is_faulty_table(text) => Format::Csv,
        None if looks_drawn(text) => Format::Drawing,
        None => Format::Line,
    }
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
