//! Clues outside of the grid, about a row or a column that is looked at from one end.

use super::definition::{ConstraintError, FieldValue, FieldValues, Surroundings};
use super::drawing::{Drawing, Shape};
use crate::model::cell::{Cell, Position};
use crate::model::house::{HouseKind, HouseName};

/// Whether the meaning of a clue depends on the end at which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Matters,
    /// `from` may be left out: it is then `left` or `top`.
    DoesNotMatter,
}

/// The cells that a clue with these fields is about, in the order in which they are looked at.
///
/// # Errors
/// If not exactly one of `cells` and `line` is given, or `from` does not fit them.
pub(crate) fn seen_cells(
    values: &FieldValues,
    surroundings: &Surroundings<'_>,
    direction: Direction,
) -> Result<Vec<Cell>, ConstraintError> {
    let (cells, from) = (values.cells("cells"), values.word("from"));
    let Some(HouseName { kind, number, .. }) = values.line("line") else {
        return match from {
            _ if cells.is_empty() => Err(ConstraintError::new(
                "",
                "give the `line`, such as \"r3\", and the end `from` which it is looked at, or the `cells` in that order",
            )),
            Some(_) => Err(ConstraintError::new(
                "/from",
                "`from` needs `line`: `cells` have the order in which they are looked at",
            )),
            None => Ok(cells),
        };
    };
    if !cells.is_empty() {
        return Err(ConstraintError::new("/line", "`cells` and `line` are both given: give one of them"));
    }
    let size = surroundings.digits;
    if number > size {
        return Err(ConstraintError::new(
            "/line",
            format!("must be a row from r1 to r{size}, or a column from c1 to c{size}"),
        ));
    }
    let (is_row, [near, far]) = match kind {
        HouseKind::Row => (true, ["left", "right"]),
        _ => (false, ["top", "bottom"]),
    };
    let end = match from {
        None if direction == Direction::DoesNotMatter => 0,
        Some(from) if from == near => 0,
        Some(from) if from == far => size + 1,
        _ => {
            let line = if is_row { "row" } else { "column" };
            let pointer = if from.is_some() { "/from" } else { "" };
            return Err(ConstraintError::new(
                pointer,
                format!("`from` must be `{near}` or `{far}` for a {line}"),
            ));
        }
    };
    let outside =
        if is_row { Position { row: number, column: end } } else { Position { row: end, column: number } };
    Ok(surroundings.layout.cells_seen_from(outside))
}

/// Draws a clue: as a text outside of the grid, or on its cells if they are no row or column.
pub(crate) fn draw_clue(
    drawing: &mut Drawing,
    surroundings: &Surroundings<'_>,
    cells: &[Cell],
    text: String,
    meaning: &str,
) {
    match surroundings.layout.outside_place(cells) {
        Some(place) => {
            drawing.shapes.push(Shape::Outside { place, text });
            drawing.captions.push(format!("Numbers outside: {meaning}."));
        }
        None => {
            drawing.shapes.push(Shape::Area { cells: cells.to_vec() });
            drawing.captions.push(format!("{text} for {}: {meaning}.", surroundings.cell_names(cells)));
        }
    }
}

/// The values of a clue outside of the grid, with its number.
pub(crate) fn clue_values(cells: &[Cell], field: &'static str, number: i64) -> FieldValues {
    FieldValues::of_cells(cells.to_vec()).and(field, FieldValue::Number(number))
}

#[cfg(test)]
mod tests {
    use crate::model::{
        Cell, Constraint, ConstraintError, FieldValue, FieldValues, HouseKind, HouseName, Rules,
    };

    fn seen(
        type_name: &str,
        cells: Option<&[u16]>,
        line: Option<(HouseKind, usize)>,
        from: Option<&'static str>,
    ) -> Result<Vec<u16>, ConstraintError> {
        let mut values = FieldValues::default();
        let known = Constraint::type_named(type_name).expect("a type");
        let number = if type_name == "skyscraper" { "count" } else { "sum" };
        values.insert(number, FieldValue::Number(2));
        if let Some(cells) = cells {
            values.insert("cells", FieldValue::Cells(cells.iter().copied().map(Cell).collect()));
        }
        if let Some((kind, number)) = line {
            values.insert("line", FieldValue::Line(HouseName::new(kind, number)));
        }
        if let Some(from) = from {
            values.insert("from", FieldValue::Word(from));
        }
        let constraint = Rules::usual(4).expect("a size").constraint(known, &values)?;
        Ok(constraint.cells().iter().map(|cell| cell.0).collect())
    }

    #[test]
    fn line_is_looked_at_from_its_end() {
        let (row, column) = (HouseKind::Row, HouseKind::Column);
        for (line, from, cells) in [
            ((row, 3), "left", [8, 9, 10, 11]),
            ((row, 3), "right", [11, 10, 9, 8]),
            ((column, 2), "top", [1, 5, 9, 13]),
            ((column, 2), "bottom", [13, 9, 5, 1]),
        ] {
            assert_eq!(seen("skyscraper", None, Some(line), Some(from)), Ok(cells.to_vec()));
            assert_eq!(seen("skyscraper", Some(&cells), None, None), Ok(cells.to_vec()));
        }
        assert_eq!(seen("sandwich", None, Some((column, 2)), None), Ok(vec![1, 5, 9, 13]));
    }

    #[test]
    fn line_and_cells_that_do_not_fit_are_refused() {
        let (row, column) = (HouseKind::Row, HouseKind::Column);
        for (cells, line, from, pointer, detail) in [
            (None, None, None, "", "give the `line`"),
            (Some(&[0, 1][..]), Some((row, 1)), Some("left"), "/line", "`cells` and `line` are both given"),
            (Some(&[0, 1]), None, Some("left"), "/from", "`from` needs `line`"),
            (None, Some((row, 5)), Some("left"), "/line", "from r1 to r4"),
            (None, Some((row, 1)), Some("top"), "/from", "must be `left` or `right` for a row"),
            (None, Some((column, 1)), None, "", "must be `top` or `bottom` for a column"),
        ] {
            let error = seen("skyscraper", cells, line, from).expect_err(detail);
            assert_eq!(error.pointer, pointer);
            assert!(error.detail.contains(detail), "{error}");
        }
    }
}
