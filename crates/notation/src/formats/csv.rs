//! Tables with a puzzle per row, lines with a puzzle among other words, and grids with a field per cell.

use quadrille_sudoku::text::{LetterCase, LineFault, SYMBOL_SIZE_MAX, SymbolFault, format_line, parse_line};
use quadrille_sudoku::unstable::{EMPTY_WORDS, SymbolReader, article, read_line, symbols_of};
use quadrille_sudoku::{Digit, Grid, Position, SIZE_MAX, size_for_cells};

use super::addresses::is_address;
use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::drawn::{CellFault, digit_of_number, is_rule};
use super::fields::{FIELDS_MAX, SEPARATORS, TextField, first_rows, table_rows, words};
use super::format_faults::FormatFaults;
use super::hodoku::Hodoku;
use super::layout::{CELLS_MIN, has_whole_rows, is_symbol};
use super::puzzle_names::{PUZZLE_NAMES, puzzle_name};
use super::text_format::TextFormat;
use crate::formats::Format;

/// Minimum size of a grid with a field per cell.
const FIELDS_SIZE_MIN: usize = 4;

/// Longest field of a cell.
const CELL_CHARACTERS_MAX: usize = 4;

/// A row of a table.
pub(super) struct Csv;

impl TextFormat for Csv {
    const DESCRIPTION: &'static str = "\
        A row of a table: fields between commas, semicolons or tabs, one of which is a line; a header is optional. Or a \
        line among other words, or a grid with a field per cell, which may be blank. Several rows of a table are a batch. \
        Solutions, other fields and words are ignored.";
    const EXAMPLE: &'static str = "1.....3..4.....2,";
    const FAULT_RANK: Option<u8> = Some(9);

    fn may_be(text: &str) -> bool {
        !is_address(text) && !Hodoku::may_be(text) && may_be_csv(text)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let rows = table_rows(text);
        if let Some(cells) = cells_of(&rows) {
            return parse_cells(&cells, report);
        }
        if let Some(reason) = fault_of_rows(&rows) {
            report(FormatFault::new(Format::Csv, reason).into());
            return None;
        }
        let table = Table::of(rows);
        let [row] = table.rows.as_slice() else {
            let reason = match table.rows.len() {
                0 => FormatFaultReason::Syntax("there is no row with a puzzle".to_owned()),
                count => FormatFaultReason::SeveralPuzzles(count),
            };
            report(FormatFault::new(Format::Csv, reason).into());
            return None;
        };
        let start = row.first().map_or(0, |field| field.offset);
        let lines = lines_of(row);
        let size = lines.first().and_then(|(_, (grid, _))| grid.square_size());
        let syntax = |detail: String| TextFault::Format(FormatFault::syntax(Format::Csv, detail).at(start));
        if let Some(column) = table.column {
            let Some(field) = row.get(column) else {
                report(syntax(format!("the row has no field {}, the column of the puzzle", column + 1)));
                return None;
            };
            let puzzle = read_field(field, size, report)?;
            return Some(ParsedText::of_clues(puzzle, Format::Csv));
        }
        let mut lines = lines.into_iter();
        let Some((chosen, puzzle)) = lines.next() else {
            let mut mistyped = row.iter().filter(|field| may_be_mistyped(field));
            if let (Some(field), None) = (mistyped.next(), mistyped.next()) {
                let puzzle = read_field(field, Some(nearest_size(field)), report)?;
                return Some(ParsedText::of_clues(puzzle, Format::Csv));
            }
            let columns = row.len();
            report(syntax(format!(
                "it looks like a row of {columns} fields, none of which is a puzzle of {CELLS_MIN} or more cells"
            )));
            return None;
        };
        if lines.next().is_some() {
            report(syntax("several fields of the row are puzzles".to_owned()));
            return None;
        }
        // A line without empty cells is a solution if another field is nearly a puzzle.
        let size = puzzle.0.square_size().unwrap_or(0);
        let may_be_puzzle = |field: &&TextField| field.offset < chosen.offset || !has_empty(&puzzle.0);
        let is_mistyped = |field: &&TextField| is_nearly_line(field, size) && line_of(field).is_none();
        match row.iter().filter(may_be_puzzle).find(is_mistyped) {
            Some(field) => {
                read_field(field, Some(size), report).map(|puzzle| ParsedText::of_clues(puzzle, Format::Csv))
            }
            None => Some(ParsedText::of_clues(puzzle, Format::Csv)),
        }
    }

