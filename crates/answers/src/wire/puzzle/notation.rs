//! Notation of a puzzle, in which its solutions are written.

use std::borrow::Cow;
use std::io::Write;
use std::ops::Deref;
use std::sync::Arc;

use quadrille_notation::unstable::format_styled_drawing;
use quadrille_notation::{Content, Description, Format, IgnoredLines, definition, format_puzzle};
use quadrille_sudoku::techniques::{StepAnswer, Wording};
use quadrille_sudoku::text::{Alphabet, LetterCase};
use quadrille_sudoku::unstable::append_line;
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet, Grid, Position, Rules};
use serde::Serialize;
use utoipa::ToSchema;

use crate::named_enum::named_enum;
use crate::wire::puzzle::grid_frame::GridFrame;
use crate::wire::puzzle::not_read::NotRead;

/// Notation of a puzzle, and remarks on how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    grid: GridNotation,
    /// Rows and columns around several grids; `None` for one grid.
    frame: Option<Arc<GridFrame>>,
    /// `None`, as for nearly all puzzles, if there are none.
    remarks: Option<Arc<Remarks>>,
}

/// Remarks on how a puzzle was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What the text says beside the puzzle: title, author, rules in prose, drawings; `None` if it says nothing.
    pub description: Option<Box<Description>>,
    /// Whether the client says that the puzzle has rules that are not read.
    pub rules_not_read: bool,
    /// Whether a solution beside the puzzle is no solution of the puzzle as it was read.
    pub solution_differs: bool,
    /// Lines that hold no part of the puzzle, and were not read.
    pub ignored: IgnoredLines,
}

/// Notation of the grid of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridNotation {
    /// A string, or a text body: one symbol per cell.
    Line(Alphabet),
    /// A string, or a text body, in another format.
    Text(TextNotation),
    /// An array of strings, one per row: one symbol per cell.
    Lines(Alphabet),
    /// An array of arrays, one a row.
    Rows(ElementKind, Alphabet),
    /// An array of numbers, row by row.
    Flat(Alphabet),
}

/// Format of a text, and the format of its solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNotation {
    /// The format.
    pub format: Format,
    /// Symbols of the digits.
    pub alphabet: Alphabet,
    /// Box shape of the puzzle.
    pub box_shape: BoxShape,
    /// Whether the text has constraints or regions: solutions are then lines.
    pub has_own_rules: bool,
}

named_enum! {
    /// Warning about a puzzle or an exact cover problem that was read.
    pub enum Warning {
        /// The text has drawings, marks, metadata or rules in prose that were not read: the puzzle may have more rules than those
        /// applied.
        DecorationsIgnored = "decorations_ignored",
        /// A solution beside the puzzle is no solution of the puzzle as it was read: rules, or other parts of the input, were not
        /// read.
        SolutionDiffers = "solution_differs",
        /// Lines that hold no part of the puzzle were not read, such as titles; `ignored_lines` has their numbers.
        LinesIgnored = "lines_ignored",
        /// Options without a primary item are skipped, because no solution has them. The others keep their numbers.
        OptionsSkipped = "options_skipped",
        /// The digits of the puzzle begin with 0: `0` is a digit, not an empty cell. So do the digits of the answer, except in conversions,
        /// canonical forms, and reduced or shuffled puzzles.
        DigitsFromZero = "digits_from_zero",
    }
}

impl Warning {
    /// The warning in words. `ignored_lines` are the numbers of the lines that were not read.
    pub fn in_words(self, ignored_lines: &[usize]) -> Cow<'static, str> {
        match self {
            Self::DecorationsIgnored => {
                "the puzzle has drawings, marks, metadata or rules in prose that were not read: it may have more rules than those \
                 applied"
                    .into()
            }
            Self::SolutionDiffers => {
                "the solution beside the puzzle is no solution of the puzzle as it was read: a rule or another part of the input was \
                 not read"
                    .into()
            }
            Self::LinesIgnored => match ignored_lines {
                [line] => format!("ignored line {line}, which holds no part of a puzzle").into(),
                lines => {
                    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
                    format!("ignored lines {}, which hold no part of a puzzle", numbers.join(", ")).into()
                }
            },
            Self::OptionsSkipped => {
                "options without a primary item are skipped, because no solution has them".into()
            }
            Self::DigitsFromZero => {
                "the digits of the puzzle begin with 0, because other cells are empty, the largest digit does not occur, and no two \
                 zeros are in a row, column or box; so do the digits of answers, but conversions, canonical forms and reduced or shuffled \
                 puzzles have digits from 1"
                    .into()
            }
        }
    }
}

