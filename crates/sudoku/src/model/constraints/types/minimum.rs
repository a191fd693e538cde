//! Minimum cells: digits smaller than those beside them.

use crate::model::constraints::prelude::*;

/// Cells with smaller digits than the other cells beside them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Minimum {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for Minimum {
    const NAME: &'static str = "minimum";
    const MEANING: &'static str = "Each of the cells has a smaller digit than the cells that share a side with it, except those in the list.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells: all that are marked so.")];
    const EXAMPLE: &'static str = r#"{"type": "minimum", "cells": ["r1c1", "r5c5", "r5c6"]}"#;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("minimum", MemberForm::MarksOfOne)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn pairs(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        surroundings.pairs_at_edge(&self.cells)
    }

    fn allows(&self, cell: i64, other: i64) -> bool {
        cell < other
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.cells.iter().map(|&cell| Shape::Area { cells: vec![cell] }));
        let sign = |[cell, other]: [Cell; 2]| Shape::Sign {
            cells: [other, cell],
            style: SignStyle::Greater,
            text: String::new(),
        };
        drawing.shapes.extend(self.pairs(surroundings).map(sign));
    }
}
