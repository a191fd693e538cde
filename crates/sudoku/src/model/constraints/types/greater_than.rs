//! Signs of inequality between two cells.

use crate::model::constraints::prelude::*;

/// Two cells of which the first has the larger digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GreaterThan {
    /// The cell with the larger digit, then the other one.
    pub cells: Vec<Cell>,
}

impl Definition for GreaterThan {
    const NAME: &'static str = "greater_than";
    const MEANING: &'static str = "The first cell has a larger digit than the second one.";
    const FIELDS: &'static [Field] =
        &[Field::two_cells("The cell with the larger digit, then the other one.")];
    const EXAMPLE: &'static str = r#"{"type": "greater_than", "cells": ["r1c1", "r1c2"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("greater")];

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
        one > other
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        if let &[one, other] = self.cells.as_slice() {
            let cells = [one, other];
            drawing.shapes.push(Shape::Sign { cells, style: SignStyle::Greater, text: String::new() });
        }
    }
}
