//! Maximum cells: digits larger than those beside them.

use crate::model::constraints::prelude::*;

/// Cells with larger digits than the other cells beside them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Maximum {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for Maximum {
    const NAME: &'static str = "maximum";
    const MEANING: &'static str = "Each of the cells has a larger digit than the cells that share a side with it, except those in the list.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells: all that are marked so.")];
    const EXAMPLE: &'static str = r#"{"type": "maximum", "cells": ["r1c1", "r5c5", "r5c6"]}"#;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("maximum", MemberForm::MarksOfOne)];

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
        cell > other
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.cells.iter().map(|&cell| Shape::Area { cells: vec![cell] }));
        let sign = |cells| Shape::Sign { cells, style: SignStyle::Greater, text: String::new() };
        drawing.shapes.extend(self.pairs(surroundings).map(sign));
    }
}
