//! Double arrows: the line adds up to the circles at its ends.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#868d98", LineWidth::Thin(2.0), LineEnds::Plain);

/// Line whose digits add up to the sum of its ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DoubleArrow {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl Definition for DoubleArrow {
    const NAME: &'static str = "double_arrow";
    const MEANING: &'static str = "The digits between the ends of the line, which may repeat, add up to the sum of both ends, in circles.";
    const FIELDS: &'static [Field] = &[Field::new(
        "cells",
        FieldKind::Cells { count: [3, 1296], may_repeat: true },
        "The cells, in order, with both ends.",
    )];
    const EXAMPLE: &'static str =
        r#"{"type": "double_arrow", "cells": ["r1c1", "r2c2", "r2c3", "r3c4", "r4c4"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("doublearrows")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("doublearrow", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn depends_on_values(&self) -> bool {
        // Two ends, and as many other cells.
        self.cells.len() != 4
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let [first, ref inner @ .., last] = *self.cells else { return true };
        inner.iter().map(|&cell| digits(cell)).sum::<i64>() == digits(first) + digits(last)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let [first, ref inner @ .., last] = *self.cells else { return };
        let inner = inner.iter().map(|&cell| (cell, 1));
        parts.sum(inner.chain([(first, -1), (last, -1)]), 0);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing.shapes.extend(pills_at_ends(&self.cells));
        drawing
            .captions
            .push("The digits on a line between two circles add up to the sum of the circles.".to_owned());
    }
}
