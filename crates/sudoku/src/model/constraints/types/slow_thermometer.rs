//! Slow thermometers: the digits do not fall from the bulb on.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#b9bfc9", LineWidth::OfCell(0.22), LineEnds::HollowBulb);

/// Cells whose digits rise or stay equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SlowThermometer {
    /// The cells, the bulb first.
    pub cells: Vec<Cell>,
}

impl Definition for SlowThermometer {
    const NAME: &'static str = "slow_thermometer";
    const MEANING: &'static str =
        "No digit is smaller than the digit before it. Equal digits still differ in rows, columns and boxes.";
    const FIELDS: &'static [Field] = &[Field::cells(2, "The cells, the bulb first.")];
    const EXAMPLE: &'static str = r#"{"type": "slow_thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("slowthermo"), OtherName::new("slowthermos"), OtherName::new("slowthermometers")];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("slowthermometer", EntryCells::Lines)];

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
        lower <= higher
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
    }
}
