//! Parts that the formats of web editors share: addresses, compressed JSON, cells and regions.

use std::collections::BTreeMap;

use super::content::{FormatFault, FormatFaultReason, ParsedText};
use super::drawing::digit_of_number;
use super::format::Format;
use super::format_faults::{FormatFaults, FormatResult};
use super::json::Json;
use super::lz_string::{LzFault, UNITS_MAX, decompress};
use super::symbol::LetterCase;
use crate::model::{BoxShape, Cell, Digit, DigitSet, Grid, Position, SIZE_MAX};

/// Makes a fault without a place.
pub(super) fn fault(format: Format, reason: FormatFaultReason) -> Box<FormatFault> {
    Box::new(FormatFault::new(format, reason))
}

/// Makes the fault of a text that does not follow the grammar.
pub(super) fn syntax(format: Format, detail: impl Into<String>) -> Box<FormatFault> {
    fault(format, FormatFaultReason::Syntax(detail.into()))
}

/// Makes the fault of a constraint.
pub(super) fn constraint(format: Format, name: impl Into<String>) -> Box<FormatFault> {
    fault(format, FormatFaultReason::Constraint(name.into()))
}

/// Hosts of the editors.
const HOSTS: [&str; 3] = ["f-puzzles.com", "sudokupad.app", "crackingthecryptic.com"];

/// Splits a text, an address or not, at the first of these prefixes that its payload begins with.
pub(super) fn payload_after<'p>(text: &str, prefixes: &[&'p str]) -> Option<(&'p str, String)> {
    let text = text.trim();
    let is_address = text.get(..128).unwrap_or(text).split('?').next().is_some_and(|address| {
        HOSTS.iter().any(|host| address.contains(host)) && !address.contains(char::is_whitespace)
    });
    let found = prefixes.iter().find_map(|prefix| {
        if let Some(payload) = text.strip_prefix(prefix) {
            return Some((*prefix, payload));
        }
        let starts = ["/", "?puzzleid=", "?load=", "&load="];
        starts.iter().filter(|_| is_address).find_map(|start| {
            let at = text.find(&format!("{start}{prefix}"))?;
            Some((*prefix, &text[at + start.len() + prefix.len()..]))
        })
    })?;
    let (prefix, payload) = found;
    let payload = if is_address { payload.split(['&', '?', '#']).next().unwrap_or(payload) } else { payload };
    Some((prefix, unescaped(payload)))
}

/// Replaces the escapes of an address; a blank was a `+`.
fn unescaped(payload: &str) -> String {
    if !payload.contains(['%', ' ']) {
        return payload.to_owned();
    }
    let plain = payload.replace(' ', "+");
    [("%2B", "+"), ("%2F", "/"), ("%3D", "=")].iter().fold(plain, |payload, (escape, symbol)| {
        payload.replace(escape, symbol).replace(&escape.to_ascii_lowercase(), symbol)
    })
}

/// Escapes the symbols of base64 that mean something in an address.
fn escaped(payload: &str) -> String {
    payload.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// Compresses JSON for an address.
pub(super) fn deflated(json: &str) -> String {
    let compressed = lz_str::compress_to_base64(json);
    let symbols = compressed.trim_end_matches('=');
    escaped(&format!("{symbols}{}", "=".repeat((4 - symbols.len() % 4) % 4)))
}

/// Decompresses a payload.
pub(super) fn inflated(format: Format, payload: &str) -> FormatResult<String> {
    let units = decompress(payload, UNITS_MAX).map_err(|error| match error {
        LzFault::Invalid(offset) => {
            syntax(format, format!("character {offset} of the data is not valid, or the data is cut"))
        }
        LzFault::TooLong => syntax(format, format!("the data expands to more than {UNITS_MAX} characters")),
    })?;
    Ok(String::from_utf16_lossy(&units))
}

/// Size and cells of a square array of objects.
pub(super) fn cells_of<'j>(
    format: Format,
    rows: &'j [Json],
    faults: &mut FormatFaults,
) -> Option<(usize, Vec<&'j Json>)> {
    let size = rows.len();
    if !(1..=SIZE_MAX).contains(&size) {
        let detail = format!("expected 1 to {SIZE_MAX} rows, got {size}");
        faults.push(FormatFault::new(format, FormatFaultReason::Length(detail)));
        return None;
    }
    let mut cells = Vec::with_capacity(size * size);
    for (row, elements) in (1..).zip(rows.iter().map(Json::elements)) {
        if elements.len() != size {
            let detail = format!("expected {size} cells in row {row}, got {}", elements.len());
            faults.push(FormatFault::new(format, FormatFaultReason::Length(detail)));
        }
        for (column, _) in (1..).zip(elements).filter(|(_, cell)| !matches!(cell, Json::Object(_))) {
            let reason = FormatFaultReason::Syntax("a cell must be an object".to_owned());
            faults.push(FormatFault::new(format, reason).in_cell(Position { row, column }));
        }
        cells.extend(elements);
    }
    (cells.len() == size * size && rows.iter().all(|row| row.elements().len() == size))
        .then_some((size, cells))
}

