//! Nabners: no digits that are equal or consecutive.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#f0d264", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line without two digits that are equal or consecutive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Nabner {
    /// The cells, in the order of their line.
    pub cells: Vec<Cell>,
}

impl Definition for Nabner {
    const NAME: &'static str = "nabner";
    const MEANING: &'static str =
        "Each two digits of the cells differ by 2 or more, wherever they are on the line.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells, in the order of their line.")];
    const EXAMPLE: &'static str = r#"{"type": "nabner", "cells": ["r1c1", "r2c2", "r2c3", "r3c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("nabners"), OtherName::new("nabnerline"), OtherName::new("nabnerlines")];
    const IS_DISTINCT: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("nabner", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    /// All pairs of cells. The [groups](Self::groups) contradict more cells than digits alone.
    fn pairs(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        let cells = if self.cells.len() > surroundings.digits { &[] } else { self.cells.as_slice() };
        cells.iter().enumerate().flat_map(|(at, &one)| cells[at + 1..].iter().map(move |&other| [one, other]))
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        (one - other).abs() > 1
    }

    fn groups(&self, _: &Surroundings<'_>) -> impl Iterator<Item = Vec<Cell>> {
        [self.cells.clone()].into_iter()
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing.captions.push("No two digits on a yellow line are equal or consecutive.".to_owned());
    }
}
