//! Lunchboxes: the sum between the smallest and the largest digit of a group of cells.

use crate::model::constraints::prelude::*;

/// Cells whose digits between the smallest and the largest one add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lunchbox {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

/// State of a lunchbox after some of its digits. The smallest and the largest digit are the first ones, should they repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bread {
    smallest: i64,
    largest: i64,
    is_smallest_last: bool,
    /// Sum between the two.
    between: i64,
    /// Sum after the later one of them.
    after: i64,
}

impl Bread {
    /// The state after a further digit. All sums above `sum` are one state.
    fn next(self, digit: i64, sum: i64) -> Self {
        let is_alone = self.smallest == self.largest;
        let is_smallest = digit < self.smallest;
        if (self.smallest..=self.largest).contains(&digit) {
            return Self { after: (self.after + digit).min(sum + 1), ..self };
        }
        let replaced = if is_smallest { self.smallest } else { self.largest };
        // The other one of the two stays: what follows it is between, with the one that was replaced.
        let between = match is_smallest == self.is_smallest_last && !is_alone {
            true => self.between + replaced + self.after,
            false => self.after,
        };
        Self {
            smallest: self.smallest.min(digit),
            largest: self.largest.max(digit),
            is_smallest_last: is_smallest,
            between: between.min(sum + 1),
            after: 0,
        }
    }
}

impl Definition for Lunchbox {
    const NAME: &'static str = "lunchbox";
    const MEANING: &'static str = "The digits of the cells differ. Those between the smallest and the largest one, in the order of the cells, \
        add up to the sum.";
    const FIELDS: &'static [Field] = &[
        Field::cells(2, "The cells, in order."),
        Field::new(
            "sum",
            FieldKind::Number { range: [0, 100_000] },
            "The sum; 0 if the two digits are neighbours.",
        )
        .or(&["value"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "lunchbox", "cells": ["r1c1", "r1c2", "r2c3", "r3c3", "r3c4"], "sum": 9}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("lunchboxes")];
    const IS_DISTINCT: bool = true;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "sum", self.sum)
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let word: Vec<i64> = self.cells.iter().map(|&cell| digits(cell)).collect();
        let place = |of: Option<&i64>| word.iter().position(|digit| Some(digit) == of).unwrap_or_default();
        let (one, other) = (place(word.iter().min()), place(word.iter().max()));
        let between: i64 = word[one.min(other)..one.max(other)].iter().skip(1).sum();
        are_different(&self.cells, digits) && between == self.sum
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.distinct(&self.cells);
        let first = |digit: i64| Bread {
            smallest: digit,
            largest: digit,
            is_smallest_last: false,
            between: 0,
            after: 0,
        };
        let step = |&bread: &Option<Bread>, _: usize, digit: i64| {
            Some(Some(bread.map_or_else(|| first(digit), |bread| bread.next(digit, self.sum))))
        };
        let accepts = |bread: &Option<Bread>| bread.is_some_and(|bread| bread.between == self.sum);
        parts.automaton(&self.cells, 1, None, step, accepts);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Area { cells: self.cells.clone() });
        let (cells, sum) = (surroundings.cell_names(&self.cells), self.sum);
        drawing.captions.push(format!(
            "Lunchbox: different digits in {cells}; those between the smallest and the largest add up to {sum}."
        ));
    }
}
