//! Thermometers: the digits rise from the bulb on.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#dfe2e7", LineWidth::OfCell(0.22), LineEnds::Bulb);

/// Cells whose digits rise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.cells.windows(2).all(|pair| digits(pair[0]) < digits(pair[1]))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.relate_all(pairs_along(&self.cells), |lower, higher| lower < higher);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }
}
