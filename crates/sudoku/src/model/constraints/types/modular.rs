//! Modular lines: different remainders among neighbours.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#7fd0c4", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line on which as many neighbours as the modulus have different remainders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Modular {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The modulus.
    pub modulus: i64,
}

impl Definition for Modular {
    const NAME: &'static str = "modular";
    const MEANING: &'static str = "Among as many neighbours on the line as the modulus, no two digits have the same remainder by the \
        modulus: with 3, each three neighbours have one of 1, 4, 7, one of 2, 5, 8 and one of 3, 6, 9.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order; a loop has its first cell again at the end."),
        Field::new("modulus", FieldKind::Number { range: [2, 36] }, "The modulus. Default: 3.")
            .or(&["value"])
            .optional(),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "modular", "cells": ["r1c1", "r2c2", "r2c3", "r3c3"], "modulus": 3}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("modularline"), OtherName::new("modularlines")];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("modularline", EntryCells::LinesWith { field: "modulus", number: 3 })];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), modulus: values.number("modulus").unwrap_or(3) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("modulus", FieldValue::Number(self.modulus))
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_among(&self.cells, self.modulus as usize)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        (one - other) % self.modulus != 0
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let modulus = self.modulus;
        let caption = if modulus == 3 {
            "Each three neighbours on a turquoise line have different remainders by 3.".to_owned()
        } else {
            let line = surroundings.cell_names(&self.cells);
            format!("Each {modulus} neighbours on the line {line} have different remainders by {modulus}.")
        };
        drawing.captions.push(caption);
    }
}
