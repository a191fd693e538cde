//! Reads lists of digits of cells: the members `candidates` and `marks`.

use quadrille_sudoku::{Cell, Digit, DigitSet, Grid, Layout, Rules};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::integer;
use crate::wire::request::wrong_type;

/// Reads the candidates of a puzzle with these clues; `None` if they restrict no empty cell, or have faults. Cells that are
/// not named, and cells with a clue, allow all digits.
pub(crate) fn candidates_from_json(
    json: &Json,
    location: &Location,
    (rules, clues): (&Rules, &Grid),
    faults: &mut Faults,
) -> Option<Vec<DigitSet>> {
    let (layout, all) = (rules.layout(), rules.digits());
    let sets = vec![all; layout.cell_count()];
    let digits = rules.digit_count();
    let sets = ListReader { clues: Some(clues), layout, digits, sets, faults }.read(json, location);
    let is_restricted = sets.iter().any(|set| *set != all);
    (faults.is_empty() && is_restricted).then_some(sets)
}

/// Reads the pencil marks of a grid with these rules; `None` if they have faults. Cells that are not named have none.
pub(crate) fn marks_from_json(
    json: &Json,
    location: &Location,
    rules: &Rules,
    faults: &mut Faults,
) -> Option<Vec<DigitSet>> {
    let (layout, digits) = (rules.layout(), rules.digit_count());
    let sets = vec![DigitSet::default(); layout.cell_count()];
    let sets = ListReader { clues: None, layout, digits, sets, faults }.read(json, location);
    faults.is_empty().then_some(sets)
}

/// Reads a list of digits for each cell, in either form.
struct ListReader<'a> {
    /// Clues, which must be among the candidates of their cells; `None` for marks.
    clues: Option<&'a Grid>,
    layout: &'a Layout,
    digits: usize,
    sets: Vec<DigitSet>,
    faults: &'a mut Faults,
}

impl ListReader<'_> {
    fn read(mut self, json: &Json, location: &Location) -> Vec<DigitSet> {
        match json {
            Json::Object(members) => self.read_members(members, location),
            Json::Array(rows) => self.read_rows(rows, location),
            other => {
                let expected = "an object such as {\"r1c1\": [1, 2]}, or an array of rows";
                self.faults.push(|| wrong_type(other, expected).at(location));
            }
        }
        self.sets
    }

    /// Reads `{"r1c1": [1, 2]}`.
    fn read_members(&mut self, members: &[(String, Json)], location: &Location) {
        let mut seen = vec![false; self.sets.len()];
        for (name, json) in members {
            let Some(cell) = cell_named(name, self.layout) else {
                self.push_unknown_cell(name, location);
                continue;
            };
            let location = location.member(name);
            if std::mem::replace(&mut seen[cell.index()], true) {
                let detail = format!("`{name}` appears more than once in the object");
                self.faults.add(FaultCode::DuplicateField, &location, || detail);
                continue;
            }
            self.read_cell(cell, json, &location);
        }
    }

    fn push_unknown_cell(&mut self, name: &str, location: &Location) {
        let [rows, columns] = self.layout.extent();
        self.faults.push(|| {
            let detail = format!("the name of a cell is r1c1 to r{rows}c{columns}: row, then column");
            let is_short = name.len() <= "r36c36".len();
            let location = if is_short { location.member(name) } else { location.clone() };
            Fault::new(FaultCode::UnknownField, detail).at(&location)
        });
    }

    /// Reads an array of rows.
    fn read_rows(&mut self, rows: &[Json], location: &Location) {
        let [row_count, columns] = self.layout.extent();
        if rows.len() != row_count {
            let detail = format!("expected {row_count} rows of lists of digits, got {}", rows.len());
            return self.faults.add(FaultCode::PuzzleLength, location, || detail);
        }
        for (row, json) in rows.iter().enumerate() {
            let location = location.element(row);
            match json {
                Json::Null => {}
                Json::Array(lists) if lists.len() == columns => {
                    for (column, json) in lists.iter().enumerate() {
                        let location = location.element(column);
                        match self.layout.cell_at(row + 1, column + 1) {
                            Some(cell) => self.read_cell(cell, json, &location),
                            None => self.read_gap(json, &location),
                        }
                    }
                }
                Json::Array(lists) => {
                    let detail = format!("expected {columns} lists of digits, got {}", lists.len());
                    self.faults.add(FaultCode::RowLength, &location, || detail);
                }
                other => self.faults.push(|| wrong_type(other, "an array of lists of digits").at(&location)),
            }
        }
    }

    /// Reads the list in a place between several grids, which has no digits.
    fn read_gap(&mut self, json: &Json, location: &Location) {
        if !matches!(json, Json::Null) && !matches!(json, Json::Array(digits) if digits.is_empty()) {
            let detail = "no grid has this cell: write null";
            self.faults.add(FaultCode::OutOfRange, location, || detail);
        }
    }

    /// Reads the list of a cell; null is as if it was left out.
    fn read_cell(&mut self, cell: Cell, json: &Json, location: &Location) {
        let position = self.layout.position(cell);
        let digits = match json {
            Json::Null => return,
            Json::Array(digits) if !digits.is_empty() || self.clues.is_none() => digits,
            Json::Array(_) => {
                return self.faults.push(|| {
                    let detail = "the list allows no digit: leave it out, or write null, to allow all";
                    Fault::new(FaultCode::OutOfRange, detail).at(location).in_cell(position)
                });
            }
            other => {
                let fault = || wrong_type(other, "a list of digits").at(location).in_cell(position);
                return self.faults.push(fault);
            }
        };
        let range = 1..=self.digits as u64;
        let mut set = DigitSet::default();
        let mut is_valid = true;
        for (index, json) in digits.iter().enumerate() {
            let value = integer(json, &location.element(index), &range, self.faults);
            is_valid &= value.is_some();
            set.extend(value.and_then(|value| Digit::new(value as usize)));
        }
        match self.clues.and_then(|clues| clues.digit(cell)) {
            Some(clue) if is_valid && !set.contains(clue) => self.faults.push(|| {
                let detail = format!("the clue {} is not among the candidates of its cell", clue.value());
                Fault::new(FaultCode::ExcludedClue, detail).at(location).in_cell(position)
            }),
            Some(_) => {}
            None => self.sets[cell.index()] = set,
        }
    }
}

