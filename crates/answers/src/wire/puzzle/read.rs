//! Reads puzzles in each of the JSON and text forms.

use quadrille_notation::unstable::{OtherField, has_border, is_prose, other_fields, parse_translated};
use quadrille_notation::{Format, IgnoredLines, ParsedText, definition, parse};
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::text::{Alphabet, LetterCase, SYMBOL_SIZE_MAX};
use quadrille_sudoku::unstable::{EMPTY_SYMBOLS, SymbolReader, size_of_line, symbols_of};
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet, Grid, Position, Rules, SIZE_MAX, size_for_cells};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::{Json, is_object_in_text};
use crate::wire::puzzle::cage_list::{cages_from_json, is_cage_list};
use crate::wire::puzzle::cell::{
    ElementFault, ElementReader, element_fault, is_blank, symbol_fault, zero_fault,
};
use crate::wire::puzzle::editor::editor_format;
use crate::wire::puzzle::grids::grids_of_text;
use crate::wire::puzzle::list_text::parse_list;
use crate::wire::puzzle::notation::{ElementKind, GridNotation, Notation, TextNotation};
use crate::wire::puzzle::rule_names::{rule_in_words, words_fault};
use crate::wire::puzzle::text_fault::{length_fault, several_puzzles, text_fault};
use crate::wire::request::wrong_type;

/// Rules that the text of a puzzle shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnRules {
    /// Shape of the boxes.
    pub(crate) box_shape: Option<BoxShape>,
    /// Regions instead of boxes; empty for a grid without boxes.
    pub(crate) regions: Option<Vec<Vec<Cell>>>,
    /// Constraints.
    pub(crate) constraints: Vec<Constraint>,
}

impl DrawnRules {
    /// Whether there are other rules than rows, columns and boxes.
    pub(crate) fn is_variant(&self) -> bool {
        self.regions.is_some() || !self.constraints.is_empty()
    }
}

/// A puzzle as read, without rules.
pub(crate) struct ReadPuzzle {
    pub(crate) grid: Grid,
    pub(crate) notation: Notation,
    /// Rules that a text shows.
    pub(crate) drawn: DrawnRules,
    /// Allowed digits of each cell that a text shows.
    pub(crate) candidates: Option<Vec<DigitSet>>,
    /// Fields of its row, or words of its line, which are not the puzzle.
    pub(crate) fields: Vec<OtherField>,
    /// Lines that hold no part of the puzzle, joined.
    pub(crate) words: String,
    /// Where the first 0 stands, if it may be a digit or an empty cell: the boxes decide.
    zero: Option<Location>,
}

impl ReadPuzzle {
    fn new(grid: Grid, notation: GridNotation) -> Self {
        Self {
            grid,
            notation: Notation::new(notation),
            drawn: DrawnRules::default(),
            candidates: None,
            fields: Vec::new(),
            words: String::new(),
            zero: None,
        }
    }

    /// A puzzle of several grids.
    pub(crate) fn whole(grid: Grid, notation: Notation) -> Self {
        Self { notation, ..Self::new(grid, GridNotation::Line(LetterCase::default().into())) }
    }

    /// A square of several grids and of gaps, which are empty, as a puzzle with these rules. Its text has a line for each row, or one line.
    pub(crate) fn in_grids(self, rules: &Rules, has_lines: bool) -> Option<Self> {
        let (layout, size) = (rules.layout(), self.grid.square_size()?);
        let digit = |cell: Cell| {
            let Position { row, column } = layout.position(cell);
            self.grid.cells().get((row - 1) * size + column - 1).copied().flatten()
        };
        let grid = Grid::from_cells(layout.cells().map(digit).collect())?;
        Some(Self { grid, notation: self.notation.framed(rules, has_lines), ..self })
    }

    /// An array whose digits begin with 0.
    fn from_zero(cells: Vec<Option<Digit>>, notation: GridNotation, zero: Location) -> Option<Self> {
        let grid = Grid::from_cells(cells)?;
        Some(Self { zero: Some(zero), ..Self::new(grid, notation) })
    }

