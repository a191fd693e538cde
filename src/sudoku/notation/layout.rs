//! How the symbols of a text are laid out in its lines.

use super::line::{parse_plain_line, symbols_of};
use super::sdm::content_lines;
use super::symbol::{digit_of, is_empty_symbol};
use crate::sudoku::model::{SIZE_MAX, size_for_cells};

/// Sizes whose rows can be puzzles by themselves: their number of symbols is a square, and puzzles of the root are common.
const SQUARE_ROWS: [usize; 3] = [16, 25, 36];

/// Whether each row of the grid that all symbols of a text make stands in one line of text. Line ends within rows may separate
/// puzzles.
pub(super) fn has_whole_rows(text: &str) -> bool {
    let widths = || text.lines().map(|line| symbols_of(line).count());
    size_for_cells(widths().sum()).is_none_or(|size| widths().all(|width| width.is_multiple_of(size)))
}

/// Number of symbols of a line that may be a row of a grid of that size; `None` for other lines. Up to three symbols are left to
/// numbers and names.
pub fn row_width(line: &str) -> Option<usize> {
    let width = symbols_of(line).take(SIZE_MAX + 1).count();
    let is_symbol = |(_, symbol)| {
        is_empty_symbol(symbol, width) || digit_of(symbol).is_some_and(|digit| digit.value() <= width)
    };
    ((4..=SIZE_MAX).contains(&width) && symbols_of(line).all(is_symbol)).then_some(width)
}

/// Number of grids of n lines of n symbols in a text, one after the other, with other lines between them. `None` for fewer than two.
pub(super) fn count_grids(text: &str) -> Option<usize> {
    let widths: Vec<Option<usize>> = content_lines(text).map(|(_, line)| row_width(line)).collect();
    let (mut grids, mut rest) = (0, &widths[..]);
    while let [first, others @ ..] = rest {
        let grid =
            first.and_then(|width| rest.get(..width)).filter(|rows| rows.iter().all(|row| row == first));
        rest = grid.map_or(others, |rows| &rest[rows.len()..]);
        grids += usize::from(grid.is_some());
    }
    (grids > 1).then_some(grids)
}

/// The number of lines of a text with as many symbols in each line, if each line is also a puzzle.
pub(super) fn rows_or_puzzles(text: &str) -> Option<usize> {
    let mut lines = 0;
    for (_, line) in content_lines(text) {
        let line = line.trim();
        if !SQUARE_ROWS.contains(&line.len()) || parse_plain_line(line.as_bytes()).is_none() {
            return None;
        }
        lines += 1;
    }
    let is_square = |text: &str| content_lines(text).all(|(_, line)| line.trim().len() == lines);
    (SQUARE_ROWS.contains(&lines) && is_square(text)).then_some(lines)
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
    fn rows_of_large_grids_may_be_puzzles() {
        for (line, lines, expected) in [
            ("1.....3..4.....2", 16, Some(16)),
            ("1.....3..4.....2", 15, None),
            ("9.....3..4.....2", 16, None),
            ("1...", 4, None),
            (&".".repeat(25), 25, Some(25)),
            (&".".repeat(36), 36, Some(36)),
        ] {
            assert_eq!(rows_or_puzzles(&vec![line; lines].join("\n")), expected, "{lines} of {line}");
        }
    }
}
