//! Between lines: digits between those of the ends.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#c3c8d0", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line whose digits are between those of its ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BetweenLine {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl Definition for BetweenLine {
    const NAME: &'static str = "between_line";
    const MEANING: &'static str = "Each digit on the line is larger than one end and smaller than the other. The ends, in circles, are \
        the first and the last cell.";
    const FIELDS: &'static [Field] = &[Field::line("The cells, in order, with both ends.")];
    const EXAMPLE: &'static str = r#"{"type": "between_line", "cells": ["r1c1", "r2c2", "r2c3", "r3c4"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("between"), OtherName::new("betweenlines")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries("betweenline", EntryCells::Lines)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let [first, ref inner @ .., last] = *self.cells else { return true };
        let (low, high) = (digits(first).min(digits(last)), digits(first).max(digits(last)));
        inner.iter().all(|&cell| low < digits(cell) && digits(cell) < high)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let Some((ends, inner)) = ends_and_others(&self.cells) else { return };
        if inner.is_empty() {
            return;
        }
        parts.relate_all([ends], |one, other| one.abs_diff(other) > 1);
        add_ranged(Ranged::inside(ends, &inner), parts);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing.shapes.extend(pills_at_ends(&self.cells));
        drawing.captions.push("The digits on a grey line are between the digits in its circles.".to_owned());
    }
}
