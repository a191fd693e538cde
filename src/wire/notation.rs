//! Notation of a puzzle, in which its solutions are written.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::notation::{
    Content, Format, IgnoredLines, LetterCase, append_line, format_line, format_puzzle,
};
use crate::sudoku::{BoxShape, Cell, Digit, Grid, Rules};

/// Notation of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A string, or a text body: one symbol per cell.
    Line(LetterCase),
    /// A string, or a text body, in another format.
    Text(TextNotation),
    /// An array of strings, one per row: one symbol per cell.
    Lines(LetterCase),
    /// An array of arrays, one a row.
    Rows(ElementKind),
    /// An array of numbers, row by row.
    Flat,
}

/// Format of a text, and the format of its solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNotation {
    /// The format.
    pub format: Format,
    /// Case of the letters.
    pub case: LetterCase,
    /// Box shape of the puzzle.
    pub box_shape: BoxShape,
    /// Whether the text has drawings or prose, which were not read.
    pub is_decorated: bool,
    /// Lines that hold no part of the puzzle, and were not read.
    pub ignored: IgnoredLines,
}

/// Warning about a puzzle or an exact cover problem that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// The text has drawings, marks, metadata or rules in prose that were not read: the puzzle may have more rules than those
    /// applied.
    DecorationsIgnored,
    /// Lines that hold no part of the puzzle were not read, such as titles; `ignored_lines` has their numbers.
    LinesIgnored,
    /// Options without a primary item are skipped, because no solution has them. The others keep their numbers.
    OptionsSkipped,
}

impl Warning {
    /// The warning as in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DecorationsIgnored => "decorations_ignored",
            Self::LinesIgnored => "lines_ignored",
            Self::OptionsSkipped => "options_skipped",
        }
    }

    /// The warning in words. `ignored_lines` are the numbers of the lines that were not read.
    pub fn in_words(self, ignored_lines: &[usize]) -> Cow<'static, str> {
        match self {
            Self::DecorationsIgnored => {
                "the puzzle has drawings, marks, metadata or rules in prose that were not read: it may have more rules than those \
                 applied"
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
    Symbol(LetterCase),
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
    /// Represents a grid as JSON.
    pub fn represent(self, grid: &Grid) -> GridShape {
        match self {
            Self::Line(case) => GridShape::Text(line(grid.cells(), case)),
            Self::Text(text) => GridShape::Text(text.represent(grid)),
            Self::Lines(case) => GridShape::Lines(rows(grid).map(|row| line(row, case)).collect()),
            Self::Flat => GridShape::Flat(numbers(grid.cells())),
            Self::Rows(ElementKind::Number) => GridShape::Rows(rows(grid).map(numbers).collect()),
            Self::Rows(ElementKind::NumberText) => {
                let texts = |row| numbers(row).iter().map(usize::to_string).collect();
                GridShape::TextRows(rows(grid).map(texts).collect())
            }
            Self::Rows(ElementKind::Symbol(case)) => {
                let texts = |row| line(row, case).chars().map(String::from).collect();
                GridShape::TextRows(rows(grid).map(texts).collect())
            }
        }
    }

    /// Appends a grid as one line of text: symbols, or numbers with spaces between them if a digit has no
    /// symbol. Does not allocate symbols if `out` has room.
    pub fn write_line(self, grid: &Grid, out: &mut Vec<u8>) {
        write_symbols(grid.cells(), self.letter_case(), out);
    }

    /// Format of a text.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Line(_) => Some(Format::Line),
            Self::Text(text) => Some(text.format),
            Self::Lines(_) | Self::Rows(_) | Self::Flat => None,
        }
    }

    /// Warnings about the puzzle.
    pub(super) fn warnings(self) -> Vec<Warning> {
        let Self::Text(TextNotation { is_decorated, ignored, .. }) = self else { return Vec::new() };
        let warnings =
            [(is_decorated, Warning::DecorationsIgnored), (!ignored.is_empty(), Warning::LinesIgnored)];
        warnings.into_iter().filter(|(is_given, _)| *is_given).map(|(_, warning)| warning).collect()
    }

    /// The warnings in words. The text begins after `lines_before` lines.
    pub(super) fn warnings_in_words(self, lines_before: usize) -> impl Iterator<Item = Cow<'static, str>> {
        let lines: Vec<usize> = self.ignored_lines().into_iter().map(|line| lines_before + line).collect();
        self.warnings().into_iter().map(move |warning| warning.in_words(&lines))
    }

    /// Numbers of the lines that hold no part of the puzzle, from 1.
    pub(super) fn ignored_lines(self) -> Vec<usize> {
        match self {
            Self::Text(text) => text.ignored.numbers().collect(),
            _ => Vec::new(),
        }
    }

    /// Case of the letters.
    pub(super) fn letter_case(self) -> LetterCase {
        match self {
            Self::Text(text) => text.case,
            Self::Line(case) | Self::Lines(case) | Self::Rows(ElementKind::Symbol(case)) => case,
            Self::Rows(_) | Self::Flat => LetterCase::default(),
        }
    }
}

impl TextNotation {
    fn represent(self, grid: &Grid) -> String {
        let Self { format, case, box_shape, .. } = self;
        let content = Content { cells: grid.cells(), candidates: None, box_shape, case };
        let text = Some(format).filter(|format| format.holds_solutions());
        let text = text.and_then(|format| format_puzzle(format, &content).ok());
        text.unwrap_or_else(|| line(grid.cells(), case))
    }
}

fn write_symbols(cells: &[Option<Digit>], case: LetterCase, out: &mut Vec<u8>) {
    if append_line(cells, case, out) {
        return;
    }
    for (index, number) in numbers(cells).into_iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        write_number(number as u64, out);
    }
}

/// Appends a number in decimal digits.
pub(super) fn write_number(number: u64, out: &mut Vec<u8>) {
    // Most counts have one digit, and formatting takes longer than the rest of their line.
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    // Writing to memory cannot fail.
    let _ = write!(out, "{number}");
}

/// Names of cells, such as `r3c7`.
pub(super) fn cell_names(cells: &[Cell], rules: &Rules) -> Vec<String> {
    cells.iter().map(|&cell| rules.layout().position(cell).to_string()).collect()
}

/// Number of cells in a row: the side of the square that all notations are for.
pub(super) fn row_length(grid: &Grid) -> usize {
    grid.square_size().unwrap_or(grid.cells().len())
}

fn rows(grid: &Grid) -> impl Iterator<Item = &[Option<Digit>]> {
    grid.cells().chunks_exact(row_length(grid))
}

fn line(cells: &[Option<Digit>], case: LetterCase) -> String {
    format_line(cells, case).unwrap_or_else(|| {
        let texts: Vec<String> = numbers(cells).iter().map(usize::to_string).collect();
        texts.join(" ")
    })
}

fn numbers(cells: &[Option<Digit>]) -> Vec<usize> {
    cells.iter().map(|digit| digit.map_or(0, Digit::value)).collect()
}
