//! Signs between two cells: white dots for a difference, black dots for a ratio, X and V for a sum.

use crate::model::constraints::prelude::*;

pub(super) type Difference = SignBetween<DIFFERENCE>;
pub(super) type Ratio = SignBetween<RATIO>;
pub(super) type SumPair = SignBetween<SUM>;

/// Kinds of signs: a constant parameter of a type cannot be an enum.
const DIFFERENCE: u8 = 0;
const RATIO: u8 = 1;
const SUM: u8 = 2;

/// Two cells whose digits have a relation with a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignBetween<const KIND: u8> {
    /// The two cells.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: i64,
}

impl<const KIND: u8> SignBetween<KIND> {
    /// The value of a sign without a text; 0 if each has one.
    const USUAL: i64 = match KIND {
        DIFFERENCE => 1,
        RATIO => 2,
        _ => 0,
    };

    fn measure(&self) -> Measure {
        match KIND {
            DIFFERENCE => Measure::Difference(self.value),
            RATIO => Measure::Ratio(self.value),
            _ => Measure::Sum(self.value),
        }
    }
}

impl<const KIND: u8> Definition for SignBetween<KIND> {
    const NAME: &'static str = match KIND {
        DIFFERENCE => "difference",
        RATIO => "ratio",
        _ => "sum_pair",
    };
    const MEANING: &'static str = match KIND {
        DIFFERENCE => "The two digits differ by the value.",
        RATIO => "One digit is the value times the other.",
        _ => "The two digits add up to the value: 10 for X, 5 for V.",
    };
    const FIELDS: &'static [Field] = &[
        Field::two_cells("The two cells, in any order."),
        match KIND {
            DIFFERENCE => {
                Field::new("value", FieldKind::Number { range: [0, 35] }, "The difference. Default: 1.")
                    .or(&["difference"])
                    .optional()
            }
            RATIO => Field::new("value", FieldKind::Number { range: [1, 36] }, "The ratio. Default: 2.")
                .or(&["ratio"])
                .optional(),
            _ => Field::new("value", FieldKind::Number { range: [2, 72] }, "The sum.")
                .or(&["sum", "total"])
                .with_words(&[("x", 10), ("v", 5)]),
        },
    ];
    const EXAMPLE: &'static str = match KIND {
        DIFFERENCE => r#"{"type": "difference", "cells": ["r1c1", "r1c2"], "value": 1}"#,
        RATIO => r#"{"type": "ratio", "cells": ["r1c1", "r1c2"], "value": 2}"#,
        _ => r#"{"type": "sum_pair", "cells": ["r1c1", "r1c2"], "value": 10}"#,
    };
    const OTHER_NAMES: &'static [OtherName] = match KIND {
        DIFFERENCE => &[
            OtherName::new("whitedot"),
            OtherName::new("whitekropki"),
            OtherName::new("kropkiwhite"),
            OtherName::new("consecutive"),
        ],
        RATIO => &[OtherName::new("blackdot"), OtherName::new("blackkropki"), OtherName::new("kropkiblack")],
        _ => &[
            OtherName::new("xv"),
            OtherName::implying("x", "value", 10),
            OtherName::implying("v", "value", 5),
        ],
    };
    const FPUZZLES: &'static [FpuzzlesMember] = &[match KIND {
        SUM => {
            let value = EntryValue { field: "value", words: &[("X", 10), ("V", 5)] };
            FpuzzlesMember::entries_with("xv", EntryCells::Sign, value)
        }
        _ => {
            let value = EntryValue { field: "value", words: &[] };
            FpuzzlesMember::entries_with(Self::NAME, EntryCells::Sign, value)
        }
    }];

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), value: values.number("value").unwrap_or(Self::USUAL) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("value", FieldValue::Number(self.value))
    }

    fn depends_on_values(&self) -> bool {
        KIND != DIFFERENCE
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
                usual if usual == Self::USUAL => String::new(),
                5 if KIND == SUM => "V".to_owned(),
                10 if KIND == SUM => "X".to_owned(),
                value => value.to_string(),
            };
            let style = match KIND {
                DIFFERENCE => SignStyle::White,
                RATIO => SignStyle::Black,
                _ => SignStyle::Text,
            };
            drawing.shapes.push(Shape::Sign { cells: [one, other], style, text });
        }
    }

    fn sign(&self) -> Option<Sign> {
        Sign::new(&self.cells, self.measure())
    }
}