    /// Decides whether 0 is a digit: for certain if there are several, and no two of them are in a house. In an array it is an
    /// empty cell if two of them are. All else is a fault, as are two zeros in a house of a text.
    pub(crate) fn with_rules(self, rules: &Rules, faults: &mut Faults) -> Option<Self> {
        let Some(location) = &self.zero else { return Some(self) };
        let is_zero = |cell: Cell| self.grid.digit(cell).is_some_and(|digit| digit.index() == 0);
        let zeros: Vec<Cell> = rules.layout().cells().filter(|&cell| is_zero(cell)).collect();
        let meet = rules
            .layout()
            .houses()
            .any(|house| house.cells.iter().filter(|&&cell| is_zero(cell)).count() > 1);
        match *self.notation {
            notation if meet && notation.is_array_of_cells() => {
                let previous = |cell: &Option<Digit>| cell.and_then(|digit| Digit::new(digit.index()));
                let grid = Grid::from_cells(self.grid.cells().iter().map(previous).collect())?;
                Some(Self::new(grid, notation.with_digits_from_one()))
            }
            _ if meet || zeros.len() < 2 => {
                faults.push(|| {
                    let fault = zero_fault(rules.digit_count()).at(location);
                    let cell = zeros.first().map(|&cell| rules.layout().position(cell));
                    cell.into_iter().fold(fault, Fault::in_cell)
                });
                None
            }
            _ => Some(self),
        }
    }

    /// [`with_rules`](Self::with_rules) for a grid beside a puzzle. Its digits must not begin with 0.
    pub(crate) fn beside(self, rules: &Rules, location: &Location, faults: &mut Faults) -> Option<Self> {
        let read = self.with_rules(rules, faults)?;
        if read.notation.alphabet().begins_with_zero() {
            faults.push(|| digits_from_zero_fault(location));
            return None;
        }
        if read.drawn.is_variant() {
            let detail =
                "the text has constraints or regions, which belong to the puzzle: give the grid alone";
            faults.add(FaultCode::ConstraintUnsupported, location, || detail);
            return None;
        }
        Some(read)
    }
}

/// Fault of a grid or list of digits beside a puzzle, if the digits of one of them begin with 0.
pub(crate) fn digits_from_zero_fault(location: &Location) -> Fault {
    let detail = "the digits of the puzzle or of this begin with 0: write the digits of both from 1";
    Fault::new(FaultCode::OutOfRange, detail).at(location)
}

/// Returns the size that follows from the number of cells or rows, even if they have faults.
pub(crate) fn size_from_json(json: &Json) -> Option<usize> {
    match json {
        Json::String(line) => size_of_line(line),
        Json::Array(elements) => match elements.first()? {
            Json::Array(_) | Json::String(_) => Some(elements.len()).filter(|size| *size <= SIZE_MAX),
            _ => size_for_cells(elements.len()),
        },
        _ => None,
    }
}

/// Reads a puzzle from a member of a request. Text is in `format`, or in any if it is `None`.
pub(crate) fn puzzle_from_json(
    json: &Json,
    location: &Location,
    format: Option<Format>,
    faults: &mut Faults,
) -> Option<ReadPuzzle> {
    match json {
        Json::String(text) => puzzle_from_text(text, format, location, faults),
        Json::Array(elements) if is_cage_list(elements) => {
            let (grid, constraints) = cages_from_json(elements, location, faults)?;
            let drawn = DrawnRules { constraints, ..DrawnRules::default() };
            let notation = GridNotation::Line(LetterCase::default().into());
            Some(ReadPuzzle { drawn, ..ReadPuzzle::new(grid, notation) })
        }
        Json::Array(elements) if is_list_of_grids(elements) => {
            faults.push(|| several_puzzles(elements.len(), location).at(location));
            None
        }
        Json::Array(elements) => match elements.first() {
            Some(Json::Array(_)) => puzzle_from_rows(elements, location, faults),
            Some(Json::String(_)) if is_flat(elements) => puzzle_from_flat(elements, location, faults),
            Some(Json::String(_)) => match drawn_lines(elements) {
                Some(text) => puzzle_from_text(&text, Some(Format::Drawing), location, faults),
                None => puzzle_from_lines(elements, location, faults),
            },
            Some(Json::Number(_) | Json::Null) => puzzle_from_flat(elements, location, faults),
            Some(Json::Bool(_) | Json::Object(_)) => {
                faults.push(|| element_fault(&elements[0], &location.element(0)));
                None
            }
            None => {
                faults.add(
                    FaultCode::PuzzleLength,
                    location,
                    || "the array is empty: write n rows, or n*n numbers",
                );
                None
            }
        },
        other => match editor_format(other) {
            Some(format) => puzzle_from_text(&other.to_string(), Some(format), location, faults),
            None => {
                faults.push(|| wrong_type(other, "a string or an array").at(location));
                None
            }
        },
    }
}