/// Type of the elements of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// As JSON numbers.
    Number,
    /// As strings with a decimal number.
    NumberText,
    /// As strings with one symbol.
    Symbol,
}

/// A grid in the notation of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Grid, description = "A grid in the notation of its puzzle. Solutions are complete.")]
pub enum GridShape {
    /// Text: one symbol per cell, row by row; or the format of the puzzle, if it holds solutions.
    #[schema(title = "Text")]
    Text(String),
    /// One string per row, one symbol per cell.
    #[schema(title = "RowStrings")]
    Lines(Vec<String>),
    /// One array of numbers a row.
    #[schema(title = "Rows")]
    Rows(Vec<Vec<usize>>),
    /// One array of strings a row.
    #[schema(title = "RowsOfStrings")]
    TextRows(Vec<Vec<String>>),
    /// All numbers, row by row.
    #[schema(title = "Flat")]
    Flat(Vec<usize>),
}

impl Notation {
    /// The notation of a puzzle that was read without remarks.
    pub const fn new(grid: GridNotation) -> Self {
        Self { grid, frame: None, remarks: None }
    }

    /// The notation of a puzzle of several grids.
    pub(crate) fn in_frame(grid: GridNotation, frame: GridFrame) -> Self {
        Self { frame: Some(Arc::new(frame)), ..Self::new(grid) }
    }

    /// The notation of a puzzle that was read as a square of grids and gaps.
    pub(crate) fn framed(self, rules: &Rules, has_lines: bool) -> Self {
        let frame = GridFrame::new(rules).map(|mut frame| {
            frame.set_lines(has_lines);
            Arc::new(frame)
        });
        Self { frame, ..self }
    }

    /// Rows and columns around several grids; `None` for one grid.
    pub(crate) fn frame(&self) -> Option<&GridFrame> {
        self.frame.as_deref()
    }

    /// Represents a grid as JSON.
    pub fn represent(&self, grid: &Grid) -> GridShape {
        match self.frame() {
            Some(frame) => represent_whole(frame, self.grid, grid),
            None => self.grid.represent(grid),
        }
    }

    /// As [`GridNotation::write_line`]. The line of several grids has all rows of the whole, with `.` where no grid is.
    pub fn write_line(&self, grid: &Grid, out: &mut Vec<u8>) {
        match self.frame() {
            Some(frame) => out.extend_from_slice(frame.whole_line(grid, self.alphabet()).as_bytes()),
            None => self.grid.write_line(grid, out),
        }
    }

    /// As [`GridNotation::of_puzzles`].
    pub(crate) fn of_puzzles(&self) -> Self {
        Self { grid: self.grid.of_puzzles(), frame: self.frame.clone(), remarks: None }
    }

    /// Positions of the cells of a grid.
    pub(crate) fn positions(&self, grid: &Grid) -> Vec<Position> {
        match self.frame() {
            Some(frame) => frame.positions().collect(),
            None => (0..grid.len()).map(|index| Position::of(index, row_length(grid))).collect(),
        }
    }

    /// Values of the cells as rows; several grids have rows of the whole, with the default where no grid is.
    pub(crate) fn rows_of<T: Clone + Default>(&self, cells: &[T]) -> Vec<Vec<T>> {
        match self.frame() {
            Some(frame) => frame.rows_of(cells),
            None => cells.chunks(cells.len().isqrt().max(1)).map(<[T]>::to_vec).collect(),
        }
    }

