//! Cells with even or odd digits.

use crate::model::constraints::prelude::*;

pub(super) type Even = Parity<false>;
pub(super) type Odd = Parity<true>;

/// Cells with even digits, or odd ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parity<const IS_ODD: bool> {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl<const IS_ODD: bool> Definition for Parity<IS_ODD> {
    const NAME: &'static str = if IS_ODD { "odd" } else { "even" };
    const MEANING: &'static str =
        if IS_ODD { "The digits of the cells are odd." } else { "The digits of the cells are even." };
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells.")];
    const EXAMPLE: &'static str = match IS_ODD {
        true => r#"{"type": "odd", "cells": ["r1c2", "r5c5"]}"#,
        false => r#"{"type": "even", "cells": ["r1c1", "r5c5"]}"#,
    };
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new(Self::NAME, MemberForm::Marks)];

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn depends_on_values(&self) -> bool {
        true
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.cells.iter().all(|&cell| (digits(cell) % 2 == 1) == IS_ODD)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        for &cell in &self.cells {
            parts.restrict(cell, |digit| digit % 2 == usize::from(IS_ODD));
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        let shape = |&cell: &Cell| if IS_ODD { Shape::Disc { cell } } else { Shape::Square { cell } };
        drawing.shapes.extend(self.cells.iter().map(shape));
    }
}
