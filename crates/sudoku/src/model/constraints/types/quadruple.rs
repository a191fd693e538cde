//! Quadruples: digits around a corner.

use crate::model::constraints::prelude::*;

/// Up to four cells that have some digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Quadruple {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits, in ascending order.
    pub digits: Vec<Digit>,
}

impl Definition for Quadruple {
    const NAME: &'static str = "quadruple";
    const MEANING: &'static str =
        "The four cells have each of the digits, at least as often as it is listed.";
    const FIELDS: &'static [Field] = &[
        Field::new(
            "cells",
            FieldKind::Cells { count: [1, 4], may_repeat: false },
            "The cells around the corner.",
        ),
        Field::digits("The digits in the circle: one for each cell at most.").or(&["values"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "quadruple", "cells": ["r1c1", "r1c2", "r2c1", "r2c2"], "digits": [1, 2, 8]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("quadruples"), OtherName::new("quad"), OtherName::new("quads")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("quadruple", EntryCells::Digits { digits: "digits" })];

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
        let text = digits_text(&self.digits);
        drawing.shapes.push(Shape::Knot { cells: self.cells.clone(), text });
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + size_of::<Digit>() * self.digits.len()
    }
}