    /// Formats a puzzle as a row whose solution is empty.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_4x4()?;
        content.require_symbols()?;
        let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
        Ok(line + ",")
    }
}

/// Reads the field as a line, or as rows of symbols.
fn line_of(field: &TextField) -> Option<(Grid, LetterCase)> {
    if has_whole_rows(&field.text) { read_line(&field.text) } else { None }
}

fn count_symbols(field: &TextField) -> usize {
    symbols_of(&field.text).count()
}

/// Whether most characters are symbols of a grid of this size.
fn has_symbols(field: &TextField, size: usize) -> bool {
    let valid = symbols_of(&field.text).filter(|&(_, symbol)| is_symbol(symbol, size)).count();
    2 * valid > count_symbols(field)
}

/// Whether the field is a mistyped line of this size: most of its characters are symbols, and about a row of them is
/// missing or too many.
fn is_nearly_line(field: &TextField, size: usize) -> bool {
    count_symbols(field).abs_diff(size * size) <= size && has_symbols(field, size)
}

/// Whether the field is a mistyped line of any size.
fn may_be_mistyped(field: &TextField) -> bool {
    count_symbols(field) >= CELLS_MIN && is_nearly_line(field, nearest_size(field))
}

/// Size of the grid with the nearest number of cells.
fn nearest_size(field: &TextField) -> usize {
    let below = count_symbols(field).isqrt();
    // The middle between two squares is below * below + below.
    if count_symbols(field) > below * below + below { below + 1 } else { below }
}

/// Whether the field has only characters of names of columns.
fn is_name(field: &TextField) -> bool {
    field
        .text
        .chars()
        .all(|symbol| symbol.is_alphanumeric() || matches!(symbol, '_' | ' ' | '-' | '.' | '(' | ')' | '#'))
}

/// Whether a line names the columns of a table with puzzles.
pub fn is_table_header(line: &str) -> bool {
    // Most lines have no separator.
    line.contains(SEPARATORS) && table_rows(line).first().is_some_and(|row| puzzle_column(row).is_some())
}

/// Whether a line may name the columns of a table: it has several fields, which are names, and none is a puzzle.
pub fn may_be_table_header(line: &str) -> bool {
    line.contains(SEPARATORS) && table_rows(line).first().is_some_and(|row| has_names(row))
}

/// Whether a line is the row of a table with a puzzle.
pub fn is_table_row(line: &str) -> bool {
    line.contains(SEPARATORS) && table_rows(line).iter().any(|row| !lines_of(row).is_empty())
}

/// Index of the column with puzzles, if a row names the columns of a table.
fn puzzle_column(row: &[TextField]) -> Option<usize> {
    if !row.iter().all(is_name) {
        return None;
    }
    let names: Vec<_> = row.iter().map(|field| puzzle_name(&field.text)).collect();
    PUZZLE_NAMES.into_iter().find_map(|name| names.iter().position(|found| *found == Some(name)))
}

/// Whether a row may name the columns: no field is a puzzle, and some have a word.
fn has_names(row: &[TextField]) -> bool {
    let has_letter = |field: &TextField| field.text.chars().any(char::is_alphabetic);
    row.len() > 1
        && row.iter().all(|field| is_name(field) && !may_be_mistyped(field))
        && row.iter().any(has_letter)
}

/// Table of a text.
struct Table {
    /// Index of the column with puzzles, if the header names it.
    column: Option<usize>,
    /// Names of the columns, if there is a header.
    names: Vec<String>,
    /// Rows without the header.
    rows: Vec<Vec<TextField>>,
}

