//! Renbans: consecutive digits in any order.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#eb9fe9", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Cells with consecutive digits, each once, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Renban {
    /// The cells, in the order of their line.
    pub cells: Vec<Cell>,
}

impl Definition for Renban {
    const NAME: &'static str = "renban";
    const MEANING: &'static str = "The digits of the cells are consecutive, in any order, and differ.";
    const FIELDS: &'static [Field] = &[Field::cells(1, "The cells, in the order of their line.")];
    const EXAMPLE: &'static str = r#"{"type": "renban", "cells": ["r1c1", "r2c2", "r2c3", "r3c3"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("renbans"), OtherName::new("renbanline"), OtherName::new("renbanlines")];
    const IS_DISTINCT: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("renban", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let all = || self.cells.iter().map(|&cell| digits(cell));
        let span = all().max().zip(all().min()).map_or(0, |(largest, smallest)| largest - smallest);
        are_different(&self.cells, digits) && span < self.cells.len() as i64
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        if let [one, other] = *self.cells {
            let neighbouring = parts.relation(|a, b| a.abs_diff(b) == 1);
            return parts.relate(one, other, neighbouring);
        }
        parts.distinct(&self.cells);
        // All digits are consecutive.
        if (3..surroundings.digits).contains(&self.cells.len()) {
            parts.part(Consecutive::new(self.cells.clone()));
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing.captions.push("The digits on a pink line are consecutive, in any order.".to_owned());
    }
}
