//! White dots: two digits with a difference.

use crate::model::constraints::prelude::*;

/// Two cells whose digits differ by a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Difference {
    /// The two cells.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: i64,
}

impl Difference {
    fn measure(&self) -> Measure {
        Measure::Difference(self.value)
    }
}

impl Definition for Difference {
    const NAME: &'static str = "difference";
    const MEANING: &'static str = "The two digits differ by the value.";
    const FIELDS: &'static [Field] = &[
        Field::two_cells("The two cells, in any order."),
        Field::new("value", FieldKind::Number { range: [0, 35] }, "The difference. Default: 1.")
            .or(&["difference"])
            .optional(),
    ];
    const EXAMPLE: &'static str = r#"{"type": "difference", "cells": ["r1c1", "r1c2"], "value": 1}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("whitedot"),
        OtherName::new("whitekropki"),
        OtherName::new("kropkiwhite"),
        OtherName::new("consecutive"),
    ];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("difference", EntryCells::Sign, EntryValue::number("value"))];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), value: values.number("value").unwrap_or(1) })
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
            let text = if self.value == 1 { String::new() } else { self.value.to_string() };
            drawing.shapes.push(Shape::Sign { cells: [one, other], style: SignStyle::White, text });
        }
    }

    fn sign(&self) -> Option<Sign> {
        Sign::new(&self.cells, self.measure())
    }
}
