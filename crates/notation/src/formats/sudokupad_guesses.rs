//! Constraints that drawings of SudokuPad may stand for: what most setters mean by shapes and colours.

use std::collections::BTreeMap;

use quadrille_sudoku::Cell;
use quadrille_sudoku::constraints::FieldValue;

use super::constraint_reader::ConstraintReader;
use super::json::WebJson;
use super::sudokupad_cages::drawn_cells;

/// Types of constraints that lines of these colours mean, with the difference of a whisper.
const LINE_COLOURS: [([u8; 3], &str, Option<i64>); 5] = [
    ([0x67, 0xf0, 0x67], "whisper", None),
    ([0xff, 0xa6, 0x00], "whisper", Some(4)),
    ([0xf0, 0x67, 0xf0], "renban", None),
    ([0x2e, 0xcb, 0xff], "region_sum_line", None),
    ([0xff, 0xcc, 0xaa], "entropic", None),
];

/// Largest difference of a part of a colour from a colour of the list.
const COLOUR_DISTANCE: u8 = 8;

/// Smallest diameter of a circle in a cell, and largest diameter of a dot, in cells.
const CIRCLE_MIN: f64 = 0.6;
const DOT_MAX: f64 = 0.5;

/// Largest distance of a point from the middle of a cell or of a side, in cells.
const POINT_DISTANCE: f64 = 0.2;

/// Names of the colour of a shape.
const FILL: [&str; 2] = ["backgroundColor", "c2"];

type Colour = [u8; 3];

/// A round shape.
#[derive(Clone, Copy, Debug)]
struct Disc {
    /// Row and column of its middle: 0.5 is the middle of the first one.
    middle: [f64; 2],
    /// The larger side.
    width: f64,
    colour: Option<Colour>,
}

/// Offers a constraint for each drawing whose shape and colour mean one.
pub(super) fn guess_constraints(json: &WebJson, reader: &mut ConstraintReader<'_>) {
    let layers = [(["underlays", "u"], "underlay"), (["overlays", "o"], "overlay")];
    // The colours of the circles in each cell.
    let mut circles: BTreeMap<Cell, Vec<Option<Colour>>> = BTreeMap::new();
    let mut dots = Vec::new();
    for (names, kind) in layers {
        for (number, drawing) in numbered(json, &names) {
            let Some(disc) = disc(drawing) else { continue };
            if let Some(cell) =
                cell_around(disc.middle, POINT_DISTANCE, reader).filter(|_| disc.width >= CIRCLE_MIN)
            {
                circles.entry(cell).or_default().push(disc.colour);
            } else if disc.width <= DOT_MAX {
                dots.push((format!("{kind} {number}"), disc, drawing));
            }
        }
    }
    for (number, line) in numbered(json, &["lines", "l"]) {
        if let (Some(cells), Some(colour)) =
            (path(line, POINT_DISTANCE, reader), colour_of(line, &["color", "c"]))
        {
            guess_line(format!("line {number}"), cells, colour, &circles, reader);
        }
    }
    for (number, arrow) in numbered(json, &["arrows", "a"]) {
        // An arrow may begin at the edge of its circle.
        if let Some([circle, shaft @ ..]) = path(arrow, 0.5, reader).as_deref()
            && circles.contains_key(circle)
        {
            let (circle, shaft) = (FieldValue::Cells(vec![*circle]), FieldValue::Cells(shaft.to_vec()));
            reader.guess(format!("arrow {number}"), "arrow", [("circle", circle), ("cells", shaft)]);
        }
    }
    for (name, disc, drawing) in dots {
        guess_dot(name, disc, drawing, reader);
    }
    for (number, cage) in numbered(json, &["cages", "ca"]) {
        if let Some(cells) = drawn_cells(cage, reader.size()) {
            reader.guess(format!("cage {number}"), "cage", [("cells", FieldValue::Cells(cells))]);
        }
    }
}

/// The drawings of a member, from 1.
fn numbered<'a>(json: &'a WebJson, names: &[&str]) -> impl Iterator<Item = (usize, &'a WebJson)> {
    (1..).zip(json.member(names).map(WebJson::elements).unwrap_or_default())
}

/// A line is a thermometer if a circle of its colour is at one end, and a palindrome if it is grey and has no circle at its ends. Other colours have
/// meanings of their own.
fn guess_line(
    name: String,
    mut cells: Vec<Cell>,
    colour: Colour,
    circles: &BTreeMap<Cell, Vec<Option<Colour>>>,
    reader: &mut ConstraintReader<'_>,
) {
    let at_end = |cell: Option<&Cell>| cell.and_then(|cell| circles.get(cell));
    let ends = [at_end(cells.first()), at_end(cells.last())];
    let is_bulb =
        |circles: Option<&Vec<Option<Colour>>>| circles.is_some_and(|found| found.contains(&Some(colour)));
    let known = LINE_COLOURS.iter().find(|(known, ..)| is_near(*known, colour));
    let (type_name, difference) = match (ends.map(is_bulb), known) {
        ([true, false], _) => ("thermometer", None),
        ([false, true], _) => {
            cells.reverse();
            ("thermometer", None)
        }
        (_, Some(&(_, type_name, difference))) => (type_name, difference),
        _ if is_grey(colour) && ends == [None, None] => ("palindrome", None),
        _ => return,
    };
    let difference = difference.map(|difference| ("difference", FieldValue::Number(difference)));
    reader.guess(name, type_name, [("cells", FieldValue::Cells(cells))].into_iter().chain(difference));
}

