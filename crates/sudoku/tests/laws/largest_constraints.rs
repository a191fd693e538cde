//! Laws of the largest constraints: they are compiled, looked at and written as a formula, or refused as too large.

use quadrille_sudoku::constraints::{
    Constraint, ConstraintType, Field, FieldKind, FieldValue, FieldValues, Measure,
};
use quadrille_sudoku::proof::puzzle_formula_size;
use quadrille_sudoku::{Cell, Digit, HouseKind, HouseName, Puzzle, Rules};

/// A value of a field, with up to this many cells and a number near this one.
fn value(field: &Field, cells: usize, number: i64) -> FieldValue {
    let first = |count: usize| (0..count as u16).map(Cell).collect::<Vec<Cell>>();
    match field.kind {
        FieldKind::Cells { count: [_, most], .. } => FieldValue::Cells(first(cells.min(most))),
        FieldKind::Cell => FieldValue::Cells(first(1)),
        FieldKind::CellLists => {
            FieldValue::CellLists(first(cells).chunks(cells.div_ceil(2)).map(<[Cell]>::to_vec).collect())
        }
        FieldKind::Number { range: [least, most] } => FieldValue::Number(number.clamp(least, most)),
        FieldKind::Numbers { .. } => FieldValue::Numbers((1..=36).cycle().take(cells.min(72)).collect()),
        FieldKind::Tuples { width: [least, _] } => {
            FieldValue::Tuples(vec![vec![Digit::new(1).expect("a digit"); least]])
        }
        FieldKind::Word(words) => FieldValue::Word(words[0]),
        FieldKind::Words(words) => FieldValue::Words(words.to_vec()),
        FieldKind::Line => FieldValue::Line(HouseName::new(HouseKind::Row, 1)),
        FieldKind::Text { .. } => FieldValue::Text("1121".to_owned()),
        FieldKind::Transitions => FieldValue::Transitions(Vec::new()),
        FieldKind::Measures => FieldValue::Measures(vec![Measure::Ratio(2)]),
        FieldKind::ConstraintLists { .. } => FieldValue::ConstraintLists(Vec::new()),
        // A new kind needs values here: these are refused.
        _ => FieldValue::Words(Vec::new()),
    }
}

/// A constraint of a type; nothing if such values do not fit it.
fn constraint(rules: &Rules, known: &ConstraintType, cells: usize, number: i64) -> Option<Constraint> {
    let fields = |is_chosen: fn(&Field) -> bool| {
        let mut values = FieldValues::default();
        let chosen = known.fields.iter().filter(|field| is_chosen(field) || field.name == "cells");
        chosen.for_each(|field| values.insert(field.name, value(field, cells, number)));
        rules.constraint(known, &values).ok()
    };
    fields(|_| true).or_else(|| fields(|field| field.is_required))
}

#[test]
fn largest_constraints_are_looked_at_or_refused() {
    let plain = Rules::usual(36).expect("a size");
    for known in Constraint::TYPES {
        for (cells, number) in [(1296, 3), (1296, 22_000), (36, 665), (36, 18), (18, 333)] {
            let Some(constraint) = constraint(&plain, known, cells, number) else { continue };
            let Ok(rules) = plain.with_constraints(vec![constraint]) else { continue };
            let puzzle = Puzzle::empty(rules);
            assert!(puzzle.conflicts().len() <= 1, "{}", known.name);
            // A formula has a largest size, or there is none.
            let size = puzzle_formula_size(&puzzle).map(|size| size.heap_bytes());
            assert!(size.is_err() || size.is_ok_and(|bytes| bytes > 0), "{}", known.name);
        }
    }
}