/// The cell named `r1c1` or `R1C1`.
pub(crate) fn cell_named(name: &str, layout: &Layout) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |text: &str| {
        let is_plain = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = text.parse().ok()?;
        (is_plain && !text.starts_with('0')).then_some(number)
    };
    layout.cell_at(number(row)?, number(column)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Option<Vec<usize>>, Vec<String>> {
        let clues = quadrille_sudoku::unstable::parse_plain_line(b"1..............2").expect("a line").0;
        let mut faults = Faults::default();
        let json = Json::parse(json).expect("valid JSON");
        let rules = Rules::usual(4).expect("a size");
        let location = Location::root().member("candidates");
        let sets = candidates_from_json(&json, &location, (&rules, &clues), &mut faults);
        let counts = sets.map(|sets| sets.iter().map(|set| set.bits().count_ones() as usize).collect());
        let faults: Vec<_> = faults.listed.iter().map(ToString::to_string).collect();
        if faults.is_empty() { Ok(counts) } else { Err(faults) }
    }

    #[test]
    fn object_and_rows_restrict_the_same_cells() {
        let mut counts = vec![4; 16];
        (counts[1], counts[4]) = (2, 1);
        assert_eq!(
            read(r#"{"r1c2": [3, 4, 3], "r2c1": [2], "r1c1": [1, 2], "r4c4": null}"#),
            Ok(Some(counts))
        );
        let rows = "[[[1, 2], [3, 4], null, null], [[2], null, null, [1, 2, 3, 4]], null, null]";
        assert_eq!(read(rows), read(r#"{"r1c2": [3, 4], "r2c1": [2]}"#));
        for unrestricted in ["{}", "[null, null, null, null]", r#"{"r1c1": [1], "r1c2": [1, 2, 3, 4]}"#] {
            assert_eq!(read(unrestricted), Ok(None), "{unrestricted}");
        }
    }

    #[test]
    fn faults_name_the_cell() {
        for (json, fault) in [
            (
                "7",
                "/candidates: must be an object such as {\"r1c1\": [1, 2]}, or an array of rows, not a number",
            ),
            (r#"{"r5c1": [1]}"#, "/candidates/r5c1: the name of a cell is r1c1 to r4c4: row, then column"),
            (r#"{"r01c1": [1]}"#, "/candidates/r01c1: the name of a cell is r1c1 to r4c4: row, then column"),
            (
                r#"{"r1c2": [1], "r1c2": [1]}"#,
                "/candidates/r1c2: `r1c2` appears more than once in the object",
            ),
            (r#"{"r1c2": [5]}"#, "/candidates/r1c2/0: must be a whole number from 1 to 4"),
            (r#"{"r1c2": 1}"#, "r1c2: must be a list of digits, not a number"),
            (r#"{"r1c2": []}"#, "r1c2: the list allows no digit: leave it out, or write null, to allow all"),
            (r#"{"r1c1": [2]}"#, "r1c1: the clue 1 is not among the candidates of its cell"),
            ("[[], [], []]", "/candidates: expected 4 rows of lists of digits, got 3"),
            ("[[null], null, null, null]", "/candidates/0: expected 4 lists of digits, got 1"),
            ("[1, null, null, null]", "/candidates/0: must be an array of lists of digits, not a number"),
        ] {
            assert_eq!(read(json), Err(vec![fault.to_owned()]), "{json}");
        }
    }

    #[test]
    fn every_excluded_clue_is_reported() {
        let fault = |cell: &str, clue: usize| {
            format!("{cell}: the clue {clue} is not among the candidates of its cell")
        };
        let invalid = "/candidates/r1c2/0: must be a whole number from 1 to 4".to_owned();
        assert_eq!(
            read(r#"{"r1c1": [2], "r1c2": [5], "r4c4": [1]}"#),
            Err(vec![fault("r1c1", 1), invalid, fault("r4c4", 2)])
        );
        assert!(read(r#"{"r1c1": [5]}"#).is_err_and(|faults| faults.len() == 1));
    }

    #[test]
    fn names_of_cells_may_be_in_upper_case() {
        assert_eq!(read(r#"{"R1C2": [3, 4]}"#), read(r#"{"r1c2": [3, 4]}"#));
        assert_eq!(
            read(r#"{"r1c2": [3], "R1c2": [4]}"#),
            Err(vec!["/candidates/R1c2: `R1c2` appears more than once in the object".to_owned()])
        );
    }
}
