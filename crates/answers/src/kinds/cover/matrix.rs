//! Reads exact cover problems that are a matrix.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_exact_cover::{Item, NamedFault, ProblemBuilder};

use super::names::{elements, inner, name, named_fault, no_name, report};
use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::whole;
use crate::wire::request::wrong_type;

/// Reads a matrix of bits. Its rows are the options, its columns the items, named by their numbers from 1. `secondary` lists
/// columns; the other ones are primary.
pub(super) fn problem_from_matrix(
    (json, at): (&Json, &Location),
    secondary: Option<(&Json, &Location)>,
    builder: &mut ProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let location = || at.clone();
    let rows = elements(json, "an array of rows, each an array of 0 and 1", location, faults);
    let first = rows.iter().position(|row| matches!(row, Json::Array(_)));
    let columns = inner(first.map(|first| &rows[first])).count();
    let is_secondary = secondary.map(|(json, at)| secondary_columns(json, at, columns, faults));
    let is_secondary = is_secondary.unwrap_or_default();
    let mut items = vec![Item(0); columns];
    for secondary in [false, true] {
        if secondary {
            builder.begin_secondary();
        }
        for (column, item) in
            (0..).zip(&mut items).filter(|(column, _)| is_secondary.contains(column) == secondary)
        {
            *item = Item(builder.item_count() as u32);
            if let Err(fault) = builder.add_item(&(column + 1).to_string()) {
                let location = || location().element(first.unwrap_or_default()).element(column);
                report(&fault, location, faults)?;
            }
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let location = || location().element(index);
        let Json::Array(cells) = row else {
            faults.push(|| wrong_type(row, "an array of 0 and 1").at(&location()));
            continue;
        };
        if cells.len() != columns || columns == 0 {
            faults.add(FaultCode::RowLength, &location(), || match columns {
                0 => "the first row is empty: it must have a cell for each column".to_owned(),
                _ => format!("row {} has length {}: the first row has {columns}", index + 1, cells.len()),
            });
            continue;
        }
        for ((column, cell), item) in cells.iter().enumerate().zip(&items) {
            let location = || location().element(column);
            match bit(cell) {
                Ok(false) => {}
                Ok(true) => {
                    if let Err(fault) = builder.add_item_entry(*item) {
                        report(&fault, location, faults)?;
                    }
                }
                Err(fault) => faults.push(|| fault.at(&location())),
            }
        }
        if let Err(fault) = builder.end_option() {
            report(&fault, location, faults)?;
        }
    }
    ControlFlow::Continue(())
}

/// Reads a cell of a matrix.
fn bit(cell: &Json) -> Result<bool, Fault> {
    match cell {
        Json::Bool(bit) => return Ok(*bit),
        Json::Number(number) => match whole(number) {
            Some(0) => return Ok(false),
            Some(1) => return Ok(true),
            _ => {}
        },
        other => return Err(wrong_type(other, "0, 1, true or false")),
    }
    let detail = "must be 0 or 1: send rows that are lists of their columns as `options` instead of `matrix`";
    Err(Fault::new(FaultCode::OutOfRange, detail))
}

/// Reads the secondary columns of a matrix, numbered from 0. A string is the name of a column, which counts from 1. A list of
/// numbers may count from 0 or 1, unless it has the last column.
fn secondary_columns(json: &Json, at: &Location, columns: usize, faults: &mut Faults) -> BTreeSet<usize> {
    let location = || at.clone();
    let before = faults.count();
    let mut found = BTreeSet::new();
    let elements = elements(json, "an array of columns", location, faults);
    for (index, json) in elements.iter().enumerate() {
        let location = || location().element(index);
        let Some(name) = name(json) else {
            faults.push(|| no_name(json, "the name of a column").at(&location()));
            continue;
        };
        let column = name.parse().ok().filter(|column: &usize| column.to_string() == *name);
        match column.and_then(|column| column.checked_sub(1)).filter(|column| *column < columns) {
            Some(column) if found.insert(column) => {}
            Some(_) => faults.push(|| named_fault(&NamedFault::DuplicateItem(name.into())).at(&location())),
            None => faults.add(FaultCode::UnknownItem, &location(), || match columns {
                0 => "is not a column: the matrix has none".to_owned(),
                _ => format!("is not a column: they are `1` to `{columns}`"),
            }),
        }
    }
    let are_numbers = elements.iter().all(|json| matches!(json, Json::Number(_)));
    if are_numbers && !found.is_empty() && !found.contains(&(columns - 1)) && faults.count() == before {
        let detail = "the numbers may count the columns from 1 or from 0: write the names of the columns as strings, which \
                      count from 1";
        faults.add(FaultCode::AmbiguousItems, &location(), || detail);
    }
    found
}
