//! Slow thermometers: the digits do not fall from the bulb on.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#b9bfc9", LineWidth::OfCell(0.22), LineEnds::HollowBulb);

/// Cells whose digits rise or stay equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.cells.windows(2).all(|pair| digits(pair[0]) <= digits(pair[1]))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.relate_all(pairs_along(&self.cells), |lower, higher| lower <= higher);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }
}
