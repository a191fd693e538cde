//! Cells with even digits.

use crate::model::constraints::prelude::*;

/// Cells with even digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Even {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for Even {
    const NAME: &'static str = "even";
    const MEANING: &'static str = "The digits of the cells are even.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells.")];
    const EXAMPLE: &'static str = r#"{"type": "even", "cells": ["r1c1", "r5c5"]}"#;
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("even", MemberForm::Marks)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.cells.iter().all(|&cell| digits(cell) % 2 == 0)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        for &cell in &self.cells {
            parts.restrict(cell, |digit| digit % 2 == 0);
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.extend(self.cells.iter().map(|&cell| Shape::Square { cell }));
    }
}
