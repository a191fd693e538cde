//! Zipper lines: the same sum at the same distance from the middle.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#c9a7ee", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line on which two cells at the same distance from the middle have the same sum as any other two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Zipper {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl Zipper {
    /// The cell in the middle of an odd number of cells.
    fn middle(&self) -> Option<Cell> {
        (self.cells.len() % 2 == 1).then(|| self.cells[self.cells.len() / 2])
    }

    /// Each two cells at the same distance from the middle, and the middle.
    fn groups_of_sums(&self) -> Vec<Vec<Cell>> {
        let half = self.cells.len() / 2;
        let pairs =
            self.cells.iter().zip(self.cells.iter().rev()).take(half).map(|(&one, &other)| vec![one, other]);
        self.middle().map(|cell| vec![cell]).into_iter().chain(pairs).collect()
    }
}

impl Definition for Zipper {
    const NAME: &'static str = "zipper";
    const MEANING: &'static str = "Two digits at the same distance from the middle of the line have the same sum as any other two. The \
        middle of an odd number of cells has this sum.";
    const FIELDS: &'static [Field] = &[Field::line("The cells, in order.")];
    const EXAMPLE: &'static str = r#"{"type": "zipper", "cells": ["r1c1", "r2c2", "r3c3", "r4c4", "r5c5"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("zippers"), OtherName::new("zipperline"), OtherName::new("zipperlines")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("zipperline", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn depends_on_values(&self) -> bool {
        self.middle().is_some()
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let count = self.cells.len();
        let sum = |at: usize| digits(self.cells[at]) + digits(self.cells[count - 1 - at]);
        let wanted = self.middle().map_or_else(|| sum(0), digits);
        (0..count / 2).all(|at| sum(at) == wanted)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        add_equal_sums(&self.groups_of_sums(), parts);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let caption = "Digits on a violet line that are equally far from its middle have one sum, which is its middle digit.";
        drawing.captions.push(caption.to_owned());
    }
}
