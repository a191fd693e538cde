//! Parts that the formats of web editors share: addresses, compressed JSON, cells and regions.

use std::collections::BTreeMap;

use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet, Grid, Position, SIZE_MAX};

use super::content::{FormatFault, FormatFaultReason, ParsedText};
use super::drawn::digit_of_number;
use super::format_faults::{FormatFaults, FormatResult, short};
use super::json::{JsonFault, WebJson};
use super::lz_string::{LzFault, UNITS_MAX, decompress};
use crate::formats::Format;

/// Makes a fault without a place.
pub(super) fn fault(format: Format, reason: FormatFaultReason) -> Box<FormatFault> {
    Box::new(FormatFault::new(format, reason))
}

/// Makes the fault of a text that does not follow the grammar.
pub(super) fn syntax(format: Format, detail: impl Into<String>) -> Box<FormatFault> {
    fault(format, FormatFaultReason::Syntax(detail.into()))
}

/// Makes the fault of a constraint with a name.
pub(super) fn constraint(format: Format, name: &str, detail: impl Into<String>) -> Box<FormatFault> {
    fault(format, FormatFaultReason::Constraint { name: name.to_owned(), detail: detail.into() })
}

/// Makes the fault of a link that was cut or changed.
pub(super) fn damaged(format: Format, detail: impl Into<String>) -> Box<FormatFault> {
    fault(format, FormatFaultReason::Damaged(detail.into()))
}

/// Hosts of the editors.
const HOSTS: [&str; 4] =
    ["f-puzzles.com", "sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com"];

/// Splits a text, an address or not, at the first of these prefixes that its payload begins with.
pub(super) fn payload_after<'p>(text: &str, prefixes: &[&'p str]) -> Option<(&'p str, String)> {
    let text = text.trim();
    let is_address = is_editor_address(text);
    let found = prefixes.iter().find_map(|prefix| {
        if let Some(payload) = text.strip_prefix(prefix) {
            return Some((*prefix, payload));
        }
        let starts = ["/", "?puzzleid=", "&puzzleid=", "?load=", "&load=", "?puzzle=", "#"];
        starts.iter().filter(|_| is_address).find_map(|start| {
            let at = text.find(&format!("{start}{prefix}"))?;
            Some((*prefix, &text[at + start.len() + prefix.len()..]))
        })
    })?;
    let (prefix, payload) = found;
    let payload = if is_address { payload.split(['&', '?', '#']).next().unwrap_or(payload) } else { payload };
    Some((prefix, unescaped(payload)))
}

