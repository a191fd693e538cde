//! Extra regions: further cells with every digit.

use crate::model::constraints::prelude::*;

/// As many cells as there are digits, with every digit once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ExtraRegion {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for ExtraRegion {
    const NAME: &'static str = "extra_region";
    const MEANING: &'static str = "The cells, as many as a row has, have every digit once.";
    const FIELDS: &'static [Field] =
        &[Field::cells(1, "The cells, as many as a row has; a cage may have fewer.")];
    const EXAMPLE: &'static str = r#"{"type": "extra_region", "cells": ["r2c2", "r2c3", "r2c4", "r3c2", "r3c3", "r3c4", "r4c2", "r4c3", "r4c4"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("extraregions")];
    const IS_DISTINCT: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("extraregion", EntryCells::Region { smaller: "cage" })];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = values.cells("cells");
        if cells.len() != surroundings.digits {
            let (given, digits) = (cells.len(), surroundings.digits);
            let detail = format!(
                "an extra region has {digits} cells, as many as there are digits, not {given}; use a cage for fewer"
            );
            return Err(ConstraintError::new("/cells", detail));
        }
        Ok(Self { cells })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        (1..=self.cells.len() as i64).all(|digit| self.cells.iter().any(|&cell| digits(cell) == digit))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.distinct(&self.cells);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Area { cells: self.cells.clone() });
        let first = surroundings.cell_names(&self.cells[..self.cells.len().min(1)]);
        drawing.captions.push(format!("The area with {first} has every digit once."));
    }
}