    /// Changes the remarks on how the puzzle was read.
    pub(crate) fn remark(&mut self, change: impl FnOnce(&mut Remarks)) {
        let mut remarks = self.remarks.take().map(Arc::unwrap_or_clone).unwrap_or_default();
        change(&mut remarks);
        self.remarks = (remarks != Remarks::default()).then(|| Arc::new(remarks));
    }

    /// Changes the notation of the grid.
    pub(crate) fn grid_mut(&mut self) -> &mut GridNotation {
        &mut self.grid
    }

    /// Whether a solution beside the puzzle is no solution of the puzzle as it was read.
    pub(crate) fn solution_differs(&self) -> bool {
        self.remarks.as_ref().is_some_and(|remarks| remarks.solution_differs)
    }

    /// Warnings about the puzzle.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if let Some(Remarks { description, solution_differs, ignored, .. }) = self.remarks.as_deref() {
            let has_unread_parts =
                description.as_ref().is_some_and(|description| description.has_unread_parts());
            warnings.extend(has_unread_parts.then_some(Warning::DecorationsIgnored));
            warnings.extend(solution_differs.then_some(Warning::SolutionDiffers));
            warnings.extend((!ignored.is_empty()).then_some(Warning::LinesIgnored));
        }
        warnings.extend(self.alphabet().begins_with_zero().then_some(Warning::DigitsFromZero));
        warnings
    }

    /// The warnings in words. The text begins after `lines_before` lines.
    pub(crate) fn warnings_in_words(&self, lines_before: usize) -> impl Iterator<Item = Cow<'static, str>> {
        let lines: Vec<usize> = self.ignored_lines().into_iter().map(|line| lines_before + line).collect();
        let not_read = self.not_read().map(|not_read| not_read.to_string());
        self.warnings().into_iter().map(move |warning| match (&not_read, warning) {
            (Some(not_read), Warning::DecorationsIgnored) => {
                format!("{}: {not_read}", warning.in_words(&lines)).into()
            }
            _ => warning.in_words(&lines),
        })
    }

    /// What the text says beside the puzzle; `None` if it says nothing.
    pub(crate) fn description(&self) -> Option<&Description> {
        self.remarks.as_ref()?.description.as_deref()
    }

    /// Title of the puzzle in its text.
    pub(crate) fn title(&self) -> Option<&str> {
        self.description()?.title.as_deref()
    }

    /// Author of the puzzle in its text.
    pub(crate) fn author(&self) -> Option<&str> {
        self.description()?.author.as_deref()
    }

    /// Rules in prose in the text of the puzzle.
    pub(crate) fn prose(&self) -> Option<&str> {
        self.description()?.rules.as_deref()
    }

    /// Whether the puzzle may have rules that were not read. `is_multiple` tells whether it has several solutions: a puzzle whose text has
    /// a solution has one.
    pub(crate) fn rules_not_read(&self, is_multiple: impl FnOnce() -> bool) -> bool {
        let Some(remarks) = &self.remarks else { return false };
        let of_text = |description: &Description| {
            description.has_unread_rules() || (description.has_solution && is_multiple())
        };
        remarks.rules_not_read || remarks.description.as_deref().is_some_and(of_text)
    }

    /// The parts of the text that were not read and may be rules; `None` if there are none.
    pub(crate) fn not_read(&self) -> Option<NotRead> {
        self.description().filter(|description| description.has_unread_parts()).map(NotRead::from)
    }

    /// Numbers of the lines that hold no part of the puzzle, from 1.
    pub(crate) fn ignored_lines(&self) -> Vec<usize> {
        self.remarks.as_ref().map(|remarks| remarks.ignored.numbers().collect()).unwrap_or_default()
    }
}

impl Deref for Notation {
    type Target = GridNotation;

    fn deref(&self) -> &GridNotation {
        &self.grid
    }
}

