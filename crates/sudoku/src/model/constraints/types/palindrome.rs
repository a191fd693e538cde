//! Palindromes: lines that read the same from both ends.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#c6cbd3", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line that reads the same from both ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Palindrome {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl Definition for Palindrome {
    const NAME: &'static str = "palindrome";
    const MEANING: &'static str = "The digits read the same from both ends.";
    const FIELDS: &'static [Field] = &[Field::line("The cells, in order.")];
    const EXAMPLE: &'static str = r#"{"type": "palindrome", "cells": ["r1c2", "r2c3", "r3c4", "r4c5"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("palindromes")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("palindrome", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    /// The pairs of cells at the same distance from the ends.
    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        let half = self.cells.len() / 2;
        self.cells.iter().zip(self.cells.iter().rev()).map(|(&one, &other)| [one, other]).take(half)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        one == other
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
    }
}
