//! How the symbols of a text are laid out in its lines.

use quadrille_sudoku::unstable::{digit_of, is_empty_symbol, parse_plain_line, symbols_of};
use quadrille_sudoku::{SIZE_MAX, size_for_cells};

use super::drawn::{is_rule, is_vertical};
use super::fields::{SEPARATORS, TextField, table_rows};
use super::sdm::content_lines;

/// Minimum number of cells of a puzzle among other words: shorter ones are ids, ratings and other numbers.
pub(super) const CELLS_MIN: usize = 16;

/// Lines of a text among which its first grid is.
const LINES_MAX: usize = 4 * SIZE_MAX;

/// Minimum number of fields of a row of cells.
const FIELDS_MIN: usize = 4;

/// Longest field of a cell, in bytes, without and with quotes.
const CELL_BYTES_MAX: usize = 2;
const QUOTED_CELL_BYTES_MAX: usize = CELL_BYTES_MAX + 2;

/// Whether no line end breaks a row, if all symbols of a text are one grid. Broken rows may be several puzzles.
pub(super) fn has_whole_rows(text: &str) -> bool {
    if !text.contains('\n') {
        return true;
    }
    let widths = || text.lines().map(|line| symbols_of(line).count());
    size_for_cells(widths().sum()).is_none_or(|size| widths().all(|width| width.is_multiple_of(size)))
}

/// Whether a character is a digit or an empty cell of a grid of this size.
pub(super) fn is_symbol(symbol: char, size: usize) -> bool {
    is_empty_symbol(symbol, size) || digit_of(symbol).is_some_and(|digit| digit.value() <= size)
}

/// Whether a text has several lines.
pub(super) fn has_rows(text: &str) -> bool {
    text.trim_ascii().contains('\n')
}

/// Number of symbols of a line that may be a row of a grid of that size, with or without borders; `None` for other lines. Lines
/// of up to three symbols may be numbers or names.
pub fn row_width(line: &str) -> Option<usize> {
    if line.contains(SEPARATORS) {
        return fields_width(line);
    }
    let symbols = || symbols_of(line).filter(|(_, symbol)| !is_vertical(*symbol));
    let width = symbols().take(SIZE_MAX + 1).count();
    if !(4..=SIZE_MAX).contains(&width) {
        return None;
    }
    // The first letters, in a grid whose digits are letters.
    let is_letter = |(_, symbol): (usize, char)| {
        let letter = symbol.to_digit(36).and_then(|value| value.checked_sub(9));
        is_empty_symbol(symbol, width) || letter.is_some_and(|letter| (1..=width as u32).contains(&letter))
    };
    let is_row = symbols().all(|(_, symbol)| is_symbol(symbol, width)) || symbols().all(is_letter);
    is_row.then_some(width)
}

/// Number of fields of a line, if each may be a cell of a grid of that size.
fn fields_width(line: &str) -> Option<usize> {
    // Most rows of tables have a longer field or fewer fields, and need not be split.
    line.matches(SEPARATORS).nth(FIELDS_MIN - 2)?;
    if line.split(SEPARATORS).any(|field| field.trim().len() > QUOTED_CELL_BYTES_MAX) {
        return None;
    }
    let rows = table_rows(line);
    let [row] = &rows[..] else { return None };
    let is_cell = |field: &TextField| {
        let mut symbols = symbols_of(&field.text).map(|(_, symbol)| symbol);
        let is_symbol = |symbol: char| is_empty_symbol(symbol, row.len()) || digit_of(symbol).is_some();
        field.text.len() <= CELL_BYTES_MAX && symbols.all(is_symbol)
    };
    ((FIELDS_MIN..=SIZE_MAX).contains(&row.len()) && row.iter().all(is_cell)).then_some(row.len())
}

/// Number of puzzles of a text: lines or grids. `None` for fewer than two.
pub(super) fn count_puzzles(text: &str) -> Option<usize> {
    match puzzle_lines(text) {
        Some((lines, _)) if lines > 1 => Some(lines),
        _ => count_grids(text),
    }
}

/// Number of grids of n lines of n symbols in a text, one after the other, with other lines between them. `None` for fewer than two,
/// and if the first [`LINES_MAX`] lines have none.
fn count_grids(text: &str) -> Option<usize> {
    let rows = content_lines(text).map(|(_, line)| line).filter(|line| !is_rule(line));
    // `same` counts the lines of this width since the last grid.
    let (mut grids, mut width, mut same) = (0, None, 0);
    for (index, line) in rows.enumerate() {
        let next = row_width(line);
        same = if next == width { same + 1 } else { 1 };
        width = next;
        if width == Some(same) {
            grids += 1;
            same = 0;
        }
        if grids == 0 && index >= LINES_MAX {
            break;
        }
    }
    (grids > 1).then_some(grids)
}

/// Number of lines of a text, and of symbols in each of them, if each is a puzzle of [`CELLS_MIN`] cells or more.
pub(super) fn puzzle_lines(text: &str) -> Option<(usize, usize)> {
    let mut lines = content_lines(text).map(|(_, line)| line.trim());
    let width = lines.next().filter(|line| is_puzzle_line(line))?.len();
    lines.try_fold((1, width), |(lines, width), line| {
        (line.len() == width && is_puzzle_line(line)).then_some((lines + 1, width))
    })
}

/// Whether a text is n lines of n symbols, each of which is a puzzle: a grid of size n, or n puzzles.
pub fn has_ambiguous_rows(text: &str) -> bool {
    puzzle_lines(text).is_some_and(|(lines, width)| lines == width && lines <= SIZE_MAX)
}

fn is_puzzle_line(line: &str) -> bool {
    line.len() >= CELLS_MIN && parse_plain_line(line.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_one_line() {
        for text in [
            "",
            "123",
            "1234",
            "\n1234\r\n",
            "12\n34",
            "1 2\n\n34\n",
            "1... ..3.\n.4..  ...2",
            "1...\n..3. .4..\n...2\n",
        ] {
            assert!(has_whole_rows(text), "{text}");
        }
        for text in ["1\n234", "123\n4", &"123456\n".repeat(6 * 4), &"1...\n..3.\n.4..\n...2\n".repeat(4)] {
            assert!(!has_whole_rows(text), "{text}");
        }
    }

    #[test]
    fn grids_are_counted_beside_other_lines() {
        let grid = "1...\n..3.\n.4..\n...2\n";
        for (text, count) in [
            (format!("{grid}{grid}"), Some(2)),
            (format!("Grid 01\n{grid}\nGrid 02\n{grid}====\n{grid}"), Some(3)),
            (format!("{grid}...."), None),
            (grid.to_owned(), None),
            ("1..\n..3\n".repeat(9), None),
        ] {
            assert_eq!(count_grids(&text), count, "{text}");
        }
    }

    #[test]
    fn lines_of_equal_length_may_be_puzzles() {
        for (line, lines, is_puzzle) in [
            ("1.....3..4.....2", 16, true),
            ("1.....3..4.....2", 15, true),
            ("9.....3..4.....2", 16, false),
            ("1...", 4, false),
            (&".".repeat(25), 25, true),
            (&".".repeat(36), 36, true),
        ] {
            let expected = is_puzzle.then_some((lines, line.len()));
            assert_eq!(puzzle_lines(&vec![line; lines].join("\n")), expected, "{lines} of {line}");
        }
        assert_eq!(puzzle_lines(""), None);
        assert_eq!(puzzle_lines("1.....3..4.....2\n\n1..\n"), None);
    }
}
