//! Killers as `3x3::k:` and a number for each cell: 256 times the sum of its cage, and the number of the cage.

use std::collections::BTreeMap;

use quadrille_sudoku::{BoxShape, Cell, Position, SIZE_MAX};

use super::text_killer::{TextCage, clues_alone, length, not_read, syntax, with_cages};
use crate::formats::content::{FormatFault, ParsedText, Report};
use crate::formats::format_faults::{FormatFaults, FormatResult};

/// Factor of the sum.
const SUM_FACTOR: usize = 256;

/// Fields before the numbers: boxes, flags, and the kind of puzzle.
const FIELDS_BEFORE: usize = 3;

/// The kind of puzzle, and the flag of one with diagonals.
const KILLER: &str = "k";
const DIAGONALS: &str = "d";

/// Whether a text begins with boxes, flags and the mark of a killer.
pub(super) fn begins_numbered_killer(text: &str) -> bool {
    let mut fields = text.trim_start().split(':');
    let boxes = fields.next().is_some_and(|boxes| boxes_of(boxes).is_some());
    let flags = fields.next().is_some_and(|flags| flags.len() < 4);
    boxes && flags && fields.next().is_some_and(|kind| kind.eq_ignore_ascii_case(KILLER))
}

/// The numbers of `3x3`.
fn boxes_of(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.get(..5.min(text.len()))?.split_once(['x', 'X'])?;
    let number = |text: &str| text.parse().ok().filter(|number| (1..=SIZE_MAX).contains(number));
    Some((number(width)?, number(height)?)).filter(|_| text.len() <= 5)
}

/// Parses a text in this form.
pub(super) fn parse_numbered_killer(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let trimmed = text.trim();
    let start = text.chars().count() - text.trim_start().chars().count();
    let mut fields = trimmed.split(':');
    let (width, height) = fields.next().and_then(boxes_of).unwrap_or((0, 0));
    let size = width * height;
    if width != height || size > SIZE_MAX {
        let detail = format!(
            "a killer `{width}x{height}::k:` may have boxes {width} or {height} wide: only square boxes up to 6x6 are read"
        );
        return Err(syntax(detail, start));
    }
    let flags = fields.next().unwrap_or_default();
    let has_diagonals = flags.eq_ignore_ascii_case(DIAGONALS);
    if !flags.is_empty() && !has_diagonals {
        return Err(not_read("the flag", flags, "of a killer `3x3::k:`", start));
    }
    let numbers: Vec<&str> =
        trimmed.trim_end_matches(':').split(':').skip(FIELDS_BEFORE).map(str::trim).collect();
    if numbers.len() != size * size {
        let detail = format!(
            "expected a number for each of {} cells after `::k:`, got {}",
            size * size,
            numbers.len()
        );
        return Err(length(detail, start));
    }
    let mut cages: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (index, number) in numbers.iter().enumerate() {
        match number.parse() {
            Ok(0) => {}
            Ok(number) if number >= SUM_FACTOR => cages.entry(number).or_default().push(Cell(index as u16)),
            _ => {
                let number: String = number.chars().take(8).collect();
                let detail = format!(
                    "`{number}` is no cell of a killer: it is 256 times the sum of its cage, and the number of the cage"
                );
                let fault = FormatFault { offset: None, ..*syntax(detail, start) };
                faults.push(fault.in_cell(Position::of(index, size)));
            }
        }
    }
    let cages = cages.into_iter().map(|(number, cells)| TextCage::at(cells, number / SUM_FACTOR, size));
    let read = clues_alone(vec![None; size * size]);
    let read = read.map(|read| ParsedText { box_shape: Some(BoxShape { width, height }), ..read });
    Ok(read.and_then(|read| with_cages(read, has_diagonals, cages, faults)))
}