impl Table {
    fn of(mut rows: Vec<Vec<TextField>>) -> Self {
        let column = rows.first().and_then(|row| puzzle_column(row));
        let has_header =
            || matches!(&rows[..], [first, second, ..] if has_names(first) && !lines_of(second).is_empty());
        let mut names = Vec::new();
        if column.is_some() || has_header() {
            names = rows.remove(0).into_iter().map(|field| field.text).collect();
        }
        // A line without separators is a list of words.
        for row in &mut rows {
            if let [line] = &row[..] {
                let moved = |word: TextField| TextField { offset: line.offset + word.offset, ..word };
                *row = words(&line.text).into_iter().map(moved).collect();
            }
        }
        Self { column, names, rows }
    }
}

/// Whether there is a header and a row, or the first row has several fields or words, one of which is a line, or each cell of a
/// grid has a field.
pub(super) fn may_be_csv(text: &str) -> bool {
    let is_content = |line: &&str| !line.trim_matches([' ', '\r']).is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().find(is_content).filter(|first| !is_rule(first)) else { return false };
    if !first.contains(SEPARATORS) {
        let words = words(first);
        let mistyped = || words.iter().filter(|word| may_be_mistyped(word)).count() == 1;
        return words.len() > 1 && (!lines_of(&words).is_empty() || mistyped());
    }
    let rows = first_rows(text);
    if cells_of(&rows).is_some() {
        return true;
    }
    let Table { column, rows, .. } = Table::of(rows);
    rows.first().is_some_and(|row| column.is_some() || !lines_of(row).is_empty())
}

/// Field of a row, or word of a line, beside the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherField {
    /// Number of fields or words before it.
    pub index: usize,
    /// Name of its column, if the text has a header.
    pub name: Option<String>,
    /// Whether it is a word of a line, not a field of a row.
    pub is_word: bool,
    /// The text, without quotes.
    pub text: String,
}

/// The fields of the only row of a table, without the field of the puzzle, or the words of a line besides the puzzle. Empty for other texts.
pub fn other_fields(text: &str) -> Vec<OtherField> {
    let rows = table_rows(text);
    if cells_of(&rows).is_some() {
        return Vec::new();
    }
    let is_word = rows.last().is_some_and(|row| row.len() == 1);
    let Table { column, names, rows } = Table::of(rows);
    let [row] = &rows[..] else { return Vec::new() };
    let puzzle = match column {
        Some(column) => row.get(column),
        None => lines_of(row).first().map(|(field, _)| *field),
    };
    let Some(puzzle) = puzzle else { return Vec::new() };
    let others = row.iter().enumerate().filter(|(_, field)| field.offset != puzzle.offset);
    let other = |(index, field): (usize, &TextField)| OtherField {
        index,
        name: names.get(index).cloned(),
        is_word,
        text: field.text.clone(),
    };
    others.map(other).collect()
}

/// The names of the columns in the header of a table.
pub fn table_names(header: &str) -> Vec<String> {
    let first = table_rows(header).into_iter().next();
    first.into_iter().flatten().map(|field| field.text).collect()
}

/// The longest fields that are lines, without solutions if there are others.
fn lines_of(row: &[TextField]) -> Vec<(&TextField, (Grid, LetterCase))> {
    let read = |field: &TextField| if count_symbols(field) < CELLS_MIN { None } else { line_of(field) };
    let mut lines: Vec<_> = row.iter().filter_map(|field| Some((field, read(field)?))).collect();
    let longest = lines.iter().map(|(_, (grid, _))| grid.cells().len()).max();
    lines.retain(|(_, (grid, _))| Some(grid.cells().len()) == longest);
    if lines.iter().any(|(_, (grid, _))| has_empty(grid)) {
        lines.retain(|(_, (grid, _))| has_empty(grid));
    }
    lines.dedup_by(|(_, later), (_, earlier)| later == earlier);
    lines
}