/// Whether a text is an address of an editor, with or without a scheme.
fn is_editor_address(text: &str) -> bool {
    let rest = match text.split_once("://") {
        Some((scheme, rest)) if ["http", "https"].iter().any(|known| known.eq_ignore_ascii_case(scheme)) => {
            rest
        }
        _ => text,
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !host.contains(char::is_whitespace) && HOSTS.iter().any(|editor| host.contains(editor))
}

/// Replaces the escapes of an address; a blank was a `+`, and line ends were none.
fn unescaped(payload: &str) -> String {
    if !payload.contains(['%', ' ', '\r', '\n', '\t']) {
        return payload.to_owned();
    }
    let mut plain = payload.replace(' ', "+").replace("%20", "+").replace(['\r', '\n', '\t'], "");
    for (escape, symbol) in [("%2B", "+"), ("%2F", "/"), ("%3D", "="), ("%0D", ""), ("%0A", "")] {
        plain = plain.replace(escape, symbol).replace(&escape.to_ascii_lowercase(), symbol);
    }
    plain
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

/// Decompresses the JSON of a payload, in the alphabet of base64 or one of those for addresses. A payload that has two
/// meanings is refused.
pub(super) fn inflated(format: Format, payload: &str, parse: JsonParser) -> FormatResult<WebJson> {
    let mut readings =
        in_usual_alphabet(payload).into_iter().map(|payload| inflated_as(format, &payload, parse));
    let first = readings.next().unwrap_or_else(|| Err(damaged(format, "it has no data")));
    match (first, readings.next()) {
        (Ok(one), Some(Ok(other))) if one != other => {
            Err(damaged(format, "`-` may stand for `+` or for `/` in its data: send it with these symbols"))
        }
        (Err(_), Some(Ok(json))) => Ok(json),
        (first, _) => first,
    }
}

/// Parses the JSON of an editor.
pub(super) type JsonParser = fn(&str) -> Result<WebJson, JsonFault>;

fn inflated_as(format: Format, payload: &str, parse: JsonParser) -> FormatResult<WebJson> {
    let units = decompress(payload, UNITS_MAX).map_err(|error| match error {
        LzFault::Invalid(offset) => damaged(
            format,
            format!("character {} of its data is not valid, or they are cut there", offset + 1),
        ),
        LzFault::TooLong => syntax(format, format!("the data expands to more than {UNITS_MAX} characters")),
    })?;
    parse(&String::from_utf16_lossy(&units)).map_err(|error| match error {
        JsonFault::Syntax(_) | JsonFault::Empty | JsonFault::TrailingText => {
            damaged(format, format!("its data are no valid JSON: {error}"))
        }
        _ => syntax(format, format!("the JSON is not valid: {error}")),
    })
}

/// The readings of a payload in base64. In an address, `-` and `_` may stand for `+` and `/`, or `-` for `/` as lz-string
/// writes it.
fn in_usual_alphabet(payload: &str) -> Vec<String> {
    let plain = payload.replace('$', "=");
    let (for_addresses, of_lz_string) = (plain.replace('-', "+").replace('_', "/"), plain.replace('-', "/"));
    match (plain.contains('-'), plain.contains('+'), plain.contains(['_', '/'])) {
        (true, true, _) => vec![of_lz_string],
        (true, false, false) => vec![for_addresses, of_lz_string],
        (true, false, true) | (false, ..) => vec![for_addresses],
    }
}

/// Size and cells of a square array of objects.
pub(super) fn cells_of<'j>(
    format: Format,
    rows: &'j [WebJson],
    faults: &mut FormatFaults,
) -> Option<(usize, Vec<&'j WebJson>)> {
    let size = rows.len();
    if !(1..=SIZE_MAX).contains(&size) {
        let detail = format!("expected 1 to {SIZE_MAX} rows, got {size}");
        faults.push(FormatFault::length(format, detail));
        return None;
    }
    if let Some(width) = rows.first().map(|row| row.elements().len())
        && width != size
        && width > 0
        && size > 1
        && rows.iter().all(|row| row.elements().len() == width)
    {
        faults.push_constraint(format, "grid", format!("grids of {size} rows and {width} columns"));
        return None;
    }
    let mut cells = Vec::with_capacity(size * size);
    for (row, elements) in (1..).zip(rows.iter().map(WebJson::elements)) {
        if elements.len() != size {
            let detail = format!("expected {size} cells in row {row}, got {}", elements.len());
            faults.push(FormatFault::length(format, detail));
        }
        for (column, _) in (1..).zip(elements).filter(|(_, cell)| !matches!(cell, WebJson::Object(_))) {
            faults.push(
                FormatFault::syntax(format, "a cell must be an object").in_cell(Position { row, column }),
            );
        }
        cells.extend(elements);
    }
    (cells.len() == size * size && rows.iter().all(|row| row.elements().len() == size))
        .then_some((size, cells))
}

/// The digit of a value in a cell.
pub(super) fn digit_of(format: Format, value: &WebJson, cell: usize, size: usize) -> FormatResult<Digit> {
    let in_cell = |reason| Box::new(FormatFault::new(format, reason).in_cell(Position::of(cell, size)));
    let Some(number) = value.whole() else {
        return Err(in_cell(match value {
            WebJson::String(text) => FormatFaultReason::Constraint {
                name: "digits".to_owned(),
                detail: format!("cells with other values than digits, such as `{}`", short(text)),
            },
            _ => FormatFaultReason::Syntax("the value of a cell must be a whole number".to_owned()),
        }));
    };
    digit_of_number(number, size).map_err(|fault| in_cell(FormatFaultReason::Cell(fault)))
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
            let detail = format!("regions that do not have {size} cells each");
            return Err(constraint(format, "regions", detail));
        }
        Ok(Self::Regions(regions.into_values().collect()))
    }

    /// The puzzle with these boxes or regions.
    pub(super) fn of_puzzle(self, read: ParsedText) -> ParsedText {
        match self {
            Self::Hidden => read,
            Self::Shape(shape) => ParsedText { box_shape: Some(shape), ..read },
            Self::Regions(regions) => ParsedText { regions: Some(regions), ..read },
        }
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
) -> FormatResult<ParsedText> {
    let excluded =
        cells.iter().zip(&sets).position(|(clue, set)| clue.is_some_and(|clue| !set.contains(clue)));
    let size = cells.len().isqrt();
    if let Some(cell) = excluded {
        return Err(Box::new(
            FormatFault::syntax(format, "the clue is not among the candidates of its cell")
                .in_cell(Position::of(cell, size)),
        ));
    }
    let grid = Grid::from_cells(cells).ok_or_else(|| syntax(format, "there are no cells"))?;
    let read = ParsedText::of_clues((grid, LetterCase::default()), format).restricted(sets);
    Ok(boxes.of_puzzle(read))
}

/// Number of the box of a cell.
pub(super) fn box_of(cell: usize, BoxShape { width, height }: BoxShape) -> usize {
    let size = width * height;
    cell / size / height * (size / width) + cell % size / width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payload_with_two_meanings_is_refused() {
        let read = |payload: &str| inflated(Format::Sudokupad, payload, WebJson::parse);
        let mut of_two_meanings = 0;
        for k in 0..2_000_usize {
            let symbol = |at: usize| char::from(b'0' + ((k * 2_654_435_761) >> (5 * at) & 63) as u8);
            let word: String = (0..8).map(symbol).filter(|symbol| *symbol != '\\').collect();
            let payload = lz_str::compress_to_base64(&format!(r#"["{word}"]"#));
            let (Ok(json), true) = (read(&payload), payload.contains('+') && !payload.contains('/')) else {
                continue;
            };
            match (read(&payload.replace('+', "/")), read(&payload.replace('+', "-"))) {
                (Ok(other), Err(fault)) if other != json => {
                    assert!(fault.to_string().contains("`-` may stand for `+` or for `/`"), "{fault}");
                    of_two_meanings += 1;
                }
                (_, found) => assert_eq!(found, Ok(json)),
            }
        }
        assert!(of_two_meanings > 0);
    }
}
