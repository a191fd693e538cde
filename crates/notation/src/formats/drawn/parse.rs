//! Parser of drawings.

use quadrille_sudoku::text::{LetterCase, SYMBOL_SIZE_MAX, SymbolFault};
use quadrille_sudoku::unstable::{EMPTY_SYMBOLS, SymbolReader};
use quadrille_sudoku::{BoxShape, Digit, Grid, Position, SIZE_MAX};
use thiserror::Error;

use super::lines::{LineKind, TextLine, Weight, text_lines};
use super::rows::{CellText, DrawnRow, cells_by_column};

/// Maximum number of lines: each row with a rule on both sides.
const LINES_MAX: usize = 4 * SIZE_MAX;

/// Parsed drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct DrawnGrid {
    /// The cells.
    pub(in crate::formats) grid: Grid,
    /// Case of its letters.
    pub(in crate::formats) case: LetterCase,
    /// Box shape that the borders show. Boxes of one row or column are not recognized: they look like cells with borders.
    pub(in crate::formats) box_shape: Option<BoxShape>,
}

/// Fault of a drawing. Offsets count characters from the start of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawingFault {
    /// The number of rows is 0 or above [`SIZE_MAX`].
    #[error("expected 1 to {SIZE_MAX} rows of cells, got {rows}")]
    Rows {
        /// Number of rows.
        rows: usize,
    },
    /// The number of rows differs from the usual length of a row.
    #[error("expected {columns} rows of {columns} cells, got {rows}")]
    RowCount {
        /// Number of rows.
        rows: usize,
        /// Number of cells in most rows.
        columns: usize,
    },
    /// A row is shorter or longer than the others.
    #[error("expected {size} cells in row {row}, got {cells}")]
    RowLength {
        /// Number of the row, from 1.
        row: usize,
        /// Its number of cells.
        cells: usize,
        /// Number of cells expected.
        size: usize,
        /// Offset of the row.
        offset: usize,
    },
    /// A cell is invalid.
    #[error("{cell}: {fault}")]
    Cell {
        /// Offset of the cell.
        offset: usize,
        /// The cell.
        cell: Position,
        /// The fault.
        fault: CellFault,
    },
}

/// Why a cell of a drawing is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellFault {
    /// A symbol is invalid.
    #[error(transparent)]
    Symbol(SymbolFault),
    /// A number exceeds the size of the grid.
    #[error("{number} is more than {size}, the largest digit of this grid")]
    NumberTooLarge {
        /// The number; the largest possible one if it has too many digits.
        number: usize,
        /// Size of the grid.
        size: usize,
    },
    /// The number is 0, where it is no empty cell.
    #[error("0 is no digit: digits are 1 to {size}")]
    Zero {
        /// Size of the grid.
        size: usize,
    },
    /// Several characters that are no number.
    #[error("`{}` is neither a symbol nor a number", .0.escape_debug())]
    NotANumber(String),
}

/// The digit of a number in a grid of this size.
pub(in crate::formats) fn digit_of_number(number: usize, size: usize) -> Result<Digit, CellFault> {
    let digit = Digit::new(number).ok_or(match number {
        0 => CellFault::Zero { size },
        _ => CellFault::NumberTooLarge { number, size },
    })?;
    if digit.value() <= size { Ok(digit) } else { Err(CellFault::NumberTooLarge { number, size }) }
}

