//! Killers as a list of cages: `[[7, [[1, 1], [2, 1]]], ...]`, a sum and the row and column of each cell, or
//! `[{"sum": 7, "cells": [[1, 1], [2, 1]]}, ...]`.

use std::collections::BTreeSet;

use quadrille_notation::unstable::sum_fault;
use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues};
use quadrille_sudoku::{BoxShape, Cell, Grid, Position, Rules, SIZE_MAX, size_for_cells};

use crate::faults::{FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::whole;

/// Names of the members of a cage that is an object.
const SUMS: [&str; 3] = ["sum", "total", "value"];
const CELLS: &str = "cells";

/// Cage as written: its sum, and the row and column of each cell.
type ListedCage = (i64, Vec<[usize; 2]>);

/// Whether all elements of an array are cages.
pub(crate) fn is_cage_list(elements: &[Json]) -> bool {
    !elements.is_empty()
        && elements.len() <= SIZE_MAX * SIZE_MAX
        && elements.iter().all(|cage| cage_of(cage).is_some())
}

/// The sum and the cells of a cage.
fn cage_of(json: &Json) -> Option<ListedCage> {
    let (sum, cells) = match json {
        Json::Array(parts) => match &parts[..] {
            [sum @ Json::Number(_), cells] | [cells, sum @ Json::Number(_)] => (sum, cells),
            _ => return None,
        },
        Json::Object(members) => {
            let member = |names: &[&str]| members.iter().find(|(name, _)| names.contains(&name.as_str()));
            match (&members[..], member(&SUMS), member(&[CELLS])) {
                ([_, _], Some((_, sum)), Some((_, cells))) => (sum, cells),
                _ => return None,
            }
        }
        _ => return None,
    };
    let number = |json: &Json| if let Json::Number(number) = json { whole(number) } else { None };
    let place = |json: &Json| usize::try_from(number(json)?).ok().filter(|&place| place <= SIZE_MAX);
    let cell = |json: &Json| match json {
        Json::Array(pair) => match &pair[..] {
            [row, column] => Some([place(row)?, place(column)?]),
            _ => None,
        },
        _ => None,
    };
    let Json::Array(cells) = cells else { return None };
    let cells = cells.iter().map(cell).collect::<Option<Vec<_>>>().filter(|cells| !cells.is_empty())?;
    Some((i64::try_from(number(sum)?).ok()?, cells))
}

/// Reads an empty grid and its cages; `None`, with faults, if the cages do not cover it, or cannot be.
pub(crate) fn cages_from_json(
    elements: &[Json],
    location: &Location,
    faults: &mut Faults,
) -> Option<(Grid, Vec<Constraint>)> {
    let cages: Vec<ListedCage> = elements.iter().filter_map(cage_of).collect();
    let places = || cages.iter().flat_map(|(_, cells)| cells).flatten().copied();
    let (base, last) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
    let distinct: BTreeSet<&[usize; 2]> = cages.iter().flat_map(|(_, cells)| cells).collect();
    // Cages that cover the grid tell its size, and whether rows and columns count from 0 or from 1.
    let size = size_for_cells(distinct.len()).filter(|&size| base < 2 && last + 1 == base + size);
    let Some(size) = size else {
        faults.add(FaultCode::PuzzleLength, location, || {
            format!(
                "the cages have {} cells, which are no whole grid: give the grid as `puzzle`, and the cages as `constraints`",
                distinct.len()
            )
        });
        return None;
    };
    let rules = Rules::plain(size, BoxShape::usual(size)).ok()?;
    let cage_type = Constraint::type_named("cage")?;
    let mut constraints = Vec::with_capacity(cages.len());
    for (index, (sum, cells)) in cages.iter().enumerate() {
        let index_of = |[row, column]: &[usize; 2]| Cell(((row - base) * size + column - base) as u16);
        let cells: Vec<Cell> = cells.iter().map(index_of).collect();
        let mut seen = BTreeSet::new();
        if let Some(cell) = cells.iter().find(|cell| !seen.insert(**cell)) {
            let cell = Position::of(cell.index(), size);
            faults.add(FaultCode::InvalidConstraint, &location.element(index), || {
                format!("the cage has {cell} twice")
            });
            continue;
        }
        let sum_fault = usize::try_from(*sum)
            .map_or(Some("the sum is negative".to_owned()), |sum| sum_fault(cells.len(), sum, size));
        if let Some(detail) = sum_fault {
            faults.add(FaultCode::InvalidConstraint, &location.element(index), || detail);
            continue;
        }
        let mut values = FieldValues::default();
        values.insert(CELLS, FieldValue::Cells(cells));
        values.insert("sum", FieldValue::Number(*sum));
        match rules.constraint(cage_type, &values) {
            Ok(constraint) => constraints.push(constraint),
            Err(error) => faults.add(FaultCode::InvalidConstraint, &location.element(index), || error.detail),
        }
    }
    if let Err(error) = rules.with_constraints(constraints.clone()) {
        faults.add(FaultCode::ProblemTooLarge, location, || error.to_string());
    }
    let grid = Grid::from_cells(vec![None; size * size]).filter(|_| faults.is_empty())?;
    Some((grid, constraints))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(json: &str) -> Vec<Json> {
        match Json::parse(json) {
            Ok(Json::Array(elements)) => elements,
            other => panic!("{other:?}"),
        }
    }

    const SMALL: &str = "[[4, [[1, 1], [1, 2]]], [6, [[1, 3], [1, 4]]], [6, [[2, 1], [2, 2]]], [4, [[2, 3], [2, 4]]], \
                         [6, [[3, 1], [3, 2]]], [4, [[3, 3], [3, 4]]], [4, [[4, 1], [4, 2]]], [6, [[4, 3], [4, 4]]]]";

    #[test]
    fn cages_cover_the_grid_from_0_or_from_1() {
        let mut faults = Faults::default();
        let mut read =
            |json: &str| cages_from_json(&elements(json), &Location::root(), &mut faults).expect("cages");
        let (grid, cages) = read(SMALL);
        assert_eq!((grid.cells().len(), cages.len()), (16, 8));
        let from_zero: String = (1..=4).fold(SMALL.to_owned(), |json, place| {
            let to = place - 1;
            json.replace(&format!("[{place}, "), &format!("<{to}, "))
                .replace(&format!(", {place}]"), &format!(", {to}>"))
        });
        // Sums before lists of cells have been replaced, too.
        let from_zero = from_zero
            .replace("<5, [", "[6, [")
            .replace("<3, [<", "[4, [<")
            .replace('<', "[")
            .replace('>', "]");
        assert_eq!(read(&from_zero), (grid.clone(), cages.clone()));
        let small = elements(SMALL);
        let objects = small.iter().map(|cage| match cage {
            Json::Array(parts) => format!("{{\"cells\": {}, \"sum\": {}}}", parts[1], parts[0]),
            _ => String::new(),
        });
        assert_eq!(read(&format!("[{}]", objects.collect::<Vec<_>>().join(","))), (grid, cages));
        assert!(faults.is_empty());
    }

    #[test]
    fn other_arrays_are_no_cages() {
        for json in [
            "[[7, 1]]",
            "[[7, []]]",
            "[[1, 2, 3]]",
            "[[[1, 2], [3, 4]]]",
            "[[7, [[1]]]]",
            "[[7, [[1, 40]]]]",
            "[]",
        ] {
            assert!(!is_cage_list(&elements(json)), "{json}");
        }
    }

    #[test]
    fn cages_that_cannot_be_are_faults() {
        use FaultCode::*;
        for (json, code, pointer) in [
            (SMALL.replacen("[4, [[1, 1]", "[40, [[1, 1]", 1), InvalidConstraint, "/0"),
            (SMALL.replacen("[1, 3]", "[1, 4]", 1), PuzzleLength, ""),
            (SMALL.replacen("[[1, 1], ", "[[1, 1], [1, 1], ", 1), InvalidConstraint, "/0"),
            ("[[4, [[1, 1], [1, 2]]]]".to_owned(), PuzzleLength, ""),
        ] {
            let mut faults = Faults::default();
            assert_eq!(cages_from_json(&elements(&json), &Location::root(), &mut faults), None, "{json}");
            let found: Vec<_> =
                faults.listed.iter().map(|fault| (fault.code, fault.pointer.as_deref())).collect();
            assert_eq!(found, [(code, Some(pointer))], "{json}");
        }
    }
}
