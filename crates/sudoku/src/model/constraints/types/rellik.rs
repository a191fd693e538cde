//! Rellik cages: no digits add up to a number.

use std::collections::BTreeSet;

use crate::model::constraints::prelude::*;

/// Cells with different digits, of which no one or more add up to a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rellik {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

impl Definition for Rellik {
    const NAME: &'static str = "rellik";
    const MEANING: &'static str =
        "The digits of the cells differ, and no one or more of them add up to the sum.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::new("sum", FieldKind::Number { range: [1, 100_000] }, "The sum that is excluded.")
            .or(&["value", "total"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "rellik", "cells": ["r1c1", "r1c2", "r2c1"], "sum": 10}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("rellikcage"), OtherName::new("rellikcages")];
    const IS_DISTINCT: bool = true;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("sum", FieldValue::Number(self.sum))
    }

    /// Lists the sums of some cells: those of the cells before, with and without each cell. Sums beyond the excluded one are left out.
    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let mut sums = BTreeSet::from([0]);
        for &cell in &self.cells {
            let larger: Vec<i64> =
                sums.iter().map(|sum| sum + digits(cell)).filter(|&sum| sum <= self.sum).collect();
            if larger.contains(&self.sum) {
                return false;
            }
            sums.extend(larger);
        }
        are_different(&self.cells, digits)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        parts.distinct(&self.cells);
        // The house alone contradicts more cells than digits.
        if self.cells.len() <= surroundings.digits {
            parts.part(ExcludedSum::new(self.cells.clone(), self.sum as usize, surroundings.digits));
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Outline { cells: self.cells.clone(), text: format!("≠{}", self.sum) });
        drawing
            .captions
            .push("No digits in a cage with ≠ add up to its number, and none repeats.".to_owned());
    }
}
