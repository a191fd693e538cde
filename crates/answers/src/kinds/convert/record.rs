//! Writes a puzzle as the JSON object of requests.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_notation::{Content, Format, format_puzzle};
use quadrille_sudoku::text::SYMBOL_SIZE_MAX;
use quadrille_sudoku::unstable::WrittenConstraint;
use quadrille_sudoku::{BoxShape, Digit, HouseKind, Layout, Position, Puzzle};
use serde::{Serialize, Serializer};

use crate::faults::is_zero;
use crate::wire::box_size::BoxSize;
use crate::wire::puzzle::notation::Notation;

/// Members of a request that hold a puzzle with its rules.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PuzzleRecord<'a> {
    puzzle: Clues<'a>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    candidates: BTreeMap<String, Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#box: Option<BoxSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    grids: Vec<CornerRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<WrittenConstraint<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    #[serde(skip_serializing_if = "is_zero")]
    rules_not_read: bool,
}

/// Top left cell of a grid.
#[derive(Clone, Copy, Debug, Serialize)]
struct CornerRecord {
    row: usize,
    column: usize,
}

/// A line, or rows of numbers if a digit has no symbol. Several grids have the rows of the whole.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Clues<'a> {
    Line(String),
    Rows(Vec<RowDigits<'a>>),
    Whole(Vec<Vec<usize>>),
}

/// Cells of a row: their digits, or 0.
#[derive(Clone, Copy, Debug)]
struct RowDigits<'a>(&'a [Option<Digit>]);

impl<'a> PuzzleRecord<'a> {
    /// The record of a puzzle, whose line has this content, with what its text says beside it.
    pub(super) fn new(puzzle: &'a Puzzle, content: &Content<'a>, notation: &'a Notation) -> Self {
        let (rules, layout) = (puzzle.rules(), puzzle.rules().layout());
        let size = rules.digit_count();
        let line = format_puzzle(Format::Line, &Content { candidates: None, rules: None, ..*content });
        let clues = line
            .map_or_else(|_| Clues::Rows(content.cells.chunks(size).map(RowDigits).collect()), Clues::Line);
        let clues = match notation.frame() {
            Some(frame) if size <= SYMBOL_SIZE_MAX => {
                Clues::Line(frame.whole_line(puzzle.clues(), content.case.into()))
            }
            Some(frame) => {
                Clues::Whole(frame.rows_of(&puzzle.clues().values().map(usize::from).collect::<Vec<_>>()))
            }
            None => clues,
        };
        let corner = |corner: &Position| CornerRecord { row: corner.row, column: corner.column };
        let regions = regions(layout, size);
        let shape = rules.box_shape();
        Self {
            puzzle: clues,
            candidates: candidates(puzzle),
            r#box: shape.filter(|&shape| shape != BoxShape::usual(size)).map(BoxSize::from),
            boxes: (shape.is_none() && regions.is_empty()).then_some(false),
            regions,
            grids: layout.grids().iter().map(corner).collect(),
            constraints: rules
                .constraints()
                .iter()
                .map(|constraint| WrittenConstraint { layout, constraint })
                .collect(),
            title: notation.title(),
            author: notation.author(),
            rules: notation.prose(),
            rules_not_read: notation.rules_not_read(|| false),
        }
    }
}

/// A symbol for the region of each cell, row by row; none without regions.
fn regions(layout: &Layout, size: usize) -> Vec<String> {
    let regions = layout.houses().filter(|house| house.name.kind == HouseKind::Region);
    let mut symbols = vec![None; layout.cell_count()];
    for (region, house) in (0..).zip(regions) {
        for cell in house.cells {
            symbols[cell.index()] = char::from_digit(region, 36);
        }
    }
    // Every cell has a region, or none has.
    symbols.chunks(size).filter_map(|row| row.iter().copied().collect()).collect()
}

impl fmt::Display for PuzzleRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Digits of each empty cell that does not allow all of them.
fn candidates(puzzle: &Puzzle) -> BTreeMap<String, Vec<usize>> {
    let (rules, clues) = (puzzle.rules(), puzzle.clues());
    let Some(given) = puzzle.given_candidates() else { return BTreeMap::new() };
    let open = rules.layout().cells().zip(given);
    open.filter(|&(cell, &digits)| digits != rules.digits() && clues.digit(cell).is_none())
        .map(|(cell, digits)| {
            (rules.layout().position(cell).to_string(), digits.digits().map(Digit::value).collect())
        })
        .collect()
}

impl Serialize for RowDigits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|cell| cell.map_or(0, Digit::value)))
    }
}
