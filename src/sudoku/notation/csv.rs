//! Tables with a puzzle per row, as data sets have them.

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::format::Format;
use super::line::{LineFault, format_line, parse_line, symbols_of};
use super::sdm::content_lines;
use super::symbol::{LetterCase, digit_of, is_empty_symbol};
use crate::sudoku::model::{Grid, article};

/// Characters between the fields of a row.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Minimum number of cells of a puzzle: shorter fields are ids, ratings and other numbers.
pub(super) const CELLS_MIN: usize = 16;

/// Field of a row, without quotes and white space around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    /// Offset in the row, in characters.
    offset: usize,
}

impl Field<'_> {
    fn read(&self) -> Option<(Grid, LetterCase)> {
        parse_line(self.text, &mut |_| {})
    }

    fn symbols(&self) -> usize {
        symbols_of(self.text).count()
    }

    /// Whether the field is a mistyped line of this size: most of its characters are symbols, and about a row of them is
    /// missing or too many.
    fn is_nearly_line(&self, size: usize) -> bool {
        let is_symbol = |symbol: char| {
            is_empty_symbol(symbol, size) || digit_of(symbol).is_some_and(|digit| digit.value() <= size)
        };
        let valid = symbols_of(self.text).filter(|&(_, symbol)| is_symbol(symbol)).count();
        self.symbols().abs_diff(size * size) <= size && 2 * valid > self.symbols()
    }
}

/// Splits a row at the separators outside of quotes.
fn fields(row: &str) -> impl Iterator<Item = Field<'_>> {
    let mut is_quoted = false;
    let is_separator = move |symbol: char| {
        is_quoted ^= symbol == '"';
        !is_quoted && SEPARATORS.contains(&symbol)
    };
    let mut next = 0;
    row.split(is_separator).map(move |whole| {
        let text = whole.trim_start().trim_start_matches('"');
        let offset = next + whole.chars().count() - text.chars().count();
        next += whole.chars().count() + 1;
        Field { text: text.trim_end().trim_end_matches('"'), offset }
    })
}

/// Whether a line names the columns of a table with puzzles.
pub fn is_table_header(line: &str) -> bool {
    puzzle_column(line).is_some()
}

/// Index of the column with puzzles, if a line names the columns of a table.
fn puzzle_column(line: &str) -> Option<usize> {
    const PUZZLES: [&str; 8] =
        ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"];
    let is_name = |field: Field<'_>| {
        field.text.chars().all(|symbol| symbol.is_ascii_alphanumeric() || "_ -".contains(symbol))
    };
    let is_puzzle = |field: Field<'_>| PUZZLES.contains(&field.text.to_ascii_lowercase().as_str());
    // Most lines have no separator.
    let has_names = line.contains(SEPARATORS) && fields(line).all(is_name);
    has_names.then(|| fields(line).position(is_puzzle)).flatten()
}

/// Table of a text.
struct Table<'a> {
    /// Index of the column with puzzles, if the header names it.
    column: Option<usize>,
    /// Rows without the header, with their offsets in characters.
    rows: Vec<(usize, &'a str)>,
}

impl<'a> Table<'a> {
    fn of(text: &'a str) -> Self {
        let mut rows: Vec<_> = content_lines(text).collect();
        let column = rows.first().and_then(|(_, row)| puzzle_column(row));
        if column.is_some() {
            rows.remove(0);
        }
        Self { column, rows }
    }
}

/// Whether there is a header and a row, or the first row has several fields, one of which is a line.
pub(super) fn may_be_csv(text: &str) -> bool {
    let Some((_, first)) = content_lines(text).next() else { return false };
    if !first.contains(SEPARATORS) {
        return false;
    }
    match puzzle_column(first) {
        Some(_) => content_lines(text).nth(1).is_some(),
        None => !lines_of(first).is_empty(),
    }
}