/// Whether a text is a valid puzzle, or one list of cells.
pub fn is_puzzle_text(text: &str) -> bool {
    puzzle_from_text(text, None, &Location::Body, &mut Faults::default()).is_some()
        || grids_of_text(text).is_some()
}

/// Reads a text.
pub(crate) fn puzzle_from_text(
    text: &str,
    format: Option<Format>,
    location: &Location,
    faults: &mut Faults,
) -> Option<ReadPuzzle> {
    if is_object_in_text(text) {
        let detail = "the text is a JSON object: send the object itself, not a string that holds it";
        faults.add(FaultCode::WrongType, location, || detail);
        return None;
    }
    if format.is_none()
        && let Some(list) = parse_list(text)
    {
        return puzzle_from_json(&list, location, None, faults);
    }
    let mut text_faults = Faults::default();
    let read = parse(text, format, &mut |fault| text_faults.push(|| text_fault(text, location, fault)));
    let Some(read) = read else {
        let is_line_of_prose = || !text.trim().contains('\n') && is_prose(text);
        match rule_in_words(text).filter(|_| is_line_of_prose()) {
            Some((words, _)) => faults.push(|| words_fault(&words).at(location)),
            None => faults.append(text_faults),
        }
        return None;
    };
    let ParsedText { grid, alphabet, format, box_shape, candidates, description, ignored, .. } = read;
    let drawn = DrawnRules { box_shape, regions: read.regions, constraints: read.constraints };
    let usual = BoxShape::usual(grid.square_size().unwrap_or(1));
    let notation = match format {
        Format::Line if ignored.is_empty() => GridNotation::Line(alphabet),
        _ => {
            let box_shape = box_shape.unwrap_or(usual);
            let has_own_rules = drawn.is_variant();
            GridNotation::Text(TextNotation { format, alphabet, box_shape, has_own_rules })
        }
    };
    let mut notation = Notation::new(notation);
    notation.remark(|remarks| {
        remarks.solution_differs =
            description.as_ref().is_some_and(|description| description.solution_differs);
        (remarks.description, remarks.ignored) = (description, ignored);
    });
    let fields = if format == Format::Csv { other_fields(text) } else { Vec::new() };
    let words = words_beside(text, format, ignored);
    // A text that shows its boxes is certain.
    let zero = (alphabet.begins_with_zero() && box_shape.is_none()).then(|| location.clone());
    Some(ReadPuzzle { grid, notation, drawn, candidates, fields, words, zero })
}

/// Joins the lines of a text that were not read, and the comments of formats that have some.
fn words_beside(text: &str, format: Format, ignored: IgnoredLines) -> String {
    let has_comments = definition(format).has_comments && text.contains('#');
    if ignored.is_empty() && !has_comments {
        return String::new();
    }
    let numbers: Vec<usize> = ignored.numbers().collect();
    let is_beside = |number: usize, line: &str| {
        numbers.contains(&number) || (has_comments && line.trim_start().starts_with('#'))
    };
    let lines = (1..).zip(text.lines()).filter(|(number, line)| is_beside(*number, line));
    // Words of different lines are no name together.
    lines.map(|(_, line)| line).collect::<Vec<_>>().join(" / ")
}

/// Whether each element of an array is an array of rows.
fn is_list_of_grids(elements: &[Json]) -> bool {
    let is_grid =
        |element: &Json| matches!(element, Json::Array(rows) if matches!(rows.first(), Some(Json::Array(_))));
    !elements.is_empty() && elements.iter().all(is_grid)
}

