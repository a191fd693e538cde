//! Cages: different digits, with a sum.

use crate::model::constraints::prelude::*;

/// Cells with different digits that add up to a sum, if it is given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Cage {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum; `None` for any.
    pub sum: Option<i64>,
}

impl Definition for Cage {
    const NAME: &'static str = "cage";
    const MEANING: &'static str = "The digits of the cells differ, also across boxes, and add up to the sum.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::new("sum", FieldKind::Number { range: [0, 100_000] }, "The sum; 0 is the same as none.")
            .or(&["value", "total"])
            .optional(),
    ];
    const EXAMPLE: &'static str = r#"{"type": "cage", "cells": ["r1c1", "r1c2", "r2c1"], "sum": 15}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("killer"),
        OtherName::new("killercage"),
        OtherName::new("killercages"),
        OtherName::new("cages"),
    ];
    const IS_DISTINCT: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("killercage", EntryCells::Cells, EntryValue::number("sum"))];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), sum: values.number("sum").filter(|&sum| sum != 0) })
    }

    fn values(&self) -> FieldValues {
        let values = FieldValues::of_cells(self.cells.clone());
        match self.sum {
            Some(sum) => values.and("sum", FieldValue::Number(sum)),
            None => values,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn depends_on_values(&self) -> bool {
        self.sum.is_some()
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let has_sum = |sum: i64| self.cells.iter().map(|&cell| digits(cell)).sum::<i64>() == sum;
        are_different(&self.cells, digits) && self.sum.is_none_or(has_sum)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.distinct(&self.cells);
        if let Some(sum) = self.sum {
            parts.sum(self.cells.iter().map(|&cell| (cell, 1)), sum);
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        let text = self.sum.map_or_else(String::new, |sum| sum.to_string());
        drawing.shapes.push(Shape::Outline { cells: self.cells.clone(), text });
    }
}