/// A white dot on the side of two cells is a difference, and a black one a ratio. A number in it is the value.
fn guess_dot(name: String, disc: Disc, drawing: &WebJson, reader: &mut ConstraintReader<'_>) {
    let type_name = match disc.colour {
        Some([0xff, 0xff, 0xff]) => "difference",
        Some([0, 0, 0]) => "ratio",
        _ => return,
    };
    let [row, column] = disc.middle;
    let is_side = |at: f64| (at - at.round()).abs() <= POINT_DISTANCE;
    let [one, other] = match [is_side(row), is_side(column)] {
        [true, false] => [[row.round() - 0.5, column], [row.round() + 0.5, column]],
        [false, true] => [[row, column.round() - 0.5], [row, column.round() + 0.5]],
        _ => return,
    };
    let cells = [one, other].map(|point| cell_around(point, POINT_DISTANCE, reader));
    let [Some(one), Some(other)] = cells else { return };
    let text = drawing.member(&["text", "te"]).filter(|text| !text.is_void());
    let value = match text.map(WebJson::whole) {
        Some(None) => return,
        Some(Some(value)) => Some(("value", FieldValue::Number(value as i64))),
        None => None,
    };
    reader.guess(name, type_name, [("cells", FieldValue::Cells(vec![one, other]))].into_iter().chain(value));
}

/// The cells of a drawing along way points, of which each is in the middle of a cell up to a distance; `None` if it leaves the grid or is not along
/// rows, columns and diagonals.
fn path(drawing: &WebJson, distance: f64, reader: &ConstraintReader<'_>) -> Option<Vec<Cell>> {
    let points = drawing.member(&["wayPoints", "wp"])?.elements();
    let mut cells: Vec<Cell> = Vec::new();
    let mut last: Option<[i64; 2]> = None;
    for point in points {
        let to = place_around(pair(point)?, distance)?;
        let from = last.unwrap_or(to);
        let [down, right] = [to[0] - from[0], to[1] - from[1]];
        let steps = down.abs().max(right.abs());
        if down != 0 && right != 0 && down.abs() != right.abs() || steps > reader.size() as i64 {
            return None;
        }
        let first = if last.is_some() { 1 } else { 0 };
        for step in first..=steps {
            cells.push(cell_at([from[0] + step * down.signum(), from[1] + step * right.signum()], reader)?);
        }
        last = Some(to);
    }
    Some(cells)
}

/// Row and column, from 0, of the cell whose middle is near a point.
fn place_around(point: [f64; 2], distance: f64) -> Option<[i64; 2]> {
    let is_near = |at: f64| at.is_finite() && (at - at.floor() - 0.5).abs() <= distance;
    point.iter().all(|&at| is_near(at) && at.abs() < 100.0).then(|| point.map(|at| at.floor() as i64))
}

fn cell_around(point: [f64; 2], distance: f64, reader: &ConstraintReader<'_>) -> Option<Cell> {
    cell_at(place_around(point, distance)?, reader)
}

fn cell_at(place: [i64; 2], reader: &ConstraintReader<'_>) -> Option<Cell> {
    let [row, column] = place.map(|at| usize::try_from(at + 1).ok());
    reader.cell_at(row?, column?)
}

/// A shape, if it is round.
fn disc(drawing: &WebJson) -> Option<Disc> {
    let is_rounded = drawing.member(&["rounded", "r"]).is_some_and(|value| !value.is_void());
    let side = |names: [&str; 2]| drawing.member(&names).and_then(number);
    let [width, height] = [side(["width", "w"])?, side(["height", "h"])?];
    let is_round = is_rounded && (width - height).abs() < 0.1;
    let middle = pair(drawing.member(&["center", "ct"])?)?;
    is_round.then(|| Disc { middle, width: width.max(height), colour: colour_of(drawing, &FILL) })
}

fn pair(value: &WebJson) -> Option<[f64; 2]> {
    match value.elements() {
        [one, other] => Some([number(one)?, number(other)?]),
        _ => None,
    }
}

/// A number, or a text that is one.
fn number(value: &WebJson) -> Option<f64> {
    match value {
        WebJson::Number(number) => Some(*number),
        WebJson::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Red, green and blue of a colour such as `#67f067`, with a fourth part or without it, of one or two digits each.
fn colour_of(drawing: &WebJson, names: &[&str]) -> Option<Colour> {
    let WebJson::String(text) = drawing.member(names)? else { return None };
    let digits: Vec<u8> = text
        .trim()
        .strip_prefix('#')?
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    match *digits {
        [red, green, blue] | [red, green, blue, _] => Some([red, green, blue].map(|part| 17 * part)),
        [r1, r2, g1, g2, b1, b2] | [r1, r2, g1, g2, b1, b2, _, _] => {
            Some([16 * r1 + r2, 16 * g1 + g2, 16 * b1 + b2])
        }
        _ => None,
    }
}

fn is_near(one: Colour, other: Colour) -> bool {
    one.iter().zip(&other).all(|(one, other)| one.abs_diff(*other) <= COLOUR_DISTANCE)
}

/// Whether a colour is neither black nor white, and has no hue.
fn is_grey([red, green, blue]: Colour) -> bool {
    red.abs_diff(green) <= COLOUR_DISTANCE
        && green.abs_diff(blue) <= COLOUR_DISTANCE
        && (0x60..=0xe0).contains(&green)
}