/// Whether each element of an array of strings is a cell, not a row.
fn is_flat(elements: &[Json]) -> bool {
    let is_cell = |element: &Json| matches!(element, Json::String(text) if text.chars().count() < 2 || is_blank(element));
    elements.len() > 1 && elements.iter().all(is_cell)
}

/// Joins the lines of a drawing with borders; `None` for other arrays.
fn drawn_lines(lines: &[Json]) -> Option<String> {
    let text = joined_rows(lines)?;
    text.lines().any(has_border).then_some(text)
}

/// Joins rows; `None` if one is no string.
fn joined_rows(rows: &[Json]) -> Option<String> {
    let text = |row: &Json| if let Json::String(row) = row { Some(row.clone()) } else { None };
    let rows: Vec<String> = rows.iter().map(text).collect::<Option<_>>()?;
    Some(rows.join("\n"))
}

/// Reads an array of strings, one per row.
fn puzzle_from_lines(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<ReadPuzzle> {
    let size = rows_size(rows, location, faults)?;
    if size > SYMBOL_SIZE_MAX {
        faults.push(|| length_fault(size * size, "symbol", SYMBOL_SIZE_MAX).at(location));
        return None;
    }
    if let Some(read) = joined_rows(rows).and_then(|text| parse_translated(&text, Some(Format::Drawing))) {
        let zero = read.alphabet.begins_with_zero().then(|| location.clone());
        return Some(ReadPuzzle { zero, ..ReadPuzzle::new(read.grid, GridNotation::Lines(read.alphabet)) });
    }
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = SymbolReader::default();
    for (row, json) in rows.iter().enumerate() {
        let location = location.element(row);
        let Json::String(line) = json else {
            faults.push(|| wrong_type(json, "a string like the row before").at(&location));
            continue;
        };
        let symbols: Vec<(usize, char)> = row_symbols(line, size);
        let largest = largest_digit(row, symbols.len(), size, &location, faults);
        for (column, (offset, symbol)) in symbols.into_iter().enumerate() {
            let read = if symbol == ' ' { reader.read_blank() } else { reader.read(symbol, largest) };
            match read {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = symbol_fault(fault).at(&location).at_offset(offset);
                    in_cell_of_row(fault, row, column, size)
                }),
            }
        }
    }
    let case = reader.letter_case().unwrap_or_default();
    grid_if_sound(cells, faults).map(|grid| ReadPuzzle::new(grid, GridNotation::Lines(case.into())))
}

/// The symbols of a row with their offsets. If it has as many characters as cells and no other empty cells, spaces are empty
/// cells.
fn row_symbols(line: &str, size: usize) -> Vec<(usize, char)> {
    let symbols: Vec<_> = symbols_of(line).collect();
    if symbols.len() < size && line.chars().count() == size && !line.contains(EMPTY_SYMBOLS) {
        return line.chars().enumerate().collect();
    }
    symbols
}

/// Reads an array of arrays, one per row.
fn puzzle_from_rows(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<ReadPuzzle> {
    let size = rows_size(rows, location, faults)?;
    let row = |row: &Json| if let Json::Array(elements) = row { joined_cells(elements) } else { None };
    let joined: Option<Vec<String>> = rows.iter().map(row).collect();
    if let Some(read) = joined.and_then(|rows| letters_of(&rows)) {
        return Some(ReadPuzzle::new(read.grid, GridNotation::Rows(ElementKind::Symbol, read.alphabet)));
    }
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = ElementReader::default();
    for (row, json) in rows.iter().enumerate() {
        let location = location.element(row);
        let Json::Array(elements) = json else {
            faults.push(|| wrong_type(json, "an array like the row before").at(&location));
            continue;
        };
        let largest = largest_digit(row, elements.len(), size, &location, faults);
        for (column, element) in elements.iter().enumerate() {
            match reader.read(element, largest) {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = fault.into_fault(element, largest).at(&location.element(column));
                    in_cell_of_row(fault, row, column, size)
                }),
            }
        }
    }
    let kind = reader.kind(size);
    if faults.is_empty()
        && let Some((cells, zero)) = reader.read_from_zero(&cells, size)
    {
        let notation = GridNotation::Rows(kind, Alphabet::FromZero(reader.letter_case()));
        return ReadPuzzle::from_zero(cells, notation, location.element(zero / size).element(zero % size));
    }
    let notation = GridNotation::Rows(kind, reader.letter_case().into());
    grid_if_sound(cells, faults).map(|grid| ReadPuzzle::new(grid, notation))
}

