//! Notation of a puzzle, in which its solutions are written.

use std::io::Write;

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::notation::{LetterCase, append_line, format_line};
use crate::sudoku::{Digit, Grid};

/// Notation of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A string, or a text body: one symbol a cell.
    Line(LetterCase),
    /// An array of strings, one a row: one symbol a cell.
    Lines(LetterCase),
    /// An array of arrays, one a row.
    Rows(ElementKind),
    /// An array of numbers along the rows.
    Flat,
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

/// A solution, in the notation of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Grid, description = "A complete grid, in the notation of its puzzle.")]
pub enum GridShape {
    /// One symbol a cell, along the rows.
    #[schema(title = "Line")]
    Line(String),
    /// One string a row, one symbol a cell.
    #[schema(title = "RowStrings")]
    Lines(Vec<String>),
    /// One array of numbers a row.
    #[schema(title = "Rows")]
    Rows(Vec<Vec<usize>>),
    /// One array of strings a row.
    #[schema(title = "RowsOfStrings")]
    TextRows(Vec<Vec<String>>),
    /// All numbers, along the rows.
    #[schema(title = "Flat")]
    Flat(Vec<usize>),
}

impl Notation {
    /// Represents a complete grid as JSON.
    pub fn represent(self, grid: &Grid) -> GridShape {
        match self {
            Self::Line(case) => GridShape::Line(line(grid.cells(), case)),
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

    /// Appends a complete grid as one line of text: symbols, or numbers with spaces between them if a digit has no
    /// symbol. Does not allocate symbols if `out` has room.
    pub fn write_line(self, grid: &Grid, out: &mut Vec<u8>) {
        write_symbols(grid.cells(), self.letter_case(), out);
    }

    /// Case of the letters.
    pub(super) fn letter_case(self) -> LetterCase {
        match self {
            Self::Line(case) | Self::Lines(case) | Self::Rows(ElementKind::Symbol(case)) => case,
            Self::Rows(_) | Self::Flat => LetterCase::default(),
        }
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
    // Writing to memory cannot fail.
    let _ = write!(out, "{number}");
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