impl GridNotation {
    /// Represents a grid as JSON.
    pub fn represent(self, grid: &Grid) -> GridShape {
        let alphabet = self.alphabet();
        let numbers = |row| numbers(row, alphabet);
        let is_mixed = alphabet.begins_with_zero() && grid.cells().iter().any(Option::is_none);
        match self {
            // 0 is a digit, so that an empty cell has no number.
            Self::Flat(_) | Self::Rows(ElementKind::Number | ElementKind::NumberText, _) if is_mixed => {
                let text = |cell: &Option<Digit>| {
                    cell.map_or_else(String::new, |digit| self.value(digit).to_string())
                };
                GridShape::TextRows(rows(grid).map(|row| row.iter().map(text).collect()).collect())
            }
            Self::Line(_) => GridShape::Text(line(grid.cells(), alphabet)),
            Self::Text(text) => GridShape::Text(text.represent(grid)),
            Self::Lines(_) => GridShape::Lines(rows(grid).map(|row| line(row, alphabet)).collect()),
            Self::Flat(_) => GridShape::Flat(numbers(grid.cells())),
            Self::Rows(ElementKind::Number, _) => GridShape::Rows(rows(grid).map(numbers).collect()),
            Self::Rows(ElementKind::NumberText, _) => {
                let texts = |row| numbers(row).iter().map(usize::to_string).collect();
                GridShape::TextRows(rows(grid).map(texts).collect())
            }
            Self::Rows(ElementKind::Symbol, _) => {
                let texts = |row| line(row, alphabet).chars().map(String::from).collect();
                GridShape::TextRows(rows(grid).map(texts).collect())
            }
        }
    }

    /// Appends a grid as one line of text: symbols, or numbers with spaces between them if a digit has no
    /// symbol. Does not allocate symbols if `out` has room.
    pub fn write_line(self, grid: &Grid, out: &mut Vec<u8>) {
        write_symbols(grid.cells(), self.alphabet(), out);
    }

    /// Format of a text.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Line(_) => Some(Format::Line),
            Self::Text(text) => Some(text.format),
            Self::Lines(_) | Self::Rows(..) | Self::Flat(_) => None,
        }
    }

    /// Symbols of the digits.
    pub(crate) fn alphabet(self) -> Alphabet {
        match self {
            Self::Text(text) => text.alphabet,
            Self::Line(alphabet) | Self::Lines(alphabet) | Self::Rows(_, alphabet) | Self::Flat(alphabet) => {
                alphabet
            }
        }
    }

    /// Case of the letters.
    pub(crate) fn letter_case(self) -> LetterCase {
        self.alphabet().case()
    }

    /// The notation of a puzzle in an answer, which is read again: it has fewer or other clues, so that digits from 0 would not be certain.
    /// They begin with 1.
    pub(crate) fn of_puzzles(self) -> Self {
        if self.alphabet().begins_with_zero() { self.with_digits_from_one() } else { self }
    }

    /// The notation whose digits begin with 1.
    pub(crate) fn with_digits_from_one(self) -> Self {
        let alphabet = self.letter_case().into();
        match self {
            Self::Line(_) => Self::Line(alphabet),
            Self::Text(text) => Self::Text(TextNotation { alphabet, ..text }),
            Self::Lines(_) => Self::Lines(alphabet),
            Self::Rows(kind, _) => Self::Rows(kind, alphabet),
            Self::Flat(_) => Self::Flat(alphabet),
        }
    }

    /// Whether a grid is an array of cells, in which 0 may be an empty cell beside others.
    pub(crate) fn is_array_of_cells(self) -> bool {
        matches!(self, Self::Rows(..) | Self::Flat(_))
    }

    /// The number of a digit in answers.
    pub(crate) fn value(self, digit: Digit) -> usize {
        self.alphabet().value(digit)
    }

    /// Names of houses, cells and digits in answers.
    pub(crate) fn wording(self, answer: &StepAnswer) -> Wording<'_> {
        answer.wording(self.alphabet().lowest())
    }

    /// The numbers of digits in answers.
    pub(crate) fn values(self, digits: DigitSet) -> Vec<usize> {
        digits.digits().map(|digit| self.value(digit)).collect()
    }
}

