//! Entropic lines: low, middle and high digits in each three neighbours.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#f6b98c", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line on which each three neighbours have a low, a middle and a high digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Entropic {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// Number of digits of the grid.
    size: usize,
}

impl Entropic {
    /// The constraint on these cells, in order.
    ///
    /// # Errors
    /// [`ConstraintError`] if there are fewer than two cells.
    pub fn new(cells: impl Into<Vec<Cell>>) -> Result<Self, ConstraintError> {
        // The rules to which it is added know the number of digits.
        Self { cells: cells.into(), size: 0 }.checked()
    }
}

impl Definition for Entropic {
    const NAME: &'static str = "entropic";
    const MEANING: &'static str = "Each three neighbours on the line have a low, a middle and a high digit: 1 to 3, 4 to 6 and 7 to 9 in a \
        9x9. In other sizes the digits are in three parts, of which the low and the high one are equal.";
    const FIELDS: &'static [Field] =
        &[Field::line("The cells, in order; a loop has its first cell again at the end.")];
    const EXAMPLE: &'static str = r#"{"type": "entropic", "cells": ["r1c1", "r2c2", "r2c3", "r3c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("entropicline"), OtherName::new("entropiclines")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("entropicline", EntryCells::Lines)];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), size: surroundings.digits })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_among(&self.cells, 3)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        third_of(one, self.size) != third_of(other, self.size)
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let caption = "Each three neighbours on an orange line have a low, a middle and a high digit.";
        drawing.captions.push(caption.to_owned());
    }
}
