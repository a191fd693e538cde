//! The digits of some cells: at least as often as they are listed.

use crate::model::constraints::prelude::*;

/// Cells that have each listed digit at least as often.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ContainAtLeast {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits, in ascending order.
    pub digits: Vec<Digit>,
}

impl Definition for ContainAtLeast {
    const NAME: &'static str = "contain_at_least";
    const MEANING: &'static str = "The cells have each listed digit at least as often as it is listed. Other digits are free, and all may repeat.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::digits("The digits: one for each cell at most.").or(&["values"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "contain_at_least", "cells": ["r1c1", "r1c2", "r2c2", "r4c4"], "digits": [1, 2]}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), digits: listed_digits(values, surroundings)? })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("digits", digits_value(&self.digits))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        counted(&self.digits).all(|(digit, count)| count_of(digit, &self.cells, digits) >= count)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.part(at_least(&self.cells, &self.digits));
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        let text = format!("≥ {}", digits_text(&self.digits));
        drawing.shapes.push(Shape::Outline { cells: self.cells.clone(), text });
        drawing.captions.push("Dashed cells with ≥ have the digits after it, or more of them.".to_owned());
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + size_of::<Digit>() * self.digits.len()
    }
}