fn has_empty(grid: &Grid) -> bool {
    grid.cells().iter().any(Option::is_none)
}

/// The cells of a grid with a field per cell: n rows of n fields, or one row of n*n. A separator may end each row. Most fields that
/// are not blank must be cells.
fn cells_of(rows: &[Vec<TextField>]) -> Option<Vec<&TextField>> {
    let whole = |row: &[TextField], length: usize| {
        row.len() == length
            || row.len() == length + 1 && row.last().is_some_and(|field| field.text.is_empty())
    };
    let length = match rows {
        [row] => {
            let size = size_for_cells(row.len()).or_else(|| size_for_cells(row.len() - 1))?;
            size * size
        }
        _ => rows.len(),
    };
    let length_min = if rows.len() == 1 { CELLS_MIN } else { FIELDS_SIZE_MIN };
    if !(length_min..=SIZE_MAX * SIZE_MAX).contains(&length) || !rows.iter().all(|row| whole(row, length)) {
        return None;
    }
    let cells: Vec<&TextField> = rows.iter().flat_map(|row| &row[..length]).collect();
    let size = cells.len().isqrt();
    let is_short = |cell: &&TextField| cell.text.chars().count() <= CELL_CHARACTERS_MAX;
    let is_sound = |cell: &&&TextField| read_cell(&mut SymbolReader::default(), cell, size).is_ok();
    let filled = || cells.iter().filter(|cell| !cell.text.is_empty());
    (cells.iter().all(is_short) && 2 * filled().filter(is_sound).count() > filled().count()).then_some(cells)
}

/// Whether each cell of a grid has a field, and some fields are blank. As a drawing, blanks would be no cells, or equal to other
/// symbols for empty cells.
pub(super) fn has_blank_cells(text: &str) -> bool {
    let is_quote_or_blank = |symbol: char| symbol == '"' || symbol.is_whitespace();
    let may_be_blank = |field: &str| field.chars().all(is_quote_or_blank);
    let mut lines = text.trim_end_matches(['\r', '\n']).split('\n');
    // Most tables have no blank fields, and need not be split once more.
    lines.any(|line| line.split(SEPARATORS).any(may_be_blank)) && {
        let rows = table_rows(text);
        cells_of(&rows).is_some() && rows.iter().flatten().any(|field| field.text.is_empty())
    }
}

/// Reads a cell that has a field of its own.
fn read_cell(reader: &mut SymbolReader, field: &TextField, size: usize) -> Result<Option<Digit>, CellFault> {
    let mut symbols = field.text.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => Ok(None),
        _ if EMPTY_WORDS.contains(&field.text.as_str()) => Ok(None),
        (Some(symbol), None) => reader.read(symbol, size.min(SYMBOL_SIZE_MAX)).map_err(CellFault::Symbol),
        _ => {
            let number = field.text.parse().map_err(|_| CellFault::NotANumber(field.text.clone()))?;
            digit_of_number(number, size).map(Some)
        }
    }
}

/// Reads a grid with a field per cell.
fn parse_cells(cells: &[&TextField], report: Report<'_>) -> Option<ParsedText> {
    let size = cells.len().isqrt();
    let mut reader = SymbolReader::default();
    let mut read = Vec::with_capacity(cells.len());
    let has_blank = cells.iter().any(|field| field.text.is_empty());
    FormatFaults::collect(report, |faults| {
        for (index, field) in cells.iter().enumerate() {
            let digit = match read_cell(&mut reader, field, size) {
                // A blank beside another symbol: one of them may be a digit.
                Ok(None) if has_blank && field.text.chars().count() == 1 => {
                    let found = field.text.chars().next().unwrap_or_default();
                    Err(CellFault::Symbol(SymbolFault::MixedEmpty { found, first: ' ' }))
                }
                read => read,
            };
            match digit {
                Ok(digit) => read.push(digit),
                Err(fault) => {
                    faults.push_cell(Format::Csv, fault, field.offset, Position::of(index, size));
                }
            }
        }
        let grid = Grid::from_cells(read)?;
        Some(ParsedText::of_clues((grid, reader.letter_case().unwrap_or_default()), Format::Csv))
    })
}