impl TextNotation {
    fn represent(self, grid: &Grid) -> String {
        let Self { format, alphabet, box_shape, has_own_rules, .. } = self;
        let cells = grid.cells();
        if format == Format::Drawing && !alphabet.is_usual() {
            return format_styled_drawing(cells, box_shape, |index, text| alphabet.drawn(cells[index], text));
        }
        let content = Content { cells, candidates: None, box_shape, rules: None, case: alphabet.case() };
        let text = Some(format).filter(|format| definition(*format).holds_solutions && !has_own_rules);
        let text = text.and_then(|format| format_puzzle(format, &content).ok());
        text.map_or_else(|| line(cells, alphabet), |text| alphabet.translate(&text))
    }
}

/// Represents the rows of several grids as JSON, in the notation in which the puzzle was read.
fn represent_whole(frame: &GridFrame, notation: GridNotation, grid: &Grid) -> GridShape {
    let alphabet = notation.alphabet();
    let rows = || frame.rows_of(&grid.values().map(usize::from).collect::<Vec<_>>());
    match notation {
        GridNotation::Line(_) | GridNotation::Text(_) => GridShape::Text(frame.text(grid, alphabet)),
        GridNotation::Lines(_) => GridShape::Lines(frame.lines(grid, alphabet)),
        GridNotation::Flat(_) => GridShape::Flat(rows().concat()),
        GridNotation::Rows(ElementKind::Number, _) => GridShape::Rows(rows()),
        GridNotation::Rows(ElementKind::NumberText, _) => {
            GridShape::TextRows(rows().iter().map(|row| row.iter().map(usize::to_string).collect()).collect())
        }
        GridNotation::Rows(ElementKind::Symbol, _) => GridShape::TextRows(frame.symbol_rows(grid, alphabet)),
    }
}

fn write_symbols(cells: &[Option<Digit>], alphabet: Alphabet, out: &mut Vec<u8>) {
    let start = out.len();
    if append_line(cells, alphabet.case(), out) {
        if !alphabet.is_usual() {
            let line = String::from_utf8_lossy(&out[start..]);
            let line = alphabet.translate(&line);
            out.truncate(start);
            out.extend_from_slice(line.as_bytes());
        }
        return;
    }
    for (index, number) in numbers(cells, alphabet).into_iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        write_number(number as u64, out);
    }
}

/// Appends a number in decimal digits.
pub(crate) fn write_number(number: u64, out: &mut Vec<u8>) {
    // Most counts have one digit, and formatting takes longer than the rest of their line.
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    // Writing to memory cannot fail.
    let _ = write!(out, "{number}");
}

/// Names of cells, such as `r3c7`.
pub(crate) fn cell_names(cells: &[Cell], rules: &Rules) -> Vec<String> {
    cells.iter().map(|&cell| rules.layout().position(cell).to_string()).collect()
}

/// Appends the names of cells, with a blank before each.
pub(crate) fn write_cells(cells: &[Cell], rules: &Rules, out: &mut Vec<u8>) {
    write_names(cell_names(cells, rules), out);
}

/// Appends names, with a blank before each.
pub(crate) fn write_names(names: Vec<String>, out: &mut Vec<u8>) {
    for name in names {
        out.push(b' ');
        out.extend_from_slice(name.as_bytes());
    }
}

/// Number of cells in a row: the side of the square that notations without a frame are for.
fn row_length(grid: &Grid) -> usize {
    grid.square_size().unwrap_or(grid.cells().len())
}

fn rows(grid: &Grid) -> impl Iterator<Item = &[Option<Digit>]> {
    grid.cells().chunks_exact(row_length(grid))
}

fn line(cells: &[Option<Digit>], alphabet: Alphabet) -> String {
    let mut line = Vec::with_capacity(cells.len());
    write_symbols(cells, alphabet, &mut line);
    String::from_utf8(line).unwrap_or_default()
}

fn numbers(cells: &[Option<Digit>], alphabet: Alphabet) -> Vec<usize> {
    cells.iter().map(|digit| digit.map_or(0, |digit| alphabet.value(digit))).collect()
}
