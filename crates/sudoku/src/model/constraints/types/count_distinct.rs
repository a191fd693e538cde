//! Counts of different digits.

use crate::model::constraints::prelude::*;

/// Cells whose number of different digits is the digit of another cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CountDistinct {
    /// The cell with the number.
    pub control: Cell,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for CountDistinct {
    const NAME: &'static str = "count_distinct";
    const MEANING: &'static str =
        "The digit of the control cell is the number of different digits in the cells.";
    const FIELDS: &'static [Field] = &[
        Field::new(
            "control",
            FieldKind::Cells { count: [1, 1], may_repeat: false },
            "The cell with the number, as a list.",
        ),
        Field::cells(1, "The cells whose digits are counted, in any order."),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "count_distinct", "control": ["r1c1"], "cells": ["r1c9", "r2c9", "r5c5", "r7c2"]}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        match *values.cells("control") {
            [control] => Ok(Self { control, cells: values.cells("cells") }),
            _ => Err(ConstraintError::new("/control", "must be one cell")),
        }
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("control", FieldValue::Cells(vec![self.control]))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let mut all: Vec<i64> = self.cells.iter().map(|&cell| digits(cell)).collect();
        all.sort_unstable();
        all.dedup();
        digits(self.control) == all.len() as i64
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let count = self.cells.len();
        let line: Vec<Cell> = self.cells.iter().copied().chain([self.control]).collect();
        // A state is the set of digits, as bits.
        let step = |&set: &u64, place: usize, digit: i64| match place {
            _ if place < count => Some(set | 1 << digit),
            _ => (i64::from(set.count_ones()) == digit).then_some(0),
        };
        parts.automaton(&line, 1, 0, step, |_| true);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Area { cells: self.cells.clone() });
        drawing.shapes.push(Shape::Pill { cells: vec![self.control] });
        let (control, cells) =
            (surroundings.cell_names(&[self.control]), surroundings.cell_names(&self.cells));
        drawing.captions.push(format!("{control} is the number of different digits in {cells}."));
    }

    fn cells(&self) -> Vec<Cell> {
        [self.control].into_iter().chain(self.cells.iter().copied()).collect()
    }
}
