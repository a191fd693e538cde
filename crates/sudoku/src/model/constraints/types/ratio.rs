//! Black dots: two digits with a ratio.

use crate::model::constraints::prelude::*;

/// Two cells of which one digit is a multiple of the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Ratio {
    /// The two cells.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: i64,
}

impl Ratio {
    fn measure(&self) -> Measure {
        Measure::Ratio(self.value)
    }
}

impl Definition for Ratio {
    const NAME: &'static str = "ratio";
    const MEANING: &'static str = "One digit is the value times the other.";
    const FIELDS: &'static [Field] = &[
        Field::two_cells("The two cells, in any order."),
        Field::new("value", FieldKind::Number { range: [1, 36] }, "The ratio. Default: 2.")
            .or(&["ratio"])
            .optional(),
    ];
    const EXAMPLE: &'static str = r#"{"type": "ratio", "cells": ["r1c1", "r1c2"], "value": 2}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("blackdot"), OtherName::new("blackkropki"), OtherName::new("kropkiblack")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("ratio", EntryCells::Sign, EntryValue::number("value"))];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), value: values.number("value").unwrap_or(2) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("value", FieldValue::Number(self.value))
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_along(&self.cells)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        self.measure().holds(one, other)
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        if let &[one, other] = self.cells.as_slice() {
            let text = if self.value == 2 { String::new() } else { self.value.to_string() };
            drawing.shapes.push(Shape::Sign { cells: [one, other], style: SignStyle::Black, text });
        }
    }

    fn sign(&self) -> Option<Sign> {
        Sign::new(&self.cells, self.measure())
    }
}
