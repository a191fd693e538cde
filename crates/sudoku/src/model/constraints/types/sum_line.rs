//! Sum lines: lines that are cut into pieces of the same sum.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#f2c39b", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line that can be cut into pieces whose digits each add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SumLine {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

impl Definition for SumLine {
    const NAME: &'static str = "sum_line";
    const MEANING: &'static str =
        "The line is cut into pieces of one or more cells, each of which adds up to the sum.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order."),
        Field::new("sum", FieldKind::Number { range: [1, 100_000] }, "The sum of each piece. Default: 10.")
            .or(&["value", "total"])
            .optional(),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "sum_line", "cells": ["r1c1", "r1c2", "r2c3", "r3c3"], "sum": 10}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("sumlines"),
        OtherName::implying("tenline", "sum", 10),
        OtherName::implying("tenlines", "sum", 10),
    ];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), sum: values.number("sum").unwrap_or(10) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("sum", FieldValue::Number(self.sum))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let mut total = 0;
        let mut multiples = 0;
        for &cell in &self.cells {
            total += digits(cell);
            multiples += i64::from(total % self.sum == 0);
        }
        // Each multiple of the sum is the sum of the first cells, in turn.
        total == multiples * self.sum
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        // A state is the sum of the piece so far.
        let step = |&piece: &i64, _: usize, digit: i64| match piece + digit {
            sum if sum < self.sum => Some(sum),
            sum => (sum == self.sum).then_some(0),
        };
        parts.automaton(&self.cells, 1, 0, step, |&piece| piece == 0);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let (line, sum) = (surroundings.cell_names(&self.cells), self.sum);
        drawing.captions.push(match sum {
            10 => "An orange line is cut into pieces that each add up to 10.".to_owned(),
            _ => format!("The orange line {line} is cut into pieces that each add up to {sum}."),
        });
    }
}