/// Whether a text is a table without a puzzle, or a grid with a field per cell some of which are missing.
pub(super) fn is_faulty_table(text: &str) -> bool {
    text.contains(SEPARATORS) && fault_of_rows(&first_rows(text)).is_some()
}

/// The fault of a table none of whose fields may be a puzzle; `None` for other rows.
fn fault_of_rows(rows: &[Vec<TextField>]) -> Option<FormatFaultReason> {
    let columns = rows.first()?.len();
    let fields = || rows.iter().flatten();
    if columns < 2 || fields().any(may_be_mistyped) {
        return None;
    }
    let letters = |field: &TextField| field.text.chars().filter(|symbol| symbol.is_alphabetic()).count();
    if fields().any(|field| letters(field) > 1) {
        let table = if rows.len() == 1 { "row" } else { "table" };
        return Some(FormatFaultReason::Syntax(format!(
            "it looks like a {table} of {columns} columns without a puzzle: one field of each row must be a line of {CELLS_MIN} \
             or more cells"
        )));
    }
    let is_cell = |field: &TextField| field.text.chars().count() <= 2;
    if fields().count() < CELLS_MIN - FIELDS_SIZE_MIN || !fields().all(is_cell) || cells_of(rows).is_some() {
        return None;
    }
    let detail = match rows {
        [row] if row.len() > FIELDS_MAX => {
            format!(
                "more than {FIELDS_MAX} fields are too many: a grid of size n has n*n, and sizes go from 1 to {SIZE_MAX}"
            )
        }
        [row] => format!("{} fields make no grid: a grid of size n has n*n, such as 81 (9x9)", row.len()),
        _ => {
            let size = rows.len();
            let (number, row) = (1..).zip(rows).find(|(_, row)| row.len() != size)?;
            format!("expected {size} rows of {size} fields, got {} in row {number}", row.len())
        }
    };
    Some(FormatFaultReason::Length(detail))
}

