//! Counting circles: a digit in a circle is the number of circles that have it.

use crate::model::constraints::prelude::*;

/// Cells in which each digit occurs as often as it says, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CountingCircles {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for CountingCircles {
    const NAME: &'static str = "counting_circles";
    const MEANING: &'static str =
        "A digit in one of the cells, the circles, is the number of circles that have this digit.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The circles, in any order.")];
    const EXAMPLE: &'static str =
        r#"{"type": "counting_circles", "cells": ["r1c1", "r2c5", "r5c6", "r7c7", "r9c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("countingcircle")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let count = |digit: i64| self.cells.iter().filter(|&&cell| digits(cell) == digit).count() as i64;
        self.cells.iter().all(|&cell| count(digits(cell)) == digits(cell))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        for counted in 1..=surroundings.digits as i64 {
            let step = |&count: &i64, _: usize, digit: i64| match digit == counted {
                true => (count < counted).then_some(count + 1),
                false => Some(count),
            };
            parts.automaton(&self.cells, 1, 0, step, |&count| count == 0 || count == counted);
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.extend(self.cells.iter().map(|&cell| Shape::Pill { cells: vec![cell] }));
        drawing.captions.push("A digit in a circle is the number of circles that have it.".to_owned());
    }
}