/// The longest fields that are lines, without solutions if there are others.
fn lines_of(row: &str) -> Vec<(Field<'_>, (Grid, LetterCase))> {
    let read = |field: Field<'_>| if field.symbols() < CELLS_MIN { None } else { field.read() };
    let mut lines: Vec<_> = fields(row).filter_map(|field| Some((field, read(field)?))).collect();
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

/// Parses a text in this format.
pub(super) fn parse_csv(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let table = Table::of(text);
    let &[(start, row)] = table.rows.as_slice() else {
        let reason = match table.rows.len() {
            0 => FormatFaultReason::Syntax("there is no row with a puzzle".to_owned()),
            count => FormatFaultReason::SeveralPuzzles(count),
        };
        report(TextFault::Format(FormatFault::new(Format::Csv, reason)));
        return None;
    };
    let lines = lines_of(row);
    let size = lines.first().and_then(|(_, (grid, _))| grid.square_size());
    let syntax = |detail: String| {
        let reason = FormatFaultReason::Syntax(detail);
        TextFault::Format(FormatFault::new(Format::Csv, reason).at(start))
    };
    if let Some(column) = table.column {
        let Some(field) = fields(row).nth(column) else {
            report(syntax(format!("the row has no field {}, the column of the puzzle", column + 1)));
            return None;
        };
        let puzzle = read_field(field, start, size, report)?;
        return Some(ParsedText::of_clues(puzzle, Format::Csv));
    }
    let mut lines = lines.into_iter();
    let Some((chosen, puzzle)) = lines.next() else {
        report(syntax(format!("no field of the row is a line of {CELLS_MIN} or more cells")));
        return None;
    };
    if lines.next().is_some() {
        report(syntax("several fields of the row are puzzles".to_owned()));
        return None;
    }
    // A line without empty cells is a solution if another field is nearly a puzzle.
    let size = puzzle.0.square_size().unwrap_or(0);
    let may_be_puzzle = |field: &Field<'_>| field.offset < chosen.offset || !has_empty(&puzzle.0);
    let is_mistyped = |field: &Field<'_>| field.is_nearly_line(size) && field.read().is_none();
    match fields(row).filter(may_be_puzzle).find(is_mistyped) {
        Some(field) => read_field(field, start, Some(size), report)
            .map(|puzzle| ParsedText::of_clues(puzzle, Format::Csv)),
        None => Some(ParsedText::of_clues(puzzle, Format::Csv)),
    }
}

/// Reads the field with the puzzle. `start` is the offset of the row, `size` the size of other lines in it.
fn read_field(
    field: Field<'_>,
    start: usize,
    size: Option<usize>,
    report: Report<'_>,
) -> Option<(Grid, LetterCase)> {
    let start = start + field.offset;
    let located = |fault| match fault {
        LineFault::Symbol { offset, cell, fault } => {
            TextFault::Line(LineFault::Symbol { offset: start + offset, cell, fault })
        }
        LineFault::Length { symbols } => {
            let detail = match size {
                Some(size) => format!(
                    "expected {} cells for {} {size}x{size} in the field of the puzzle, got {symbols}",
                    size * size,
                    article(size)
                ),
                None => format!("the field of the puzzle has {symbols} symbols, which make no grid"),
            };
            TextFault::Format(FormatFault::new(Format::Csv, FormatFaultReason::Length(detail)).at(start))
        }
    };
    parse_line(field.text, &mut |fault| report(located(fault)))
}

/// Formats a puzzle as a row whose solution is empty.
pub(super) fn format_csv(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    content.require_4x4()?;
    content.require_symbols()?;
    let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
    Ok(line + ",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::model::Position;
    use crate::sudoku::notation::SymbolFault;

    const PUZZLE: &str = "1.....3..4.....2";
    const SOLUTION: &str = "1324423124133142";

    fn read(text: &str) -> Result<String, Vec<TextFault>> {
        let mut faults = Vec::new();
        let read = parse_csv(text, &mut |fault| faults.push(fault));
        assert_eq!(read.is_none(), !faults.is_empty(), "{text}");
        assert!(may_be_csv(text), "{text}");
        read.and_then(|read| format_line(read.grid.cells(), read.case)).ok_or(faults)
    }

    #[test]
    fn mistyped_puzzle_is_a_fault_beside_its_solution() {
        let length = |symbols: usize, offset: usize| {
            let detail = format!("expected 16 cells for a 4x4 in the field of the puzzle, got {symbols}");
            TextFault::Format(FormatFault::new(Format::Csv, FormatFaultReason::Length(detail)).at(offset))
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
                    vec![length(13, start + 2), symbol(start + 14, None, SymbolFault::Unknown('!'))],
                ),
                (mixed.to_owned(), vec![symbol(start + 6, mixed_cell, mixed_fault)]),
            ] {
                assert_eq!(read(&format!("{header}7,{puzzle},{SOLUTION}")), Err(faults), "{puzzle}");
            }
        }
        assert_eq!(read(&format!("{SOLUTION},{short}")), Err(vec![length(12, 17)]));
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