/// Parses a drawing. Returns it, or calls `report` for every fault and returns `None`.
pub(in crate::formats) fn parse_drawing(
    text: &str,
    report: &mut dyn FnMut(DrawingFault),
) -> Option<DrawnGrid> {
    // One line more shows that there are too many.
    let lines: Vec<TextLine> = text_lines(text).take(LINES_MAX + 1).collect();
    let count = |kind| lines.iter().filter(|line| line.kind == kind).count();
    let rows = count(LineKind::Cells);
    if rows > SIZE_MAX || lines.len() > LINES_MAX {
        report(DrawingFault::Rows { rows: rows.max(SIZE_MAX + 1) });
        return None;
    }
    let all: Vec<(&TextLine, DrawnRow<'_>)> = rows_of(&lines);
    // Lines of dashes are rules if the other rows are a grid without them.
    let sizes = (rows.max(1)..=rows + count(LineKind::Dashes)).filter(|&size| size <= SIZE_MAX);
    let read = sizes.clone().find_map(|size| split(&all, size, size == rows));
    let Some((size, cells)) = read else {
        report_rows(&all, report);
        return None;
    };
    let box_shape = box_shape(&lines, &cells, size);
    let (grid, case) = read_cells(&cells, size, report)?;
    Some(DrawnGrid { grid, case, box_shape })
}

/// Text of a cell.
pub(in crate::formats) struct Token {
    /// Offset in the text, in characters.
    pub(in crate::formats) offset: usize,
    pub(in crate::formats) text: String,
}

/// Drawing whose cells are texts of any length, with white space or borders between them.
pub(in crate::formats) struct TokenGrid {
    /// Number of rows, and of tokens in a row.
    pub(in crate::formats) size: usize,
    pub(in crate::formats) tokens: Vec<Token>,
    /// Box shape that the borders show.
    pub(in crate::formats) box_shape: Option<BoxShape>,
}

/// Splits a drawing into the texts of its cells. Lines of dashes are rules.
pub(in crate::formats) fn parse_tokens(
    text: &str,
    report: &mut dyn FnMut(DrawingFault),
) -> Option<TokenGrid> {
    let lines: Vec<TextLine> = text_lines(text).take(LINES_MAX + 1).collect();
    let size = lines.iter().filter(|line| line.kind == LineKind::Cells).count();
    if !(1..=SIZE_MAX).contains(&size) || lines.len() > LINES_MAX {
        report(DrawingFault::Rows { rows: size });
        return None;
    }
    let all = rows_of(&lines);
    let rows: Vec<&DrawnRow<'_>> =
        all.iter().filter(|(line, _)| line.kind == LineKind::Cells).map(|(_, row)| row).collect();
    let offsets = rows.iter().map(|row| row.offset()).collect();
    let cells = SplitRows { rows: rows.iter().map(|row| row.tokens()).collect(), offsets };
    let mut is_square = true;
    for (row, (tokens, &offset)) in (1..).zip(cells.rows.iter().zip(&cells.offsets)) {
        if tokens.len() != size {
            is_square = false;
            report(DrawingFault::RowLength { row, cells: tokens.len(), size, offset });
        }
    }
    if !is_square {
        return None;
    }
    let token = |cell: &CellText<'_>| Token { offset: cell.offset, text: cell.chars.iter().collect() };
    let tokens = cells.rows.iter().flatten().map(token).collect();
    Some(TokenGrid { size, tokens, box_shape: box_shape(&lines, &cells, size) })
}

/// Rows and lines of dashes.
fn rows_of(lines: &[TextLine]) -> Vec<(&TextLine, DrawnRow<'_>)> {
    let rows = || lines.iter().filter(|line| !matches!(line.kind, LineKind::Rule(_)));
    let begins_with_border = |line: &TextLine| {
        let first = line.chars.iter().find(|symbol| !symbol.is_whitespace());
        first.is_some_and(|&symbol| super::lines::vertical(symbol).is_some())
    };
    let has_left_border = rows().filter(|line| line.kind == LineKind::Cells).all(begins_with_border);
    rows().map(|line| (line, DrawnRow::new(line, has_left_border))).collect()
}

/// Cells of all rows, and the lines of the rows.
struct SplitRows<'a> {
    rows: Vec<Vec<CellText<'a>>>,
    offsets: Vec<usize>,
}

/// Splits a grid of this size into cells; `None` if the rows have other numbers of cells.
fn split<'a>(
    all: &[(&'a TextLine, DrawnRow<'a>)],
    size: usize,
    dashes_are_rules: bool,
) -> Option<(usize, SplitRows<'a>)> {
    let is_row = |(line, row): &&(&TextLine, DrawnRow<'a>)| {
        line.kind == LineKind::Cells || (!dashes_are_rules && row.cells(size).is_some())
    };
    let rows: Vec<&DrawnRow<'a>> = all.iter().filter(is_row).map(|(_, row)| row).collect();
    if rows.len() != size {
        return None;
    }
    let offsets = rows.iter().map(|row| row.offset()).collect();
    let plain: Option<Vec<_>> = rows.iter().map(|row| row.cells(size)).collect();
    let rows = plain.or_else(|| cells_by_column(&rows, size))?;
    Some((size, SplitRows { rows, offsets }))
}