/// Joins strings of one symbol, and blank cells; `None` if there are others.
fn joined_cells(elements: &[Json]) -> Option<String> {
    let symbol = |element: &Json| match element {
        Json::String(text) if text.chars().count() == 1 && !is_blank(element) => text.chars().next(),
        _ => is_blank(element).then_some('.'),
    };
    elements.iter().map(symbol).collect()
}

/// Reads rows whose digits are letters from A for certain.
fn letters_of(rows: &[String]) -> Option<ParsedText> {
    let read = parse_translated(&rows.join("\n"), Some(Format::Drawing))?;
    matches!(read.alphabet, Alphabet::Letters(_)).then_some(read)
}

/// Reads an array of cells, row by row.
fn puzzle_from_flat(elements: &[Json], location: &Location, faults: &mut Faults) -> Option<ReadPuzzle> {
    let size = size_for_cells(elements.len());
    if size.is_none() {
        faults.push(|| length_fault(elements.len(), "element", SIZE_MAX).at(location));
    }
    let mut cells = Vec::with_capacity(if size.is_some() { elements.len() } else { 0 });
    let has_strings = matches!(elements.first(), Some(Json::String(_)));
    let mut reader = ElementReader::default();
    for (index, element) in elements.iter().enumerate() {
        let digit = match element {
            Json::Number(_) | Json::Null => reader.read(element, size.unwrap_or(SIZE_MAX)),
            Json::String(_) if has_strings => reader.read(element, size.unwrap_or(SIZE_MAX)),
            _ => Err(ElementFault::Type),
        };
        match digit {
            Ok(digit) if size.is_some() => cells.push(digit),
            Ok(_) => {}
            Err(fault) => faults.push(|| {
                let fault = fault.into_fault(element, size.unwrap_or(SIZE_MAX)).at(&location.element(index));
                match size {
                    Some(size) => fault.in_cell(Position::of(index, size)),
                    None => fault,
                }
            }),
        }
    }
    if let Some(size) = size.filter(|_| faults.is_empty())
        && let Some((cells, zero)) = reader.read_from_zero(&cells, size)
    {
        let notation = GridNotation::Flat(Alphabet::FromZero(LetterCase::default()));
        return ReadPuzzle::from_zero(cells, notation, location.element(zero));
    }
    grid_if_sound(cells, faults)
        .map(|grid| ReadPuzzle::new(grid, GridNotation::Flat(LetterCase::default().into())))
}

/// Returns the size that follows from the number of rows, or pushes a fault.
fn rows_size(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<usize> {
    if rows.len() > SIZE_MAX {
        faults.add(FaultCode::PuzzleLength, location, || {
            format!("{} rows are too many: sizes go from 1 to {SIZE_MAX}", rows.len())
        });
        return None;
    }
    Some(rows.len())
}

/// Returns the largest digit of a row. A wrong length is a fault; any digit is then allowed, because the size may be
/// wrong.
fn largest_digit(row: usize, length: usize, size: usize, location: &Location, faults: &mut Faults) -> usize {
    if length == size {
        return size;
    }
    faults.push(|| {
        let row = row + 1;
        let detail = if size == 1 && size_for_cells(length).is_some() {
            format!("row 1 has length {length}: write a whole puzzle in one string or row without the array around it")
        } else {
            format!("row {row} has length {length} instead of {size}, the number of rows")
        };
        Fault::new(FaultCode::RowLength, detail).at(location)
    });
    SIZE_MAX
}

/// Adds the cell to a fault, unless the row is too long to have it.
fn in_cell_of_row(fault: Fault, row: usize, column: usize, size: usize) -> Fault {
    if column < size { fault.in_cell(Position { row: row + 1, column: column + 1 }) } else { fault }
}

fn grid_if_sound(cells: Vec<Option<Digit>>, faults: &Faults) -> Option<Grid> {
    if faults.is_empty() { Grid::from_cells(cells) } else { None }
}
