//! Sums of cells, with factors.

use crate::model::constraints::prelude::*;

/// Cells whose digits, each times its factor, add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CellSum {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The factor of each cell.
    pub factors: Vec<i32>,
    /// The sum.
    pub sum: i64,
}

impl CellSum {
    /// The constraint that the digits of these cells, which may repeat, add up to the sum. For other `factors` than 1, set that field.
    ///
    /// # Errors
    /// [`ConstraintError`] if there are no cells, or the sum is beyond a million.
    pub fn new(cells: impl Into<Vec<Cell>>, sum: impl Into<i64>) -> Result<Self, ConstraintError> {
        let cells = cells.into();
        Self { factors: vec![1; cells.len()], cells, sum: sum.into() }.checked()
    }

    fn terms(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        self.cells.iter().copied().zip(self.factors.iter().copied())
    }
}

impl Definition for CellSum {
    const NAME: &'static str = "sum";
    const MEANING: &'static str =
        "The digits, each times its coefficient, add up to the sum. Digits may repeat.";
    const FIELDS: &'static [Field] = &[
        Field::new("cells", FieldKind::Cells { count: [1, 1296], may_repeat: true }, "The cells."),
        Field::new("sum", FieldKind::Number { range: [-1_000_000, 1_000_000] }, "The sum.")
            .or(&["value", "total"]),
        Field::new(
            "coefficients",
            FieldKind::Numbers { range: [-1_000, 1_000] },
            "A number for each cell, in the same order. Default: 1 for each.",
        )
        .or(&["factors", "weights"])
        .optional(),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "sum", "cells": ["r1c1", "r2c2", "r3c3"], "sum": 12, "coefficients": [2, 1, -1]}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = values.cells("cells");
        let factors = match values.numbers("coefficients") {
            Some(numbers) if numbers.len() != cells.len() => {
                let detail = format!(
                    "there are {} coefficients: each of the {} cells must have one",
                    numbers.len(),
                    cells.len()
                );
                return Err(ConstraintError::new("/coefficients", detail));
            }
            // Their range fits.
            Some(numbers) => numbers.iter().map(|&number| number as i32).collect(),
            None => vec![1; cells.len()],
        };
        Ok(Self { cells, factors, sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        let coefficients = self.factors.iter().map(|&factor| i64::from(factor)).collect();
        FieldValues::of_cells(self.cells.clone())
            .and("sum", FieldValue::Number(self.sum))
            .and("coefficients", FieldValue::Numbers(coefficients))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.terms().map(|(cell, factor)| i64::from(factor) * digits(cell)).sum::<i64>() == self.sum
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.sum(self.terms(), self.sum);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        if self.factors.iter().all(|&factor| factor == 1) {
            drawing.shapes.push(Shape::Area { cells: self.cells.clone() });
        }
        let term = |(cell, factor)| match factor {
            1 => surroundings.layout.position(cell).to_string(),
            _ => format!("{factor}·{}", surroundings.layout.position(cell)),
        };
        let terms: Vec<String> = self.terms().map(term).collect();
        drawing.captions.push(format!("{} = {}", terms.join(" + "), self.sum));
    }
}