/// Reports the rows that do not have as many cells as there are rows.
fn report_rows(all: &[(&TextLine, DrawnRow<'_>)], report: &mut dyn FnMut(DrawingFault)) {
    let rows: Vec<&DrawnRow<'_>> =
        all.iter().filter(|(line, _)| line.kind == LineKind::Cells).map(|(_, row)| row).collect();
    let rows = if rows.is_empty() { all.iter().map(|(_, row)| row).collect() } else { rows };
    // Symbols without space between them, or numbers of several digits.
    let by_token = rows.iter().map(|row| row.tokens().len()).max() >= Some(rows.len());
    let length = |row: &&DrawnRow<'_>| if by_token { row.tokens().len() } else { row.symbols().len() };
    let lengths: Vec<usize> = rows.iter().map(length).collect();
    let frequency = |length: usize| lengths.iter().filter(|&&other| other == length).count();
    let usual = lengths.iter().copied().max_by_key(|&length| (frequency(length), length)).unwrap_or(0);
    if usual == 0 {
        return report(DrawingFault::Rows { rows: 0 });
    }
    if usual != rows.len() {
        report(DrawingFault::RowCount { rows: rows.len(), columns: usual });
    }
    for (row, (line, cells)) in (1..).zip(rows.iter().zip(lengths.iter().copied())) {
        if cells != usual {
            report(DrawingFault::RowLength { row, cells, size: usual, offset: line.offset() });
        }
    }
}

fn read_cells(
    cells: &SplitRows<'_>,
    size: usize,
    report: &mut dyn FnMut(DrawingFault),
) -> Option<(Grid, LetterCase)> {
    let mut reader = SymbolReader::default();
    let mut digits = Vec::with_capacity(size * size);
    for (index, cell) in cells.rows.iter().flatten().enumerate() {
        match read_cell(cell.chars, size, &mut reader) {
            Ok(digit) => digits.push(digit),
            Err(fault) => {
                let position = Position::of(index, size);
                report(DrawingFault::Cell { offset: cell.offset, cell: position, fault });
            }
        }
    }
    let case = reader.letter_case().unwrap_or_default();
    let grid = Some(digits).filter(|digits| digits.len() == size * size).and_then(Grid::from_cells);
    grid.map(|grid| (grid, case))
}

/// Reads a symbol, a number, or as many equal symbols for an empty cell as the largest number has.
fn read_cell(chars: &[char], size: usize, reader: &mut SymbolReader) -> Result<Option<Digit>, CellFault> {
    let Some((&first, others)) = chars.split_first() else {
        return reader.read_blank().map_err(CellFault::Symbol);
    };
    let is_empty = || EMPTY_SYMBOLS.contains(&first) && chars.iter().all(|&symbol| symbol == first);
    if others.is_empty() || (chars.len() <= largest_length(size) && is_empty()) {
        return reader.read(first, size.min(SYMBOL_SIZE_MAX)).map_err(CellFault::Symbol);
    }
    if !chars.iter().all(char::is_ascii_digit) {
        return Err(CellFault::NotANumber(chars.iter().take(8).collect()));
    }
    let number: usize = chars.iter().collect::<String>().parse().unwrap_or(usize::MAX);
    digit_of_number(number, size).map(Some)
}

/// Number of decimal digits of the largest number in a grid of this size.
fn largest_length(size: usize) -> usize {
    if size > 9 { 2 } else { 1 }
}

/// The box shape that the borders show, if they enclose boxes of as many cells as a row has.
fn box_shape(lines: &[TextLine], cells: &SplitRows<'_>, size: usize) -> Option<BoxShape> {
    let columns = |row: &Vec<CellText<'_>>, weight| -> Vec<usize> {
        let borders = (1..size).filter(|&k| row[k].border.is_some_and(|border| border >= weight));
        borders.collect()
    };
    let rules = |weight| -> Vec<usize> {
        let offset = |k: usize| cells.offsets.get(k).copied();
        let is_rule = |line: &&TextLine| match line.kind {
            LineKind::Rule(found) => found >= weight,
            LineKind::Dashes => weight == Weight::Light && !cells.offsets.contains(&line.offset),
            LineKind::Cells => false,
        };
        let between = |k: usize| {
            let mut rules = lines.iter().filter(is_rule).map(|line| line.offset);
            rules.any(|rule| offset(k - 1) < Some(rule) && Some(rule) < offset(k))
        };
        (1..size).filter(|&k| between(k)).collect()
    };
    [Weight::Light, Weight::Heavy].into_iter().find_map(|weight| {
        let first = columns(cells.rows.first()?, weight);
        if cells.rows.iter().any(|row| columns(row, weight) != first) {
            return None;
        }
        let (width, height) = (distance(&first, size)?, distance(&rules(weight), size)?);
        let is_box = width * height == size && width > 1 && height > 1;
        is_box.then_some(BoxShape { width, height })
    })
}

/// The distance between borders, if it is the same for all.
fn distance(borders: &[usize], size: usize) -> Option<usize> {
    let first = borders.first().copied().unwrap_or(size);
    let expected = (1..).map(|k| k * first).take_while(|&border| border < size);
    (size.is_multiple_of(first) && expected.eq(borders.iter().copied())).then_some(first)
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::text::{format_line, parse_line};

    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> Result<DrawnGrid, Vec<DrawingFault>> {
        let mut faults = Vec::new();
        let read = parse_drawing(text, &mut |fault| faults.push(fault));
        assert_eq!(read.is_none(), !faults.is_empty());
        read.ok_or(faults)
    }

    /// The cells of a valid drawing as a line.
    fn line(text: &str) -> String {
        let drawing = read(text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        format_line(drawing.grid.cells(), drawing.case).expect("symbols")
    }

    /// Draws [`LINE`]: each row between `begin` and `end`, boxes and cells with separators, and `rules` after every third row.
    fn drawn(empty: &str, cells: &str, boxes: &str, begin: &str, end: &str, rules: &str) -> String {
        let symbols: Vec<String> =
            LINE.chars().map(|c| if c == '.' { empty.into() } else { c.to_string() }).collect();
        let mut text = String::new();
        for (index, row) in symbols.chunks(9).enumerate() {
            let parts: Vec<String> = row.chunks(3).map(|part| part.join(cells)).collect();
            text.push_str(&format!("{begin}{}{end}\n", parts.join(boxes)));
            if index == 2 || index == 5 {
                text.push_str(rules);
            }
        }
        text
    }

    #[test]
    fn usual_drawings_are_read() {
        for empty in [".", "0", "_", "*", "-", "x", "X", " "] {
            for (cells, boxes, begin, end, rules) in [
                ("", "|", "|", "|", "---+---+---\n"),
                (" ", " | ", "| ", " |", "+-------+-------+-------+\n"),
                (" ", " | ", " ", "", "-------+-------+-------\n"),
                (" ", " | ", "", "", "---------------------\n"),
                (" ", " | ", "", "", "======+=======+======\n"),
                (" ", " │ ", "│ ", " │", "├───────┼───────┼───────┤\n"),
                (" | ", " || ", "|| ", " ||", "=====================================\n"),
                (" │ ", " ║ ", "║ ", " ║", "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n"),
                ("", "", "", "", ""),
                (" ", " ", "", "", "\n"),
                ("  ", "  ", "", "", ""),
            ] {
                // Some spaces at the start of all rows cannot be told from empty cells.
                if empty == " " && (begin == " " || (boxes.trim().is_empty() && rules == "\n")) {
                    continue;
                }
                let text = drawn(empty, cells, boxes, begin, end, rules);
                assert_eq!(line(&text), LINE, "{text}");
                assert_eq!(line(&format!("{rules}{text}{rules}").replace('\n', "\r\n")), LINE, "{text}");
            }
        }
        assert_eq!(line(&drawn(".", ",", ",", "", "", "")), LINE);
        assert_eq!(line(&drawn("", ",", ",", "", ",", "")), LINE);
    }

    #[test]
    fn every_cell_may_have_borders() {
        let text = "+---+---+---+---+\n| 1 |   |   |   |\n+---+---+---+---+\n|   |   | 3 |   |\n+---+---+---+---+\n\
            |   | 4 |   |   |\n+---+---+---+---+\n|   |   |   | 2 |\n+---+---+---+---+";
        assert_eq!(line(text), "1.....3..4.....2");
        assert_eq!(read(text).map(|drawing| drawing.box_shape), Ok(None));
        let markdown = "|1| | | |\n|-|-|-|-|\n| | |3| |\n| |4| | |\n| | | |2|";
        assert_eq!(line(markdown), "1.....3..4.....2");
    }

    #[test]
    fn dashes_are_rules_or_empty_cells_by_the_number_of_rows() {
        assert_eq!(line("1---\n--3-\n-4--\n---2"), "1.....3..4.....2");
        assert_eq!(line("1-|--\n--|3-\n-----\n-4|--\n--|-2"), "1.....3..4.....2");
        assert_eq!(line("1-|--\n--|--\n-4|--\n--|-2"), "1........4.....2");
        assert_eq!(line("----\n----\n----\n----"), "................");
    }

    #[test]
    fn borders_show_the_box_shape() {
        let wide = "1 . . | . . .\n. . . | . . .\n------+------\n. . . | . . .\n. . . | . . .\n------+------\n\
            . . . | . . .\n. . . | . . .";
        let high = "1 . | . . | . .\n. . | . . | . .\n. . | . . | . .\n----+-----+----\n. . | . . | . .\n\
            . . | . . | . .\n. . | . . | . .";
        let rows = "1 . . | . . .\n. . . | . . .\n. . . | . . .\n. . . | . . .\n. . . | . . .\n. . . | . . .";
        let shape = |text| read(text).expect("a drawing").box_shape.map(|shape| shape.to_string());
        assert_eq!(shape(wide).as_deref(), Some("3x2"));
        assert_eq!(shape(high).as_deref(), Some("2x3"));
        assert_eq!(shape(rows), None);
    }

    #[test]
    fn numbers_of_several_digits_are_cells() {
        let row = "10 . . 7 | 16 .. 1 0";
        let number_row = |row: &str| format!("{row} {row}\n").repeat(16);
        assert!(matches!(
            read(&number_row(row)).expect_err("dots and zeros")[0],
            DrawingFault::Cell { offset: 19, cell: Position { row: 1, column: 8 }, .. }
        ));
        let drawing = read(&number_row(&row.replace(" 0", " ."))).expect("a drawing");
        let values: Vec<usize> =
            drawing.grid.cells()[..8].iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        assert_eq!(values, [10, 0, 0, 7, 16, 0, 1, 0]);
    }

    #[test]
    fn faults_name_row_and_cell() {
        let text = "+---+---+\n|12 | 3 |\n|21 | 7 |\n+---+---+\n|3  | * |\n|4! |   |\n+---+---+";
        let faults = read(&text.replace(" 3 |", "34 |").replace(" 7 |", "57 |").replace("3  | *", "3. |*."));
        assert!(matches!(
            faults.expect_err("invalid")[0],
            DrawingFault::RowLength { row: 4, cells: 2, size: 4, .. }
        ));
        assert_eq!(read("12\n21\n12"), Err(vec![DrawingFault::RowCount { rows: 3, columns: 2 }]));
        assert_eq!(
            read("12.4\n341\n21..\n4..."),
            Err(vec![DrawingFault::RowLength { row: 2, cells: 3, size: 4, offset: 5 }])
        );
        assert_eq!(
            read("1 2\n2 77"),
            Err(vec![DrawingFault::Cell {
                offset: 6,
                cell: Position { row: 2, column: 2 },
                fault: CellFault::NumberTooLarge { number: 77, size: 2 }
            }])
        );
        assert_eq!(read("+--+\n+--+"), Err(vec![DrawingFault::Rows { rows: 0 }]));
        assert_eq!(read(&".\n".repeat(1000)), Err(vec![DrawingFault::Rows { rows: 145 }]));
    }

    #[test]
    fn unclear_columns_are_refused() {
        for text in ["1 2 4\n34 1\n2 3\n4 2", "1234\n341\n2143\n4321", "1 3.\n34 1\n21 3\n4 2"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn drawing_of_a_line_is_read_as_the_line() {
        let (grid, _) = parse_line(LINE, &mut |fault| panic!("{fault:?}")).expect("a line");
        let text = crate::formats::drawn::format_drawing(grid.cells(), BoxShape::usual(9));
        insta::assert_snapshot!(text, @r"
        +-------+-------+-------+
        | 5 3 . | . 7 . | . . . |
        | 6 . . | 1 9 5 | . . . |
        | . 9 8 | . . . | . 6 . |
        +-------+-------+-------+
        | 8 . . | . 6 . | . . 3 |
        | 4 . . | 8 . 3 | . . 1 |
        | 7 . . | . 2 . | . . 6 |
        +-------+-------+-------+
        | . 6 . | . . . | 2 8 . |
        | . . . | 4 1 9 | . . 5 |
        | . . . | . 8 . | . 7 9 |
        +-------+-------+-------+
        ");
        assert_eq!(line(&text), LINE);
    }
}
