//! X and V: two digits with a sum.

use crate::model::constraints::prelude::*;

/// Two cells whose digits add up to a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SumPair {
    /// The two cells.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: i64,
}

impl SumPair {
    fn measure(&self) -> Measure {
        Measure::Sum(self.value)
    }
}

impl Definition for SumPair {
    const NAME: &'static str = "sum_pair";
    const MEANING: &'static str = "The two digits add up to the value: 10 for X, 5 for V.";
    const FIELDS: &'static [Field] = &[
        Field::two_cells("The two cells, in any order."),
        Field::new("value", FieldKind::Number { range: [2, 72] }, "The sum.")
            .or(&["sum", "total"])
            .with_words(&[("x", 10), ("v", 5)]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "sum_pair", "cells": ["r1c1", "r1c2"], "value": 10}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("xv"), OtherName::implying("x", "value", 10), OtherName::implying("v", "value", 5)];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries_with(
        "xv",
        EntryCells::Sign,
        EntryValue { field: "value", words: &[("X", 10), ("V", 5)] },
    )];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), value: values.number("value").unwrap_or_default() })
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
            let text = match self.value {
                5 => "V".to_owned(),
                10 => "X".to_owned(),
                value => value.to_string(),
            };
            drawing.shapes.push(Shape::Sign { cells: [one, other], style: SignStyle::Text, text });
        }
    }

    fn sign(&self) -> Option<Sign> {
        Sign::new(&self.cells, self.measure())
    }
}
