//! Cells of constraints and regions, in the forms in which people and programs write them.
//!
//! `r1c2` and `R1C2` are row 1 and column 2, as are `[1, 2]`, `{"row": 1, "col": 2}` and `A2`: rows are letters and columns are numbers, as
//! in books and in most programs about Sudoku, not as in spreadsheets. Rows and columns count from 1.

use quadrille_sudoku::{Cell, Layout};
use serde_json::Number;

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::cell_lists::cell_named;
use crate::wire::request::number::whole;
use crate::wire::request::wrong_type;

/// Meaning of the forms of a cell, for people.
pub(crate) const CELL_FORMS: &str = "A cell is a string such as `r3c7`: row, then column, from 1. `[3, 7]`, `{\"row\": 3, \"col\": 7}` and `C7` \
     are the same cell: in `C7`, letters are rows and numbers are columns. In a 9x9, `J` is row 9, as is `I`.";

/// Row that has two letters in a 9x9, because some programs leave out the `I`.
const TWO_LETTER_ROW: usize = 9;

/// Reads cells, and reports a fault that several cells have once.
#[derive(Debug)]
pub(crate) struct CellReader<'a> {
    layout: &'a Layout,
    /// Numbers of rows and columns.
    extent: [usize; 2],
    reported: Vec<ConstraintCellFault>,
    /// First letter of row 9 in a 9x9, `I` or `J`.
    row_nine: Option<u8>,
}

/// Fault of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConstraintCellFault {
    /// No form of a cell.
    Form,
    /// A row or a column 0.
    FromZero,
    /// Outside of the grid.
    Outside,
    /// Between several grids.
    Gap,
    /// Row 9 is both `I` and `J`.
    TwoLetters,
}

impl<'a> CellReader<'a> {
    /// A reader of the cells of this layout.
    pub(crate) fn new(layout: &'a Layout) -> Self {
        Self { layout, extent: layout.extent(), reported: Vec::new(), row_nine: None }
    }

    /// Reads a list of cells; `None`, with faults, if one is invalid.
    pub(crate) fn list(
        &mut self,
        json: &Json,
        location: &Location,
        may_repeat: bool,
        faults: &mut Faults,
    ) -> Option<Vec<Cell>> {
        let Json::Array(elements) = json else {
            faults.push(|| wrong_type(json, "an array of cells, such as [\"r1c1\", \"r1c2\"]").at(location));
            return None;
        };
        let mut cells = Vec::with_capacity(elements.len());
        let mut seen = vec![false; self.layout.cell_count()];
        let mut is_sound = true;
        for (index, element) in elements.iter().enumerate() {
            let Some(cell) = self.cell(element, &location.element(index), faults) else {
                is_sound = false;
                continue;
            };
            let is_repeated = std::mem::replace(&mut seen[cell.index()], true);
            if is_repeated && !may_repeat {
                is_sound = false;
                let detail = "the cell appears more than once: give it once";
                faults.add(FaultCode::InvalidConstraint, &location.element(index), || detail);
            }
            cells.push(cell);
        }
        is_sound.then_some(cells)
    }

    /// Reads a cell; `None`, with a fault, if it is invalid.
    pub(crate) fn cell(&mut self, json: &Json, location: &Location, faults: &mut Faults) -> Option<Cell> {
        match self.cell_of(json) {
            Ok(cell) => Some(cell),
            Err(fault) => {
                if !self.reported.contains(&fault) {
                    self.reported.push(fault);
                    faults.push(|| fault.into_fault(json, self.extent).at(location));
                }
                None
            }
        }
    }

    fn cell_of(&mut self, json: &Json) -> Result<Cell, ConstraintCellFault> {
        let (layout, [rows, columns]) = (self.layout, self.extent);
        let at = |row: usize, column: usize| match (row, column) {
            (0, _) | (_, 0) => Err(ConstraintCellFault::FromZero),
            _ if row > rows || column > columns => Err(ConstraintCellFault::Outside),
            _ => layout.cell_at(row, column).ok_or(ConstraintCellFault::Gap),
        };
        match json {
            Json::String(name) => match cell_named(name, layout) {
                Some(cell) => Ok(cell),
                None => {
                    let (row, column) = self.named(name.trim())?;
                    at(row, column)
                }
            },
            Json::Array(numbers) => match &numbers[..] {
                [Json::Number(row), Json::Number(column)] => at(number(row)?, number(column)?),
                _ => Err(ConstraintCellFault::Form),
            },
            Json::Object(members) => {
                let member = |names: [&str; 3]| {
                    let mut found = members.iter().filter(|(name, _)| names.contains(&name.as_str()));
                    match (found.next(), found.next()) {
                        (Some((_, Json::Number(value))), None) => number(value),
                        _ => Err(ConstraintCellFault::Form),
                    }
                };
                let (row, column) = (member(["row", "r", "Row"])?, member(["col", "column", "c"])?);
                if members.len() == 2 { at(row, column) } else { Err(ConstraintCellFault::Form) }
            }
            _ => Err(ConstraintCellFault::Form),
        }
    }

    /// Reads `r1c2` outside of the grid, and `A2`.
    fn named(&mut self, name: &str) -> Result<(usize, usize), ConstraintCellFault> {
        let lower = name.to_ascii_lowercase();
        let parts = lower.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        if let Some((row, column)) = parts {
            return Ok((digits(row)?, digits(column)?));
        }
        let (Some(letter @ b'a'..=b'z'), Some(column)) = (lower.bytes().next(), lower.get(1..)) else {
            return Err(ConstraintCellFault::Form);
        };
        let column = digits(column)?;
        let mut row = usize::from(letter - b'a') + 1;
        if self.extent[0] == TWO_LETTER_ROW && (TWO_LETTER_ROW..=TWO_LETTER_ROW + 1).contains(&row) {
            if *self.row_nine.get_or_insert(letter) != letter {
                return Err(ConstraintCellFault::TwoLetters);
            }
            row = TWO_LETTER_ROW;
        }
        Ok((row, column))
    }
}