/// Reads the field with the puzzle. `size` is the size of other lines in its row.
fn read_field(field: &TextField, size: Option<usize>, report: Report<'_>) -> Option<(Grid, LetterCase)> {
    let start = field.offset;
    let located = |fault: LineFault| match fault {
        LineFault::Length { symbols } => {
            let detail = match size {
                Some(size) => format!(
                    "expected {} cells for {} {size}x{size} in the field of the puzzle, got {symbols}",
                    size * size,
                    article(size)
                ),
                None => format!("the field of the puzzle has {symbols} symbols, which make no grid"),
            };
            TextFault::Format(FormatFault::length(Format::Csv, detail).at(start))
        }
        _ => TextFault::Line(fault.moved_by(start)),
    };
    parse_line(&field.text, &mut |fault| report(located(fault)))
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Position;
    use quadrille_sudoku::text::SymbolFault;

    use super::*;

    const PUZZLE: &str = "1.....3..4.....2";
    const SOLUTION: &str = "1324423124133142";

    fn read(text: &str) -> Result<String, Vec<TextFault>> {
        let mut faults = Vec::new();
        let read = Csv::parse(text, &mut |fault| faults.push(fault));
        assert_eq!(read.is_none(), !faults.is_empty(), "{text}");
        assert!(may_be_csv(text), "{text}");
        read.and_then(|read| format_line(read.grid.cells(), read.alphabet.case())).ok_or(faults)
    }

    #[test]
    fn mistyped_puzzle_is_a_fault_beside_its_solution() {
        let length = |symbols: usize, offset: usize| {
            let detail = format!("expected 16 cells for a 4x4 in the field of the puzzle, got {symbols}");
            TextFault::Format(FormatFault::length(Format::Csv, detail).at(offset))
        };
        let symbol = |offset, cell, fault| TextFault::Line(LineFault::Symbol { offset, cell, fault });
        let short = "1.....3..4..";
        let mixed = "1...0.3..4.....2";
        let mixed_fault = SymbolFault::MixedEmpty { found: '0', first: '.' };
        let mixed_cell = Some(Position { row: 2, column: 1 });
        for header in ["", "id,quiz,solution\n"] {
            let start = header.len();
            for (puzzle, faults) in [
                (short.to_owned(), vec![length(12, start + 2)]),
                (PUZZLE[1..].to_owned(), vec![length(15, start + 2)]),
                (
                    format!("{short}!"),
                    vec![symbol(start + 14, None, SymbolFault::Unknown('!')), length(13, start + 2)],
                ),
                (mixed.to_owned(), vec![symbol(start + 6, mixed_cell, mixed_fault)]),
            ] {
                assert_eq!(read(&format!("{header}7,{puzzle},{SOLUTION}")), Err(faults), "{puzzle}");
            }
        }
        assert_eq!(read(&format!("{SOLUTION},{short}")), Err(vec![length(12, 17)]));
    }

    #[test]
    fn other_fields_are_those_besides_the_puzzle() {
        for (text, fields) in [
            (format!("7,{PUZZLE},{SOLUTION},\"a, b\""), vec!["7", SOLUTION, "a, b"]),
            (format!("solution,quiz\n{SOLUTION},{PUZZLE}"), vec![SOLUTION]),
            (format!("7: {PUZZLE} ED=1.2"), vec!["7", "ED", "1.2"]),
            (format!("{PUZZLE},"), vec![""]),
            (PUZZLE.to_owned(), vec![]),
            ("1,,,\n,,3,\n,4,,\n,,,2".to_owned(), vec![]),
            (format!("{PUZZLE},1\n{PUZZLE},2"), vec![]),
            ("1 . . .".to_owned(), vec![]),
            (String::new(), vec![]),
        ] {
            let others: Vec<String> = other_fields(&text).into_iter().map(|field| field.text).collect();
            assert_eq!(others, fields, "{text}");
        }
        let row = format!("id,quiz,\"x (y)\"\n7,{PUZZLE},\"a, b\"");
        let names: Vec<Option<String>> = other_fields(&row).into_iter().map(|field| field.name).collect();
        assert_eq!(names, [Some("id".to_owned()), Some("x (y)".to_owned())]);
        let words = other_fields(&format!("7: {PUZZLE} ED=1.2"));
        assert!(words.iter().all(|field| field.is_word && field.name.is_none()));
        assert_eq!(table_names("id;quiz\n1;2"), ["id", "quiz"]);
    }

    #[test]
    fn header_names_the_column_of_the_puzzle() {
        for text in [
            format!("solution,puzzle\n{SOLUTION},{PUZZLE}"),
            format!("# a\nname;puzzle\n\"{SOLUTION}; 2\";\"{PUZZLE}\""),
            format!("puzzle,other\n{PUZZLE},{}", PUZZLE.replace('3', "4")),
            format!("{PUZZLE},{}", &SOLUTION[1..]),
            format!("Number 5 of 2024,{PUZZLE},{SOLUTION}"),
            format!("1... ..3. .4.. ...2,{SOLUTION}"),
        ] {
            assert_eq!(read(&text).as_deref(), Ok(PUZZLE), "{text}");
        }
        for (text, detail, offset) in [
            (
                format!("puzzle,solution\n,{SOLUTION}"),
                "expected 16 cells for a 4x4 in the field of the puzzle, got 0",
                16,
            ),
            (format!("id,puzzle\n{PUZZLE}"), "the row has no field 2, the column of the puzzle", 10),
        ] {
            let found = read(&text).expect_err("a fault");
            let [TextFault::Format(FormatFault { offset: at, reason, .. })] = &found[..] else {
                panic!("{found:?}")
            };
            let (FormatFaultReason::Length(found) | FormatFaultReason::Syntax(found)) = reason else {
                panic!("{reason:?}")
            };
            assert_eq!((found.as_str(), *at), (detail, Some(offset)), "{text}");
        }
    }
}
