//! Thermometers: the digits rise from the bulb on.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#dfe2e7", LineWidth::OfCell(0.22), LineEnds::Bulb);

/// Cells whose digits rise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Thermometer {
    /// The cells, the bulb first.
    pub cells: Vec<Cell>,
}

impl Definition for Thermometer {
    const NAME: &'static str = "thermometer";
    const MEANING: &'static str =
        "Each digit is larger than the digit before it. Branches are thermometers of their own.";
    const FIELDS: &'static [Field] = &[Field::cells(2, "The cells, the bulb first.")];
    const EXAMPLE: &'static str = r#"{"type": "thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("thermo"), OtherName::new("thermos"), OtherName::new("thermometers")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("thermometer", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_along(&self.cells)
    }

    fn allows(&self, lower: i64, higher: i64) -> bool {
        lower < higher
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
    }
}
