//! The puzzle of a text with clues and cages, and its faults.

use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::{Cell, Digit, Grid, Position};

use crate::formats::Format;
use crate::formats::constraint_reader::ConstraintReader;
use crate::formats::content::{FormatFault, FormatFaultReason, ParsedText};
use crate::formats::format_faults::FormatFaults;

/// Maximum number of characters of a name in a fault.
const NAME_MAX: usize = 40;

/// Cage of a text.
pub(super) struct TextCage {
    /// Its name in faults.
    pub(super) label: String,
    pub(super) cells: Vec<Cell>,
    pub(super) sum: usize,
}

impl TextCage {
    /// A cage that is named by its first cell.
    pub(super) fn at(cells: Vec<Cell>, sum: usize, size: usize) -> Self {
        let place =
            cells.first().map(|cell| Position::of(cell.index(), size).to_string()).unwrap_or_default();
        Self { label: format!("cage at {place}"), cells, sum }
    }
}

/// The puzzle of these clues, with the usual boxes.
pub(super) fn clues_alone(clues: Vec<Option<Digit>>) -> Option<ParsedText> {
    Some(ParsedText::of_clues((Grid::from_cells(clues)?, LetterCase::default()), Format::Line))
}

/// Adds cages to a puzzle, and diagonals if it has some. A cage that cannot be is a fault.
pub(super) fn with_cages(
    read: ParsedText,
    has_diagonals: bool,
    cages: impl IntoIterator<Item = TextCage>,
    faults: &mut FormatFaults,
) -> Option<ParsedText> {
    let mut reader = ConstraintReader::new(read, faults)?;
    if has_diagonals {
        reader.add("d", "diagonals", []);
    }
    for TextCage { label, cells, sum } in cages {
        match sum_fault(cells.len(), sum, reader.size()) {
            Some(detail) => reader.refuse(&label, &detail),
            None => reader.add_cage(&label, (cells, Some(sum))),
        }
    }
    reader.finish()
}

/// Why no different digits in this number of cells have this sum; `None` if some have.
pub fn sum_fault(cells: usize, sum: usize, size: usize) -> Option<String> {
    if cells > size {
        return Some(format!("it has {cells} cells, but there are {size} different digits"));
    }
    let least = cells * (cells + 1) / 2;
    let most = least + cells * (size - cells);
    let is_possible = (least..=most).contains(&sum);
    (!is_possible).then(|| format!("the sum of {cells} different digits is {least} to {most}, not {sum}"))
}

/// A fault of the grammar.
pub(super) fn syntax(detail: impl Into<String>, offset: usize) -> Box<FormatFault> {
    Box::new(FormatFault::syntax(Format::Line, detail).at(offset))
}

/// A fault of a number of cells or rows.
pub(super) fn length(detail: impl Into<String>, offset: usize) -> Box<FormatFault> {
    Box::new(FormatFault::length(Format::Line, detail).at(offset))
}

/// A fault of a part of the text that is not read: `kind` with this name, and `place`.
pub(super) fn not_read(kind: &str, name: &str, place: &str, offset: usize) -> Box<FormatFault> {
    let name: String = name.chars().take(NAME_MAX).collect();
    let detail = format!("{kind} `{name}` {place}");
    let reason = FormatFaultReason::Constraint { name, detail };
    Box::new(FormatFault::new(Format::Line, reason).at(offset))
}
