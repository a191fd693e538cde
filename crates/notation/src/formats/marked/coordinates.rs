//! Grids with names of rows and columns, such as the boards of TextArena: `C1 C2 C3` above the rows, and `R1` before each row.

/// Maximum length of a text: the longest drawing takes half of it.
const BYTES_MAX: usize = 1 << 14;

/// Minimum number of columns.
const COLUMNS_MIN: usize = 4;

/// Marks of the names of columns and rows.
const COLUMN: char = 'c';
const ROW: char = 'r';

/// Replaces the names of rows and columns by blanks, so that offsets stay the same. `None` unless a line has the names of all columns
/// in order, and as many lines after it begin with the names of rows in order.
pub(in crate::formats) fn without_coordinates(text: &str) -> Option<String> {
    let begins_with_column =
        |line: &str| line.trim_start().starts_with([COLUMN, COLUMN.to_ascii_uppercase()]);
    if text.len() > BYTES_MAX || !text.lines().any(begins_with_column) {
        return None;
    }
    let mut header: Option<usize> = None;
    let mut rows = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let first = line.split_whitespace().next().unwrap_or_default();
        if header.is_none() {
            header = columns_of(line);
            lines.push(if header.is_some() { blank(line) } else { line.to_owned() });
        } else if number_of(first, ROW).is_some_and(|number| is_next(number, rows)) {
            rows += 1;
            lines.push(line.replacen(first, &" ".repeat(first.len()), 1));
        } else {
            lines.push(line.to_owned());
        }
    }
    (header == Some(rows)).then(|| lines.join("\n"))
}

/// Number of columns, if a line has their names alone.
fn columns_of(line: &str) -> Option<usize> {
    let is_border = |word: &&str| matches!(*word, "|" | "||");
    let words = || line.split_whitespace().filter(|word| !is_border(word));
    let begin = words().next().and_then(|first| number_of(first, COLUMN)).filter(|first| *first < 2)?;
    let are_columns = (begin..).zip(words()).all(|(number, word)| number_of(word, COLUMN) == Some(number));
    Some(words().count()).filter(|&columns| are_columns && columns >= COLUMNS_MIN)
}

/// The number after a mark.
fn number_of(word: &str, mark: char) -> Option<usize> {
    let digits = word.strip_prefix([mark, mark.to_ascii_uppercase()])?;
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a number from 0 or 1 comes after this number of rows.
fn is_next(number: usize, rows: usize) -> bool {
    number == rows + 1 || number == rows
}

fn blank(line: &str) -> String {
    line.chars().map(|symbol| if symbol == '\r' { '\r' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::BoxShape;
    use quadrille_sudoku::text::format_line;

    use super::*;
    use crate::{TextFault, parse};

    const BOARD: &str = "   C1 C2   C3 C4  \nR1  1  . |  .  .\nR2  .  . |  3  .\n   - - - - - - - \nR3  .  4 |  .  .\nR4  .  . |  .  2\n";

    #[test]
    fn board_with_names_is_a_drawing() {
        for text in [
            BOARD.to_owned(),
            BOARD.to_lowercase(),
            BOARD.replace('\n', "\r\n"),
            format!("\n\n{BOARD}"),
            format!("{BOARD}Your move, please.\n"),
            "C0 C1 C2 C3\nR0 1 . . .\nR1 . . 3 .\nR2 . 4 . .\nR3 . . . 2".to_owned(),
        ] {
            let read = parse(&text, None, &mut |fault| panic!("{fault:?}: {text}")).expect("a board");
            let line = format_line(read.grid.cells(), read.alphabet.case());
            assert_eq!(line.as_deref(), Some("1.....3..4.....2"), "{text}");
            assert!(read.box_shape.is_none_or(|shape| shape == BoxShape { width: 2, height: 2 }));
        }
    }

    #[test]
    fn faults_keep_their_places_and_other_names_are_no_coordinates() {
        let mut faults = Vec::new();
        parse(&BOARD.replace("|  3", "|  7"), None, &mut |fault| faults.push(fault));
        assert!(matches!(faults[..], [TextFault::Drawing(_)]), "{faults:?}");
        for text in [
            BOARD.replace("R4", "R5"),
            BOARD.replace("C4", "C5"),
            BOARD.replace("R1", "  "),
            "C1 C2 C3\nR1 1 2 3\nR2 2 3 1\nR3 3 1 2".to_owned(),
        ] {
            assert_eq!(without_coordinates(&text), None, "{text}");
            assert_eq!(parse(&text, None, &mut |_| {}), None, "{text}");
        }
    }
}
