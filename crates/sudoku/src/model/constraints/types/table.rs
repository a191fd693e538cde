//! Tables: the allowed digits of up to four cells together.

use std::collections::BTreeSet;

use crate::model::constraints::prelude::*;

/// Cells with the digits of a row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DigitTable {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The allowed lists of digits.
    pub rows: BTreeSet<Vec<Digit>>,
}

impl Definition for DigitTable {
    const NAME: &'static str = "table";
    const MEANING: &'static str = "The digits of the cells, in their order, are one of the lists.";
    const FIELDS: &'static [Field] = &[
        Field::new(
            "cells",
            FieldKind::Cells { count: [1, 4], may_repeat: false },
            "The cells, in order: up to four.",
        ),
        Field::new(
            "allowed",
            FieldKind::Tuples { width: [1, 4] },
            "The allowed lists of digits, one digit for each cell.",
        ),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "table", "cells": ["r1c1", "r1c2", "r1c3"], "allowed": [[1, 2, 3], [3, 2, 1]]}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (cells, rows) = (values.cells("cells"), values.tuples("allowed"));
        if let Some(at) = rows.iter().position(|row| row.len() != cells.len()) {
            let detail = format!(
                "the list has {} digits: it must have {}, one for each cell",
                rows[at].len(),
                cells.len()
            );
            return Err(ConstraintError::new(format!("/allowed/{at}"), detail));
        }
        Ok(Self { cells, rows: rows.into_iter().collect() })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
            .and("allowed", FieldValue::Tuples(self.rows.iter().cloned().collect()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let given: Option<Vec<Digit>> =
            self.cells.iter().map(|&cell| Digit::new(digits(cell) as usize)).collect();
        given.is_some_and(|given| self.rows.contains(&given))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        for (at, &cell) in self.cells.iter().enumerate() {
            parts.restrict_to(cell, self.rows.iter().map(|row| row[at]).collect());
        }
        match *self.cells {
            [] | [_] => {}
            [one, other] => {
                let relation = parts.relation_of(self.rows.iter().map(|row| [row[0], row[1]]));
                parts.relate(one, other, relation);
            }
            _ => parts.part(AllowedTuples::new(self.cells.clone(), &self.rows)),
        }
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Area { cells: self.cells.clone() });
        let row = |digits: &Vec<Digit>| {
            digits.iter().map(|digit| digit.value().to_string()).collect::<Vec<_>>().join(" ")
        };
        let cells = surroundings.cell_names(&self.cells);
        drawing.captions.push(format!("The digits of {cells} are {}.", listed(self.rows.iter().map(row))));
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + TUPLE_BYTES * self.rows.len()
    }
}