/// The digit of a value in a cell.
pub(super) fn digit_of(format: Format, value: &Json, cell: usize, size: usize) -> FormatResult<Digit> {
    let in_cell = |reason| Box::new(FormatFault::new(format, reason).in_cell(Position::of(cell, size)));
    let Some(number) = value.whole() else {
        return Err(in_cell(FormatFaultReason::Syntax(
            "the value of a cell must be a whole number".to_owned(),
        )));
    };
    digit_of_number(number, size).map_err(|fault| in_cell(FormatFaultReason::Cell(fault)))
}

/// Whether an object has members with a value beside these.
pub(super) fn has_others(object: &Json, names: &[&str]) -> bool {
    object.members().iter().any(|(name, value)| !value.is_void() && !names.contains(&name.as_str()))
}

/// Boxes or regions that a text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Boxes {
    /// Neither.
    Hidden,
    /// Boxes of this shape.
    Shape(BoxShape),
    /// Regions of other shapes; none for a grid without boxes.
    Regions(Vec<Vec<Cell>>),
}

impl Boxes {
    /// The boxes or regions with these numbers for the cells.
    pub(super) fn from_numbers(format: Format, numbers: &[usize], size: usize) -> FormatResult<Self> {
        if let Some(shape) = shape_of_regions(numbers, size) {
            return Ok(Self::Shape(shape));
        }
        let mut regions: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
        for (cell, number) in (0..).map(Cell).zip(numbers) {
            regions.entry(*number).or_default().push(cell);
        }
        if regions.values().any(|cells| cells.len() != size) {
            return Err(constraint(format, format!("regions that do not have {size} cells each")));
        }
        Ok(Self::Regions(regions.into_values().collect()))
    }
}

/// The box shape whose boxes are these regions: the number of the region of each cell.
fn shape_of_regions(regions: &[usize], size: usize) -> Option<BoxShape> {
    let is_shape = |shape: &BoxShape| {
        let number =
            |cell: usize| cell / size / shape.height * (size / shape.width) + cell % size / shape.width;
        // Regions may have any numbers.
        let mut numbers: Vec<Option<usize>> = vec![None; size];
        let fits = |(cell, &region): (usize, &usize)| *numbers[number(cell)].get_or_insert(region) == region;
        let is_constant = regions.iter().enumerate().all(fits);
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        is_constant && distinct.len() == size
    };
    let usual = BoxShape::usual(size);
    [usual].into_iter().chain(BoxShape::all(size)).find(is_shape)
}

/// Makes the puzzle.
pub(super) fn puzzle(
    format: Format,
    cells: Vec<Option<Digit>>,
    sets: Vec<DigitSet>,
    boxes: Boxes,
    is_decorated: bool,
) -> FormatResult<ParsedText> {
    let excluded =
        cells.iter().zip(&sets).position(|(clue, set)| clue.is_some_and(|clue| !set.contains(clue)));
    let size = cells.len().isqrt();
    if let Some(cell) = excluded {
        let reason = FormatFaultReason::Syntax("the clue is not among the candidates of its cell".to_owned());
        return Err(Box::new(FormatFault::new(format, reason).in_cell(Position::of(cell, size))));
    }
    let grid = Grid::from_cells(cells).ok_or_else(|| syntax(format, "there are no cells"))?;
    let read = ParsedText::of_clues((grid, LetterCase::default()), format).restricted(sets);
    let read = ParsedText { is_decorated, ..read };
    Ok(match boxes {
        Boxes::Hidden => read,
        Boxes::Shape(shape) => ParsedText { box_shape: Some(shape), ..read },
        Boxes::Regions(regions) => ParsedText { regions: Some(regions), ..read },
    })
}

/// Number of the box of a cell.
pub(super) fn box_of(cell: usize, BoxShape { width, height }: BoxShape) -> usize {
    let size = width * height;
    cell / size / height * (size / width) + cell % size / width
}