/// Reads a row or a column, in decimal digits.
fn digits(text: &str) -> Result<usize, ConstraintCellFault> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number with a leading zero is no name of a row.
    let is_plain = is_number && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain).ok_or(ConstraintCellFault::Form)
}

fn number(number: &Number) -> Result<usize, ConstraintCellFault> {
    let value = whole(number).ok_or(ConstraintCellFault::Form)?;
    usize::try_from(value).map_err(|_| ConstraintCellFault::Outside)
}

impl ConstraintCellFault {
    fn into_fault(self, json: &Json, [rows, columns]: [usize; 2]) -> Fault {
        match (self, json) {
            (Self::Form, Json::String(_)) | (Self::Outside, _) => {
                let detail = format!("must be a cell from r1c1 to r{rows}c{columns}: row, then column");
                Fault::new(FaultCode::OutOfRange, detail)
            }
            (Self::Gap, _) => {
                Fault::new(FaultCode::OutOfRange, "must be a cell of a grid: no grid has this one")
            }
            (Self::Form, Json::Array(_)) => {
                wrong_type(json, "a cell, such as \"r1c1\" or [1, 1], row and column")
            }
            (Self::Form, _) => wrong_type(json, "a cell, such as \"r1c1\""),
            (Self::FromZero, _) => Fault::new(
                FaultCode::OutOfRange,
                "rows and columns count from 1: the first cell is r1c1, or [1, 1]; add 1 to rows and columns that count from 0",
            ),
            (Self::TwoLetters, _) => Fault::new(
                FaultCode::OutOfRange,
                "`I` and `J` are both row 9, because some programs leave out the `I`: write cells as r9c1",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Rules;

    use super::*;

    fn read(json: &str, size: usize) -> Result<Vec<usize>, Vec<String>> {
        let mut faults = Faults::default();
        let json = Json::parse(json).expect("valid JSON");
        let rules = Rules::usual(size).expect("a size");
        let cells = CellReader::new(rules.layout()).list(&json, &Location::root(), false, &mut faults);
        match cells {
            Some(cells) if faults.is_empty() => Ok(cells.iter().map(|cell| cell.index()).collect()),
            _ => Err(faults.listed.iter().map(ToString::to_string).collect()),
        }
    }

    #[test]
    fn cell_has_several_forms() {
        for form in [
            r#"["r2c3"]"#,
            r#"["R2C3"]"#,
            "[[2, 3]]",
            "[[2.0, 3]]",
            r#"[{"row": 2, "col": 3}]"#,
            r#"[{"column": 3, "row": 2}]"#,
            r#"[{"r": 2, "c": 3}]"#,
            r#"["B3"]"#,
            r#"["b3"]"#,
        ] {
            assert_eq!(read(form, 4), Ok(vec![6]), "{form}");
            assert_eq!(read(form, 16), Ok(vec![18]), "{form}");
        }
        assert_eq!(read(r#"["A1", [1, 2], "r1c3", {"row": 1, "col": 4}]"#, 4), Ok(vec![0, 1, 2, 3]));
    }

    #[test]
    fn ninth_row_has_two_letters_in_a_9x9() {
        for form in [r#"["I2"]"#, r#"["J2"]"#] {
            assert_eq!(read(form, 9), Ok(vec![73]), "{form}");
        }
        assert!(read(r#"["I1", "J2"]"#, 9).is_err());
        assert_eq!(read(r#"["I1", "J2"]"#, 10), Ok(vec![80, 91]));
        assert!(read(r#"["J1"]"#, 8).is_err());
    }

    #[test]
    fn fault_of_several_cells_is_reported_once() {
        let outside = "must be a cell from r1c1 to r4c4: row, then column";
        let zero = "rows and columns count from 1: the first cell is r1c1, or [1, 1]; add 1 to rows and columns that count from 0";
        for (json, faults) in [
            ("[[0, 1], [0, 2], [1, 0]]", vec![format!("/0: {zero}")]),
            (r#"["r0c1", "A0", {"row": 0, "col": 3}]"#, vec![format!("/0: {zero}")]),
            (r#"["r5c1", "r6c1", "E1", [5, 1], [1, 9]]"#, vec![format!("/0: {outside}")]),
            ("[1, 2, 3]", vec!["/0: must be a cell, such as \"r1c1\", not a number".to_owned()]),
            (
                "[[1], [1, 2, 3], [[1]], [\"1\", \"2\"]]",
                vec![
                    "/0: must be a cell, such as \"r1c1\" or [1, 1], row and column, not an array".to_owned(),
                ],
            ),
            (r#"["1,1", "1A", "A", "AA1", "A01", "r01c1", ""]"#, vec![format!("/0: {outside}")]),
            (
                r#"[{"row": 1}, {"x": 1, "y": 2}, {"row": 1, "col": 2, "value": 3}, {"row": "1", "col": 2}]"#,
                vec!["/0: must be a cell, such as \"r1c1\", not an object".to_owned()],
            ),
            ("[[-1, 2]]", vec![format!("/0: {outside}")]),
            ("[[4294967297, 2]]", vec![format!("/0: {outside}")]),
        ] {
            assert_eq!(read(json, 4), Err(faults), "{json}");
        }
        let twice = "the cell appears more than once: give it once";
        assert_eq!(
            read(r#"["r1c1", "A1", [1, 1]]"#, 4),
            Err(vec![format!("/1: {twice}"), format!("/2: {twice}")])
        );
    }
}
