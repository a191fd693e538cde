//! Parity lines: even and odd digits in turn.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#ef9a9a", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line on which even and odd digits take turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParityLine {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl Definition for ParityLine {
    const NAME: &'static str = "parity_line";
    const MEANING: &'static str = "Of each two neighbours on the line, one is even and one is odd.";
    const FIELDS: &'static [Field] =
        &[Field::line("The cells, in order; a loop has its first cell again at the end.")];
    const EXAMPLE: &'static str = r#"{"type": "parity_line", "cells": ["r1c1", "r2c2", "r2c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("paritylines")];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_along(&self.cells)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        (one - other) % 2 != 0
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing.captions.push("Even and odd digits take turns on a red line.".to_owned());
    }
}
