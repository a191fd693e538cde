//! Look-and-say cages: how often digits occur.

use crate::model::constraints::prelude::*;

/// Largest number of characters of a clue.
const CLUE_MAX: usize = 72;

/// Cells in which some digits occur a number of times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LookAndSay {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The clue: pairs of a count and a digit.
    pub clue: String,
}

impl LookAndSay {
    /// The numbers of the clue with their digits.
    fn counts(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let value = |symbol: u8| i64::from(symbol) - i64::from(b'0');
        self.clue.as_bytes().chunks_exact(2).map(move |pair| (value(pair[0]), value(pair[1])))
    }
}

impl Definition for LookAndSay {
    const NAME: &'static str = "look_and_say";
    const MEANING: &'static str = "The clue is read in pairs of a count and a digit: `1617` is exactly one 6 and exactly one 7. A count of 0 \
        excludes a digit. Other digits are free, and digits may repeat.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::new(
            "clue",
            FieldKind::Text { max: CLUE_MAX },
            "The clue, such as `1617`: pairs of a count and a digit.",
        )
        .or(&["value"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "look_and_say", "cells": ["r1c1", "r1c2", "r2c3", "r3c3"], "clue": "1617"}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("lookandsays"),
        OtherName::new("lookandsaycage"),
        OtherName::new("lookandsaykiller"),
    ];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let clue = values.text("clue").to_owned();
        let is_number = clue.bytes().all(|symbol| symbol.is_ascii_digit());
        if clue.is_empty() || !is_number || clue.len() % 2 == 1 {
            let detail =
                "must be pairs of a count and a digit, such as `1617`: an even number of the digits 0 to 9";
            return Err(ConstraintError::new("/clue", detail));
        }
        let constraint = Self { cells: values.cells("cells"), clue };
        let largest = surroundings.digits.min(9);
        if constraint.counts().any(|(_, digit)| !(1..=largest as i64).contains(&digit)) {
            let detail = format!("the second one of each pair is a digit of the grid, from 1 to {largest}");
            return Err(ConstraintError::new("/clue", detail));
        }
        Ok(constraint)
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("clue", FieldValue::Text(self.clue.clone()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.counts().all(|(count, digit)| {
            self.cells.iter().filter(|&&cell| digits(cell) == digit).count() as i64 == count
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        for (count, said) in self.counts() {
            let step = |&left: &i64, _: usize, digit: i64| match left {
                _ if digit != said => Some(left),
                0 => None,
                _ => Some(left - 1),
            };
            parts.automaton(&self.cells, 1, count, step, |&left| left == 0);
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Outline { cells: self.cells.clone(), text: self.clue.clone() });
        drawing.captions.push("Look and say: 1617 in a cage is exactly one 6 and one 7.".to_owned());
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + self.clue.len()
    }
}
